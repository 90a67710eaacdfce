"""The kernels of local best response: deals are played out, each from both seats."""

from __future__ import annotations

from typing import Any

from zerosum.evaluation.bounds.bound import note_both
from zerosum.evaluation.bounds.ranges import follow_chance, follow_opponent, merge, scale
from zerosum.evaluation.bounds.rollouts import answered, call_down, passive
from zerosum.jit import kernel
from zerosum.kernels.deals import deal
from zerosum.kernels.playing import respond
from zerosum.kernels.rows import TooDeep
from zerosum.native.primitives import hold
from zerosum.tables import PATH_WORDS
from zerosum.tokens import put


@kernel
def best_place(
    states: Any,
    weights: Any,
    menu: Any,
    usual: Any,
    view: Any,
    calls: Any,
    player: int,
    work: Any,
    most: int,
    depth: int,
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
    depth
        As long as ``work.path`` is.
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
                value = answered(after, view, calls, player, work, each, depth)
            values[place] += weight * value
    best = 0
    for place in range(1, n):
        if values[place] > values[best]:
            best = place
    return best


@kernel
def play(game: Any, view: Any, calls: Any, player: int, work: Any, most: int) -> float:
    """Return what a player wins in one hand by local best response, over all of its range.

    The player knows no more of the other's cards at the end than the range says, so the payoff
    is the mean over it: what it wins does not hang on which of them was dealt.
    """
    states, weights = [game], [1.0]
    depth, dealt = 0, 0
    while not game.terminal:
        work.touched += 1
        if depth > PATH_WORDS:
            raise TooDeep
        found, masses = states[:0], weights[:0]
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            depth = put(work.path, depth, outcome)
            follow_chance(states, weights, game, outcome, player, found, masses)
            game = game.apply(outcome)
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
                place = best_place(
                    states, weights, menu, usual, view, calls, player, work, most, depth
                )
            action = menu[place]
            for number in range(len(states)):
                states[number] = states[number].apply(action)
            depth = put(work.path, depth, action)
            game = game.apply(action)
        else:
            infoset = game.infoset(1 - player)
            menu = hold(view.menu(infoset))
            work.depth = depth
            action = menu[respond(infoset, menu, 1 - player, view, work)]
            depth = put(work.path, depth, action)
            game = game.apply(action)
            follow_opponent(states, weights, game, player, view, work, depth, found, masses)
            states, weights = found, masses
            scale(weights)

    total, mass = 0.0, 0.0
    for number in range(len(states)):
        total += weights[number] * float(states[number].payoff(player))
        mass += weights[number]
    return total / mass


@kernel
def play_all(game: Any, views: Any, work: Any, first: int, last: int, most: int) -> None:
    """Play deals ``first`` to ``last``, each from both seats, and note what was won.

    ``views`` are how the strategy sees infosets, and the view in which players only check and call.
    """
    view, calls = views
    for number in range(first, last + 1):
        work.deal = work.rng.branch()
        won = play(game, view, calls, 0, work, most)
        note_both(work, won, play(game, view, calls, 1, work, most), number)
