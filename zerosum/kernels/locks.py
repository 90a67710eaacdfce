"""Locks of a table that threads share: one adds a row at a time, and all halt while it grows.

Finding a row needs no lock. A thread that adds one holds the lock; and while it makes the index
anew, which rows are found by, every other thread is parked: before it looks for its next row, or
where it waits for the lock. The table's gates are words in cache lines of their own: ``lock``;
``growing``; how many threads are ``active`` and ``parked``; the ``following`` iteration. All are
zero while only one thread works.
"""

from zerosum.jit import kernel
from zerosum.kernels.atomics import add, load, publish, swap
from zerosum.kernels.names import Work


@kernel
def park(table: Work) -> None:
    """Stay out of the table while its index grows.

    A thread that leaves looks once more: the next growth may have counted it as parked.
    """
    while load(table.growing, 0) != 0:
        add(table.parked, 0, 1)
        while load(table.growing, 0) != 0:
            pass
        add(table.parked, 0, -1)


@kernel
def lock(table: Work) -> None:
    """Wait until no other thread adds a row."""
    while not swap(table.lock, 0, 0, 1):
        park(table)


@kernel
def unlock(table: Work) -> None:
    """Let the next thread add a row."""
    publish(table.lock, 0, 0)


@kernel
def halt(table: Work) -> None:
    """Wait until all other threads are parked, or gone; only the holder of the lock may."""
    if table.active[0] != 0:
        add(table.growing, 0, 1)
        while load(table.parked, 0) != load(table.active, 0) - 1:
            pass


@kernel
def release(table: Work) -> None:
    """Let the other threads go on."""
    if table.active[0] != 0:
        add(table.growing, 0, -1)


@kernel
def following(table: Work, iteration: int) -> int:
    """Return the iteration to run after one: the next that no other thread has taken."""
    if table.active[0] == 0:
        return iteration + 1
    return add(table.following, 0, 1)
