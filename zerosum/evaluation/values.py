"""What players win on average."""

from typing import Any

import numpy as np

from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.jit import compiled, kernel
from zerosum.kernels.names import Numbers
from zerosum.tables import Floats
from zerosum.tree import Tree
from zerosum.tree.public import PublicTree
from zerosum.tree.public.response import values_on
from zerosum.tree.public.vectors import Vectors
from zerosum.tree.recent import tree_of
from zerosum.tree.sequence import spread


def expected_values(game: Any, strategies: Strategies) -> Floats:
    """Return what each player wins on average, in chips.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree; or its
        :class:`~zerosum.tree.public.PublicTree`, if it has too many histories.
    strategies
        One for all players, or a list with one for each. Each is a
        :class:`~zerosum.strategy.Strategy` of this game, a strategy that was lifted into it, or
        any function from an infoset to a mapping of actions to probabilities; an action left
        out has 0. Probabilities that sum to one within 1e-6 are divided by their sum.

    Returns
    -------
    An array with a number for each player.

    Raises
    ------
    StrategyError
        If a strategy does not fit the game.
    GameError
        If the game cannot be enumerated.

    Notes
    -----
    Exact: every history is visited once, or every node of a public tree. Players may forget. A
    game is enumerated; the trees of the last four are kept, compared by the meaning of their
    games, if they have no more than two million histories in all. A tree may be given in place of
    its game.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> expected_values(Kuhn(), lambda infoset: {0: 1 / 2, 1: 1 / 2})
    array([ 0.125, -0.125])
    """
    if isinstance(game, PublicTree):
        return game.share + values_on(game, vectors_of(game, strategies))
    tree = tree_of(game)
    probabilities = probabilities_of(tree, strategies)
    return tree.share + values_of(tree, probabilities, np.empty(tree.histories))


def values_of(tree: Tree, probabilities: Floats, reaches: Floats) -> Floats:
    """Return what each player wins beyond its share, given the probability of each sequence.

    Modified in place: ``reaches``, an array with one number per history.
    """
    weights = np.concatenate([probabilities, tree.chances])
    compiled(spread)(tree.parents, tree.edges, weights, reaches)
    values = np.zeros(tree.players)
    compiled(average)(tree.terminals, tree.payoffs, reaches, values)
    return values


@kernel
def average(terminals: Numbers, payoffs: Numbers, reaches: Numbers, values: Numbers) -> None:
    """Add each player's payoffs, weighted by reach; modified in place: ``values``."""
    for terminal in range(terminals.size):
        reach = reaches[terminals[terminal]]
        for player in range(values.size):
            values[player] += reach * payoffs[terminal, player]


def vectors_of(tree: PublicTree, strategies: Strategies) -> Vectors:
    """Return what walks over a public tree take, with the strategies' probabilities by node."""
    vectors = Vectors(tree)
    found = probabilities_of(tree.rows, strategies)
    # Where infosets are shared vectors keep numbers as rows do, with room after the last.
    numbers = tree.by_node(found) if tree.plain else np.pad(found, (0, vectors.size - found.size))
    vectors.probabilities = numbers
    return vectors
