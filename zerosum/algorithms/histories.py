r"""CFR on histories: two passes over the tree for each player.

The pass down the tree computes the reach of the player and that of all others, both including
chance. The pass up computes values. At each history of the player, the regrets of its infoset gain
:math:`\pi_{-i}(h)\,(v(ha) - v(h))`. This form works for any number of players, and for abstractions
in which players forget. The average strategy of an infoset weights each of its histories by the
player's own reach times that of chance, as external sampling does on average.
"""

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.groups import Groups, begin, learn
from zerosum.jit import kernel
from zerosum.kernels.names import Work
from zerosum.rules import Rule
from zerosum.tables import Floats, ShortInts
from zerosum.tree import Tree
from zerosum.tree.layout import Grouping


@kernel
def descend(work: Work, player: int) -> None:
    """Compute a player's own reach and that of the others, both including chance.

    Terminals get their value, and other histories zero; infosets gain the own reach of their
    histories. Modified in place: ``work``.
    """
    own, others, infosets, actors = work.own, work.others, work.infosets, work.actors
    parents, edges, movers = work.parents, work.edges, work.movers
    for node in range(work.histories):
        mine = theirs = 1.0
        if node > 0:
            parent, probability = parents[node], work.probabilities[edges[node]]
            by_own, by_chance = movers[node] == player, movers[node] == -1
            mine = own[parent] * (probability if by_own or by_chance else 1.0)
            theirs = others[parent] * (1.0 if by_own else probability)
        own[node] = mine
        others[node] = theirs
        infoset = infosets[node]
        won = 0.0
        if infoset < -1:
            won = work.payoffs[(-2 - infoset) * work.players + player]
        work.worth[node] = won
        if actors[node] == player:
            work.reached[infoset] += mine


@kernel
def ascend(work: Work, player: int) -> None:
    """Compute a player's values of all histories, and the gains of sequences.

    Modified in place: ``work``.
    """
    parents, edges, movers = work.parents, work.edges, work.movers
    worth, others, gains = work.worth, work.others, work.gains
    for node in range(work.histories - 1, 0, -1):
        parent, edge = parents[node], edges[node]
        value = worth[node]
        worth[parent] += work.probabilities[edge] * value
        if movers[node] == player:
            gains[edge] += others[parent] * value


@kernel
def accumulate(work: Work, group: int) -> None:
    """Add the strategy of a group to its average sums; modified in place: ``work``."""
    shape = work.groups[4 * group :]
    first, size, actions = shape[0], shape[1], shape[2]
    reached, weight = work.reached[shape[3] :], work.weight
    for a in range(actions):
        sigma, sums = work.strategy[first + a * size :], work.sums[first + a * size :]
        for each in range(size):
            sums[each] += weight * reached[each] * sigma[each]


@kernel
def iterate(work: Work, first: int, last: int) -> None:
    """Run iterations ``first`` to ``last``, player 0 first."""
    players = work.players
    for iteration in range(first, last + 1):
        begin(work, iteration)
        for slot in range(work.size + 1):
            work.gains[slot] = 0.0
        for infoset in range(work.count):
            work.reached[infoset] = 0.0
        for player in range(players):
            descend(work, player)
            ascend(work, player)
            # Simultaneous updates wait for the last player's walk.
            beginning = player
            if work.alternating == 0:
                beginning = 0 if player == players - 1 else players
            for group in range(work.borders[beginning], work.borders[player + 1]):
                accumulate(work, group)
                learn(work, group)


class Histories(Groups):
    """The state of CFR on the histories of a tree.

    Parameters
    ----------
    tree
        The game.
    rule
        How regrets and averages are kept.
    """

    players: int
    histories: int
    count: int
    # By history: the one before, what leads here, its infoset or terminal, who moved, who moves.
    parents: ShortInts
    edges: NDArray[np.uint32]
    infosets: ShortInts
    movers: NDArray[np.int8]
    actors: NDArray[np.int8]
    payoffs: Floats
    # The strategy, then chance: the probability of every edge.
    probabilities: Floats
    # By history the player's reach, that of all others, and the value; by infoset the reach.
    own: Floats
    others: Floats
    worth: Floats
    reached: Floats

    iteration = iterate

    def __init__(self, tree: Tree, rule: Rule) -> None:
        size = tree.sequences
        # No infoset counts as after a sequence: what it is worth goes to the empty one.
        grouping = Grouping.of(tree, np.full(tree.infoset_count, -1))
        slots = grouping.slots[:-1]
        # Nothing leads to the root: its -1 finds the last of these.
        places = np.append(slots, np.arange(size, size + tree.chances.size + 1))
        ranks = np.argsort(grouping.infosets)
        infosets, deciding = tree.infosets.copy(), tree.infosets >= 0
        infosets[deciding] = ranks[tree.infosets[deciding]]
        movers, actors = _turns(tree)
        probabilities = np.append(np.zeros(size), tree.chances)
        super().__init__(
            tree,
            slots,
            rule,
            groups=grouping.groups,
            borders=grouping.borders,
            before=grouping.parents,
            players=tree.players,
            histories=tree.histories,
            count=tree.infoset_count,
            parents=tree.parents,
            edges=places[tree.edges].astype(np.uint32),
            infosets=infosets,
            movers=movers,
            actors=actors,
            payoffs=tree.payoffs,
            probabilities=probabilities,
            strategy=probabilities,
            own=np.zeros(tree.histories),
            others=np.zeros(tree.histories),
            worth=np.zeros(tree.histories),
            reached=np.zeros(tree.infoset_count),
        )


def _turns(tree: Tree) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return who moved before each history and who moves at it; -1 if no player does."""
    owners = np.append(tree.owners, np.int8(-1))
    actors = owners[np.maximum(tree.infosets, -1)]
    return actors[tree.parents], actors
