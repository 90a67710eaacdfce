"""The range: every history that a player cannot distinguish from its own, with its weight.

The weight of a history is how likely chance and the opponent lead there; what the player did
itself is common to all. It is all derived from the game: a history stays in the range as long
as the player's infoset there is that of the history which is played. No list of hands is needed,
and nothing has to be declared about what chance shows to one player only.
"""

from typing import Any, TypeAlias

from zerosum.jit import kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.limits import check_words
from zerosum.kernels.lookup import look_up, probability
from zerosum.kernels.names import GameView, History, Numbers, Work
from zerosum.native.primitives import hold, outcomes
from zerosum.tokens import put

# A list of histories.
Histories: TypeAlias = Any


@kernel
def is_alike(history: History, game: History, player: int) -> bool:
    """Return whether a history has the same infoset for a player as the one that is played."""
    if history.terminal != game.terminal:
        return False
    return bool(history.infoset(player) == game.infoset(player))


@kernel
def follow_chance(
    states: Histories,
    weights: Numbers,
    game: History,
    player: int,
    found: Histories,
    masses: Numbers,
) -> None:
    """Advance the range through a chance move, to all histories that look the same.

    Parameters
    ----------
    states, weights
        The range before the move.
    game
        The history that is played, after the move.
    player
        Whose range it is.
    found, masses
        Two empty lists. Modified in place: the range after the move.
    """
    for place in range(len(states)):
        state = states[place]
        for outcome, chance in outcomes(state):
            after = state.apply(outcome)
            if is_alike(after, game, player):
                found.append(after)
                masses.append(weights[place] * chance)


@kernel
def follow_opponent(
    states: Histories,
    weights: Numbers,
    game: History,
    player: int,
    view: GameView,
    work: Work,
    found: Histories,
    masses: Numbers,
) -> None:
    """Advance the range through a decision of the opponent, weighted by its strategy.

    ``game`` is the history after the decision. Modified in place: ``found`` and ``masses``, two
    empty lists.
    """
    for place in range(len(states)):
        state = states[place]
        infoset = state.infoset(1 - player)
        menu = hold(view.menu(infoset))
        n = len(menu)
        at = look_up(infoset, menu, 1 - player, view, work)
        for each in range(n):
            chance = probability(work, at, n, each)
            if chance <= 0.0:
                continue
            after = state.apply(menu[each])
            if is_alike(after, game, player):
                found.append(after)
                masses.append(weights[place] * chance)


@kernel
def scale(weights: Numbers) -> None:
    """Divide weights by their sum, so that they do not underflow in long lines of play.

    Modified in place: ``weights``.
    """
    total = 0.0
    for place in range(len(weights)):
        total += weights[place]
    for place in range(len(weights)):
        weights[place] /= total


@kernel
def merge(
    states: Histories, weights: Numbers, work: Work, found: Histories, masses: Numbers
) -> None:
    """Merge equal histories: two cards dealt in either order are one hand.

    Modified in place: ``found`` and ``masses``, two empty lists, and ``work.row``.
    """
    check_words(states[0])
    size = 16
    while size < 2 * len(states):
        size = 2 * size
    slots = [-1] * size
    for place in range(len(states)):
        state = states[place]
        end = put(work.row, 0, state)
        slot = hash_row(work.row, 0, end) & (size - 1)
        while slots[slot] >= 0 and not found[slots[slot]] == state:  # noqa: SIM201
            slot = (slot + 1) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = len(found)
            found.append(state)
            masses.append(0.0)
        masses[slots[slot]] += weights[place]
