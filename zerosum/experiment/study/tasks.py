"""Tell listeners what a report is busy with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zerosum.abstraction.fitting import announce


@contextmanager
def task(name: str) -> Iterator[Callable[[int, int], None]]:
    """Tell listeners that a task begins and ends; what is given back says how far it is.

    >>> from zerosum.abstraction.fitting import listening
    >>> with listening(lambda name, share: print(name, share)), task("Counting") as progress:
    ...     progress(1, 4)
    Counting 0.0
    Counting 0.25
    Counting 1.0
    """

    def progress(done: int, total: int) -> None:
        if done < total:  # The end is told below, once.
            announce(name, done / total)

    announce(name, 0.0)
    try:
        yield progress
    finally:
        announce(name, 1.0)
