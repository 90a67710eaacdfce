"""Ctrl-C between two iterations, not inside one; runs in batches for that; and time limits.

In a command, SIGTERM and a closed terminal are Ctrl-C.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from types import FrameType
from typing import Any

# Seconds of a batch.
_BATCH = 0.05
# Seconds after which a time limit that was lost ends its block again.
_AGAIN = 0.2
# What ends a process beside Ctrl-C.
_ENDS = ("SIGTERM", "SIGHUP")

Progress = Callable[[float], object]


class Interrupts:
    """A pending Ctrl-C; true once there is one."""

    def __init__(self) -> None:
        self.came = False

    def __bool__(self) -> bool:
        return self.came

    def note(self, number: int, frame: FrameType | None) -> None:
        """Note the first; interrupt at once on a second."""
        if self.came:
            signal.default_int_handler(number, frame)
        self.came = True


@contextmanager
def deferred() -> Iterator[Interrupts]:
    """Defer Ctrl-C for a block, which may ask whether it came.

    If a kernel returned while Ctrl-C is pending, its work would be lost, because Python raises
    before the caller has counted the iterations. Outside the main thread nothing is deferred,
    because Python delivers signals only to the main thread.

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
    """Let Ctrl-C interrupt a block once, as usual; any more are ignored.

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
    """Hold Ctrl-C back for a block, which may ask whether it came; it interrupts at the end.

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
        interrupt()


@contextmanager
def handled_by(
    handler: Callable[[int, FrameType | None], object] | int | None,
) -> Iterator[None]:
    """Handle Ctrl-C by a function; only in the main thread, which alone receives it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or handler is None:
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt(number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
    """Do what Ctrl-C does here, even in a process that ignores it, as in the background of a shell.

    Raises
    ------
    KeyboardInterrupt
        Unless Ctrl-C is handled otherwise here.
    """
    handler = signal.getsignal(signal.SIGINT)
    (handler if callable(handler) else signal.default_int_handler)(number, frame)


@contextmanager
def ended_alike() -> Iterator[None]:
    """Let SIGTERM and a closed terminal do in a block what Ctrl-C does; not if they are ignored.

    >>> with ended_alike():
    ...     try:
    ...         signal.raise_signal(signal.SIGTERM)
    ...     except KeyboardInterrupt:
    ...         print("interrupted")
    interrupted
    """
    here = threading.current_thread() is threading.main_thread()
    ends = [getattr(signal, name) for name in _ENDS if here and hasattr(signal, name)]
    ends = [end for end in ends if signal.getsignal(end) is signal.SIG_DFL]
    for end in ends:
        signal.signal(end, interrupt)
    try:
        yield
    finally:
        for end in ends:
            signal.signal(end, signal.SIG_DFL)


_End = Callable[[], object]


class _Steady:
    """What came in a block of :func:`steady` and waits; None outside of one."""

    waiting: list[_End] | None = None


@contextmanager
def steady() -> Iterator[None]:
    """Let Ctrl-C and time limits end a block only where it calls :func:`pause`, and after it.

    For what would be left half-done elsewhere, as the compiler's tables. A second Ctrl-C ends the
    block at once. Outside the main thread, which alone receives signals, it is a block as others.

    >>> try:
    ...     with steady():
    ...         signal.raise_signal(signal.SIGINT)
    ...         print("done")
    ... except KeyboardInterrupt:
    ...     print("interrupted")
    done
    interrupted
    """
    if threading.current_thread() is not threading.main_thread() or _Steady.waiting is not None:
        yield
        return
    before: Any = signal.getsignal(signal.SIGINT)
    waiting, came = list[_End](), list[_End]()

    def note(number: int, frame: FrameType | None) -> None:
        came.append(partial(before, number, frame))
        if len(came) == 1:
            waiting.extend(came)
            return
        waiting.clear()
        for each in tuple(came):
            each()

    _Steady.waiting = waiting
    try:
        with handled_by(note if callable(before) else before):
            yield
    finally:
        _Steady.waiting = None
        for each in waiting:
            each()


def pause() -> None:
    """End a block of :func:`steady` if Ctrl-C or a time limit came meanwhile."""
    if _Steady.waiting and threading.current_thread() is threading.main_thread():
        _Steady.waiting.pop(0)()


class TimeUp(BaseException):
    """Ends a block of :func:`within` whose time is over; no error, as Ctrl-C is none."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """End a block by :class:`TimeUp` after so many seconds; in one of :func:`steady`, at a pause.

    Outside the main thread, and where the system has no interval timer, the block runs to its end.

    >>> try:
    ...     with within(0.01):
    ...         time.sleep(10.0)
    ... except TimeUp:
    ...     print("over")
    over
    """
    if seconds <= 0.0:
        raise TimeUp
    here = threading.current_thread() is threading.main_thread()
    if seconds == inf or not here or not hasattr(signal, "setitimer"):
        yield
        return

    def over() -> None:
        raise TimeUp

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if _Steady.waiting is None:
            over()
        elif over not in _Steady.waiting:
            _Steady.waiting.append(over)

    def report(lost: Any) -> None:
        if lost.exc_type is not TimeUp:
            reported(lost)

    before, reported = signal.signal(signal.SIGALRM, end), sys.unraisablehook
    try:
        sys.unraisablehook = report
        # More than once: the compiler's callbacks lose what is raised in them.
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
        finally:
            if _Steady.waiting is not None and over in _Steady.waiting:
                _Steady.waiting.remove(over)
            signal.signal(signal.SIGALRM, before)
            sys.unraisablehook = reported


class Batches:
    """Runs of about 50 ms each, with Ctrl-C and a clock between them.

    Attributes
    ----------
    size
        How much fits into such a run; kept, so that several short runs are as fast as a long one.
    """

    def __init__(self) -> None:
        self.size = 1

    def run(
        self,
        run: Callable[[int, int], Any],
        number: int,
        *,
        least: int = 1,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Run from 1 to a number, or for so many seconds; return how many were run.

        Parameters
        ----------
        run
            Called with the first and the last of a batch.
        number
            The last of all.
        least
            So many are run, however long that takes.
        seconds
            No batch begins after so many.
        progress
            Called with the share of the number, or of the seconds, that is done.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C, between two batches.
        """
        done, start = 0, time.perf_counter()
        while done < number:
            before = time.perf_counter()
            if seconds is not None and done >= least and before - start >= seconds:
                break
            size = min(self.size, number - done)
            with deferred() as interrupts:
                run(done + 1, done + size)
            if interrupts:
                interrupt()
            done += size
            now = time.perf_counter()
            if size == self.size:  # what is cut short at the end is too short to tell
                lasted = max(now - before, 1e-9)
                self.size = max(1, min(size * 4, int(size * _BATCH / lasted)))
            if progress is not None:
                over = 0.0 if not seconds else (now - start) / seconds
                progress(min(1.0, max(done / number, over)))
        return done
