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

MANY_PROBES = 1 << 12
"""Where a walk is interpreted, and takes minutes where these take a second."""
_FIRST_PROBES = 16
_STAKES = (0.5, 0.1, 0.02)  # shares of what is left, for trees much and a little too large
_BEYOND_DOUBT = 1e9
_HUGE = 1e300  # of a path that ends


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


def is_far_beyond(base: Any, view: View, limit: int, probes: int = _FIRST_PROBES) -> bool:
    """Return whether a tree is larger than a limit, as random probes show beyond doubt.

    Whoever bets on each probe, at fair odds if the tree is just within the limit, multiplies the
    stake by a billion with a chance of one in a billion (Ville's inequality; Waudby-Smith & Ramdas,
    "Estimating means of bounded random variables by betting", 2024).

    Parameters
    ----------
    base, view
        The game, and how its infosets are seen.
    limit
        The largest number of histories.
    probes
        The most probes to make; the first ones often show that the tree is not too large.
    """
    wealth, total = dict.fromkeys(_STAKES, 1.0), 0.0
    try:
        for number, size in enumerate(_probes(base, view, probes, 0), 1):
            if size == inf:  # A path that hardly ends: the walk says so.
                return False
            for stake in _STAKES:
                wealth[stake] *= 1.0 + stake * (size / limit - 1.0)
            if sum(wealth.values()) >= len(_STAKES) * _BEYOND_DOUBT:
                return True
            total += size
            if number == _FIRST_PROBES and total <= number * limit:
                return False
    except Exception:  # The walk says what is wrong with the game.
        return False
    return False


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
            return min(found, _HUGE)
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
