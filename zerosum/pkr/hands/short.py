"""The order of hands of short-deck hold'em, which is played with the 36 cards from the six up."""

from zerosum.cards import popcount
from zerosum.pkr.hands.masks import LOWEST_BITS, rank_mask
from zerosum.pkr.hands.values import FLUSH, FULL_HOUSE, STRAIGHT, STRAIGHT_FLUSH, evaluate

_WHEEL = 0x1000011110000
"""The ace, six, seven, eight and nine, as a rank mask: the lowest straight."""


def evaluate_short(mask: int) -> int:
    """Return the value of the best five cards; higher is better, equal hands tie.

    A flush beats a full house, and A-6-7-8-9 is a straight.

    Parameters
    ----------
    mask
        Up to seven cards from the six up, as :func:`zerosum.pkr.hands.values.evaluate` takes them.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> flush, full_house = parse("AhQhJh8h6hKcKd"), parse("AhAcAdKsKh9d7c")
    >>> evaluate_short(flush.mask) > evaluate_short(full_house.mask)
    True
    >>> wheel, trips = parse("Ah6c7d8s9hKcQd"), parse("AhAcAdKs9h7d8c")
    >>> evaluate_short(wheel.mask) > evaluate_short(trips.mask)
    True
    """
    value = evaluate(mask)
    kind = value >> 26
    if kind < STRAIGHT_FLUSH and _has_straight_flush(mask):
        return STRAIGHT_FLUSH << 26 | 1 << 13
    if kind < STRAIGHT and rank_mask(mask) & _WHEEL == _WHEEL:
        return STRAIGHT << 26 | 1 << 13
    # Seven cards never hold both.
    if kind == FLUSH:
        return value + (1 << 26)
    if kind == FULL_HOUSE:
        return value - (1 << 26)
    return value


def _has_straight_flush(mask: int) -> bool:
    """Return whether the lowest straight is there in one suit."""
    return any(popcount(mask >> suit & LOWEST_BITS & _WHEEL) == 5 for suit in range(4))
