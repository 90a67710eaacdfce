"""How a table stores infosets: rows that buckets share, and keys that fingerprints stand for."""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.combined import buckets_of
from zerosum.errors import AbstractionError
from zerosum.support.tokens import NO_BUCKET, PLAYERS
from zerosum.tables.storage import Storage


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
