"""A public tree as flat arrays: what both players see, and vectors over private hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.tree.public.book import CHANCE
from zerosum.tree.public.deals import Deals
from zerosum.tree.public.rows import Rows, rows_of


class PublicStatistics(NamedTuple):
    """How large a public tree is.

    Nodes are decisions and moves of chance that both players see; terminals are counted apart,
    and payoffs are the different matrices of theirs. Numbers are triples of a decision, an action
    and a hand, whether or not it can be held there.
    """

    nodes: int
    terminals: int
    payoffs: int
    hands: tuple[int, int]
    infosets: int
    numbers: int


@dataclass(frozen=True, eq=False, repr=False)
class PublicTree:
    """What both players of a game see, as nodes before their children.

    A node where player p acts has an infoset for each of p's hands. A strategy of both players
    is one array of ``numbers`` probabilities: the node's actions one after another, and in each
    the hands side by side, from ``starts[node]`` on.

    Parameters
    ----------
    base, view
        The start of the game, and how infosets are seen.
    deals
        The private hands, and the pairs of them.
    owners
        Shape (nodes,): who acts, 2 where chance moves.
    firsts
        Shape (nodes + 1,): the first edge of each node, and where the last's end.
    targets
        Shape (edges,): the node that each edge leads to, ``-1 - k`` for a terminal with payoffs
        number ``k``.
    odds
        Shape (edges,): how likely chance takes an edge, whatever the hands; 0 for actions.
    payoffs
        Shape (payoffs, hands of player 0, hands of player 1): what player 0 wins, in chips,
        times the probability that chance deals all that leads there.
    signs
        Shape (places,): a hash of the infoset of each decision and hand of its owner; 0 where
        the hand cannot be held.
    terminals
        How many there are.
    native
        Whether the game runs native.
    """

    base: Any
    view: View
    deals: Deals
    owners: NDArray[np.int32]
    firsts: NDArray[np.int32]
    targets: NDArray[np.int32]
    odds: NDArray[np.float64]
    payoffs: NDArray[np.float64]
    signs: NDArray[np.int64]
    terminals: int
    native: bool

    players = 2

    def __repr__(self) -> str:
        return f"<PublicTree of {self.base!r}: {self.nodes:,} nodes>"

    @property
    def nodes(self) -> int:
        """The number of decisions and moves of chance."""
        return int(self.owners.size)

    @property
    def hands(self) -> tuple[int, int]:
        """The number of hands of each player."""
        return len(self.deals.hands[0]), len(self.deals.hands[1])

    @cached_property
    def widths(self) -> NDArray[np.int64]:
        """The number of hands of whoever acts at each node; 0 where chance moves."""
        return np.array([*self.hands, 0], np.int64)[self.owners]

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where the numbers of each node begin, and where the last's end; shape (nodes + 1,)."""
        return _ends(self.widths * np.diff(self.firsts))

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """Where the infosets of each node begin, and where the last's end; shape (nodes + 1,)."""
        return _ends(self.widths)

    @property
    def numbers(self) -> int:
        """The number of (decision, action, hand) triples."""
        return int(self.starts[-1])

    @property
    def sampled(self) -> bool:
        """Whether chance deals in public."""
        return bool((self.owners == CHANCE).any())

    @cached_property
    def plain(self) -> bool:
        """Whether every hand at every decision is an infoset of its own.

        Equal infosets have equal hashes, so that different hashes are proof.
        """
        signs = np.sort(self.signs[self.signs != 0])
        return not bool((signs[1:] == signs[:-1]).any())

    @cached_property
    def rows(self) -> Rows:
        """The infosets behind decisions and hands, by one more walk over the game.

        A hundred bytes and more for each infoset.
        """
        return rows_of(self)

    @cached_property
    def statistics(self) -> PublicStatistics:
        """How large the tree is."""
        infosets = np.count_nonzero(self.signs) if self.plain else self.rows.infoset_count
        return PublicStatistics(
            nodes=self.nodes,
            terminals=self.terminals,
            payoffs=int(self.payoffs.shape[0]),
            hands=self.hands,
            infosets=int(infosets),
            numbers=self.numbers,
        )

    @cached_property
    def marginals(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How likely each player is dealt each hand."""
        found = tuple(np.zeros(size) for size in self.hands)
        for pair in self.deals.pairs:
            for chances, hand in zip(found, pair.hands, strict=True):
                chances[hand] += pair.chance
        return found[0], found[1]


def _ends(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    found = np.zeros(sizes.size + 1, np.int64)
    np.cumsum(sizes, out=found[1:])
    return found
