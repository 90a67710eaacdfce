"""The betting tree of one street, from a public state on.

What players may do there does not depend on their hands. On a last street, what a terminal pays
depends on which hand is stronger only. Before that, lines end where a card is dealt, with the chips
of the pot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from zerosum.tables import Floats, Ints, starts_of

DECK = 52
"""How many cards there are at most."""


class Held:
    """Hands of two cards, of either player, and the columns of vectors that they have.

    ``cards`` are the lower and the higher card of each hand, shape (hands, 2), and ``columns`` are
    of shape (hands,).
    """

    cards: Ints
    columns: Ints

    def __len__(self) -> int:
        return 1 + int(self.columns.max())

    def among(self, cards: Ints) -> Ints:
        """Return which hands have these cards; shape (hands,)."""
        numbers = np.zeros((DECK, DECK), np.int64)
        numbers[tuple(self.cards.T)] = np.arange(len(self.cards))
        found: Ints = numbers[tuple(cards.T)]
        return found

    def place(self, hand: Ints) -> int:
        """Return the column of a hand, given by its lower and its higher card."""
        return int(self.columns[self.among(hand[None])[0]])

    def weigh(self, weights: Floats) -> Floats:
        """Return the weight of each column, given the weight of each hand; shape (columns,)."""
        sums: Any = np.bincount(self.columns, weights, len(self))
        return np.asarray(sums, np.float64)


H = TypeVar("H", bound=Held)


@dataclass(frozen=True, eq=False)
class RankedHands(Held):
    """Hands of two cards, of either player, numbered by rising strength.

    Parameters
    ----------
    cards
        Shape (hands, 2): the lower and the higher card of each hand.
    ends
        Shape (groups,): where the hands of each strength end.

    Examples
    --------
    >>> hands = RankedHands(np.array([[0, 1], [0, 2], [3, 4]]), np.array([1, 3]))
    >>> hands.free(np.ones(3)), hands.ahead(np.ones(3))
    (array([1., 1., 2.]), array([-1.,  0.,  1.]))
    """

    cards: Ints
    ends: Ints
    columns: Ints = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", np.arange(len(self.cards)))

    def free(self, weights: Floats) -> Floats:
        """Return the total weight of the hands that share no card with each; shape (hands,)."""
        by_card = np.zeros(DECK)
        for place in range(2):
            np.add.at(by_card, self.cards[:, place], weights)
        found: Floats = weights.sum() - by_card[self.cards].sum(axis=1) + weights
        return found

    def ahead(self, weights: Floats) -> Floats:
        """Return the weight of weaker hands, less that of stronger ones; shape (hands,).

        Of hands that share no card with each.
        """
        groups = np.repeat(np.arange(self.ends.size), np.diff(self.ends, prepend=0))[:, None]
        held = np.column_stack([self.cards, np.full(len(self), DECK)])  # the last for all hands
        sums = np.zeros((DECK + 1, self.ends.size + 1))
        np.add.at(sums, (held, 1 + groups), weights[:, None])
        sums.cumsum(axis=1, out=sums)
        found: Floats = (sums[held, groups] + sums[held, 1 + groups] - sums[held, -1]) @ (-1, -1, 1)
        return found


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
    extras
        The bet that is the last action of a node beside those of the menu, by node.

    Examples
    --------
    >>> hands = RankedHands(np.array([[0, 1], [0, 2], [3, 4]]), np.array([1, 3]))
    >>> one_bet = {  # to check it through, to fold to a bet, to call it
    ...     "bases": np.array([0.0, 1.0, 0.0]),
    ...     "gains": np.array([1.0, 0.0, 2.0]),
    ...     "pots": np.zeros(3, int),
    ...     "ways": np.zeros(3, int),
    ... }
    >>> nodes = {"owners": np.array([0, 1]), "firsts": np.array([0, 2, 4])}
    >>> tree = BettingTree(hands, **nodes, targets=np.array([-1, 1, -2, -3]), **one_bet)
    >>> tree.nodes, tree.hands, tree.starts, tree.unit
    (2, (3, 3), array([ 0,  6, 12]), 2.0)
    """

    hands_held: H
    owners: Ints
    firsts: Ints
    targets: Ints
    bases: Floats
    gains: Floats
    pots: Ints
    ways: Ints
    extras: Mapping[int, Any] = field(default_factory=dict)

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
        held: Any = self.hands_held  # groups; streets whose hands are ranked have another solver
        return dict(held.terms(self))
