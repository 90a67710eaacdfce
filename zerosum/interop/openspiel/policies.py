"""Strategies as policies of OpenSpiel, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

    start = game.root.history if isinstance(game, OurGame) else from_openspiel(game)
    tree, policy, cells = _paired(start)
    policy.action_probability_array[:] = 0.0
    np.add.at(policy.action_probability_array, cells, probabilities_of(tree, strategy))
    return policy


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
    tree, uniform, cells = _paired(started(game))
    table = np.zeros(uniform.action_probability_array.shape)
    for row, state in enumerate(uniform.states):
        for action, probability in policy.action_probabilities(state).items():
            table[row, action] = probability
    infosets = map(tree.infoset, range(tree.infoset_count))
    answers = {
        infoset: dict(zip(infoset.actions(), found.tolist(), strict=True))
        for infoset, found in zip(infosets, np.split(table[cells], tree.starts[1:-1]), strict=True)
    }
    return Strategy.from_tree(tree, probabilities_of(tree, answers.__getitem__))


def _paired(start: Any) -> tuple[Tree, TabularPolicy, tuple[Ints, Ints]]:
    """Return the tree of a game, a uniform policy, and its cell for each sequence of the tree."""
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
    shared = np.bincount(rows)[rows] > 1
    if shared.any():
        raise GameError(
            f"An information state of a tabular policy must be one infoset; "
            f"{keys[int(shared.argmax())]!r} is several: evaluate it here.",
            start,
        )
    return tree, table, (rows.repeat(np.diff(tree.starts)), np.array(numbers, np.int64))
