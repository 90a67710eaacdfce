"""Telling how many prices are known already."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], object]
"""What is called with how many are done, and how many there are."""


class Tally:
    """Counts what is done, and tells.

    Parameters
    ----------
    total
        How many there are.
    progress
        Who is told; None for nobody.

    Examples
    --------
    >>> tally = Tally(2, print)
    >>> tally.add()
    1 2
    """

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.done, self.total = 0, total
        self._progress = progress

    def add(self) -> None:
        """Count one more."""
        self.done += 1
        if self._progress is not None:
            self._progress(self.done, self.total)
