"""From strategies, of whatever kind, to one array: the probability of each sequence of a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.view import contradiction
from zerosum.errors import StrategyError
from zerosum.evaluation.lift import Lifted
from zerosum.evaluation.passes import find_rows, normalise, take_rows
from zerosum.evaluation.seen import origin_of, seen_as_is, seen_through
from zerosum.jit import compiled
from zerosum.strategy import Strategy, differing
from zerosum.tree import Infosets

Policy: TypeAlias = Callable[[Any], Mapping[Any, float]]
Strategies: TypeAlias = Policy | Sequence[Policy]

# What the probabilities of an infoset may miss one by; they are then divided by their sum.
SLACK = 1e-6
_ALL = -1


def probabilities_of(tree: Infosets, strategies: Strategies) -> NDArray[np.float64]:
    """Return the probability of each sequence of a tree, divided by their sum at each infoset.

    Parameters
    ----------
    tree
        The game.
    strategies
        One for all players, or a list or tuple with one for each.

    Raises
    ------
    StrategyError
        Where there are not as many strategies as players, one is of another game or abstraction,
        or one's probabilities are negative, do not sum to one, or are of no action.
    AbstractionError
        Where the tree was cut out of a whole one.
    """
    tree.check_own()
    probabilities = np.zeros(tree.sequences)
    for player, strategy in _by_player(tree, strategies):
        if isinstance(strategy, Strategy | Lifted):
            _take(tree, strategy, player, probabilities)
        else:
            _ask(tree, strategy, player, probabilities)
    wrong = compiled(normalise)(tree.starts, SLACK, probabilities)
    if wrong >= 0:
        raise _not_one(tree, wrong, probabilities)
    return probabilities


def _by_player(tree: Infosets, strategies: Any) -> list[tuple[int, Policy]]:
    """Return which players each strategy is for, -1 for all."""
    if callable(strategies):
        return [(_ALL, strategies)]
    if not isinstance(strategies, Sequence) or not all(map(callable, strategies)):
        raise StrategyError(
            f"Strategies must be callable, one for all players or a list with one for each; got "
            f"{strategies!r}: give a Strategy, or a function from infosets to probabilities.",
            strategies,
        )
    if len(strategies) != tree.players:
        raise StrategyError(
            f"Strategies must be one for all players, or one for each of {tree.players}; got "
            f"{len(strategies)}: give one, or {tree.players}.",
            strategies,
        )
    return list(enumerate(strategies))


def _take(
    tree: Infosets, strategy: Strategy | Lifted, player: int, probabilities: NDArray[np.float64]
) -> None:
    """Add the probabilities of a table; modified in place: ``probabilities``."""
    _check_origin(tree, strategy)
    if isinstance(strategy, Lifted):
        known, seen = strategy.strategy, seen_through(tree, strategy.strategy.view)
    else:
        known, seen = strategy, seen_as_is(tree)
    rows = np.empty(tree.infoset_count, np.int64)
    wrong = compiled(find_rows)(
        *(seen.words, seen.blocks, seen.hashes),
        *map(_plain, (known.words, known.blocks, known.hashes, known.order)),
        rows,
    )
    if wrong >= 0:
        infoset = tree.infoset(wrong)
        first = f"player {tree.owners[wrong]} with {known.view.offered(infoset)} (at {infoset!r})"
        key = known.view.named(infoset)
        raise contradiction(key, (first, "other actions in the strategy"), strategy)
    unknown = compiled(take_rows)(
        *(rows, seen.starts, seen.targets, tree.owners, player),
        *map(_plain, (known.starts, known.probabilities)),
        probabilities,
    )
    known.unknown += unknown
    if isinstance(strategy, Lifted):
        strategy.unknown += unknown


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of the one native type; those of a mapped file are another, read-only."""
    return array if array.flags.writeable else array.copy()


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


def _ask(tree: Infosets, policy: Policy, player: int, probabilities: NDArray[np.float64]) -> None:
    """Ask a policy infoset by infoset; modified in place: ``probabilities``."""
    for number, owner in enumerate(tree.owners.tolist()):
        if player not in (_ALL, owner):
            continue
        infoset = tree.infoset(number)
        menu = tuple(infoset.actions())
        answer: Any = policy(infoset)
        # Equal actions are one, and the first of them has it all.
        places = {action: place for place, action in reversed(list(enumerate(menu)))}
        if not isinstance(answer, Mapping) or not answer.keys() <= places.keys():
            raise StrategyError(
                f"A strategy must give a mapping from actions to probabilities; got {answer!r} at "
                f"{infoset!r}, where the actions are {menu}: leave out what has probability 0.",
                infoset,
            )
        for action, probability in answer.items():
            try:
                probabilities[tree.starts[number] + places[action]] = probability
            except (TypeError, ValueError):
                raise StrategyError(
                    f"The probability of {action!r} must be a number; got {probability!r} at "
                    f"{infoset!r}: mend the strategy there.",
                    infoset,
                ) from None


def _not_one(tree: Infosets, number: int, probabilities: NDArray[np.float64]) -> StrategyError:
    start, end = int(tree.starts[number]), int(tree.starts[number + 1])
    infoset = tree.infoset(number)
    given = dict(zip(infoset.actions(), probabilities[start:end].tolist(), strict=True))
    return StrategyError(
        f"The probabilities of a strategy must be none below 0 and sum to 1; got {given}, which "
        f"sum to {sum(given.values())}, at {infoset!r}: mend the strategy there.",
        infoset,
    )
