"""How large is a tree? Knuth's estimate, from random probes.

Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975):
along a random path, the products of the numbers of branches have as their mean the number of
nodes at each depth.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zerosum.abstraction import split
from zerosum.native.primitives import can_list, outcomes
from zerosum.native.view import View
from zerosum.rng import Random

_LONGEST = 10_000


def estimated_histories(game: Any, probes: int = 100, seed: int = 0) -> float:
    """Return about how many histories a game has; infinite where chance cannot be listed.

    Parameters
    ----------
    game
        The start of a game, abstract or not.
    probes
        How many random paths are walked, interpreted; some hundred microseconds each.
    seed
        Of the paths.

    Notes
    -----
    The mean is right, and spreads widely where paths differ much in length.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> 5_000 < estimated_histories(Leduc()) < 20_000  # 9,457
    True
    """
    base, states, actions = split(game)
    if not can_list(base):
        return inf
    view, rng = View(states, actions), Random(seed)
    try:
        return sum(_probe(base, view, rng) for _ in range(probes)) / probes
    except NotImplementedError:
        return inf


def _probe(history: Any, view: View, rng: Random) -> float:
    found, width = 1.0, 1.0
    for _ in range(_LONGEST):
        if history.terminal:
            return found
        if history.chance:
            moves = [outcome for outcome, _ in outcomes(history)]
        else:
            moves = list(view.menu(history.infoset(history.active)))
        width *= len(moves)
        found += width
        history = history.apply(moves[rng.integer(len(moves))])
    return inf
