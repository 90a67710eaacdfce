"""Buckets of hold'em as a factor: the number of the situation, looked up in a table."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import ready
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.factor import Buckets
from zerosum.pkr.buckets.holdem.plans import Plan
from zerosum.pkr.buckets.plans import fit
from zerosum.pkr.hands.isomorphism import both_cards
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.situations.numbering import situation_of
from zerosum.support.store import Array
from zerosum.workshop import workshop

_HOLE = 2
_BITS = 3  # of the cards of a street


@dataclass(frozen=True, repr=False)
class StreetBuckets(Buckets):
    """The bucket of the own hand on one street, -1 on others.

    Parameters
    ----------
    plan
        The declaration of the buckets.
    recalled
        Whether later streets still know it.
    streets
        The cards that each street adds to the board, three bits each.
    size
        Cards of the board on the street.
    shift
        The bits of a mask of cards below the deck.
    words, heads, blocks
        See :class:`zerosum.pkr.situations.boards.Boards`.
    table
        The bucket of each situation.
    """

    plan: Plan
    recalled: bool
    streets: int
    size: int
    shift: int
    words: NDArray[np.uint32] = field(
        default_factory=lambda: np.zeros(0, np.uint32), compare=False, repr=False
    )
    heads: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(0, np.int64), compare=False, repr=False
    )
    blocks: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((0, 4, 4, 2), np.int64), compare=False, repr=False
    )
    table: NDArray[np.uint16] = field(
        default_factory=lambda: np.zeros(0, np.uint16), compare=False, repr=False
    )

    def has_bucket(self, infoset: InfoSet) -> bool:
        """Return whether the infoset is on the street, or later if the bucket is recalled."""
        shown = len(infoset.public.dealt)
        return shown == self.size or (shown > self.size and self.recalled)

    def seen(self, infoset: InfoSet) -> tuple[int, int, bool]:
        """Return the own hand and the board of the street."""
        board = 0
        for place in range(self.size):
            board |= 1 << infoset.public.dealt[place]
        return infoset.hand.mask, board, False

    def check(self, infoset: InfoSet) -> None:
        """Check that the game is that of the buckets.

        Raises
        ------
        AbstractionError
            If it has another deck or board, or hands of one card.
        """
        public, streets = infoset.public, 0
        for cards in public.board:
            streets = streets << _BITS | cards
        if public.deck != self.plan.deck or streets != self.streets or public.hole != _HOLE:
            raise AbstractionError(
                "The buckets of a game must be those of its deck and its board, and its hands of "
                "two cards; write rank_vectors(100, deck=TWENTY) with the deck of the game"
            )

    def bucket(self, hand: int, board: int, _over: bool) -> int:
        """Return the bucket of a hand on a board of the street, from the table."""
        low, high = both_cards(hand >> self.shift)
        arrays = self.words, self.heads, self.blocks
        return int(self.table[situation_of(low, high, board >> self.shift, *arrays)])

    def of_hands(self, infoset: InfoSet, hands: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the bucket of each of several hands that share no card with an infoset's board."""
        if not self.has_bucket(infoset):
            return np.full(len(hands), -1, np.int32)
        self.check(infoset)
        return self.every(hands, self.seen(infoset)[1], -1)

    def every(self, hands: NDArray[np.int64], board: int, left: int) -> NDArray[np.int32]:
        """Return the bucket of each of several hands on a board of the street.

        Parameters
        ----------
        hands
            Masks of two cards.
        board
            The cards of the board.
        left
            The cards that a hand may have; the bucket of other hands is -1.
        """
        own, found = ready(self), np.empty(len(hands), np.int32)
        arrays = own.words, own.heads, own.blocks, own.table
        workshop().compile(write_buckets)(hands, board, left, self.shift, *arrays, found)
        return found

    def data_bytes(self) -> int:
        """Return the bytes of the data that these buckets have once they are fitted."""
        found = self.plan.streets[self.plan.street]
        arrays = found.boards.words, found.boards.heads, found.boards.blocks.blocks
        return self.table.itemsize * len(found) + sum(array.nbytes for array in arrays)

    def data(self) -> dict[str, Array]:
        """Return the table, and what finds a situation in it."""
        boards = self.plan.streets[self.plan.street].boards
        return {
            "words": boards.words,
            "heads": boards.heads,
            "blocks": boards.blocks.blocks,
            "table": fit(self.plan).buckets,
        }

    def __repr__(self) -> str:
        if not self.recalled:
            return repr(self.plan)
        return f"{repr(self.plan)[:-1]}, recalled=True)".replace("(, ", "(")


def write_buckets(
    hands: NDArray[np.int64],
    board: int,
    left: int,
    shift: int,
    words: NDArray[np.uint32],
    heads: NDArray[np.int64],
    blocks: NDArray[np.int64],
    table: NDArray[np.uint16],
    found: NDArray[np.int32],
) -> None:
    """Write the bucket of each hand, -1 without one. Modified in place: ``found``."""
    for place in range(hands.size):
        hand = int(hands[place])
        found[place] = -1
        if hand & ~left == 0:
            low, high = both_cards(hand >> shift)
            found[place] = table[situation_of(low, high, board >> shift, words, heads, blocks)]


def factor_of(plan: Plan, recalled: bool) -> StreetBuckets:
    """Return the factor of a plan."""
    streets, cards = plan.streets, 0
    for size in plan.board:
        cards = cards << _BITS | size
    return StreetBuckets(plan, recalled, cards, streets.size(plan.street), streets[0].shift)
