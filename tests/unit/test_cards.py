"""Cards are numbers, sets of cards one word."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.cards import (
    FULL_DECK,
    NO_CARDS,
    Cards,
    card,
    card_set,
    draw,
    is_black,
    name,
    parse,
    popcount,
    rank,
    suit,
)
from zerosum.errors import GameError
from zerosum.pkr import category, evaluate
from zerosum.pkr.hands.short import evaluate_short
from zerosum.rng import Random

SETS = st.frozensets(st.integers(0, 51))


def cards_of(numbers: frozenset[int]) -> Cards:
    return Cards(sum(1 << number for number in numbers))


@given(SETS, SETS, st.integers(0, 51))
def test_a_set_of_cards_is_a_set(a: frozenset[int], b: frozenset[int], one: int) -> None:
    x, y = cards_of(a), cards_of(b)
    assert list(x) == sorted(a)
    assert len(x) == len(a) == popcount(x.mask)
    assert bool(x) == bool(a)
    assert (one in x) == (one in a)
    assert set(x | y) == a | b
    assert set(x & y) == a & b
    assert set(x - y) == a - b
    assert set(x.with_card(one)) == a | {one}
    assert (x == y) == (a == b)
    assert hash(x) == hash(cards_of(a))


@given(SETS)
def test_text_and_copies_are_equal(a: frozenset[int]) -> None:
    cards = cards_of(a)
    assert parse(str(cards)) == pickle.loads(pickle.dumps(cards)) == copy.deepcopy(cards) == cards
    assert repr(cards) == f"Cards({cards})"


def test_numbers_of_cards() -> None:
    names = [name(number) for number in range(52)]
    assert names[:5] == ["2c", "2d", "2h", "2s", "3c"]
    assert names[-1] == "As"
    assert [card(text) for text in names] == list(range(52))
    assert [(rank(n), suit(n)) for n in (0, 5, 51)] == [(0, 0), (1, 1), (12, 3)]
    assert {name(n)[1] for n in range(52) if is_black(n)} == {"c", "s"}


def test_the_deck_and_sets_of_cards_do_not_change() -> None:
    assert len(FULL_DECK) == 52
    assert not NO_CARDS
    assert str(NO_CARDS) == ""
    assert card_set(card("Ah")) == parse("Ah")
    with pytest.raises(AttributeError):
        parse("Ah").mask = 0


def test_highest_cards_come_first_and_white_space_does_not_count() -> None:
    assert str(parse("2c, Kd Ah,As")) == "AsAhKd2c"
    assert parse("Ah Kd\r\n") == parse(" Ah,\tKd\n") == parse("AhKd")


@pytest.mark.parametrize("text", ["1h", "AH", "A", "Ahh", "10h"])
def test_no_such_card(text: str) -> None:
    with pytest.raises(GameError, match="must be a rank of 23456789TJQKA") as caught:
        parse(text)
    assert caught.value.subject in text


def test_a_card_twice() -> None:
    with pytest.raises(GameError, match="must be different; got Ah twice"):
        parse("AhKdAh")


def test_a_draw_is_uniform_over_the_rest() -> None:
    left = parse("AhKd7c2s")
    rng = Random(5)
    counts = Counter(draw(FULL_DECK - left, rng) for _ in range(4_000))
    assert set(counts) == set(left)
    assert all(abs(count - 1_000) < 120 for count in counts.values())  # over four deviations


def test_cards_where_a_mask_is_due_are_a_sentence() -> None:
    hand = parse("AhKhQhJhTh")
    assert category(evaluate(hand.mask)).name == "STRAIGHT_FLUSH"
    for function in evaluate, evaluate_short:
        with pytest.raises(TypeError, match=r"must be combined with Cards; got a number: .*\.mask"):
            function(hand)
