r"""Hands in groups that perform alike, for streets after which a card comes.

Two hands are in one group if they beat nearly the same share of all hands at the end, on average
and in how much that depends on the cards to come. By ranges :math:`r` and :math:`r'`, hands of two
groups :math:`g, h` share no card with probability

.. math:: n(g, h) = \sum_{a \in g,\; b \in h,\; a \cap b = \emptyset}
   \frac{r(a)\, r'(b)}{r(g)\, r'(h)}
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.think.outlook import edges_between, outlooks_of
from zerosum.pkr.think.runouts import Runouts
from zerosum.pkr.think.values import Values
from zerosum.tables import Floats
from zerosum.tree.public.betting import DECK, BettingTree, Held

GROUPS = 96
"""The largest number of groups."""
_SPREADS = 3
"""The groups of each part of like means, which differ in how much depends on the cards to come."""
_RARE = 1e-6
"""The part of a range that is spread over all hands, so that each group has a weight."""


@dataclass(frozen=True, eq=False)
class GroupedHands(Held):
    """Hands of two cards, of either player, in groups; the hands of a betting tree.

    Parameters
    ----------
    cards
        Shape (hands, 2): the lower and the higher card of each hand.
    columns
        Shape (hands,): the group of each hand.
    shares
        Shape (groups,): the share of all hands that a hand of the group beats at the end.
    apart, edges
        Shape (groups, groups): the probability that two hands share no card, and how much more
        often player 0's hand is the stronger one.
    values
        What hands win after the street beyond that.
    rival
        Who may go on in several ways.
    """

    cards: Ints
    columns: Ints
    shares: Floats
    apart: Floats
    edges: Floats
    values: Values
    rival: int

    def free(self, weights: Floats) -> Floats:
        """Return the total weight of the player's hands that share no card with the rival's.

        Shape (groups,), by groups of each.
        """
        sums: Floats = (self.apart if self.rival == 0 else self.apart.T) @ weights
        return sums

    def terms(self, tree: BettingTree[GroupedHands]) -> dict[str, object]:
        """Return what groups win from each other for a chip, times that they share no card."""
        ends = [
            (self.values.size(pot), way) if pot > 0 else None
            for pot, way in zip(tree.pots.tolist(), tree.ways.tolist(), strict=True)
        ]
        several = list(dict.fromkeys(ends))
        paid = np.array([self._won(end) for end in several]) * self.apart
        return {
            "payoffs_0": np.ascontiguousarray(paid.swapaxes(1, 2)),
            "payoffs_1": -paid,
            "matrices": np.array([several.index(end) for end in ends], np.int64),
            # What one player put in beyond the other's chips is returned.
            "scales": np.where(
                tree.pots > 0, 0.5 * np.minimum(tree.pots, self.values.chips), tree.bases
            ),
        }

    def _won(self, end: tuple[int, int] | None) -> Floats:
        """Return what player 0 wins for each chip; one if the hand ends by a fold."""
        if end is None:
            return np.ones_like(self.edges)
        size, way = end
        return self.edges + self.values.beyond(self.rival, way, size, self.shares)


def grouped(
    runouts: Runouts,
    ranges: tuple[Floats, Floats],
    values: Values,
    rival: int,
    count: int = GROUPS,
) -> GroupedHands:
    """Return hands in groups.

    Parameters
    ----------
    runouts
        The hands on completed boards.
    ranges
        How likely each hand leads to the street, for each player; neither is empty. There are more
        groups where there are more such hands.
    values, rival
        See :class:`GroupedHands`.
    count
        The largest number of groups, a multiple of three.

    Notes
    -----
    About two milliseconds, for 96 groups on 48 boards.
    """
    size = len(runouts.cards)
    shares, spreads = outlooks_of(runouts.keys)
    own, other = (weights / weights.sum() for weights in ranges)
    mass = (own + other + 1.0 / size) / 3.0
    parts = max(1, count // _SPREADS)
    part = _quantiles(np.zeros(size, np.int64), shares, mass, parts)
    _, groups = np.unique(
        _SPREADS * part + _quantiles(part, spreads, mass, _SPREADS), return_inverse=True
    )
    total = int(groups.max()) + 1
    own, other = own + _RARE / size, other + _RARE / size
    return GroupedHands(
        cards=runouts.cards,
        columns=groups,
        shares=np.bincount(groups, mass * shares) / np.bincount(groups, mass),
        apart=_apart(runouts.cards, groups, own, other),
        edges=edges_between(runouts.keys, groups, own, other, total),
        values=values,
        rival=rival,
    )


def _quantiles(parts: Ints, numbers: Floats, mass: Floats, count: int) -> Ints:
    """Return which quantile of its part each number is in, by mass; 0 to ``count - 1``."""
    order = np.lexsort((numbers, parts))
    sums = np.cumsum(mass[order])
    whole = np.bincount(parts, mass)
    before = (np.cumsum(whole) - whole)[parts[order]]
    middle = (sums - 0.5 * mass[order] - before) / whole[parts[order]]
    quantiles = np.empty(order.size, np.int64)
    quantiles[order] = np.clip((count * middle).astype(np.int64), 0, count - 1)
    return quantiles


def _apart(cards: Ints, groups: Ints, own: Floats, other: Floats) -> Floats:
    """Return the probability that hands of two groups share no card; shape (groups, groups)."""
    count = int(groups.max()) + 1
    masses = np.outer(np.bincount(groups, own), np.bincount(groups, other))
    first, second = (
        sum(
            np.bincount(DECK * groups + cards[:, column], weights, DECK * count).reshape(-1, DECK)
            for column in range(2)
        )
        for weights in (own, other)
    )
    shared = np.asarray(first) @ np.asarray(second).T
    # Hands of the same two cards were counted twice.
    shared[np.diag_indices(count)] -= np.bincount(groups, own * other, count)
    apart: Floats = np.clip(1.0 - shared / masses, 0.0, 1.0)
    return apart
