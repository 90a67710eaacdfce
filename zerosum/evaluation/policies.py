"""Convert strategies of any kind to one array: the probability of each sequence of a tree."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from zerosum.abstraction.view import contradiction
from zerosum.errors import StrategyError
from zerosum.evaluation.lift import Lifted
from zerosum.evaluation.matching import (
    StrategyRows,
    abstract_rows,
    find_rows,
    origin_of,
    own_rows,
    take_rows,
)
from zerosum.jit import compiled, kernel
from zerosum.kernels.names import Numbers
from zerosum.strategy import Strategy, differing
from zerosum.tables import Floats
from zerosum.tree import Infosets

Policy: TypeAlias = Callable[[Any], Mapping[Any, float]]
Strategies: TypeAlias = Policy | Sequence[Policy]

# What the probabilities of an infoset may miss one by; they are then divided by their sum.
SLACK = 1e-6
ALL = -1


def probabilities_of(tree: Infosets, strategies: Strategies) -> Floats:
    """Return the probability of each sequence of a tree, normalised at each infoset.

    Parameters
    ----------
    tree
        The game.
    strategies
        One for all players, or a list or tuple with one for each.

    Raises
    ------
    StrategyError
        If there are not as many strategies as players, one is of another game or abstraction,
        or one's probabilities are negative, do not sum to one, or are of no action.
    AbstractionError
        If the tree was cut out of a whole one.
    """
    tree.check_own()
    probabilities = np.zeros(tree.sequences)
    for player, strategy in by_player(strategies, tree.players):
        if _is_listed(strategy):
            _take(tree, strategy, player, probabilities)
        else:
            _ask(tree, strategy, player, probabilities)
    wrong = compiled(normalise)(tree.starts, SLACK, probabilities)
    if wrong >= 0:
        infoset = tree.infoset(wrong)
        shares = probabilities[tree.starts[wrong] : tree.starts[wrong + 1]].tolist()
        raise _not_one(infoset, dict(zip(infoset.actions(), shares, strict=True)))
    return probabilities


def _is_listed(strategy: Any) -> bool:
    """Return whether a policy is a table whose rows can be listed."""
    table = strategy.strategy if isinstance(strategy, Lifted) else strategy
    return isinstance(table, Strategy) and table.view.prints == 0


def by_player(strategies: Any, players: int) -> list[tuple[int, Any]]:
    """Return the player that each strategy is for, ``ALL`` if it is for all of them.

    Raises
    ------
    StrategyError
        If they are not callable, or not as many as players.
    """
    if callable(strategies):
        return [(ALL, strategies)]
    if not isinstance(strategies, Sequence) or not all(map(callable, strategies)):
        raise StrategyError(
            f"Strategies must be callable, one for all players or a list with one for each; got "
            f"{strategies!r}: give a Strategy, or a function from infosets to probabilities.",
            strategies,
        )
    if len(strategies) != players:
        raise StrategyError(
            f"Strategies must be one for all players, or one for each of {players}; got "
            f"{len(strategies)}: give one, or {players}.",
            strategies,
        )
    return list(enumerate(strategies))


def _take(tree: Infosets, strategy: Strategy | Lifted, player: int, probabilities: Floats) -> None:
    """Add the probabilities of a table; modified in place: ``probabilities``."""
    _check_origin(tree, strategy)
    if isinstance(strategy, Lifted):
        known = strategy.strategy
        wanted = abstract_rows(tree, known.view)
    else:
        known, wanted = strategy, own_rows(tree)
    ours, theirs = tuple(wanted), tuple(StrategyRows.of(known))
    rows = np.empty(tree.infoset_count, np.int64)
    wrong = compiled(find_rows)(ours, theirs, rows)
    if wrong >= 0:
        infoset = tree.infoset(wrong)
        first = f"player {tree.owners[wrong]} with {known.view.offered(infoset)} (at {infoset!r})"
        key = known.view.named(infoset)
        both = (first, "other actions in the strategy")
        raise contradiction(key, both, known.view.states, strategy)
    unknown = compiled(take_rows)(rows, ours, theirs, tree.owners, player, probabilities)
    for asked in {known, strategy}:
        asked.unknown += unknown


def _check_origin(tree: Infosets, strategy: Strategy | Lifted) -> None:
    ours = origin_of(tree)
    if isinstance(strategy, Lifted):
        theirs = strategy.strategy.of | {"states": None, "actions": None}
    else:
        theirs = strategy.of
    differs = differing(theirs, ours)
    if not differs:
        return
    if isinstance(strategy, Lifted):
        way = "evaluate it in the whole game that it was lifted into"
    elif theirs["game"] == ours["game"]:
        way = "carry it into the whole game with lift(strategy, game), and evaluate it there"
    else:
        way = "evaluate it in the game that it was trained on"
    raise StrategyError(
        f"A strategy must be of the game that it is evaluated in, {tree.base!r}; it differs in "
        f"{differs}: {way}.",
        strategy,
    )


def _ask(tree: Infosets, policy: Policy, player: int, probabilities: Floats) -> None:
    """Ask a policy infoset by infoset; modified in place: ``probabilities``."""
    for number, owner in enumerate(tree.owners.tolist()):
        if player not in (ALL, owner):
            continue
        infoset = tree.infoset(number)
        # Equal actions are one, and the first of them has it all.
        places = {action: at for at, action in reversed(list(enumerate(infoset.actions())))}
        for action, probability in answer_of(policy, infoset).items():
            probabilities[tree.starts[number] + places[action]] = probability


def answer_of(policy: Policy, infoset: Any) -> dict[Any, float]:
    """Return the probability of each action that a policy gives at an infoset.

    Raises
    ------
    StrategyError
        If they are negative, do not sum to one, or are of no action.
    """
    menu = tuple(infoset.actions())
    found, answer = dict.fromkeys(menu, 0.0), cast("Any", policy(infoset))
    if not isinstance(answer, Mapping) or not answer.keys() <= found.keys():
        raise StrategyError(
            f"A strategy must give a mapping from actions to probabilities; got {answer!r} at "
            f"{infoset!r}, where the actions are {menu}: leave out what has probability 0.",
            infoset,
        )
    for action, probability in answer.items():
        try:
            found[action] = float(probability)
        except (TypeError, ValueError):
            raise StrategyError(
                f"The probability of {action!r} must be a number; got {probability!r} at "
                f"{infoset!r}: correct the strategy there.",
                infoset,
            ) from None
    # Written so that NaN fails too.
    if not (all(one >= 0.0 for one in found.values()) and abs(sum(found.values()) - 1.0) <= SLACK):
        raise _not_one(infoset, found)
    return found


def _not_one(infoset: Any, given: Mapping[Any, float]) -> StrategyError:
    return StrategyError(
        f"The probabilities of a strategy must not be negative and must sum to 1; got {given}, "
        f"which sum to {sum(given.values())}, at {infoset!r}: correct the strategy there.",
        infoset,
    )


@kernel
def normalise(starts: Numbers, slack: float, probabilities: Numbers) -> int:
    """Divide each infoset's probabilities by their sum, which is nearly one.

    Modified in place: ``probabilities``. Returns the first infoset where one is negative or the
    sum is off by more than ``slack``, or -1.
    """
    for infoset in range(starts.size - 1):
        total, sound = 0.0, True
        for sequence in range(starts[infoset], starts[infoset + 1]):
            total += probabilities[sequence]
            sound = sound and probabilities[sequence] >= 0.0
        # Written so that NaN fails too.
        if not (sound and abs(total - 1.0) <= slack):
            return infoset
        for sequence in range(starts[infoset], starts[infoset + 1]):
            probabilities[sequence] /= total
    return -1
