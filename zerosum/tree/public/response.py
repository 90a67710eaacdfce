"""What each hand wins on a public tree: by a strategy, or by the best response to one."""

from typing import Any

import numpy as np

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.vectors import clear, flow, pay
from zerosum.tables import Floats
from zerosum.tree.public.betting import BettingTree
from zerosum.tree.public.tree import PublicTree
from zerosum.tree.public.unfolding import CHANCE
from zerosum.tree.public.vectors import Vectors

NO_PLAYER = -1


@kernel
def win(vectors: Work, node: int, player: int, best: int, other: Numbers, free: Numbers) -> Numbers:
    """Return what each hand of a player wins from a node on, as a vector.

    Parameters
    ----------
    vectors
        With the numbers of ``probabilities``, which need not sum to one. Modified in place:
        scratch.
    node
        Of the public tree.
    player
        Whose hands.
    best
        Who plays a best response: the player, or no player (-1).
    other
        The opponent's reaches, by hand.
    free
        Scratch that is free; what is returned comes first in it.
    """
    owner, first = vectors.owners[node], vectors.firsts[node]
    actions = vectors.firsts[node + 1] - first
    own = vectors.sizes[player]
    values, free = free, free[own:]
    clear(values, own)
    sigma, flows, below, hands = free, free, free, 0
    if owner != CHANCE:
        hands = vectors.sizes[owner]
        flows, below = sigma[actions * hands :], sigma[2 * actions * hands :]
        # The player's own flows do not matter, whatever lies there.
        reach = sigma if owner == player else other
        flow(vectors, vectors.probabilities, node, actions, hands, reach, sigma)
    for action in range(actions):
        target, found = vectors.targets[first + action], below
        reach = flows[action * hands :] if owner == 1 - player else other
        if target < 0:
            clear(found, own)
            pay(vectors, player, -1 - target, reach, found)
        else:
            found = win(vectors, target, player, best, reach, below)
        for hand in range(own):
            if owner != player:
                values[hand] += found[hand]
            elif player != best:
                values[hand] += sigma[action * hands + hand] * found[hand]
            elif action == 0 or found[hand] > values[hand]:
                values[hand] = found[hand]
    return values


@kernel
def win_all(vectors: Work, player: int, best: int, zero: int) -> float:
    """Return what a player wins on average; ``zero`` is the int 0.

    What its hands win is written to the scratch, behind the opponent's reaches.
    """
    others, first = vectors.sizes[1 - player], vectors.sizes[0]
    own, theirs = vectors.ranges[first * player :], vectors.ranges[first * (1 - player) :]
    for hand in range(others):
        vectors.scratch[hand] = theirs[hand]
    values = win(vectors, zero, player, best, vectors.scratch[0:], vectors.scratch[others:])
    total = 0.0
    for hand in range(vectors.sizes[player]):
        total += own[hand] * values[hand]
    return total


def values_on(tree: PublicTree, vectors: Vectors, *, native: bool = True) -> Floats:
    """Return what each player wins beyond its share by ``vectors.probabilities``; (players,)."""
    values = np.zeros(tree.players)
    for side, player in enumerate(tree.deciders):
        values[player] = _won(vectors, side, NO_PLAYER, native=native)
    for player in set(range(tree.players)).difference(tree.deciders):
        paid = np.ascontiguousarray(tree.payoffs_of(player).swapaxes(1, 2))
        watched = vectors.alike(payoffs_0=paid)
        values[player] = _won(watched, 0, NO_PLAYER, native=native)
    return values


def responses_on(vectors: Vectors, *, native: bool = True) -> tuple[float, float]:
    """Return what each decider wins beyond its share by a best response to the probabilities."""
    return _won(vectors, 0, 0, native=native), _won(vectors, 1, 1, native=native)


def best_by_hand_on(vectors: Vectors, side: int, *, native: bool = True) -> Floats:
    """Return what each hand of a decider wins by a best response to the probabilities."""
    _won(vectors, side, side, native=native)
    first = int(vectors.sizes[1 - side])
    return vectors.scratch[first : first + int(vectors.sizes[side])].copy()


def gains_on(
    tree: PublicTree | BettingTree[Any], vectors: Vectors, *, native: bool = True
) -> Floats:
    """Return what each player gains by a best response, in chips; shape (players,)."""
    gains = np.zeros(tree.players)
    for side, player in enumerate(tree.deciders):
        best, won = (_won(vectors, side, each, native=native) for each in (side, NO_PLAYER))
        gains[player] = best - won
    return gains


def nash_conv_on(
    tree: PublicTree | BettingTree[Any], vectors: Vectors, *, native: bool = True
) -> float:
    """Return what the players gain by best responses, in all and in chips."""
    if tree.players > 2:
        return float(gains_on(tree, vectors, native=native).sum())
    # What two players win cancels.
    return sum(responses_on(vectors, native=native))


def _won(vectors: Vectors, player: int, best: int, *, native: bool) -> float:
    return float(vectors.run(win_all, player, best, 0, native=native))
