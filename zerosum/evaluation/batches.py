"""Running a kernel over many deals, a few at a time: Ctrl-C, a clock and a listener between."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from zerosum.interrupts import deferred

# Seconds of a batch.
_BATCH = 0.05

Progress = Callable[[float], object]


def check_count(name: str, value: Any, least: int) -> None:
    """Check a number of things.

    Raises
    ------
    ValueError
        Where it is no whole number, or too small.
    """
    if not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} must be a whole number, at least {least}; got {value!r}.")


def in_batches(
    run: Callable[[int, int], Any],
    number: int,
    *,
    least: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> int:
    """Run from 1 to a number, or for so long; return how many were run.

    Parameters
    ----------
    run
        Given the first and the last of a batch.
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
    done, size, start = 0, 1, time.perf_counter()
    while done < number:
        before = time.perf_counter()
        if seconds is not None and done >= least and before - start >= seconds:
            break
        size = min(size, number - done)
        with deferred() as interrupts:
            run(done + 1, done + size)
        if interrupts:
            signal.raise_signal(signal.SIGINT)
        done += size
        now = time.perf_counter()
        if progress is not None:
            over = 0.0 if not seconds else (now - start) / seconds
            progress(min(1.0, max(done / number, over)))
        lasted = max(now - before, 1e-9)
        size = max(1, min(4 * size, int(size * _BATCH / lasted)))
    return done
