"""Equities against going through all deals by hand, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.equities import boards, equity, exact, exact_equity, sampled, sampled_equity, table
from zerosum.pkr.equities.exact import deal_boards, sweep_boards
from zerosum.pkr.equities.showdowns import MOST_HANDS, order_hands
from zerosum.pkr.equities.spots import Spot, spot_of
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.hands.deck import FULL
from zerosum.pkr.hands.isomorphism import RENAMINGS, renamed
from zerosum.pkr.holdem import SHORT, Deck
from zerosum.pkr.ranges import Range

TEN = Deck(5, 2)
"""Ten cards, two suits: every deal can be gone through."""


class Interpreted:
    @staticmethod
    def compile(function: Callable[..., object]) -> Callable[..., object]:
        return function


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (boards, exact, sampled, table):
        monkeypatch.setattr(module, "workshop", Interpreted)


def by_hand(spot: Spot) -> np.ndarray:
    """Return the weight of all deals by winners, one deal after another."""
    hands = [[(hand, each.weight(hand)) for hand in each] for each in ranges_of(spot)]
    live = list(Cards(spot.live))
    tally = np.zeros(1 << spot.players)
    for extra in combinations(live, spot.missing):
        full = spot.board | sum(1 << card for card in extra)
        for deal in product(*hands):
            cards = [hand.mask for hand, _ in deal]
            if sum(cards) + full != np.bitwise_or.reduce([*cards, full]):
                continue
            values = [spot.deck.value(Cards(mask | full)) for mask in cards]
            winners = sum(1 << seat for seat, value in enumerate(values) if value == max(values))
            tally[winners] += np.prod([weight for _, weight in deal])
    return tally


def ranges_of(spot: Spot) -> list[Range]:
    return [Range(tuple(weights.tolist())) for weights in spot.weights]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("ranges", "board", "dead", "deck"),
    [
        (("AhKh", "QQ,AKs:0.5"), "Jh Th 2c 7d", "", FULL),
        (("KK:0.25, AdKd", "AhQs, JhJs:0.75"), "9s 8s 2c 2d", "Ac Kc", FULL),
        (("AhKh", "QcQd", "7s6s, AsKs"), "Jh Th 2c 7d", "Ts", FULL),
        (("AcKc", "AhKh", "AdKd", "AsKs"), "2c 3d 4h 5s 9c", "", FULL),
        (("AdKd", "random"), "", "", TEN),
        (("AK", "QJs, AA"), "Tc", "", TEN),
        (("9h8h", "AKs"), "7h 6h Ah Qd", "", SHORT),
    ],
)
def test_every_deal_is_counted(ranges: tuple[str, ...], board: str, dead: str, deck: Deck) -> None:
    spot = spot_of(ranges, board, dead, deck)
    known = spot.next_cards(), spot.missing, spot.renamings()
    masks, times = boards.completions(*known)
    tally = np.zeros(1 << spot.players)
    deal_boards(masks | spot.board, times, deck.short, *spot.hands(), tally)
    assert tally.tolist() == by_hand(spot).tolist()
    if spot.players == 2:
        swept = np.zeros(4)
        sweep_boards(masks | spot.board, times, spot.live, deck.short, spot.weights, swept)
        assert swept.tolist() == tally.tolist()


@pytest.mark.usefixtures("interpreted")
def test_all_classes_before_the_flop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    deck = TEN
    found = np.zeros((2, 169, 169), np.int64)
    hands = [1 << high | 1 << low for high, low in combinations(deck.cards, 2)]
    for extra in combinations(deck.cards, 5):
        full = sum(1 << card for card in extra)
        left = [hand for hand in hands if hand & full == 0]
        for first, second in product(left, left):
            if first & second == 0:
                mine, yours = (deck.value(Cards(hand | full)) for hand in (first, second))
                place = hole_class(first), hole_class(second)
                found[0][place] += mine > yours
                found[1][place] += mine == yours
    known = table.recalled(deck)
    assert np.array_equal(known.wins, found[0])
    assert np.array_equal(known.ties, found[1])
    monkeypatch.delattr(table, "_computed")
    assert np.array_equal(table.recalled(deck).wins, found[0])
    assert np.array_equal(known.pairs * known.boards, found[0] + found[0].T + found[1])


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("ranges", [("AhKd", "QQ, JTs:0.5"), ("QQ, JTs:0.5", "AhKd")])
def test_the_table_serves_any_hand_against_whole_classes(
    ranges: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    spot = spot_of([text.replace("d", "c").replace("h", "d") for text in ranges], "", "", TEN)
    assert exact.is_tabulated(spot)
    assert exact.tabulated(spot).tolist() == by_hand(spot).tolist()


def test_whole_classes_are_tabulated_and_many_hands_sampled() -> None:
    spot = spot_of(("AKs, QQ", "AhKh, QQ"), "", "", FULL)
    assert (spot.whole(0), spot.whole(1)) == (True, False)
    assert exact.is_tabulated(spot)
    assert not exact.is_tabulated(spot_of(("AKs", "QQ"), "", "2c", FULL))
    assert not exact.is_tabulated(spot_of(("AKs", "QQ", "JJ"), "", "", FULL))
    few = spot_of(("AhKh", "QQ+,AKs"), "Jh Th 2c", "", FULL)
    many = spot_of(("22+", "A2s+", "random"), "Jh Th 2c", "", FULL)
    assert exact.is_quick(few)
    assert not exact.is_quick(many)
    assert exact.is_quick(spot_of(("random", "random"), "Jh Th 2c", "", FULL))
    # Six ways each for two pairs of one rank, of 36.
    assert spot_of(("AA", "AA", "KK", "KK"), "", "", FULL).deals() == 36
    assert spot_of(("random", "random", "random"), "", "", FULL).deals() == 1326**3


@pytest.mark.parametrize(
    ("ranges", "board", "count"),
    [(("AhAs", "KhKs"), "", 4), (("AA", "KK"), "", 24), (("AhKh", "QQ"), "Qs 2c", 1)],
)
def test_renamings(ranges: tuple[str, ...], board: str, count: int) -> None:
    assert len(spot_of(ranges, board, "", FULL).renamings()) == count


@pytest.mark.parametrize(("size", "count"), [(3, 1755), (4, 16432), (5, 134459)])
@pytest.mark.slow
def test_boards(size: int, count: int) -> None:
    found, times = boards.completions(FULL.cards.mask, size, RENAMINGS)
    assert (len(found), times.sum()) == (count, comb(52, size))


@given(st.integers(0, 2**52 - 1), st.permutations(range(4)))
def test_renamed(mask: int, suits: list[int]) -> None:
    expected = sum(1 << (card & ~3 | suits[card & 3]) for card in Cards(mask))
    assert renamed(mask, *suits) == expected


@settings(max_examples=20)
@given(st.permutations(range(52)), st.booleans())
def test_hands_in_order(order: list[int], short: bool) -> None:
    deck = SHORT if short else FULL
    cards = [card for card in order if card in deck.cards]
    board, live = (sum(1 << card for card in part) for part in (cards[:5], cards[5:]))
    lows, highs = np.zeros((2, MOST_HANDS), np.int64)
    starts = np.zeros(MOST_HANDS + 1, np.int64)
    groups = order_hands(board, live, short, lows, highs, starts)
    count = len(cards[5:]) * (len(cards[5:]) - 1) // 2
    assert starts[groups] == count == len(set(zip(lows[:count], highs[:count], strict=True)))
    values = [
        deck.value(Cards(board | 1 << int(low) | 1 << int(high)))
        for low, high in zip(lows[:count], highs[:count], strict=True)
    ]
    assert values == sorted(values)
    assert [0, *np.flatnonzero(np.diff(values)) + 1, count] == starts[: groups + 1].tolist()


@pytest.mark.usefixtures("interpreted")
def test_samples_agree_with_all_deals() -> None:
    ranges, board = ("AA, KhQh", "QQ:0.5, 9s8s", "AdKd, JTs"), "Qs 9h 2c 7s"
    truth = exact_equity(*ranges, board=board)
    found = sampled_equity(*ranges, board=board, samples=4_000, seed=3)
    assert [each.samples for each in found] == [4_000] * 3
    for mine, true in zip(found, truth, strict=True):
        assert 0 < mine.error < 0.02
        assert abs(mine.share - true.share) < 2 * mine.error
        assert abs(mine.ties / 4_000 - true.ties / true.deals) < 0.03
    again = sampled_equity(*ranges, board=board, samples=4_000, seed=3)
    assert again == found != sampled_equity(*ranges, board=board, samples=4_000, seed=4)


@pytest.mark.usefixtures("interpreted")
def test_samples_of_crowded_ranges() -> None:
    ranges, board = ("AA:0.5, AhKh", "AA, KsQs", "AsAc, AdKd", "AA, KcQc"), "Qh 9d 2c 5s 7d"
    ways, weights = spot_of(ranges, board, "", FULL).joint()
    assert len(ways) < 0.1 * 7 * 7 * 2 * 7
    assert weights.sum() == exact_equity(*ranges, board=board)[0].deals
    truth = exact_equity(*ranges, board=board)
    found = sampled_equity(*ranges, board=board, samples=2_000, seed=1)
    for mine, true in zip(found, truth, strict=True):
        assert abs(mine.share - true.share) < 2 * mine.error


@pytest.mark.usefixtures("interpreted")
def test_equities_of_players() -> None:
    split = equity("AcKc", "AhKh", "2s2d", board="Qc Qh 5s 5d 9c")
    assert [each.share for each in split] == [0.5, 0.5, 0.0]
    assert [(each.wins, each.ties, each.deals) for each in split] == [(0, 1, 1)] * 2 + [(0, 0, 1)]
    assert sum(each.share for each in equity("AK", "QQ:0.3", board="Qc 2h 5s 5d")) == 1
    (never, _) = sampled_equity("2c2d", "AcAd", board="Ah As 5s 5d 9c", samples=100)
    assert (never.share, never.error) == (0.0, 0.03)


@pytest.mark.parametrize(
    ("ranges", "board", "dead", "match"),
    [
        (("AA",), "", "", "2 to 6 players; got 1"),
        (("AA",) * 7, "", "", "2 to 6 players; got 7"),
        (("AA", "KX"), "", "", "got 'KX' at character 1"),
        (("AA", "KK"), "2c3c4c5c6c7c", "", "at most 5 cards; got 7c6c5c4c3c2c"),
        (("AA", "KK"), "2c3c2c", "", "The board .* got '2c3c2c': .* got 2c twice"),
        (("AA", "KK"), "", "2c 1z", "The dead cards .* got '2c 1z': A card .* got '1z'"),
        (("AA", "KK"), "2c3c4c", "4c5c", "must not be on the board; got 4c"),
        (("AhAd", "KK"), "Ah3c4c", "", "player 1 .* the dead cards leave; got AhAd"),
        (("AA", "KhKd"), "", "Kd", "player 2 .* the dead cards leave; got KhKd"),
        (("AhKh", "AhQh"), "", "", "at once, .*; got AhKh against AhQh"),
        (("AA", "AA", "AA"), "", "", "at once, .*; got AA against AA against AA"),
    ],
)
def test_mistakes(ranges: tuple[str, ...], board: str, dead: str, match: str) -> None:
    with pytest.raises(GameError, match=match):
        equity(*ranges, board=board, dead=dead)


def test_mistakes_of_decks_and_samples() -> None:
    with pytest.raises(GameError, match="in the deck of 36 cards; got 2c"):
        equity("AA", "KK", board="2c7c8c", deck=SHORT)
    with pytest.raises(GameError, match="player 2"):
        equity("AA", "22", deck=SHORT)
    with pytest.raises(GameError, match="samples must be a whole number, at least 2; got 1"):
        sampled_equity("AA", "KK", samples=1)


@pytest.mark.slow
@pytest.mark.parametrize("short", [False, True])
def test_compiled_kernels_count_as_interpreted_ones(*, short: bool) -> None:
    deck = SHORT if short else FULL
    spots = [
        spot_of(("AKs, QQ:0.5", "random", "AhTh"), "Jh Tc 9c 7d", "8s", deck),
        spot_of(("AKs, QQ:0.5", "random"), "Jh Tc 9c 7d", "8s", deck),
    ]

    def count(spot: Spot) -> list[list[float]]:
        return [exact.count(spot).tolist(), sampled.sample(spot, 500, 7).tolist()]

    compiled = [count(spot) for spot in spots]
    with pytest.MonkeyPatch.context() as patch:
        for module in (boards, exact, sampled):
            patch.setattr(module, "workshop", Interpreted)
        assert compiled == [count(spot) for spot in spots]
