"""The betting tree of one street, from a public state on.

What players may do there does not depend on their hands. On a last street, what a terminal pays
depends on which hand is stronger only. Before that, lines end where a card is dealt, with the chips
of the pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from zerosum.kernels.showdowns import DECK
from zerosum.tables import Floats, Ints, starts_of


class Held(Protocol):
    """The hands of both players, as the columns of vectors."""

    @property
    def cards(self) -> Ints:
        """The lower and the higher card of each hand; shape (hands, 2)."""
        ...

    def __len__(self) -> int:
        """Return the number of columns."""
        ...

    @property
    def columns(self) -> Any:
        """The column of each hand, as an index of an array."""
        ...

    def place(self, hand: Ints) -> int:
        """Return the column of a hand, given by its lower and its higher card."""
        ...

    def weigh(self, weights: Floats) -> Floats:
        """Return the weight of each column, given the weight of each hand; shape (columns,)."""
        ...

    def free(self, weights: Floats) -> Floats:
        """Return the total weight of the hands that share no card with each; shape (columns,)."""
        ...

    def terms(self, tree: BettingTree[Any]) -> dict[str, Any]:
        """Return what kernels know of the payoffs of a tree."""
        ...


H = TypeVar("H", bound=Held)


@dataclass(frozen=True, eq=False)
class RankedHands:
    """Hands of two cards, of either player, numbered by rising strength.

    Parameters
    ----------
    cards
        Shape (hands, 2): the lower and the higher card of each hand.
    ends
        Shape (groups,): where the hands of each strength end.
    """

    cards: Ints
    ends: Ints

    def __len__(self) -> int:
        return int(self.cards.shape[0])

    @property
    def columns(self) -> slice:
        """Each hand has its own."""
        return slice(None)

    def place(self, hand: Ints) -> int:
        """Return the place of a hand, given by its lower and its higher card."""
        (found,) = np.flatnonzero((self.cards == hand).all(axis=1))
        return int(found)

    def weigh(self, weights: Floats) -> Floats:
        """Return the weights as they are."""
        return weights

    def free(self, weights: Floats) -> Floats:
        """Return the total weight of the hands that share no card with each; shape (hands,)."""
        by_card = np.zeros(DECK)
        for place in range(2):
            np.add.at(by_card, self.cards[:, place], weights)
        found: Floats = weights.sum() - by_card[self.cards].sum(axis=1) + weights
        return found

    def terms(self, tree: BettingTree[Any]) -> dict[str, Any]:
        """Return which hands are stronger, and what that pays."""
        return {
            "groups": self.ends.size,
            "ends": self.ends,
            "cards": np.ascontiguousarray(self.cards),
            "rewards": tree.bases[:, None] + tree.gains[:, None] * np.array([1.0, 0.0, -1.0]),
            "by_card": np.zeros(2 * DECK),
        }


@dataclass(frozen=True, eq=False)
class BettingTree(Generic[H]):
    """The decisions of two players from a public state on; what kernels need of a public tree.

    Parameters
    ----------
    hands_held
        The hands that either player may hold.
    owners
        Shape (nodes,): the player to act; nodes come before those below them.
    firsts
        Shape (nodes + 1,): the first edge of each node, and the number of edges.
    targets
        Shape (edges,): the node that each edge leads to, ``-1 - k`` for terminal ``k``.
    bases, gains
        Shape (terminals,): the chips that player 0 wins whatever the hands, and those that the
        stronger hand wins beyond that.
    pots
        Shape (terminals,): the chips of the pot where a card is dealt next; 0 where the hand ends.
    ways
        Shape (terminals,): the way in which a player goes on from there, where there are several.
    """

    hands_held: H
    owners: Ints
    firsts: Ints
    targets: Ints
    bases: Floats
    gains: Floats
    pots: Ints
    ways: Ints

    plain = True
    share = 0.0

    @property
    def nodes(self) -> int:
        """The number of decisions."""
        return int(self.owners.size)

    @property
    def players(self) -> int:
        """Two."""
        return 2

    @property
    def deciders(self) -> tuple[int, int]:
        """Both players."""
        return 0, 1

    @property
    def hands(self) -> tuple[int, int]:
        """The number of hands of each player."""
        return len(self.hands_held), len(self.hands_held)

    @property
    def widths(self) -> Ints:
        """The number of hands of the player to act at each node."""
        return np.full(self.nodes, len(self.hands_held), np.int64)

    @property
    def sides(self) -> Ints:
        """The player to act at each node."""
        return self.owners

    @property
    def odds(self) -> Floats:
        """Zeros: chance does not move."""
        return np.zeros(self.targets.size)

    @cached_property
    def starts(self) -> Ints:
        """Where the numbers of each node begin, and the total; shape (nodes + 1,)."""
        return len(self.hands_held) * self.firsts

    @cached_property
    def places(self) -> Ints:
        """Where the infosets of each node begin, and the total; shape (nodes + 1,)."""
        return starts_of(self.widths)

    @property
    def numbers(self) -> int:
        """The number of (decision, action, hand) triples."""
        return int(self.starts[-1])

    @property
    def unit(self) -> float:
        """The largest number of chips of a terminal."""
        chips = np.abs(self.bases) + self.gains
        return float(max(chips.max(initial=0.0), self.pots.max(initial=0)))

    @property
    def terms(self) -> dict[str, Any]:
        """What kernels know of payoffs."""
        return self.hands_held.terms(self)
