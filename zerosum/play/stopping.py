"""Ctrl-C while matches are played: the first is heeded, and more of them spoil nothing.

Ctrl-C may come twice in a moment: ``timeout -s INT`` sends it to a command and to its group. What
ends a match must then still end, and tell what is known.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from zerosum.interrupts import Interrupts


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
