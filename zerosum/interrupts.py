"""Ctrl-C at a moment of our choosing: between two iterations, and not inside one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """The Ctrl-C that came and waits to be heeded; true once there is one."""

    def __init__(self) -> None:
        self.came = False

    def __bool__(self) -> bool:
        return self.came

    def note(self, number: int, frame: FrameType | None) -> None:
        """Take the first for later; a second means it, and interrupts at once."""
        if self.came:
            signal.default_int_handler(number, frame)
        self.came = True


@contextmanager
def deferred() -> Iterator[Interrupts]:
    """Defer Ctrl-C for a block, which asks when it suits and ends by itself.

    A kernel that returns while Ctrl-C is pending would lose what it did: Python raises before
    the caller has counted the iterations. Outside of the main thread nothing is deferred, as
    Python delivers signals to the main thread only.

    >>> with deferred() as interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    ...     bool(interrupts)
    True
    """
    interrupts = Interrupts()
    with handled_by(interrupts.note):
        yield interrupts


@contextmanager
def once() -> Iterator[Interrupts]:
    """Let Ctrl-C interrupt a block once, as it would without us; more of them are only noted.

    >>> with once():
    ...     try:
    ...         signal.raise_signal(signal.SIGINT)
    ...     except KeyboardInterrupt:
    ...         signal.raise_signal(signal.SIGINT)
    ...         print("interrupted once")
    interrupted once
    """
    interrupts, before = Interrupts(), signal.getsignal(signal.SIGINT)

    def heed(number: int, frame: FrameType | None) -> None:
        if not interrupts and callable(before):
            interrupts.came = True
            before(number, frame)

    with handled_by(heed if callable(before) else before):
        yield interrupts


@contextmanager
def held() -> Iterator[Interrupts]:
    """Hold Ctrl-C back for a block, which may ask for it; it is heeded at the end.

    >>> try:
    ...     with held() as interrupts:
    ...         signal.raise_signal(signal.SIGINT)
    ...         print(bool(interrupts))
    ... except KeyboardInterrupt:
    ...     print("interrupted")
    True
    interrupted
    """
    interrupts = Interrupts()

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        interrupts.came = True

    with handled_by(note):
        yield interrupts
    if interrupts:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def handled_by(
    handler: Callable[[int, FrameType | None], object] | int | None,
) -> Iterator[None]:
    """Have Ctrl-C handled in some way; outside of the main thread, which alone gets it, as ever."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or handler is None:
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
