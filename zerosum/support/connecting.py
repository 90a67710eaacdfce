"""A connection to a program that listens on a port, without whatever else a bot imports."""

import socket

from zerosum.errors import GameError


def connect(port: int, host: str = "localhost", who: str = "engine") -> socket.socket:
    """Return a connection to the engine, or to a dealer.

    Raises
    ------
    GameError
        If nobody listens.
    """
    try:
        connection = socket.create_connection((host, port))
    except OSError as error:
        raise GameError(
            f"The {who} must listen on port {port} of {host}; the system says: "
            f"{error.strerror or error}: start the {who} first.",
            port,
        ) from error
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # replies are short
    return connection
