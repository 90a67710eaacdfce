r"""CFR on histories: two passes over the tree for each player.

Down the tree, the reach of the player and that of all others, chance counting with both; up
the tree, values; and at each of the player's histories the regrets of its infoset gain
:math:`\pi_{-i}(h)\,(v(ha) - v(h))`. This form serves any number of players, and abstractions in
which players forget. The average strategy of an infoset weighs each of its histories by the
player's own reach and that of chance, as external sampling does on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.learning import learn
from zerosum.jit import compiled, kernel
from zerosum.kernels.discounts import weigh
from zerosum.tree import Tree


class Histories:
    """The state of CFR on the histories of a tree.

    Parameters
    ----------
    tree
        The game.
    settings
        The rule's scalars, as :func:`zerosum.kernels.discounts.weigh` takes them.
    """

    def __init__(self, tree: Tree, settings: NDArray[np.float64]) -> None:
        counts, size = np.diff(tree.starts), tree.sequences
        self.tree = tree
        self.regrets, self.sums, self.gains = np.zeros(size), np.zeros(size), np.zeros(size + 1)
        # The strategy, and chance behind it: an edge finds its probability in either.
        self.probabilities = np.append(np.repeat(1.0 / counts, counts), tree.chances)
        self.movers = movers(tree)
        self.settings = settings
        infosets = tree.infoset_count
        # Each infoset is a group of its own, and what it is worth is added to nobody.
        ones, zeros = np.ones(infosets, np.int64), np.zeros(infosets, np.int64)
        self.groups = np.stack([tree.starts[:-1], ones, counts, zeros], axis=1)
        self.reaches = np.zeros((2, tree.histories))
        self.values = np.zeros(tree.histories)
        self.weights = np.zeros(infosets)

    @property
    def strategy(self) -> NDArray[np.float64]:
        """Shape (sequences,): the current strategy of all players."""
        return self.probabilities[: self.tree.sequences]

    def state(self) -> dict[str, NDArray[np.float64]]:
        """Return regrets, strategy and average sums, as the tree numbers sequences."""
        return {"regrets": self.regrets, "strategy": self.strategy, "sums": self.sums}

    def restore(self, arrays: dict[str, NDArray[np.float64]]) -> None:
        """Take over what :meth:`state` gave."""
        self.regrets[:], self.sums[:] = arrays["regrets"], arrays["sums"]
        self.strategy[:] = arrays["strategy"]

    def run(self, first: int, last: int, *, alternating: bool, native: bool) -> None:
        """Run iterations ``first`` to ``last``."""
        tree = self.tree
        (compiled(iterate) if native else iterate)(
            tree.parents,
            tree.edges,
            tree.infosets,
            self.movers,
            tree.payoffs,
            tree.owners,
            self.groups,
            np.full(1, tree.sequences, np.uint32),
            self.probabilities,
            self.reaches,
            self.values,
            self.weights,
            self.gains,
            self.regrets,
            self.sums,
            np.zeros((2, 1)),
            self.settings,
            np.zeros(5),
            alternating,
            first,
            last,
        )


def movers(tree: Tree) -> NDArray[np.int8]:
    """Return who moved before each history: a player, -1 for chance, -2 at the root."""
    before = tree.infosets[tree.parents]
    found = np.where(before >= 0, tree.owners[np.maximum(before, 0)], -1).astype(np.int8)
    found[0] = -2
    return found


@kernel
def iterate(
    parents: Any,
    edges: Any,
    infosets: Any,
    movers: Any,
    payoffs: Any,
    owners: Any,
    groups: Any,
    nobody: Any,
    probabilities: Any,
    reaches: Any,
    values: Any,
    weights: Any,
    gains: Any,
    regrets: Any,
    sums: Any,
    row: Any,
    settings: Any,
    rule: Any,
    alternating: bool,
    first: int,
    last: int,
) -> None:
    """Run iterations ``first`` to ``last``, player 0 first.

    Modified in place: all from ``probabilities`` on but ``settings``.
    """
    players = payoffs.shape[1]
    for iteration in range(first, last + 1):
        weight = weigh(iteration, settings, rule)
        for player in range(players):
            for slot in range(gains.size):
                if alternating or player == 0:
                    gains[slot] = 0.0
            for infoset in range(weights.size):
                if owners[infoset] == player:
                    weights[infoset] = 0.0
            descend(
                parents,
                edges,
                infosets,
                movers,
                payoffs,
                owners,
                player,
                probabilities,
                reaches,
                values,
                weights,
            )
            ascend(parents, edges, movers, player, probabilities, reaches, values, gains)
            if alternating:
                improve(
                    owners,
                    groups,
                    nobody,
                    player,
                    probabilities,
                    weights,
                    gains,
                    regrets,
                    sums,
                    row,
                    rule,
                    weight,
                )
        if not alternating:
            for player in range(players):
                improve(
                    owners,
                    groups,
                    nobody,
                    player,
                    probabilities,
                    weights,
                    gains,
                    regrets,
                    sums,
                    row,
                    rule,
                    weight,
                )


@kernel
def descend(
    parents: Any,
    edges: Any,
    infosets: Any,
    movers: Any,
    payoffs: Any,
    owners: Any,
    player: int,
    probabilities: Any,
    reaches: Any,
    values: Any,
    weights: Any,
) -> None:
    """Write a player's own reach and that of the others, chance in both.

    Terminals get their value, others zero; infosets gain the own reach of their histories.
    Modified in place: ``reaches``, ``values``, ``weights``.
    """
    own, others = reaches[0], reaches[1]
    for node in range(parents.size):
        mine = theirs = 1.0
        if node > 0:
            mine, theirs = own[parents[node]], others[parents[node]]
            probability = probabilities[edges[node]]
            if movers[node] == player:
                mine *= probability
            elif movers[node] == -1:
                mine *= probability
                theirs *= probability
            else:
                theirs *= probability
        own[node] = mine
        others[node] = theirs
        infoset = infosets[node]
        values[node] = payoffs[-2 - infoset, player] if infoset < -1 else 0.0
        if infoset >= 0 and owners[infoset] == player:
            weights[infoset] += mine


@kernel
def ascend(
    parents: Any,
    edges: Any,
    movers: Any,
    player: int,
    probabilities: Any,
    reaches: Any,
    values: Any,
    gains: Any,
) -> None:
    """Write a player's values of all histories, and what sequences win by the others' reach.

    Modified in place: ``values``, ``gains``.
    """
    others = reaches[1]
    for node in range(parents.size - 1, 0, -1):
        parent, edge = parents[node], edges[node]
        value = values[node]
        values[parent] += probabilities[edge] * value
        if movers[node] == player:
            gains[edge] += others[parent] * value


@kernel
def improve(
    owners: Any,
    groups: Any,
    nobody: Any,
    player: int,
    probabilities: Any,
    weights: Any,
    gains: Any,
    regrets: Any,
    sums: Any,
    row: Any,
    rule: Any,
    weight: float,
) -> None:
    """Add a player's strategy to its average, then update regrets and strategy.

    Modified in place: ``probabilities``, ``gains``, ``regrets``, ``sums``, ``row``.
    """
    for infoset in range(owners.size):
        if owners[infoset] != player:
            continue
        first, actions = groups[infoset, 0], groups[infoset, 2]
        for sequence in range(first, first + actions):
            sums[sequence] += weight * weights[infoset] * probabilities[sequence]
        learn(groups[infoset], nobody, gains, regrets, probabilities, row, rule)
