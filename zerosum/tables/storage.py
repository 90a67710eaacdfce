"""How a table stores its rows: the width of numbers, and the buckets of a public state together."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from zerosum.errors import TableError, is_number

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
    fingerprint
        0 for exact keys. With 64 or 128, a row keeps a fingerprint of so many bits instead of its
        key: it takes little memory, but infosets cannot be listed, two that share a fingerprint
        share a strategy (see :mod:`zerosum.kernels.prints` for how likely that is), and of two
        menus under one key only those of different lengths are found. Menus have at most 60
        actions. Not for dense rows, nor with ``averages``.
    averages
        On how many streets, from the first on, an average strategy is kept, if infosets of the
        game say their street, as those of hold'em do; None for everywhere. Elsewhere the strategy
        of a solver is the current one, which takes half the room; runs average it over snapshots.

    Raises
    ------
    TableError
        If there is no such type of numbers or fingerprint, rows are to be dense and have
        fingerprints, or the streets are not a whole number, 0 or more.

    Examples
    --------
    >>> Storage("float32", dense=True).bytes_of(4)
    32
    """

    numbers: str = "float64"
    dense: bool = False
    fingerprint: int = 0
    averages: int | None = None

    def __post_init__(self) -> None:
        if str(self.numbers) not in WIDTHS:
            raise TableError(
                f"The numbers of a table must be {', '.join(WIDTHS)}; got {self.numbers!r}.",
                self.numbers,
            )
        if not isinstance(self.dense, bool):
            raise TableError(
                f"dense must be True or False; got {self.dense!r}: leave dense= out.", self.dense
            )
        whole = not self.dense and self.averages is None
        listed = is_number(self.fingerprint, int) and self.fingerprint in {0, 64, 128}
        if not listed or (self.fingerprint and not whole):
            raise TableError(
                f"The fingerprint of a table must be 0, 64 or 128 bits, and 0 if its rows are "
                f"dense or some have no average; got {self.fingerprint!r}: leave it out for exact "
                f"keys.",
                self.fingerprint,
            )
        given: Any = self.averages
        if given is not None and (not is_number(given, int) or given < 0):
            raise TableError(
                f"The averages of a table must be kept on a number of streets, 0 or more; got "
                f"{given!r}: write averages=1 for the first street.",
                given,
            )

    def written(self) -> dict[str, Any]:
        """Return the storage as values that JSON can hold.

        >>> Storage.from_written(Storage(averages=1).written())
        Storage(numbers='float64', dense=False, fingerprint=0, averages=1)
        """
        return asdict(self)

    @classmethod
    def from_written(cls, words: dict[str, Any]) -> Self:
        """Return the storage from the values that :meth:`written` returned."""
        return cls(**words)

    @property
    def kind(self) -> type[Any]:
        """The NumPy type of the numbers."""
        return WIDTHS[self.numbers]

    @property
    def prints(self) -> int:
        """How many words a fingerprint has."""
        return self.fingerprint // 64

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
