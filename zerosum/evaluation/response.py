"""Best responses, and how far strategies are from an equilibrium."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import AbstractionError, GameError
from zerosum.evaluation.passes import collect, respond
from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.evaluation.public import responses_of_hands
from zerosum.evaluation.values import values_of
from zerosum.jit import compiled
from zerosum.strategy import Strategy
from zerosum.tree import Tree
from zerosum.tree.kept import tree_of
from zerosum.tree.public import PublicTree
from zerosum.tree.sequence import spread


class BestResponse(NamedTuple):
    """The most that a player can win, and how.

    Parameters
    ----------
    value
        What the player wins on average, in chips.
    strategy
        One action for each infoset of the player, the first of the best; at infosets of all
        others what was given for them.
    """

    value: float
    strategy: Strategy


def best_response(game: Any, player: int, strategies: Strategies) -> BestResponse:
    """Return the best that a player can do against everyone else's strategies.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree.
    player
        Who responds, from 0.
    strategies
        One for all players, or a list with one for each, as :func:`expected_values` takes them;
        the player's own does not matter.

    Raises
    ------
    AbstractionError
        Where the player forgets in an abstract game: strategies are then to be lifted into the
        whole game.
    GameError
        Where the player forgets in a game that is not abstract, or there is no such player.

    Notes
    -----
    Exact, by going once down the histories and once up the player's infosets. All other players
    may forget.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> response = best_response(Kuhn(), 0, lambda infoset: {0: 1 / 2, 1: 1 / 2})
    >>> response.value
    0.5
    >>> jack = Kuhn().apply(0).apply(1).infoset(0)
    >>> response.strategy(jack)
    {<Move.PASS: 0>: 0.0, <Move.BET: 1>: 1.0}
    """
    tree = tree_of(game)
    if player not in range(tree.players):
        raise GameError(
            f"The player who responds must be one of 0 to {tree.players - 1}; got {player}.",
            player,
        )
    probabilities = probabilities_of(tree, strategies)
    value, choices = response_to(tree, player, probabilities, np.empty(tree.histories))
    own = tree.owners == player
    probabilities[np.repeat(own, np.diff(tree.starts))] = 0.0
    probabilities[choices[own]] = 1.0
    return BestResponse(value, Strategy.from_tree(tree, probabilities))


def nash_conv(game: Any, strategies: Strategies) -> float:
    r"""Return how much the players could gain, all told, by each changing alone.

    .. math:: \sum_i \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) - u_i(\sigma)

    It is zero at an equilibrium and nowhere else.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree; or its
        :class:`~zerosum.tree.public.PublicTree`, where its histories are too many.
    strategies
        One for all players, or a list with one for each, as :func:`expected_values` takes them.

    Returns
    -------
    In chips.

    Raises
    ------
    AbstractionError, GameError
        As :func:`best_response` does.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> round(nash_conv(Kuhn(), lambda infoset: {0: 1 / 2, 1: 1 / 2}), 9)  # 11/12
    0.916666667
    """
    if isinstance(game, PublicTree):
        return sum(responses_of_hands(game, strategies))
    tree = tree_of(game)
    for player in range(tree.players):
        _check_recall(tree, player)
    probabilities = probabilities_of(tree, strategies)
    # One room for all passes: fresh memory costs as much as they do.
    reaches = np.empty(tree.histories)
    values = values_of(tree, probabilities, reaches)
    gains = [
        response_to(tree, player, probabilities, reaches)[0] - value
        for player, value in enumerate(values.tolist())
    ]
    return float(sum(gains))


def exploitability(game: Any, strategies: Strategies) -> float:
    """Return what a player could gain by changing alone, on average: NashConv / players.

    Parameters
    ----------
    game, strategies
        As for :func:`nash_conv`.

    Returns
    -------
    In chips.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> round(exploitability(Kuhn(), lambda infoset: {0: 1 / 2, 1: 1 / 2}), 9)  # 11/24
    0.458333333
    """
    tree = game if isinstance(game, PublicTree) else tree_of(game)
    return nash_conv(tree, strategies) / tree.players


def response_to(
    tree: Tree,
    player: int,
    probabilities: NDArray[np.float64],
    reaches: NDArray[np.float64],
) -> tuple[float, NDArray[np.int64]]:
    """Return the value of a best response and the sequence it plays at each own infoset.

    Modified in place: ``reaches``, room for a number for each history.
    """
    _check_recall(tree, player)
    weights = np.concatenate([probabilities, tree.chances])
    weights[: tree.sequences][np.repeat(tree.owners == player, np.diff(tree.starts))] = 1.0
    gains = np.zeros(tree.sequences + 1)
    choices = np.zeros(tree.infoset_count, np.int64)
    recall = tree.recollection
    compiled(spread)(tree.parents, tree.edges, weights, reaches)
    compiled(collect)(tree.terminals, tree.payoffs, recall.lasts, player, reaches, gains)
    value = compiled(respond)(tree.starts, tree.owners, recall.before, player, gains, choices)
    return float(value), choices


def _check_recall(tree: Tree, player: int) -> None:
    witnesses = tree.recollection.witnesses[player]
    if witnesses is None:
        return
    infoset = tree.infoset(int(tree.infosets[witnesses[0]]))
    first, second = (tree.history(node)[1] for node in witnesses)
    sentence = (
        f"A best response needs a player with perfect recall; player {player} forgets: at "
        f"{infoset!r} the own past differs after {first} and after {second}"
    )
    if tree.view.states is None:
        raise GameError(f"{sentence}. Let infoset() keep the player's own moves.", infoset)
    raise AbstractionError(
        f"{sentence}. Evaluate lift(strategy, game) in the whole game, where players remember.",
        infoset,
    )
