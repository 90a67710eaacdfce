"""Ctrl-C at a moment of our choosing: between two iterations, and not inside one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
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
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    before = signal.signal(signal.SIGINT, interrupts.note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)
