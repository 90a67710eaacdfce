"""The kernels of local best response: what an action is worth, and deals played from both seats."""

from zerosum.evaluation.bounds.calling import Histories, call_down, passive, worth_of
from zerosum.evaluation.bounds.ranges import follow_opponent, range_dealt, scale
from zerosum.evaluation.response import first_best
from zerosum.jit import kernel
from zerosum.kernels.descent import deal, follow
from zerosum.kernels.lookup import look_up, probability
from zerosum.kernels.names import Action, GameView, History, Menu, Numbers, Work
from zerosum.kernels.playing import draw_action
from zerosum.kernels.rows import TooDeep
from zerosum.native.primitives import hold
from zerosum.tables import PATH_WORDS


@kernel
def bet_value(
    game: History, view: GameView, calls: GameView, player: int, work: Work, most: int
) -> float:
    """Return the value of a history after an own bet, which the opponent answers once.

    What ends the hand, such as a fold, comes as often as its strategy says; whatever else it
    does counts as a call, and from then on both check and call.
    """
    if game.terminal:
        return float(game.payoff(player))
    if game.chance or game.active == player:
        return call_down(game, calls, player, work, most)
    infoset = game.infoset(1 - player)
    menu = hold(view.menu(infoset))
    n = len(menu)
    at = look_up(infoset, menu, 1 - player, view, work)
    ended, stays = 0.0, 0.0
    for place in range(n):
        chance = probability(work, at, n, place)
        if chance > 0.0:
            after = game.apply(menu[place])
            if after.terminal:
                ended += chance * float(after.payoff(player))
            else:
                stays += chance
    if stays > 0.0:
        ended += stays * call_down(game, calls, player, work, most)
    return ended


@kernel
def best_place(
    states: Histories,
    weights: Numbers,
    menu: Menu,
    usual: Action,
    view: GameView,
    calls: GameView,
    player: int,
    work: Work,
    most: int,
) -> int:
    """Return which action of a menu has the best local value; the first of equals.

    Parameters
    ----------
    states, weights
        The range of the player, who is to act.
    menu
        Its actions.
    usual
        The one that is a check or a call.
    view, calls
        How the strategy sees infosets, and the view in which players only check and call.
    player
        Who decides.
    work
        The workspace, with the strategy's table. Modified in place.
    most
        Runs to the end for each action, shared out over the range.
    """
    n, values = len(menu), work.scratch[0:]
    each = 1 + (most - 1) // len(states)
    branch = work.rng.branch()
    for place in range(n):
        values[place] = 0.0
    for number in range(len(states)):
        state, weight = states[number], weights[number]
        for place in range(n):
            # All actions meet the same cards, so that luck does not choose between them.
            work.dealer.follow(branch, number)
            after = state.apply(menu[place])
            if menu[place] == usual:
                value = call_down(after, calls, player, work, each)
            else:
                value = bet_value(after, view, calls, player, work, each)
            values[place] += weight * value
    return first_best(values, 0, n)


@kernel
def play(
    game: History, view: GameView, calls: GameView, player: int, work: Work, most: int
) -> tuple[float, float]:
    """Return what a player wins in one hand by local best response, and its luck, to be added.

    Both are means over the range: the player knows no more of the other's cards at the end than
    the range says, so they do not depend on which of them was dealt.
    """
    states, weights = [game], [1.0]
    work.depth = dealt = 0
    decided, worth, luck = False, 0.0, 0.0
    while not game.terminal:
        work.touched += 1
        if work.depth > PATH_WORDS:
            raise TooDeep
        found, masses = states[:0], weights[:0]
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            game, work.depth = follow(game, outcome, work, work.depth)
            states, weights = range_dealt(states, weights, game, player, work)
            if decided and (game.terminal or not game.chance):
                before, worth = worth, worth_of(states, weights, calls, player, work)
                luck += before - worth
            continue
        decided = True
        if game.active == player:
            infoset = game.infoset(player)
            menu = hold(view.menu(infoset))
            usual = passive(infoset, calls)
            place = 0
            if len(menu) > 1:
                place = best_place(states, weights, menu, usual, view, calls, player, work, most)
            action = menu[place]
            game, work.depth = follow(game, action, work, work.depth)
            for number in range(len(states)):
                states[number] = states[number].apply(action)
            if not game.terminal and game.chance:
                worth = worth_of(states, weights, calls, player, work)
        else:
            infoset = game.infoset(1 - player)
            menu = hold(view.menu(infoset))
            action = menu[draw_action(infoset, menu, 1 - player, view, work)]
            game, work.depth = follow(game, action, work, work.depth)
            before, worth = follow_opponent(
                states, weights, game, player, view, calls, work, found, masses
            )
            luck += before - worth
            states, weights = found, masses
            scale(weights)
    return mean_payoff(states, weights, player), luck


@kernel
def mean_payoff(states: Histories, weights: Numbers, player: int) -> float:
    """Return the mean payoff of finished histories; exact if all are the same."""
    first = float(states[0].payoff(player))
    total, mass = 0.0, 0.0
    for number in range(len(states)):
        total += weights[number] * (float(states[number].payoff(player)) - first)
        mass += weights[number]
    return first + total / mass


@kernel
def play_all(
    game: History,
    views: GameView,
    work: Work,
    gains: Numbers,
    lucks: Numbers,
    branch: int,
    first: int,
    most: int,
) -> None:
    """Play deals, each from both seats.

    Parameters
    ----------
    game
        The start.
    views
        How the strategy sees infosets, and the view in which players only check and call.
    work
        The workspace, with the strategy's table. Modified in place.
    gains, lucks
        Shape (deals, 2): what :func:`play` returns from each seat. Modified in place.
    branch
        The family of streams that the deals' numbers choose from.
    first
        The number of the first deal.
    most
        As for :func:`best_place`.
    """
    view, calls = views
    for row in range(gains.shape[0]):
        work.rng.follow(branch, first + row)
        work.deal = work.rng.branch()
        for player in range(2):
            gains[row, player], lucks[row, player] = play(game, view, calls, player, work, most)
