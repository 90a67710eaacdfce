"""Suit isomorphism, counted independently: by Burnside's lemma, and over all flops."""

from __future__ import annotations

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from tests.suits import by_suits
from zerosum.pkr.hands.isomorphism import (
    FLOP_SLOTS,
    FLOPS,
    HAND_CLASSES,
    HANDS,
    by_colours,
    flop_index,
    flop_number,
    hand_index,
    hand_number,
    swapped_blacks,
    swapped_reds,
)
from zerosum.workshop import workshop

COLOURS = ((0, 1, 2, 3), (3, 1, 2, 0), (0, 2, 1, 3), (3, 2, 1, 0))
SUITS = tuple(permutations(range(4)))


def renamed(cards: tuple[int, ...], suits: tuple[int, ...]) -> int:
    return sum(1 << (card & ~3 | suits[card & 3]) for card in cards)


def mask(cards: tuple[int, ...]) -> int:
    return renamed(cards, COLOURS[0])


def fixed(size: int, suits: tuple[int, ...]) -> list[int]:
    """The sets of cards that renaming suits leaves as they are."""
    return [mask(c) for c in combinations(range(52), size) if mask(c) == renamed(c, suits)]


def orbits(group: tuple[tuple[int, ...], ...], board: int) -> int:
    """Hands and boards that a group tells apart, by Burnside's lemma."""
    total = 0
    for suits in group:
        boards = fixed(board, suits)
        if suits == COLOURS[0]:
            total += HANDS * (19_600 if board else 1)
            continue
        total += sum(1 for hand in fixed(2, suits) for other in boards if hand & other == 0)
    return total // len(group)


def test_hands_and_numbers() -> None:
    stands = {by_colours(mask(pair), 0)[0] for pair in combinations(range(52), 2)}
    assert len(stands) == orbits(COLOURS, 0) == HAND_CLASSES
    assert {hand_index(hand) for hand in stands} == set(range(HAND_CLASSES))
    assert len({by_suits(mask(pair), 0) for pair in combinations(range(52), 2)}) == 169
    assert orbits(SUITS, 0) == 169
    pairs = sorted(hand_number(mask(pair)) for pair in combinations(range(52), 2))
    assert pairs == list(range(HANDS))
    flops = sorted(flop_number(mask(flop)) for flop in combinations(range(52), 3))
    assert flops == list(range(FLOPS))


def count_by_colours() -> int:
    count = 0
    for high in range(52):
        for low in range(high):
            hand = 1 << high | 1 << low
            for third in range(52):
                for second in range(third):
                    for first in range(second):
                        flop = 1 << first | 1 << second | 1 << third
                        if flop & hand == 0 and by_colours(hand, flop) == (hand, flop):
                            count += 1
    return count


def test_flops_by_colours() -> None:
    """Natively, the hands and flops that stand for themselves."""
    assert workshop().compile(count_by_colours)() == orbits(COLOURS, 3) == 6_895_928


deals = st.lists(st.integers(0, 51), min_size=5, max_size=12, unique=True).map(tuple)


@given(deals, st.sampled_from(COLOURS))
def test_colours_do_not_tell_their_suits_apart(cards: tuple[int, ...], suits: tuple) -> None:
    plain = by_colours(mask(cards[:2]), mask(cards[2:]))
    assert by_colours(renamed(cards[:2], suits), renamed(cards[2:], suits)) == plain
    assert by_colours(*plain) == plain
    assert plain in {(renamed(cards[:2], g), renamed(cards[2:], g)) for g in COLOURS}


@given(deals, deals)
def test_the_index_of_a_flop_is_its_class(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    first, second = (by_colours(mask(c[:2]), mask(c[2:5])) for c in (one, other))
    places = flop_index(*first), flop_index(*second)
    assert all(0 <= place < FLOP_SLOTS for place in places)
    assert (places[0] == places[1]) == (first == second)


@given(deals)
def test_swapping_twice_is_nothing(cards: tuple[int, ...]) -> None:
    for swapped in (swapped_blacks, swapped_reds):
        assert swapped(swapped(mask(cards))) == mask(cards)
    assert swapped_blacks(mask(cards)) == renamed(cards, COLOURS[1])
    assert swapped_reds(mask(cards)) == renamed(cards, COLOURS[2])
