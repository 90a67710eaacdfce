"""Cores and threads: how many there are, work on all of them, and the stack of kernels in each."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias

from zerosum.errors import ZeroSumError, check_count

MOST_THREADS = 1 << 10
"""The most threads that a run may ask for."""

STACK = 8 << 20
"""Bytes of stack of a thread, of which kernels use half."""

Progress: TypeAlias = Callable[[float], None]
"""Takes the share of work done."""


def cores() -> int:
    """Return the number of cores that this process may use.

    >>> cores() >= 1
    True
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


def share_out(work: Callable[[int], None], pieces: Sequence[int], progress: Progress) -> None:
    """Do all pieces of work, on all cores; Ctrl-C ends it after the current pieces.

    Parameters
    ----------
    work
        Does one piece; several run at a time.
    pieces
        The arguments of ``work``.
    progress
        Called after each piece with the share of work done.
    """
    with ThreadPoolExecutor(cores()) as pool:
        try:
            for done, _ in enumerate(pool.map(work, pieces), 1):
                progress(done / len(pieces))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def check_threads(threads: Any, *, native: bool) -> None:
    """Check that a number of threads is allowed.

    Raises
    ------
    ZeroSumError
        If there are none or too many, or more than one would run interpreted.
    """
    check_count("threads", threads, 1, "leave threads= out for one", ZeroSumError)
    if threads > MOST_THREADS:
        raise ZeroSumError(
            f"threads must be at most {MOST_THREADS:,}; got {threads}: use as many as there are "
            f"cores.",
            threads,
        )
    if threads > 1 and not native:
        raise ZeroSumError(
            f"threads must be one where a run is interpreted; got {threads}: leave threads= or "
            f"native=False out.",
            threads,
        )


@contextmanager
def kernel_stacks() -> Iterator[None]:
    """Give threads that start in a block the stack that kernels need."""
    before = threading.stack_size(STACK)
    try:
        yield
    finally:
        threading.stack_size(before)
