"""What keeps threads from each other in one table: one adds a row at a time, all halt for growth.

Finding a row needs no lock. A thread that adds one holds the lock; and while it makes the index
anew, which rows are found by, every other thread is parked: before it looks for its next row, or
where it waits for the lock. ``work.gate`` holds five words, a cache line each, and all are zero
where nobody else is at work.
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.atomics import add, load, publish, swap
from zerosum.tables import ACTIVE, GROWING, LOCK, NEXT, PARKED


@kernel
def park(work: Any) -> None:
    """Stay out of the table while its index grows.

    A thread that leaves looks once more: the next growth may have counted it as parked.
    """
    while load(work.gate, GROWING) != 0:
        add(work.gate, PARKED, 1)
        while load(work.gate, GROWING) != 0:
            pass
        add(work.gate, PARKED, -1)


@kernel
def lock(work: Any) -> None:
    """Wait until no other thread adds a row."""
    while not swap(work.gate, LOCK, 0, 1):
        park(work)


@kernel
def unlock(work: Any) -> None:
    """Let the next thread add a row."""
    publish(work.gate, LOCK, 0)


@kernel
def halt(work: Any) -> None:
    """Wait until all other threads are parked, or gone; only the holder of the lock may."""
    add(work.gate, GROWING, 1)
    while load(work.gate, PARKED) != load(work.gate, ACTIVE) - 1:
        pass


@kernel
def release(work: Any) -> None:
    """Let the other threads go on."""
    add(work.gate, GROWING, -1)


@kernel
def following(work: Any, iteration: int) -> int:
    """Return the iteration to run after one: the next that no other thread has taken."""
    if work.gate[ACTIVE] == 0:
        return iteration + 1
    return add(work.gate, NEXT, 1)
