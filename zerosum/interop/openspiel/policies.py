"""Strategies as policies of OpenSpiel, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.errors import GameError, StrategyError
from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.interop.openspiel.extent import told
from zerosum.interop.openspiel.incoming import OpenSpielGame, from_openspiel
from zerosum.interop.openspiel.loading import loaded, openspiel
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
    tree, policy, cells = _paired(game)
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
        The start of the game here, abstract or not, or its class; or the game there, which is
        needed if its extent was declared.

    Raises
    ------
    StrategyError
        If the policy is known to be of another game, has no answer at an information state, gives
        an illegal action a probability, or probabilities of a decision do not sum to 1.
    GameError
        If the game cannot be enumerated, or two infosets have one information state.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> policy = to_policy(CFR(Kuhn()).strategy(), to_openspiel(Kuhn()))  # doctest: +SKIP
    >>> len(from_policy(policy, Kuhn()))  # doctest: +SKIP
    12
    """
    tree, uniform, cells = _paired(game)
    _check_game(policy, uniform)
    table = np.zeros(uniform.action_probability_array.shape)
    for row, state in enumerate(uniform.states):
        legal = state.legal_actions()
        try:
            found = policy.action_probabilities(state)
        except (KeyError, IndexError, ValueError) as error:
            raise StrategyError(
                f"A policy must answer at every information state of all players; it has none at "
                f"{state.information_state_string()!r}: is it of this game?",
                policy,
            ) from error
        for action, probability in found.items():
            if action in legal:
                table[row, action] = probability
            elif probability != 0.0:
                raise StrategyError(
                    f"A policy must give illegal actions no probability; at "
                    f"{state.information_state_string()!r} action {action} has {probability}: is "
                    f"it of this game?",
                    policy,
                )
    parts = np.split(table[cells], tree.starts[1:-1])
    answers = {
        infoset: dict(zip(infoset.actions(), found.tolist(), strict=True))
        for infoset, found in zip(_infosets(tree), parts, strict=True)
    }
    return Strategy.from_tree(tree, probabilities_of(tree, answers.__getitem__))


def _check_game(policy: Any, uniform: TabularPolicy) -> None:
    """Refuse a policy of another game; those of ``pyspiel`` do not say of which they are."""
    theirs = getattr(policy, "game", None)
    simultaneous = openspiel().GameType.Dynamics.SIMULTANEOUS
    if theirs is not None and theirs.get_type().dynamics == simultaneous:
        theirs = openspiel().convert_to_turn_based(theirs)
    if theirs is not None and str(theirs) != str(uniform.game):
        raise StrategyError(
            f"A policy must be of the game; it is of {theirs}, and the game is {uniform.game}: "
            "give the game there that it is of.",
            policy,
        )


def _paired(game: Any) -> tuple[Tree, TabularPolicy, tuple[Ints, Ints]]:
    """Return the tree of a game, a uniform policy, and its cell for each sequence of the tree."""
    from open_spiel.python.policy import TabularPolicy

    from zerosum.interop.openspiel.states import OurGame

    if isinstance(game, openspiel().Game) and not isinstance(game, OurGame):
        game = from_openspiel(game)
    if isinstance(game, OpenSpielGame):
        tree, table = tree_of(game), TabularPolicy(loaded(game.name))
        cells = [(infoset.text, infoset.legal) for infoset in _infosets(tree)]
    else:
        theirs = game if isinstance(game, OurGame) else to_openspiel(game)
        tree, table = tree_of(theirs.root.history), TabularPolicy(theirs)
        keys = map(told, tree.owners.tolist(), _infosets(tree))
        numbers = [[theirs.numbers[a] for a in infoset.actions()] for infoset in _infosets(tree)]
        cells = list(zip(keys, numbers, strict=True))
    lost = [key for key, _ in cells if key not in table.state_lookup]
    if lost:
        raise GameError(
            f"An infoset of a game with policies must be met with a probability above 0; "
            f"{lost[0]!r} is not: leave such outcomes of chance out.",
            game,
        )
    rows = np.array([table.state_lookup[key] for key, _ in cells], np.int64)
    shared = np.bincount(rows)[rows] > 1
    if shared.any():
        raise GameError(
            f"An information state of a tabular policy must be one infoset; "
            f"{cells[int(shared.argmax())][0]!r} is several: evaluate it here.",
            game,
        )
    columns = np.concatenate([numbers for _, numbers in cells])
    return tree, table, (rows.repeat(np.diff(tree.starts)), columns)


def _infosets(tree: Tree) -> Iterator[Any]:
    return map(tree.infoset, range(tree.infoset_count))
