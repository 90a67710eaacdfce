"""Cores and threads: how many there are, and the stack that kernels need in each."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zerosum.errors import ZeroSumError, check_count

MOST_THREADS = 1 << 10
"""The most threads that a run may ask for."""

STACK = 8 << 20
"""Bytes of stack of a thread, of which kernels use half."""


def cores() -> int:
    """Return the number of cores that this process may use.

    >>> cores() >= 1
    True
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


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
