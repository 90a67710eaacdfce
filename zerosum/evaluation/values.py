"""What players win on average."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.evaluation.passes import average
from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.evaluation.public import values_of_hands
from zerosum.jit import compiled
from zerosum.tree import Tree
from zerosum.tree.kept import tree_of
from zerosum.tree.public import PublicTree
from zerosum.tree.sequence import spread


def expected_values(game: Any, strategies: Strategies) -> NDArray[np.float64]:
    """Return what each player wins on average, in chips.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree; or its
        :class:`~zerosum.tree.public.PublicTree`, where its histories are too many.
    strategies
        One for all players, or a list with one for each. Each is a
        :class:`~zerosum.strategy.Strategy` of this game, a strategy that was lifted into it, or
        any function from an infoset to a mapping of actions to probabilities; an action left
        out has 0. Probabilities that sum to one within 1e-6 are divided by their sum.

    Returns
    -------
    Shape (players,).

    Raises
    ------
    StrategyError
        Where a strategy does not fit the game.
    GameError
        Where the game cannot be enumerated.

    Notes
    -----
    Exact: every history is visited once, or every node of a public tree. Players may forget. A
    game is enumerated; the trees of the last four are kept, told apart by the meaning of the
    games, if they have no more than two million histories in all. Whoever keeps a tree may give
    it in place of the game.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> expected_values(Kuhn(), lambda infoset: {0: 1 / 2, 1: 1 / 2})
    array([ 0.125, -0.125])
    """
    if isinstance(game, PublicTree):
        return values_of_hands(game, strategies)
    tree = tree_of(game)
    return values_of(tree, probabilities_of(tree, strategies), np.empty(tree.histories))


def values_of(
    tree: Tree, probabilities: NDArray[np.float64], reaches: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what each player wins, in chips, given the probability of each sequence.

    Modified in place: ``reaches``, room for a number for each history.
    """
    values = np.zeros(tree.players)
    weights = np.concatenate([probabilities, tree.chances])
    compiled(spread)(tree.parents, tree.edges, weights, reaches)
    compiled(average)(tree.terminals, tree.payoffs, reaches, values)
    return values
