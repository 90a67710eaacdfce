"""How a table stores rows: the width of numbers, buckets that share a row, fingerprints of keys."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, Self

import numpy as np

from zerosum.abstraction import View
from zerosum.abstraction.combined import buckets_of
from zerosum.errors import AbstractionError, TableError, is_number
from zerosum.support.tokens import NO_BUCKET, PLAYERS

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


class RowView(View):
    """A view of infosets, and how a table stores them; its methods are compiled with the game.

    Parameters
    ----------
    states, actions
        As for a view.
    dense
        Whether rows hold the values of all buckets of a public state, and the bucket only finds its
        place within the row: see :class:`zerosum.tables.Storage`.
    prints
        How many words of a fingerprint stand for the key in a row; 0 for the key itself.
    streets
        Whether kernels ask for the street of infosets, which the game must then tell.

    Raises
    ------
    AbstractionError
        If rows are to be dense, and no factor says how many buckets it has.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> view = RowView(is_jack * betting, None)
    >>> queen = Kuhn().apply(1).apply(0).infoset(0)
    >>> view.key_of(queen), view.shape, view.printed()
    ((1, False), '', 0)
    """

    def __init__(
        self,
        states: Any,
        actions: Any,
        *,
        dense: bool = False,
        prints: int = 0,
        streets: bool = False,
    ) -> None:
        super().__init__(states, actions)
        self.sizes = tuple([buckets_of(factor) if dense else () for factor in self.factors])
        self.dense, self.prints, self.streets = any(self.sizes), prints, streets
        if dense and not self.dense:
            raise AbstractionError(
                f"The states of a dense table must have a factor that says how many buckets it "
                f"has, such as buckets of cards; got {self.states!r}: leave dense= out.",
                states,
            )

    @property
    def shape(self) -> str:
        """What distinguishes native code for the rows; empty for exact keys of their own."""
        usual = not (self.dense or self.prints or self.streets)
        return "" if usual else f"{self.sizes}{self.prints}{self.streets}"

    def row_of(
        self, key: tuple[Any, ...], menu: tuple[Any, ...], player: int = 0
    ) -> tuple[list[int], int]:
        """Return the row of a key, as :meth:`key_of` returns it, and where its identity starts."""
        public, _, buckets = self.public_of(key)
        return super().row_of(public, menu, player + PLAYERS * (buckets - 1))

    def printed(self) -> int:
        """Return how many words of a fingerprint stand for a key."""
        return self.prints

    def public_of(self, key: tuple[Any, ...]) -> tuple[tuple[Any, ...], int, int]:
        """Return the key of a row, the bucket within it, and the number of its buckets.

        The value of a private factor, unless it is -1, is replaced by the end of its part: the
        number of buckets of this part and of all before it.
        """
        public, bucket, buckets = list(key), 0, 1
        for place, sizes in enumerate(self.sizes):
            value = key[place]
            if sizes and value >= 0:
                first = 0
                for size in sizes:
                    if value < first + size:
                        break
                    first += size
                else:
                    raise ValueError(NO_BUCKET)
                bucket, buckets = bucket * size + value - first, buckets * size
                public[place] = first + size
        return tuple(public), bucket, buckets

    def key_in(self, public: tuple[Any, ...], bucket: int) -> tuple[Any, ...]:
        """Return the key of a bucket of a row, as :meth:`public_of` splits it."""
        key = list(public)
        for place in reversed(range(len(self.sizes))):
            sizes = dict(zip(accumulate(self.sizes[place]), self.sizes[place], strict=True))
            if sizes and key[place] >= 0:
                end = key[place]
                bucket, key[place] = divmod(bucket, sizes[end])
                key[place] += end - sizes[end]
        return tuple(key)

    def write(
        self, infoset: Any, menu: tuple[Any, ...], player: int, words: MutableSequence[int]
    ) -> tuple[int, int]:
        """Write an infoset's row; return where its identity starts and where the row ends.

        Modified in place: ``words``; of a dense row, the bucket is behind the end.
        """
        start, end = super().write(infoset, menu, player, words)
        if self.dense:
            words[end] = self.public_of(self.key_of(infoset))[1]
        return start, end

    def bucket(self, words: MutableSequence[int], end: int) -> tuple[int, int]:
        """Return the bucket of the infoset that was written, and the number of its row's buckets.

        Parameters
        ----------
        words
            The row.
        end
            Where it ends.
        """
        return (words[end], 1 + words[0] // PLAYERS) if self.dense else (0, 1)

    def street(self, infoset: Any) -> int:
        """Return the street of an infoset; 0 if kernels do not ask for it."""
        return int(infoset.street) if self.streets else 0

    def street_of(self, game: Any) -> int:
        """Return the street of a history at a decision; 0 if kernels do not ask for it."""
        return self.street(game.infoset(game.active)) if self.streets else 0


@lru_cache(maxsize=256)
def stored(view: View, storage: Storage, *, streets: bool = False) -> RowView:
    """Return a view with rows as a table of some storage has them, made once."""
    dense, prints = storage.dense, storage.prints
    return RowView(view.states, view.actions, dense=dense, prints=prints, streets=streets)


def rows_of(view: View) -> RowView:
    """Return a view with rows, those of the usual storage if it does not say how."""
    return view if isinstance(view, RowView) else stored(view, Storage())
