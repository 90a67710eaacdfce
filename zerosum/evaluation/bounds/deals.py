"""The kernels of local best response: what an action is worth, and deals played from both seats."""

from zerosum.evaluation.bounds.bound import note_both
from zerosum.evaluation.bounds.ranges import Histories, follow_chance, follow_opponent, merge, scale
from zerosum.evaluation.response import first_best
from zerosum.jit import kernel
from zerosum.kernels.descent import deal, follow
from zerosum.kernels.lookup import look_up, probability
from zerosum.kernels.names import Action, GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.playing import draw_action
from zerosum.kernels.rows import NoActions, TooDeep
from zerosum.native.primitives import draw, hold
from zerosum.tables import PATH_WORDS


@kernel
def passive(infoset: Infoset, calls: GameView) -> Action:
    """Return the action that checks or calls."""
    menu = hold(calls.menu(infoset))
    if len(menu) == 0:
        raise NoActions
    return menu[0]


@kernel
def call_down(game: History, calls: GameView, player: int, work: Work, most: int) -> float:
    """Return the mean payoff of at most so many runs to the end; of one where chance is over.

    ``calls`` is the view in which players only check and call. Modified in place:
    ``work.dealer``, which chance is drawn from.
    """
    total = 0.0
    for run in range(most):
        history = game
        dealt = False
        while not history.terminal:
            if history.chance:
                history = history.apply(draw(history, work.dealer))
                dealt = True
            else:
                history = history.apply(passive(history.infoset(history.active), calls))
        total += float(history.payoff(player))
        if not dealt:
            return total / (run + 1)
    return total / most


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
) -> float:
    """Return what a player wins in one hand by local best response, over all of its range.

    The player knows no more of the other's cards at the end than the range says, so the payoff
    is the mean over it: what it wins does not depend on which of them was dealt.
    """
    states, weights = [game], [1.0]
    work.depth = dealt = 0
    while not game.terminal:
        work.touched += 1
        if work.depth > PATH_WORDS:
            raise TooDeep
        found, masses = states[:0], weights[:0]
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            game, work.depth = follow(game, outcome, work, work.depth)
            follow_chance(states, weights, game, player, found, masses)
            if len(found) > len(states):
                states, weights = found[:0], masses[:0]
                merge(found, masses, work, states, weights)
            else:
                states, weights = found, masses
            scale(weights)
            continue
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
        else:
            infoset = game.infoset(1 - player)
            menu = hold(view.menu(infoset))
            action = menu[draw_action(infoset, menu, 1 - player, view, work)]
            game, work.depth = follow(game, action, work, work.depth)
            follow_opponent(states, weights, game, player, view, work, found, masses)
            states, weights = found, masses
            scale(weights)

    total, mass = 0.0, 0.0
    for number in range(len(states)):
        total += weights[number] * float(states[number].payoff(player))
        mass += weights[number]
    return total / mass


@kernel
def play_all(game: History, views: GameView, work: Work, first: int, last: int, most: int) -> None:
    """Play deals ``first`` to ``last``, each from both seats, and note what was won.

    ``views`` are how the strategy sees infosets, and the view in which players only check and call.
    """
    view, calls = views
    for number in range(first, last + 1):
        work.deal = work.rng.branch()
        won = play(game, view, calls, 0, work, most)
        note_both(work, won, play(game, view, calls, 1, work, most), number)
