"""Best responses, and the distance of strategies from an equilibrium."""

from typing import Any, NamedTuple

import numpy as np

from zerosum.errors import AbstractionError, GameError, NotApplicable
from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.evaluation.values import values_of, vectors_of
from zerosum.jit import compiled, kernel
from zerosum.kernels.names import Numbers
from zerosum.strategy import Strategy
from zerosum.tables import Floats, Ints
from zerosum.tree import Tree
from zerosum.tree.public import PublicTree, check_plain
from zerosum.tree.public.response import gains_on, nash_conv_on
from zerosum.tree.recent import tree_of
from zerosum.tree.sequence import spread


class BestResponse(NamedTuple):
    """A best response of a player, and its value.

    Parameters
    ----------
    value
        What the player wins on average, in chips.
    strategy
        The strategies with the player's replaced by the best response, which plays the first of the
        best actions at each infoset.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> value, strategy = best_response(Kuhn(), 1, lambda infoset: {0: 1 / 2, 1: 1 / 2})
    >>> round(value, 4), strategy(Kuhn().apply(0).apply(2).apply(1).infoset(1))
    (0.4167, {<Move.PASS: 0>: 0.0, <Move.BET: 1>: 1.0})
    """

    value: float
    strategy: Strategy


def best_response(game: Any, player: int, strategies: Strategies) -> BestResponse:
    """Return a best response of a player to the strategies of the others.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree.
    player
        The player who responds, counted from 0.
    strategies
        One for all players, or a list with one for each, as :func:`expected_values` takes them;
        the player's own does not matter.

    Raises
    ------
    AbstractionError
        If the player has imperfect recall in an abstract game: lift the strategies into the whole
        game instead.
    GameError
        If the player has imperfect recall in a game that is not abstract, or does not exist.

    Notes
    -----
    Exact: one pass down the histories and one up the player's infosets. The other players may
    have imperfect recall.

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
    return BestResponse(tree.share + value, Strategy.from_tree(tree, probabilities))


def nash_conv(game: Any, strategies: Strategies) -> float:
    r"""Return the sum of what each player could gain by changing alone.

    .. math:: \sum_i \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) - u_i(\sigma)

    It is zero if and only if the strategies are an equilibrium.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree; or its
        :class:`~zerosum.tree.public.PublicTree`, if it has too many histories.
    strategies
        One for all players, or a list with one for each, as :func:`expected_values` takes them.

    Returns
    -------
    The value, in chips.

    Raises
    ------
    AbstractionError, GameError
        As for :func:`best_response`.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> round(nash_conv(Kuhn(), lambda infoset: {0: 1 / 2, 1: 1 / 2}), 9)  # 11/12
    0.916666667
    """
    if isinstance(game, PublicTree):
        check_plain(game)
        return nash_conv_on(game, vectors_of(game, strategies))
    return float(deviation_gains(game, strategies).sum())


def deviation_gains(game: Any, strategies: Strategies) -> Floats:
    r"""Return what each player could gain by changing alone.

    .. math:: \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) - u_i(\sigma)

    Parameters
    ----------
    game, strategies
        As for :func:`nash_conv`.

    Returns
    -------
    An array with a number for each player, in chips; their sum is the NashConv.

    Raises
    ------
    AbstractionError, GameError
        As for :func:`best_response`.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> deviation_gains(Kuhn(), lambda infoset: {0: 1 / 2, 1: 1 / 2}).round(3)
    array([0.375, 0.542])
    """
    if isinstance(game, PublicTree):
        check_plain(game)
        return gains_on(game, vectors_of(game, strategies))
    tree = tree_of(game)
    for player in range(tree.players):
        _check_recall(tree, player)
    probabilities = probabilities_of(tree, strategies)
    # One room for all passes: fresh memory costs as much as they do.
    reaches = np.empty(tree.histories)
    values = values_of(tree, probabilities, reaches)
    return np.array(
        [
            response_to(tree, player, probabilities, reaches)[0] - value
            for player, value in enumerate(values.tolist())
        ]
    )


def exploitability(game: Any, strategies: Strategies) -> float:
    """Return what a player could gain on average by changing alone: NashConv / players.

    Parameters
    ----------
    game, strategies
        As for :func:`nash_conv`.

    Returns
    -------
    The value, in chips.

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
    probabilities: Floats,
    reaches: Floats,
) -> tuple[float, Ints]:
    """Return the value of a best response beyond the player's share, and its choices.

    Modified in place: ``reaches``, an array with one number per history.
    """
    gains = gains_against(tree, player, probabilities, reaches)
    choices = np.zeros(tree.infoset_count, np.int64)
    before = tree.recollection.before
    value = compiled(respond)(tree.starts, tree.owners, before, player, gains, choices)
    return float(value), choices


def gains_against(tree: Tree, player: int, probabilities: Floats, reaches: Floats) -> Floats:
    """Return what the player wins where each sequence is the last of the player's own.

    That is beyond the player's share, in chips, weighted by the reach of all others. The last
    entry is that of the empty sequence. Modified in place: ``reaches``.
    """
    _check_recall(tree, player)
    weights = np.concatenate([probabilities, tree.chances])
    weights[: tree.sequences][np.repeat(tree.owners == player, np.diff(tree.starts))] = 1.0
    compiled(spread)(tree.parents, tree.edges, weights, reaches)
    gains = np.zeros(tree.sequences + 1)
    lasts = tree.recollection.lasts
    compiled(collect)(tree.terminals, tree.payoffs, lasts, player, reaches, gains)
    return gains


def _check_recall(tree: Tree, player: int) -> None:
    witnesses = tree.recollection.witnesses[player]
    if witnesses is None:
        return
    infoset = tree.infoset(int(tree.infosets[witnesses[0]]))
    first, second = (tree.history(node)[1] for node in witnesses)
    sentence = (
        f"A best response needs a player with perfect recall; player {player} forgets: at "
        f"{infoset!r} the player's own moves differ after {first} and after {second}"
    )
    if tree.view.states is None:
        raise NotApplicable(f"{sentence}. Let infoset() keep the player's own moves.", infoset)
    raise AbstractionError(
        f"{sentence}. Evaluate lift(strategy, game) in the whole game, where players remember.",
        infoset,
    )


@kernel
def collect(
    terminals: Numbers,
    payoffs: Numbers,
    lasts: Numbers,
    player: int,
    reaches: Numbers,
    gains: Numbers,
) -> None:
    """Add a player's payoffs, weighted by the reach of all others, to the last own sequence.

    Modified in place: ``gains``, whose last place is that of the empty sequence, -1.
    """
    for terminal in range(terminals.size):
        reach = reaches[terminals[terminal]]
        gains[lasts[terminal, player]] += reach * payoffs[terminal, player]


@kernel
def first_best(values: Numbers, start: int, end: int) -> int:
    """Return the first of the greatest values of a part."""
    best = start
    for place in range(start + 1, end):
        if values[place] > values[best]:
            best = place
    return best


@kernel
def respond(
    starts: Numbers, owners: Numbers, before: Numbers, player: int, gains: Numbers, choices: Numbers
) -> float:
    """Choose the best sequence at each infoset of a player, later infosets first.

    Modified in place: ``choices``, the first best sequence of each infoset, and ``gains``, to
    which what follows is added. Returns the value of the choices, in chips.
    """
    for infoset in range(owners.size - 1, -1, -1):
        if owners[infoset] == player:
            best = first_best(gains, starts[infoset], starts[infoset + 1])
            choices[infoset] = best
            gains[before[infoset]] += gains[best]
    return float(gains[-1])
