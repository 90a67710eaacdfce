"""Histograms of hand strength: their values, and that they depend only on the cards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.cards import card, is_black, parse
from zerosum.pkr.buckets.river.features import (
    DECK,
    completed,
    cumulate,
    deal_street,
    is_over,
    points,
)
from zerosum.pkr.clusterings.medians import nearest
from zerosum.pkr.hands.isomorphism import by_colours
from zerosum.pkr.hands.shuffled import card_hash, deal_hand, list_cards
from zerosum.pkr.hands.values import evaluate
from zerosum.rng import Random
from zerosum.workshop import workshop


def histogram(hand: str, board: str, *, over: bool = False, maxiter: int = 20) -> np.ndarray:
    counts = np.zeros(10, np.int64)
    cards = by_colours(parse(hand).mask, parse(board).mask)
    cumulate(*cards, over, maxiter, 20, counts, np.zeros(DECK, np.int64))
    return counts


def mean(counts: np.ndarray) -> float:
    """The mean strength of a cumulative histogram, a bin's middle standing for it."""
    shares = np.diff(counts, prepend=0) / counts[-1]
    return float(shares @ ((np.arange(counts.size) + 0.5) / counts.size))


def test_strong_hands_are_strong() -> None:
    assert mean(histogram("AhAd", "")) > 0.7
    assert mean(histogram("7h2d", "")) < 0.45
    assert mean(histogram("AhAd", "AsAc2d")) > 0.94
    assert histogram("AhAd", "AsAc2d3d4c", over=True).tolist() == [0] * 9 + [20]


def test_strength_is_the_share_of_opponents_beaten() -> None:
    hand, board = parse("9h8h").mask, parse("Tc7c2d5sKs").mask
    deck, rest = np.zeros(DECK, np.int64), [c for c in range(52) if not (hand | board) >> c & 1]
    won, state = points(hand, board, 4_000, 5, deck)
    own, exact, pairs = evaluate(hand | board), 0, 0
    for high in rest:
        for low in rest:
            if low < high:
                other = evaluate(1 << high | 1 << low | board)
                exact += 2 * (own > other) + (own == other)
                pairs += 1
    assert won / 8_000 == pytest.approx(exact / 2 / pairs, abs=0.02)
    assert state != 5


def test_opponents_of_one_deck_share_no_card() -> None:
    """Of 45 cards 22 hands: ace and king of one suit are held at most once, and so by few."""
    hand, board = parse("2h2d").mask, parse("3c7h8sTdJc").mask
    deck = np.zeros(DECK, np.int64)
    points(hand, board, 22, 9, deck)
    dealt = deck[1:45].tolist()
    assert len(set(dealt)) == 44
    assert not any(one & (hand | board) for one in dealt)


def test_points_are_those_of_one_opponent_after_another() -> None:
    """Natively they meet in a loop of vector instructions, a deck at a time."""
    native = workshop().compile(points)
    for seed in range(30):
        hand, board, _ = deal_street(seed, *[(5, 5), (9, 52)][seed % 2])
        decks = np.zeros((3, DECK), np.int64)
        left = count = list_cards(hand | board, decks[0])
        own, won, state = evaluate(hand | board), 0, seed
        for _ in range(60):
            left = count if left < 2 else left
            opponent, state = deal_hand(left, state, decks[0])
            value, left = evaluate(board | opponent), left - 2
            won += 2 if own > value else int(own == value)
        assert points(hand, board, 60, seed, decks[1]) == (won, state)
        assert native(hand, board, 60, seed, decks[2]) == (won, state)
        assert decks[1].tolist() == decks[2].tolist()


@given(st.integers(0, 10_000))
def test_completions_end_with_the_run(seed: int) -> None:
    board = parse("2c3d").mask
    full, state = completed(board, board, seed)
    assert full & board == board
    assert state != seed
    assert full.bit_count() >= 5


@given(st.integers(0, 10**9), st.sampled_from([(0, 2), (3, 3), (4, 4), (5, 5), (7, 7), (9, 52)]))
def test_streets_are_dealt_as_the_run_reaches_them(seed: int, streets: tuple[int, int]) -> None:
    hand, board, over = deal_street(seed, *streets)
    size = board.bit_count()
    assert hand.bit_count() == 2
    assert hand & board == 0
    assert size == streets[0] or streets[0] < size <= streets[1]
    blacks = sum(is_black(c) for c in range(52) if board >> c & 1)
    assert blacks <= 5
    assert not over or size >= 5


def test_the_end_of_the_run() -> None:
    assert not is_over(0, -1)
    assert [is_over(5, card(text)) for text in ("Ac", "Ad", "Ah", "As")] == [
        True,
        False,
        False,
        True,
    ]
    assert not is_over(4, card("Ac"))
    ended = sum(deal_street(seed, 5, 5)[2] for seed in range(2_000))
    assert 900 < ended < 1_100


def test_histograms_are_the_same_natively() -> None:
    native, rng = workshop().compile(cumulate), Random(2)
    deck = np.zeros(DECK, np.int64)
    for trial in range(40):
        hand, board, over = deal_street(trial, *[(0, 2), (3, 3), (4, 4), (5, 9)][rng.integer(4)])
        found = [np.zeros(7, np.int64) for _ in range(2)]
        for run, counts in zip((native, cumulate), found, strict=True):
            run(hand, board, over, 4, 20, counts, deck)
        assert found[0].tolist() == found[1].tolist()
        assert found[0][-1] == 4


def test_hashes_differ() -> None:
    rng, seen = Random(1), set()
    for _ in range(5_000):
        seen.add(card_hash(1 << rng.integer(52) | 1 << rng.integer(52), rng.bits() >> 12))
    assert len(seen) == 5_000
    assert all(0 <= each < 1 << 62 for each in seen)


def test_nearest_is_the_least_earth_mover() -> None:
    centroids = np.array([[4, 4, 4], [0, 4, 4], [0, 0, 4], [0, 0, 4]])
    assert nearest(centroids, np.array([4, 4, 4])) == 0
    assert nearest(centroids, np.array([1, 4, 4])) == 1
    assert nearest(centroids, np.array([0, 1, 4])) == 2
    assert nearest(centroids, np.array([2, 4, 4])) == 0, "the first of equals"
