"""Hands are ranked as in the rule books, for any number of cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Label, StandardHighHand

from zerosum.cards import FULL_DECK, Cards, draw, parse
from zerosum.pkr.hands.values import Category, category, evaluate
from zerosum.rng import Random

LABELS = {
    Label.HIGH_CARD: Category.HIGH_CARD,
    Label.ONE_PAIR: Category.PAIR,
    Label.TWO_PAIR: Category.TWO_PAIR,
    Label.THREE_OF_A_KIND: Category.TRIPS,
    Label.STRAIGHT: Category.STRAIGHT,
    Label.FLUSH: Category.FLUSH,
    Label.FULL_HOUSE: Category.FULL_HOUSE,
    Label.FOUR_OF_A_KIND: Category.QUADS,
    Label.STRAIGHT_FLUSH: Category.STRAIGHT_FLUSH,
}

# Decks short enough that every category, and flushes in two suits, come up.
DECKS = {
    "full": FULL_DECK,
    "two suits": Cards(sum(0b0101 << (4 * rank) for rank in range(13))),
    "five ranks": Cards(0xFFFFF << 32),
    "wheel": Cards(0xF << 48 | 0xFFFFFF),
}


def value(text: str) -> int:
    return evaluate(parse(text).mask)


def dealt(deck: Cards, size: int, rng: Random) -> Cards:
    hand = Cards()
    while len(hand) < size:
        hand = hand.with_card(draw((FULL_DECK - deck) | hand, rng))
    return hand


@pytest.mark.parametrize("deck", DECKS)
def test_order_of_pokerkit(deck: str) -> None:
    rng = Random(11)
    pairs = set()
    for size in range(5, 13):
        for _ in range(25 if size < 9 else 4):
            hand = dealt(DECKS[deck], size, rng)
            theirs = StandardHighHand.from_game(str(hand)).entry
            mine = evaluate(hand.mask)
            assert category(mine) == LABELS[theirs.label], hand
            pairs.add((theirs.index, mine))
    order = sorted(pairs)
    assert order == sorted(pairs, key=lambda pair: pair[1])
    assert len(order) == len({index for index, _ in order}) == len({mine for _, mine in order})


def test_every_category_is_met() -> None:
    rng = Random(12)
    met = {
        category(evaluate(dealt(deck, size, rng).mask))
        for deck in DECKS.values()
        for size in range(5, 13)
        for _ in range(30)
    }
    assert met == set(Category)


@given(st.sets(st.integers(0, 51), min_size=6, max_size=33))
def test_some_card_is_idle_and_none_does_harm(cards: set[int]) -> None:
    """Only five cards count, so the value is the best of those with one card less."""
    mask = sum(1 << card for card in cards)
    assert evaluate(mask) == max(evaluate(mask & ~(1 << card)) for card in cards)


@given(st.permutations(range(4)), st.sets(st.integers(0, 51), min_size=5, max_size=33))
def test_suits_are_equal(suits: list[int], cards: set[int]) -> None:
    mask = sum(1 << card for card in cards)
    renamed = sum(1 << (card & ~3 | suits[card & 3]) for card in cards)
    assert evaluate(mask) == evaluate(renamed)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah5h4h3h2h", "KsKhKdKcAs"),
        ("6d5h4h3h2h", "Ad5h4h3h2h"),
        ("Ad5h4h3h2h", "AdAhAsKcQd"),
        ("3d3hAsQc5d", "3d3hAsQc4d"),
        # Two suits hold five: the better one counts, whichever comes first.
        ("KsQs9s7s5sAdJdTd8d6d2c", "KsQs9s7s5sQdJdTd8d6d2c"),
        ("AsJsTs8s6sKdQd9d7d5d2c", "QsJsTs8s6sKdQd9d7d5d2c"),
        # A flush and a straight of other cards are no straight flush.
        ("9h8h7h6h5h2c", "AhKhQhJh9hTc"),
        # Two sets: the higher makes the full house, a pair beats the lower set's pair.
        ("AsAhAdKsKhKd", "AsAhAdQsQhQd"),
        ("AsAhAdKsKhQsQhQd", "AsAhAdQsQhQdJsJh"),
        # Three pairs: the third may be the kicker.
        ("AsAhKdKsQhQd2c", "AsAhKdKsJhJd2c"),
    ],
)
def test_better_hands(better: str, worse: str) -> None:
    assert value(better) > value(worse)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AsKsQsJsTs2h", "AdKdQdJdTdAhAc"),
        ("AsAhKdKsQhQd2c", "AsAhKdKsQhJd2c"),
        ("AhKhQhJh9h2h", "AsKsQsJs9s8s"),
        ("9h8d7c6s5h4d", "9h8d7c6s5hAd"),
    ],
)
def test_ties(one: str, other: str) -> None:
    assert value(one) == value(other)


def test_fewer_than_five_cards_keep_the_order() -> None:
    assert value("") == 0
    assert value("2c") < value("Ah") < value("AhKd") < value("2c2d") < value("2c2d3h")


@pytest.mark.slow
def test_census_of_five_cards() -> None:
    """The counts of every textbook, and 7,462 hands that differ."""
    values = Counter(
        evaluate(a | b | c | d | e)
        for a, b, c, d, e in combinations([1 << card for card in range(52)], 5)
    )
    kinds: Counter[Category] = Counter()
    for one, count in values.items():
        kinds[category(one)] += count
    assert len(values) == 7_462
    assert [kinds[kind] for kind in Category] == [
        1_302_540,
        1_098_240,
        123_552,
        54_912,
        10_200,
        5_108,
        3_744,
        624,
        40,
    ]
