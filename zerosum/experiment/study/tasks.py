"""Tell listeners what a report is busy with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zerosum.abstraction.fitting import announce


@contextmanager
def task(name: str) -> Iterator[None]:
    """Tell listeners that a task begins and ends.

    >>> from zerosum.abstraction.fitting import listening
    >>> with listening(lambda name, share: print(name, share)), task("Counting"):
    ...     pass
    Counting 0.0
    Counting 1.0
    """
    announce(name, 0.0)
    try:
        yield
    finally:
        announce(name, 1.0)
