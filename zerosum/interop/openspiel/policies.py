"""Strategies as policies of OpenSpiel, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from zerosum.abstraction import started
from zerosum.errors import GameError
from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.interop.openspiel.extent import told
from zerosum.interop.openspiel.incoming import OpenSpielGame, from_openspiel
from zerosum.interop.openspiel.loading import loaded
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
        What :func:`to_openspiel` returned for the game of the strategy, or what
        :func:`from_openspiel` was given.

    Returns
    -------
    A policy of that game; of its turn-based form, if moves are simultaneous.

    Raises
    ------
    StrategyError
        If the strategy is of another game.
    GameError
        If the game cannot be enumerated, or two infosets have one information state.

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
    from zerosum.interop.openspiel.states import OurGame

    pair = _paired(game.root.history if isinstance(game, OurGame) else from_openspiel(game))
    pair.table.action_probability_array[:] = 0.0
    given = probabilities_of(pair.tree, strategy)
    np.add.at(pair.table.action_probability_array, (pair.rows, pair.numbers), given)
    return pair.table


def from_policy(policy: Policy | pyspiel.Policy, game: Any) -> Strategy:
    """Return a policy of OpenSpiel's as a strategy.

    Parameters
    ----------
    policy
        Of ``pyspiel`` or ``open_spiel.python``, for what :func:`to_openspiel` returned, or what
        :func:`from_openspiel` was given.
    game
        The start of the game here, abstract or not, or its class.

    Raises
    ------
    StrategyError
        If the probabilities of a decision do not sum to 1.
    GameError
        If the game cannot be enumerated, or two infosets have one information state.
    """
    pair = _paired(started(game))
    table = np.zeros(pair.table.action_probability_array.shape)
    for row, state in enumerate(pair.table.states):
        for action, probability in policy.action_probabilities(state).items():
            table[row, action] = probability
    found, tree = np.split(table[pair.rows, pair.numbers], pair.tree.starts[1:-1]), pair.tree
    infosets = map(tree.infoset, range(tree.infoset_count))
    answers = {
        infoset: dict(zip(infoset.actions(), shares.tolist(), strict=True))
        for infoset, shares in zip(infosets, found, strict=True)
    }
    return Strategy.from_tree(tree, probabilities_of(tree, answers.__getitem__))


def _paired(start: Any) -> _Pair:
    from open_spiel.python.policy import TabularPolicy

    tree = tree_of(start)
    infosets = [tree.infoset(number) for number in range(tree.infoset_count)]
    actions = [
        action for number in range(tree.infoset_count) for action in tree.row(number).actions
    ]
    if isinstance(start, OpenSpielGame):
        table = TabularPolicy(loaded(start.name))
        keys, numbers = [infoset.text for infoset in infosets], actions
    else:
        theirs = to_openspiel(start)
        table = TabularPolicy(theirs)
        keys = list(map(told, tree.owners.tolist(), infosets))
        numbers = [theirs.numbers[action] for action in actions]
    rows = np.array([table.state_lookup[key] for key in keys], np.int64)
    shared = np.flatnonzero(np.bincount(rows, minlength=1) > 1)
    if shared.size:
        first = keys[int(np.argmax(rows == shared[0]))]
        raise GameError(
            f"An information state of a tabular policy must be one infoset; {first!r} is several, "
            f"which differ in the player or in the legal actions: evaluate it here.",
            start,
        )
    return _Pair(tree, table, rows.repeat(np.diff(tree.starts)), np.array(numbers, np.int64))
