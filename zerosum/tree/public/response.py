"""What each hand wins on a public tree: by a strategy, or by the best response to one."""

import numpy as np

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.vectors import clear, flow, pay
from zerosum.tables import Floats
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
    """Return what a player wins on average; ``zero`` is the int 0."""
    others = vectors.sizes[1 - player]
    for hand in range(others):
        vectors.scratch[hand] = 1.0
    values = win(vectors, zero, player, best, vectors.scratch[0:], vectors.scratch[others:])
    total = 0.0
    for hand in range(vectors.sizes[player]):
        total += values[hand]
    return total


def values_on(vectors: Vectors, *, native: bool = True) -> Floats:
    """Return what each player wins by ``vectors.probabilities``, in chips; shape (2,)."""
    return np.array([_won(vectors, player, NO_PLAYER, native=native) for player in range(2)])


def responses_on(vectors: Vectors, *, native: bool = True) -> tuple[float, float]:
    """Return what each player wins by a best response to ``vectors.probabilities``, in chips."""
    return _won(vectors, 0, 0, native=native), _won(vectors, 1, 1, native=native)


def _won(vectors: Vectors, player: int, best: int, *, native: bool) -> float:
    return float(vectors.run(win_all, player, best, 0, native=native))
