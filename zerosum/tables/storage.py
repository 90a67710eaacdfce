"""How a table stores its rows: the width of numbers, and the buckets of a public state together."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from zerosum.errors import TableError

WIDTHS: dict[str, type[Any]] = {
    "float64": np.float64,
    "float32": np.float32,
    "int32": np.int32,
}

UNIT = 64.0
"""Integers count regrets in 64ths of a chip, and probabilities in 64ths."""


@dataclass(frozen=True)
class Storage:
    """The storage of a table of infosets.

    Parameters
    ----------
    numbers
        The type of regrets and sums of averages: ``"float64"``, ``"float32"`` or ``"int32"``.
        Integers are rounded at random, so that they are right on average, and do not pass their
        limits of 33 million chips.
    dense
        Whether all buckets of a public state share one row. The private part of an abstraction are
        its factors that say how many buckets they have, as those of
        :mod:`zerosum.pkr.holdem.abstraction.buckets` do; the others are public. Buckets that are
        never visited take room too, but each needs no key of its own.
    averages
        The streets on which an average strategy is kept, if infosets of the game say theirs, as
        those of hold'em do: 0 is before the flop. None for everywhere. Elsewhere the strategy of a
        solver is the current one, which takes half the room.

    Raises
    ------
    TableError
        If there is no such type of numbers, or a street is not a whole number, 0 or more.

    Examples
    --------
    >>> Storage("float32", dense=True).bytes_of(4)
    32
    """

    numbers: str = "float64"
    dense: bool = False
    averages: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.numbers not in WIDTHS:
            raise TableError(
                f"The numbers of a table must be {', '.join(WIDTHS)}; got {self.numbers!r}.",
                self.numbers,
            )
        given: tuple[Any, ...] = self.averages or ()
        if not all(isinstance(street, int) and street >= 0 for street in given):
            raise TableError(
                f"The averages of a table must be kept on streets, numbered from 0; got "
                f"{self.averages!r}: write averages=(0,).",
                self.averages,
            )

    def written(self) -> dict[str, Any]:
        """Return the storage as values that JSON can hold.

        >>> Storage.from_written(Storage(averages=(0,)).written())
        Storage(numbers='float64', dense=False, averages=(0,))
        """
        return asdict(self)

    @classmethod
    def from_written(cls, words: dict[str, Any]) -> Self:
        """Return the storage from the values that :meth:`written` returned."""
        streets = words["averages"]
        return cls(**words | {"averages": None if streets is None else tuple(streets)})

    @property
    def kind(self) -> type[Any]:
        """The NumPy type of the numbers."""
        return WIDTHS[self.numbers]

    @property
    def whole(self) -> bool:
        """Whether the numbers are integers."""
        return self.numbers == "int32"

    def bytes_of(self, actions: int, *, averaged: bool = True, fades: bool = False) -> int:
        """Return the bytes of the numbers of an infoset.

        Parameters
        ----------
        actions
            The length of its menu.
        averaged
            Whether its average is kept.
        fades
            Whether its last period is, as for rules that discount.
        """
        numbers = actions * (2 if averaged else 1) + fades
        return numbers * np.dtype(self.kind).itemsize
