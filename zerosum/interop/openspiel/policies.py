"""Strategies as policies of OpenSpiel, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from zerosum.errors import GameError
from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.interop.openspiel.extent import told
from zerosum.interop.openspiel.outgoing import to_openspiel
from zerosum.strategy import Strategy
from zerosum.tables import Ints
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of

if TYPE_CHECKING:
    import pyspiel
    from open_spiel.python.policy import Policy, TabularPolicy


class _Pair(NamedTuple):
    """A game in both programs.

    Parameters
    ----------
    tree
        Ours.
    table
        A policy of OpenSpiel's, uniform.
    rows
        Shape (sequences,): the row of the table for each sequence of the tree.
    numbers
        Shape (sequences,): the number of its action in OpenSpiel.
    """

    tree: Tree
    table: TabularPolicy
    rows: Ints
    numbers: Ints


def to_policy(strategy: Strategies, game: pyspiel.Game) -> TabularPolicy:
    """Return a strategy as a policy of OpenSpiel's.

    Parameters
    ----------
    strategy
        One for all players, or a list with one for each, as
        :func:`~zerosum.evaluation.expected_values` takes them.
    game
        What :func:`to_openspiel` returned.

    Raises
    ------
    StrategyError
        If the strategy is of another game.
    GameError
        If the game is none of ours, or cannot be enumerated.

    Notes
    -----
    ``open_spiel.python.policy.python_policy_to_pyspiel_policy`` makes a ``pyspiel.TabularPolicy``
    of it, which OpenSpiel's evaluation in C++ takes.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> policy = to_policy(CFR(Kuhn()).strategy(), to_openspiel(Kuhn()))  # doctest: +SKIP
    >>> policy.action_probability_array.shape  # doctest: +SKIP
    (12, 2)
    """
    pair = _paired(game)
    pair.table.action_probability_array[:] = 0.0
    given = probabilities_of(pair.tree, strategy)
    np.add.at(pair.table.action_probability_array, (pair.rows, pair.numbers), given)
    return pair.table


def from_policy(policy: Policy | pyspiel.Policy, game: Any) -> Strategy:
    """Return a policy of OpenSpiel's as a strategy.

    Parameters
    ----------
    policy
        Of what :func:`to_openspiel` returns for the game; of ``pyspiel`` or
        ``open_spiel.python``.
    game
        The start of our game, abstract or not, or its class.

    Raises
    ------
    StrategyError
        If the probabilities of a decision do not sum to 1.
    GameError
        If the game cannot be enumerated.
    """
    pair = _paired(to_openspiel(game))
    found = np.zeros(pair.table.action_probability_array.shape)
    for row, state in enumerate(pair.table.states):
        for action, probability in policy.action_probabilities(state).items():
            found[row, action] = probability
    return Strategy.from_tree(pair.tree, found[pair.rows, pair.numbers])


def _paired(game: pyspiel.Game) -> _Pair:
    from open_spiel.python.policy import TabularPolicy

    from zerosum.interop.openspiel.states import OurGame

    if not isinstance(game, OurGame):
        raise GameError(
            f"The game of a policy must be one that to_openspiel returned; got {game}: give that.",
            game,
        )
    tree, table = tree_of(game.root.history), TabularPolicy(game)
    players, places = tree.owners.tolist(), range(tree.infoset_count)
    keys = [told(player, tree.infoset(i)) for i, player in zip(places, players, strict=True)]
    rows = np.array([table.state_lookup[key] for key in keys], np.int64)
    numbers = [game.numbers[action] for i in places for action in tree.row(i).actions]
    return _Pair(tree, table, rows.repeat(np.diff(tree.starts)), np.array(numbers, np.int64))
