"""Evaluate the best five of any number of cards, as an ordered integer and as text."""

from enum import IntEnum

from zerosum.abstraction.fitting import inlined
from zerosum.cards import RANKS, Cards
from zerosum.pkr.hands.masks import (
    best_flush,
    highest,
    longest_suit,
    multiples,
    rank_mask,
    squeeze,
    straights,
    top,
)

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


class Category(IntEnum):
    """Kinds of hands, the weakest first.

    >>> Category(3).name
    'TRIPS'
    """

    HIGH_CARD = HIGH_CARD
    PAIR = PAIR
    TWO_PAIR = TWO_PAIR
    TRIPS = TRIPS
    STRAIGHT = STRAIGHT
    FLUSH = FLUSH
    FULL_HOUSE = FULL_HOUSE
    QUADS = QUADS
    STRAIGHT_FLUSH = STRAIGHT_FLUSH


@inlined
def evaluate(mask: int) -> int:
    """Return the value of the best five cards; higher is better, equal hands tie.

    Parameters
    ----------
    mask
        Any number of cards, as bits ``4 * rank + suit``. Fewer than five cards are compared in the
        same way, without the missing kickers.

    Returns
    -------
    int
        ``category << 26 | ranks that make it << 13 | kickers``, ranks as 13-bit masks.

    Notes
    -----
    Compiles without branches, so that a loop over hands uses vector instructions.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> wheel = evaluate(parse("Ah2c3d4s5hKdKc").mask)
    >>> category(wheel).name, wheel > evaluate(parse("AhAcAdKs9h5d4c").mask)
    ('STRAIGHT', True)
    """
    ranks, pairs, threes, fours = multiples(mask)
    runs, flush, flush_runs = straights(ranks), best_flush(mask), rank_mask(straights(mask))
    several = pairs & (pairs - 1) != 0
    # The ranks whose highest makes the hand, those that kickers are taken from, and how many.
    best, makers, others, kickers = HIGH_CARD, 0, ranks, 5
    if pairs != 0:
        best, makers, kickers = PAIR, pairs, 3
    if several:
        best, kickers = TWO_PAIR, 1
    if threes != 0:
        best, makers, kickers = TRIPS, threes, 2
    if runs != 0:
        best, makers, kickers = STRAIGHT, runs, 0
    if flush != 0:
        best, makers, others, kickers = FLUSH, 0, flush, 5
    if threes != 0 and several:
        best, makers, others, kickers = FULL_HOUSE, threes, pairs, 1
    if fours != 0:
        best, makers, others, kickers = QUADS, fours, ranks, 1
    if flush_runs != 0:
        best, makers, kickers = STRAIGHT_FLUSH, flush_runs, 0
    made = highest(makers)
    made |= highest(makers & ~made) if best == TWO_PAIR else 0
    rest = top(others & ~made, kickers)
    if best == FLUSH:
        made, rest = rest, 0
    return best << 26 | squeeze(made) << 13 | squeeze(rest)


def kind(mask: int) -> int:
    """Return the category of the best five cards; compiles without branches.

    >>> from zerosum.cards import parse
    >>> Category(kind(parse("AhAcKdKs9h5d4c").mask)).name
    'TWO_PAIR'
    """
    ranks, pairs, threes, fours = multiples(mask)
    best = HIGH_CARD
    if pairs != 0:
        best = PAIR
    if pairs & (pairs - 1) != 0:
        best = TWO_PAIR
    if threes != 0:
        best = TRIPS
    if straights(ranks) != 0:
        best = STRAIGHT
    if longest_suit(mask) >= 5:
        best = FLUSH
    if threes != 0 and pairs & (pairs - 1) != 0:
        best = FULL_HOUSE
    if fours != 0:
        best = QUADS
    if straights(mask) != 0:
        best = STRAIGHT_FLUSH
    return best


def category(value: int) -> Category:
    """Return the category of a value that ``evaluate`` returned.

    >>> from zerosum.cards import parse
    >>> category(evaluate(parse("AhAcKdKs9h5d4c").mask))
    <Category.TWO_PAIR: 2>
    """
    return Category(value >> 26)


_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_PHRASES = (
    "no pair, {rest}",
    "a pair of {0} with {rest}",
    "two pairs, {0} and {1}, with {rest}",
    "three {0} with {rest}",
    "a straight to the {top}",
    "a flush, {made}",
    "a full house, {0} over {1}",
    "four {0} with {rest}",
    "a straight flush to the {top}",
)


def best_five(cards: Cards) -> str:
    """Return the best five of five or more cards as text; equal hands have equal texts.

    >>> from zerosum.cards import parse
    >>> best_five(parse("AhAcKdKs9h5d4c"))
    'two pairs, aces and kings, with 9'
    >>> best_five(parse("Ah2c3d4s5hKdKc"))
    'a straight to the five'
    """
    value = evaluate(cards.mask)
    made, rest = _ranks(value >> 13), _ranks(value)
    plurals = [f"{_NAMES[rank]}{'es' if _NAMES[rank] == 'six' else 's'}" for rank in made + rest]
    letters = {"made": " ".join(RANKS[rank] for rank in made)}
    letters["rest"] = " ".join(RANKS[rank] for rank in rest)
    if category(value) in {Category.STRAIGHT, Category.STRAIGHT_FLUSH}:
        letters["top"] = _NAMES[made[0] + 3]  # known by its lowest card, counted from the ace
    return _PHRASES[category(value)].format(*plurals, **letters)


def _ranks(mask: int) -> list[int]:
    """Return the ranks of the low 13 bits, the highest first."""
    return [rank for rank in range(12, -1, -1) if mask >> rank & 1]
