"""The best five cards in words."""

from __future__ import annotations

from zerosum.cards import RANKS, Cards
from zerosum.pkr.hands import Category, evaluate

_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_LOW = (1 << 13) - 1


def best_five(cards: Cards) -> str:
    """Return the best five of five cards or more in words; hands that tie read alike.

    >>> from zerosum.cards import parse
    >>> best_five(parse("AhAcKdKs9h5d4c"))
    'two pairs, aces and kings, with 9'
    >>> best_five(parse("Ah2c3d4s5hKdKc"))
    'a straight to the five'
    """
    value = evaluate(cards.mask)
    kind, made, rest = Category(value >> 26), _ranks(value >> 13), _ranks(value)
    kickers = " ".join(RANKS[rank] for rank in rest)
    if kind == Category.HIGH_CARD:
        return f"no pair, {kickers}"
    if kind == Category.PAIR:
        return f"a pair of {_many(made[0])} with {kickers}"
    if kind == Category.TWO_PAIR:
        return f"two pairs, {_many(made[0])} and {_many(made[1])}, with {kickers}"
    if kind == Category.TRIPS:
        return f"three {_many(made[0])} with {kickers}"
    if kind == Category.FLUSH:
        return f"a flush, {' '.join(RANKS[rank] for rank in made)}"
    if kind == Category.FULL_HOUSE:
        return f"a full house, {_many(made[0])} over {_many(rest[0])}"
    if kind == Category.QUADS:
        return f"four {_many(made[0])} with {kickers}"
    # A straight is known by its lowest card, counted from the ace.
    what = "a straight" if kind == Category.STRAIGHT else "a straight flush"
    return f"{what} to the {_NAMES[made[0] + 3]}"


def _ranks(mask: int) -> list[int]:
    """Return the ranks of the low 13 bits, the highest first."""
    return [rank for rank in range(12, -1, -1) if (mask & _LOW) >> rank & 1]


def _many(rank: int) -> str:
    name = _NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"
