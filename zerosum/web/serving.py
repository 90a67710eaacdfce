"""The server: the address, who may come, and the loop that answers."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from types import FrameType

import uvicorn

from zerosum.errors import ExperimentError
from zerosum.web.app import application
from zerosum.web.guard import LOOPBACK
from zerosum.web.site import Site

_EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 - what is asked for, with a token
_GRACE = 2  # seconds that answers under way have when the server is stopped
_KEEP_ALIVE = 20  # seconds
_MOST_OPEN = 1_200  # connections


def serve(
    site: Site,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    announce: Callable[[str], None],
    opens: bool = False,
) -> None:
    """Serve a site until Ctrl-C.

    On loopback nobody else can ask; opened wider, a browser must know a token, which is in the
    address that is announced.

    Parameters
    ----------
    site
        What is shown.
    host, port
        Where to listen; port 0 for a free one.
    announce
        Called with the address to open.
    opens
        Whether to open it in a browser.

    Raises
    ------
    ExperimentError
        If the server cannot listen there.
    """
    listening = _listening(host, port)
    port = listening.getsockname()[1]
    wide = host not in LOOPBACK
    token = secrets.token_urlsafe(24) if wide else None
    here = socket.gethostname().lower()
    hosts = LOOPBACK | {host.lower(), here} - {""} if wide else LOOPBACK
    name = here if host in _EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    config = uvicorn.Config(
        application(site, hosts, token),
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody stands before it whose word about the client counts
        limit_concurrency=_MOST_OPEN,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
    )
    announce(address)
    if opens:
        Timer(0.3, webbrowser.open, (address,)).start()
    try:
        with suppress(KeyboardInterrupt):  # which is how a server ends
            _Server(config, site).run(sockets=[listening])
    finally:
        site.close()  # also where a second Ctrl-C ends the server at once


class _Server(uvicorn.Server):
    """A server that ends its streams as soon as it is told to stop, so that it need not wait."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        self._site.trainer.closing.set()
        super().handle_exit(sig, frame)


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio sends what there is at once, and not after 40 ms.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise ExperimentError(
            f"The server must be able to listen on {host}, port {port}; got {reason}: choose "
            f"another with --port, or --port 0 for a free one.",
            error,
        ) from error
    made.listen(128)
    return made
