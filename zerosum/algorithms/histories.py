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
from zerosum.tree.layout import lay


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
        self.tree, self.settings = tree, settings
        self.slots, order, self.groups, self.borders = _alike(tree)
        # Each infoset is worth something to nobody: all of them come after the empty sequence.
        self.before = np.full(tree.infoset_count, size, np.uint32)
        # Unsigned, for the loops need not ask whether an index counts from the end.
        self.parents = tree.parents.view(np.uint32)
        # Nothing leads to the root: its -1 finds the last of these.
        places = np.append(self.slots, np.arange(size, size + tree.chances.size + 1))
        self.edges = places[tree.edges].astype(np.uint32)
        ranks = np.empty_like(order)
        ranks[order] = np.arange(order.size)
        deciding = tree.infosets >= 0
        self.infosets = tree.infosets.copy()
        self.infosets[deciding] = ranks[tree.infosets[deciding]]
        self.movers, self.actors = _turns(tree)
        self.regrets, self.sums, self.gains = np.zeros(size), np.zeros(size), np.zeros(size + 1)
        # The strategy, and chance behind it: an edge finds its probability in either.
        self.probabilities = np.append(np.zeros(size), tree.chances)
        self.strategy[self.slots] = np.repeat(1.0 / counts, counts)
        self.reaches = np.zeros((2, tree.histories))
        self.values = np.zeros(tree.histories)
        self.weights = np.zeros(tree.infoset_count)
        self.row = np.zeros((2, int(self.groups[:, 1].max(initial=1))))

    @property
    def strategy(self) -> NDArray[np.float64]:
        """Shape (sequences,): the current strategy of all players, by slot."""
        return self.probabilities[: self.slots.size]

    def state(self) -> dict[str, NDArray[np.float64]]:
        """Return regrets, strategy and average sums, as the tree numbers sequences."""
        return {name: getattr(self, name)[self.slots] for name in ("regrets", "strategy", "sums")}

    def restore(self, arrays: dict[str, NDArray[np.float64]]) -> None:
        """Take over what :meth:`state` gave."""
        for name in ("regrets", "strategy", "sums"):
            getattr(self, name)[self.slots] = arrays[name]

    def run(self, first: int, last: int, *, alternating: bool, native: bool) -> None:
        """Run iterations ``first`` to ``last``."""
        (compiled(iterate) if native else iterate)(
            self.parents,
            self.edges,
            self.infosets,
            self.movers,
            self.actors,
            self.tree.payoffs,
            self.groups,
            self.borders,
            self.before,
            self.probabilities,
            self.reaches,
            self.values,
            self.weights,
            self.gains,
            self.regrets,
            self.sums,
            self.row,
            self.settings,
            np.zeros(5),
            alternating,
            first,
            last,
        )


def _alike(tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any], NDArray[Any]]:
    """Group the infosets of each player by their number of actions.

    Returns
    -------
    The slot of each sequence, action by action in a group; the infosets in the order of the
    groups; the groups, as :func:`zerosum.algorithms.learning.learn` takes them; and where each
    player's groups begin, and the last's end.
    """
    slots, counts = np.zeros(tree.sequences, np.int64), np.diff(tree.starts)
    order = np.lexsort((counts, tree.owners))
    groups: list[tuple[int, int, int, int]] = []
    borders = [0]
    for player in range(tree.players):
        lay(tree, order[tree.owners[order] == player], slots, groups)
        borders.append(len(groups))
    return slots, order, np.array(groups, np.int64).reshape(-1, 4), np.array(borders)


def _turns(tree: Tree) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return who moved before each history and who moves at it: -1 for chance, or nobody."""
    owners = np.append(tree.owners, np.int8(-1))
    actors = owners[np.maximum(tree.infosets, -1)]
    return actors[tree.parents], actors


@kernel
def iterate(
    parents: Any,
    edges: Any,
    infosets: Any,
    movers: Any,
    actors: Any,
    payoffs: Any,
    groups: Any,
    borders: Any,
    before: Any,
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
        gains[:] = 0.0
        weights[:] = 0.0
        for player in range(players):
            descend(
                parents,
                edges,
                infosets,
                movers,
                actors,
                payoffs,
                player,
                probabilities,
                reaches,
                values,
                weights,
            )
            ascend(parents, edges, movers, player, probabilities, reaches, values, gains)
            # Simultaneous updates wait for the last player's walk.
            beginning = player if alternating else 0 if player == players - 1 else players
            for each in range(borders[beginning], borders[player + 1]):
                group = groups[each]
                accumulate(group, weights, probabilities, sums, weight)
                learn(group, before, gains, regrets, probabilities, row, rule)


@kernel
def descend(
    parents: Any,
    edges: Any,
    infosets: Any,
    movers: Any,
    actors: Any,
    payoffs: Any,
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
            parent, probability = parents[node], probabilities[edges[node]]
            by_own, by_chance = movers[node] == player, movers[node] == -1
            mine = own[parent] * (probability if by_own or by_chance else 1.0)
            theirs = others[parent] * (1.0 if by_own else probability)
        own[node] = mine
        others[node] = theirs
        infoset = infosets[node]
        values[node] = payoffs[-2 - infoset, player] if infoset < -1 else 0.0
        if actors[node] == player:
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
def accumulate(group: Any, weights: Any, strategy: Any, sums: Any, weight: float) -> None:
    """Add the strategy of a group to its average sums; modified in place: ``sums``."""
    first, size, actions, listed = group[0], group[1], group[2], group[3]
    reached = weights[listed : listed + size]
    for start in range(first, first + actions * size, size):
        played, summed = strategy[start : start + size], sums[start : start + size]
        for each in range(size):
            summed[each] += weight * reached[each] * played[each]
