"""``ochs``: strengths against clusters of opponents, and buckets of them."""

from __future__ import annotations

import pickle
from itertools import combinations

import numpy as np
import pytest

from blood.basic import equities, ochs
from tests.river import infoset, parts
from zerosum.abstraction import ONE, fingerprint
from zerosum.abstraction.fitting import equipped, ready
from zerosum.cards import parse
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.river.features import DECK, completed, dealer
from zerosum.pkr.buckets.river.opponents import WHOLE, face_all, meet_all
from zerosum.pkr.buckets.river.streets import OpponentBuckets
from zerosum.pkr.hands.isomorphism import HAND_CLASSES, by_colours, hand_index
from zerosum.pkr.hands.values import evaluate
from zerosum.workshop import workshop

SMALL = {"villains": 3, "maxiter": 4, "opponents": 6, "samples": 400}
THREE = np.arange(HAND_CLASSES) % 3
"""Clusters of opponents that need no fitting."""


def native(function):
    return workshop().compile(function)


def small(*accs: int) -> list[OpponentBuckets]:
    return parts(ochs(accs, **SMALL))


def strengths(
    hand: str, board: str, villains: np.ndarray, *, over: bool, maxiter: int = 8, run=face_all
) -> list[int]:
    clusters = villains.max() + 1
    rows, tallies = np.zeros((1, clusters), np.int64), np.zeros((2, clusters), np.int64)
    cards = by_colours(parse(hand).mask, parse(board).mask)
    masks = (np.array([mask], np.int64) for mask in cards)
    scratch = tallies, np.zeros(DECK, np.int64)
    run(*masks, np.array([over]), maxiter, 20, villains, rows, *scratch)
    return rows[0].tolist()


def shares(hand: str, board: str, villains: np.ndarray) -> list[float]:
    """The strengths of a hand where the run is over, opponent by opponent, in ``WHOLE``."""
    own, common = parse(hand).mask, parse(board).mask
    rest = [1 << card for card in range(52) if not (own | common) >> card & 1]
    won, met = np.zeros(villains.max() + 1), np.zeros(villains.max() + 1)
    for one, other in combinations(rest, 2):
        mine, theirs = evaluate(own | common), evaluate(one | other | common)
        won[villains[hand_index(one | other)]] += (mine > theirs) + (mine == theirs) / 2
        met[villains[hand_index(one | other)]] += 1
    return (WHOLE * won / met).tolist()


@pytest.mark.parametrize("board", ["3h4h5d6d7d8dTs", "AsAc2d3d4c"])
def test_where_the_run_is_over_all_opponents_are_met(board: str) -> None:
    found = strengths("9h8h", board, THREE, over=True)
    assert found == pytest.approx(shares("9h8h", board, THREE), abs=0.51)


def meet_all_often(
    hand: int, board: int, rounds: int, villains: np.ndarray, tallies: np.ndarray, deck: np.ndarray
) -> None:
    state = 12_345
    for _ in range(rounds):
        full, state = completed(board, hand | board, state)
        meet_all(hand, full, villains, tallies, deck)


@pytest.mark.slow
def test_samples_are_near_to_all_opponents_on_many_boards() -> None:
    hand, board, villains = "9h8h", "Tc7c2d5d", THREE
    found = strengths(hand, board, villains, over=False, maxiter=4_000, run=native(face_all))
    cards = parse(hand).mask, parse(board).mask
    tallies, deck = np.zeros((2, 3), np.int64), np.zeros(DECK, np.int64)
    native(meet_all_often)(*cards, 4_000, villains, tallies, deck)
    expected = WHOLE * tallies[0] / tallies[1] / 2
    assert found == pytest.approx(expected.tolist(), abs=0.016 * WHOLE)


def test_strong_hands_beat_every_cluster() -> None:
    run = native(face_all)
    aces = strengths("AhAd", "", THREE, over=False, maxiter=200, run=run)
    trash = strengths("3h2d", "", THREE, over=False, maxiter=200, run=run)
    assert min(aces) > 0.7 * WHOLE
    assert max(trash) < 0.45 * WHOLE


def test_a_cluster_that_nobody_is_of_stands_at_the_mean() -> None:
    """Two aces are held, and two lie on the board: no opponent has two."""
    aces = hand_index(parse("AcAd").mask), hand_index(parse("AhAs").mask)
    villains = np.zeros(HAND_CLASSES, np.int64)
    villains[list(aces)] = 1
    villains[hand_index(parse("AcAs").mask)] = villains[hand_index(parse("AdAh").mask)] = 1
    for over in (True, False):
        rest, absent = strengths("AhAd", "AsAc2d3d4c", villains, over=over)
        assert rest == absent > 0.9 * WHOLE


