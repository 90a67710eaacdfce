"""What a request may be refused with, and the status that goes with it."""

from __future__ import annotations

from zerosum.errors import ZeroSumError

CONFLICT = 409


class RequestError(ZeroSumError, ValueError):
    """A request that cannot be answered.

    Parameters
    ----------
    message
        What is wrong and what to do, in a sentence.
    status
        The status of HTTP.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message, status)
        self.status = status
