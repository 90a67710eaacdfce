"""Buckets of a street as a factor: found once for each board of a deal, and remembered.

Every betting line of one deal asks for the bucket of the same hand on the same board, so the most
recent buckets are remembered: see :mod:`zerosum.pkr.buckets.memo`. How a bucket is found, by a look
into a table or by measuring the hand, is that of a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.combined import Combined
from zerosum.abstraction.fitting import once, ready
from zerosum.pkr.buckets.memo import memorise, new_memo, no_memo, remembered
from zerosum.support.store import Array


@dataclass(frozen=True, repr=False)
class Buckets(Combined, ABC):
    """A factor of buckets: the bucket of the own hand on its streets, -1 on others.

    Parameters
    ----------
    plan
        The declaration of the buckets.
    memo
        The most recent buckets.
    """

    plan: Any
    memo: NDArray[np.int64] = field(
        default_factory=no_memo, compare=False, repr=False, kw_only=True
    )

    def __call__(self, infoset: Any) -> int:
        """Return the bucket of the infoset's hand on its board, -1 off the streets."""
        if not self.has_bucket(infoset):
            return -1
        hand, board, over = self.seen(infoset)
        own = ready(self)
        if own.tabulated:
            return own.bucket(hand, board, over)
        found = remembered(own.memo, hand, board, over)
        if found < 0:
            self.check(infoset)
            found = own.bucket(hand, board, over)
            memorise(own.memo, hand, board, over, found)
        return found

    @property
    def buckets(self) -> int:
        """How many buckets there are on each street; 0 if their values are public in dense rows."""
        return int(getattr(self.plan, "clusters", 0))

    @property
    def tabulated(self) -> bool:
        """Whether a bucket is found as quickly as it is remembered."""
        return False

    def has_bucket(self, _infoset: Any) -> bool:
        """Return whether an infoset is on a street of the buckets."""
        return True

    @abstractmethod
    def seen(self, infoset: Any) -> tuple[int, int, bool]:
        """Return hand and board of an infoset, and whether the board is complete."""

    def check(self, infoset: Any) -> None:
        """Check that the game is that of the buckets."""

    @abstractmethod
    def bucket(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket of a hand on a board, without the memo; the data must be there."""

    @abstractmethod
    def data(self) -> dict[str, Array]:
        """Return the arrays of the data, fitted or recalled."""

    def prepared(self) -> Self:
        """Return these buckets with a memo and their data, fitted at the first call."""
        if self.memo.size > 0:
            return self
        return once(self, lambda: replace(self, memo=new_memo(), **self.data()))

    def equipped(self) -> Self:
        """Return the same as :meth:`prepared`."""
        return self.prepared()