def test_strengths_are_the_same_natively() -> None:
    for street_ in [(0, 2), (4, 4), (5, 9)]:
        deals = dealer(*street_)(1, 6)
        found = [np.zeros((6, 3), np.int64) for _ in range(2)]
        for run, rows in zip((native(face_all), face_all), found, strict=True):
            scratch = np.zeros((2, 3), np.int64), np.zeros(DECK, np.int64)
            run(deals.hands, deals.boards, deals.overs, 3, 20, THREE, rows, *scratch)
        assert found[0].tolist() == found[1].tolist()
        assert (found[0] >= 0).all()
        assert (found[0] <= WHOLE).all()


@pytest.mark.slow
def test_clusters_of_opponents_are_the_buckets_of_equities() -> None:
    (factor,) = small(0, 0, 3)
    sizes = {"maxiter": 4, "samples": 400}
    (before, _) = parts(equities((3, 2), dimension=50, **sizes))
    assert before.plan == factor.plan.villains
    table = equipped(before).table
    assert table.tolist() == factor.plan.opposing.tolist()
    assert ready(factor).villains.tolist() == table.tolist()


def test_they_are_factors_like_others() -> None:
    one = ochs((8, 0, 40, 40))
    assert [(f.plan.first, f.plan.last) for f in parts(one)] == [(0, 2), (4, 4), (5, 52)]
    assert repr(ochs((8, 0, 40))) == (
        "first_of(opponents(0, 8, villains=8, maxiter=30), "
        "opponents(4, 40, villains=8, maxiter=30))"
    )
    assert repr(small(0, 2)[0]).endswith("maxiter=4, opponents=6, samples=400)")
    assert one == ochs((8, 0, 40, 40), 8, 30, opponents=20)
    assert hash(one) == hash(ochs((8, 0, 40, 40)))
    assert one != ochs((8, 0, 40, 40), villains=9)
    assert ochs((8,)) != equities((8,), 50, 30)
    assert pickle.loads(pickle.dumps(one)) == one
    assert ochs((0, 0)) == ONE


def test_data_are_no_part_of_the_identity() -> None:
    (factor,) = ochs((0, 0, 3), **SMALL).factors
    before = factor.identity, repr(factor), fingerprint(factor.target), len(pickle.dumps(factor))
    assert factor(infoset("AhAd", "2c3d4h5s")) in {0, 1, 2}
    assert factor(infoset("AhAd", "2c3d4h")) == -1
    (street,) = small(0, 0, 3)
    fitted = ready(street)
    assert fitted.centroids.shape == (3, 3)
    assert fitted.villains.shape == (507,)
    assert fitted == street
    again = factor.identity, repr(factor), fingerprint(factor.target), len(pickle.dumps(factor))
    assert again == before


def test_weak_hands_have_low_buckets() -> None:
    (flop,) = small(0, 4, 0)
    assert flop(infoset("AhAd", "AsAc2d")) == 3
    assert flop(infoset("3h2d", "AsAcKd")) <= 1
    totals = ready(flop).centroids.sum(axis=1)
    assert (np.diff(totals) >= 0).all()


def test_tables_and_memos_say_what_is_computed() -> None:
    (hands, turn) = small(4, 0, 3)
    plain, tabulated = ready(hands), equipped(hands)
    assert tabulated.table.size == HAND_CLASSES
    deals = dealer(0, 2)(1, 60)
    for hand in deals.hands.tolist():
        computed = plain.compute(hand, 0, over=False)
        assert tabulated.bucket(hand, 0, over=False) == computed
    late = ready(turn)
    deals = dealer(5, 5)(1, 10)
    for hand, board, over in zip(*(a.tolist() for a in vars(deals).values()), strict=True):
        computed = late.compute(hand, board, over)
        assert [late.bucket(hand, board, over) for _ in range(2)] == [computed] * 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"accs": (8, -1)}, r"clusters of a street of ochs must be .* got -1"),
        ({"accs": 8}, r"clusters of ochs must be a tuple, .* got 8: .* ochs\(\(8,\) \+ \(40,\)"),
        ({"villains": 508}, r"villains of ochs must be .* got 508"),
        ({"opponents": 0}, r"opponents of ochs must be .* got 0"),
    ],
)
def test_bad_numbers_are_refused_at_once(wrong: dict, said: str) -> None:
    with pytest.raises(AbstractionError, match=said):
        ochs(**({"accs": (8, 8)} | wrong))


def test_more_clusters_than_rows_are_refused() -> None:
    (turn,) = small(0, 0, 401)
    with pytest.raises(AbstractionError, match=r"distinct rows of strengths; got 401 of \d+"):
        turn(infoset("AhAd", "2c3d4h5s"))
