"""Buckets of a street as a factor: found once for each board of a deal, and remembered.

How a bucket is found, by a look into a table or by measuring the hand, is that of a game.

Every betting line of one deal asks for the bucket of the same hand on the same board, so the most
recent buckets are in a memo, which threads share without locks. A slot is one word: 51 bits of a
hash of the hand and board, and the bucket plus one. Words are read and written whole, so a slot is
always consistent. A look-up confuses two hands with probability 2**-51.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.combined import Combined
from zerosum.abstraction.fitting import once, put_word, ready
from zerosum.pkr.hands.shuffled import Ints, card_hash
from zerosum.support.store import Array

MOST = 4_095
"""The most buckets that a word has room for."""
_SLOTS = 1 << 14
_MASK = (1 << 62) - 1
_HAND = 0x2545F4914F6CDD1D
_BOARD = 0x1D8E4E27C47D124F
_END = 52  # the bit of a board's mask that says whether the run ended with it


def new_memo() -> Ints:
    """Return an empty memo."""
    return np.zeros(_SLOTS, np.int64)


def no_memo() -> Ints:
    """Return an empty array, the placeholder of a memo."""
    return np.zeros(0, np.int64)


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


def remembered(memo: Ints, hand: int, board: int, over: bool) -> int:
    """Return the bucket of a hand on a board, -1 if it is not in the memo.

    >>> memo = new_memo()
    >>> remembered(memo, 3, 28, False)
    -1
    >>> memorise(memo, 3, 28, False, 7)
    >>> remembered(memo, 3, 28, False), remembered(memo, 3, 28, True)
    (7, -1)
    """
    ended = board | (1 << _END if over else 0)
    word = int(memo[_slot(hand, ended)])
    if word & ~MOST == _tag(hand, ended):
        return (word & MOST) - 1
    return -1


def memorise(memo: Ints, hand: int, board: int, over: bool, bucket: int) -> None:
    """Remember the bucket of a hand on a board. Modified in place: ``memo``."""
    ended = board | (1 << _END if over else 0)
    put_word(memo, _slot(hand, ended), _tag(hand, ended) | (bucket + 1))


def _slot(hand: int, ended: int) -> int:
    return ((hand * _HAND + ended * _BOARD) & _MASK) >> 48


def _tag(hand: int, ended: int) -> int:
    return (card_hash(hand, ended) >> 11) << 12
