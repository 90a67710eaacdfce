"""The range: every history that a player cannot distinguish from its own, with its weight.

The weight of a history is how likely chance and the opponent lead there; what the player did
itself is common to all. It is all derived from the game: a history stays in the range as long
as the player's infoset there is that of the history which is played. No list of hands is needed,
and nothing has to be declared about what chance shows to one player only.
"""

from zerosum.evaluation.bounds.calling import Histories, call_down
from zerosum.jit import kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.limits import check_words
from zerosum.kernels.lookup import look_up, probability
from zerosum.kernels.names import GameView, History, Numbers, Work
from zerosum.native.primitives import hold, outcomes
from zerosum.support.tokens import put


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
def range_dealt(
    states: Histories, weights: Numbers, game: History, player: int, work: Work
) -> tuple[Histories, Numbers]:
    """Return the range after a chance move, merged and scaled; ``game`` is the history there."""
    found, masses = states[:0], weights[:0]
    follow_chance(states, weights, game, player, found, masses)
    if len(found) > len(states):
        merged, sums = found[:0], masses[:0]
        merge(found, masses, work, merged, sums)
        found, masses = merged, sums
    scale(masses)
    return found, masses


@kernel
def follow_opponent(
    states: Histories,
    weights: Numbers,
    game: History,
    player: int,
    view: GameView,
    calls: GameView,
    work: Work,
    found: Histories,
    masses: Numbers,
) -> tuple[float, float]:
    """Advance the range through a decision of the opponent, weighted by its strategy.

    Parameters
    ----------
    states, weights, player
        As for :func:`follow_chance`.
    game
        The history after the decision.
    view, calls
        How the strategy sees infosets, and the view in which players only check and call.
    work
        The workspace, with the strategy's table. Modified in place.
    found, masses
        Two empty lists. Modified in place: the range after the decision.

    Returns
    -------
    What the player wins on average if both only check and call after the decision: over all
    actions of the strategy, and over those that look like the one that was taken. They are the
    same bits if the strategy takes no other.
    """
    branch = work.rng.branch()
    total, mass, worth, share = 0.0, 0.0, 0.0, 0.0
    for place in range(len(states)):
        state = states[place]
        infoset = state.infoset(1 - player)
        menu = hold(view.menu(infoset))
        n = len(menu)
        at = look_up(infoset, menu, 1 - player, view, work)
        for each in range(n):
            chance = weights[place] * probability(work, at, n, each)
            if chance <= 0.0:
                continue
            after = state.apply(menu[each])
            # All actions meet the same cards.
            work.dealer.follow(branch, place)
            value = chance * call_down(after, calls, player, work, 1)
            total += value
            mass += chance
            if is_alike(after, game, player):
                worth += value
                share += chance
                found.append(after)
                masses.append(chance)
    return total / mass, worth / share


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
