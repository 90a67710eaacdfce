"""Estimate the size of a tree from random probes.

Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975):
along a random path, the mean of the product of the numbers of branches is the number of nodes at
each depth.
"""

from collections.abc import Iterator
from math import inf
from typing import Any

from zerosum.abstraction import View, base_and_view
from zerosum.laws import LONGEST
from zerosum.native.primitives import can_list, outcomes
from zerosum.rng import Random


def estimated_histories(game: Any, probes: int = 100, seed: int = 0) -> float:
    """Return an estimate of the number of histories; infinite if chance cannot be listed.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class.
    probes
        The number of random paths, which are interpreted and take some hundred microseconds each.
    seed
        The seed of the paths.

    Notes
    -----
    The estimate is unbiased, but has a large variance if paths differ much in length.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> 5_000 < estimated_histories(Leduc()) < 20_000  # 9,457
    True
    """
    return estimate(*base_and_view(game), probes, seed)


def estimate(base: Any, view: View, probes: int = 100, seed: int = 0) -> float:
    """Return an estimate of the number of histories of a game with a view."""
    total = 0.0
    for found in _probes(base, view, probes, seed):
        total += found
        if total == inf:
            break
    return total / probes


def is_far_beyond(base: Any, view: View, limit: int) -> bool:
    """Return whether a tree is so large that it is useless to walk it up to a limit.

    Two of sixteen probes find a million times the limit. In a tree within the limit each of them
    does so with a chance of at most one in a million (Markov), and two of them with 1 in 10**9.
    """
    found = 0
    try:
        for size in _probes(base, view, 16, 0):
            if size == inf:  # A path that hardly ends: the walk says so.
                return False
            found += size > 1e6 * limit
    except Exception:  # The walk says what is wrong with the game.
        return False
    return found >= 2


def _probes(base: Any, view: View, count: int, seed: int) -> Iterator[float]:
    """Yield an estimate for each of several random paths."""
    rng = Random(seed)
    for _ in range(count):
        try:
            yield _probe(base, view, rng) if can_list(base) else inf
        except NotImplementedError:
            yield inf


def _probe(history: Any, view: View, rng: Random) -> float:
    found, width = 1.0, 1.0
    for _ in range(LONGEST):
        if history.terminal:
            return found
        if history.chance:
            moves = [outcome for outcome, _ in outcomes(history)]
        else:
            moves = list(view.menu(history.infoset(history.active)))
        width *= len(moves)
        found += width
        if not moves:
            return found
        history = history.apply(moves[rng.integer(len(moves))])
    return inf
