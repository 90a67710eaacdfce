"""What the payoffs of all players sum to: 0, or another number that is the same at every terminal.

Such a game is zero-sum once each player's equal share is taken off. Solvers compute with what is
left, the *net* payoffs; what they report is in the units of the game.
"""

import logging
import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from zerosum.game import players_of
from zerosum.native.facts import PLAIN, known
from zerosum.native.playouts import own_actions, playout
from zerosum.native.primitives import SLACK
from zerosum.rng import Random

_TRIES = 10

_LOG = logging.getLogger("zerosum")


def summed(payoffs: Sequence[float]) -> float:
    """Return the sum of finite payoffs; 0 of what cancels but for rounding, and of one player's.

    >>> summed([0.1, 0.2, -0.3]), summed([1.0, 0.0]), summed([5.0])
    (0.0, 1.0, 0.0)
    """
    total = math.fsum(payoffs) if len(payoffs) > 1 else 0.0
    return 0.0 if agree(total, 0.0, payoffs) else total


def agree(total: float, other: float, payoffs: Sequence[float]) -> bool:
    """Return whether two sums are equal but for rounding, for the size of some payoffs."""
    return abs(total - other) <= SLACK * max(1.0, *map(abs, payoffs))


def constant_of(base: Any) -> float:
    """Return what payoffs sum to at the end of random playouts from a history.

    It is 0 if it is at the end of one of them, so that errors name the histories where it is not.
    Whether it is the same at every terminal is for the checks; if a playout fails, 0 is returned,
    and they say why.

    >>> from zerosum.kuhn import Kuhn
    >>> constant_of(Kuhn())
    0.0
    """
    return float(known("sum", base, PLAIN, lambda: _found(base)))


def share_of(base: Any) -> float:
    """Return each player's equal share of what payoffs sum to."""
    return constant_of(base) / players_of(base)


def _found(base: Any) -> float:
    rng, total = Random(3), 0.0
    try:
        for _ in range(_TRIES):
            *_, end = playout(base, own_actions, rng)
            history = end.history
            ended = range(players_of(history)) if history.terminal else ()
            total = summed([float(history.payoff(player)) for player in ended])
            if not total:
                break
    except Exception:  # noqa: BLE001 - whatever the user's code raises
        return 0.0
    return total


def announce(base: Any) -> None:
    """Say once for each game that its payoffs sum to a constant, if that is not 0."""
    _announce(type(base).__qualname__, constant_of(base))


@cache
def _announce(name: str, constant: float) -> None:
    if constant:
        _LOG.warning(
            "The payoffs of %s sum to %g at every terminal, not to 0: it is solved as a zero-sum "
            "game, and values are in its own units.",
            name,
            constant,
        )
