"""``equities``: factors of buckets are declared, fitted, cached and called."""

from __future__ import annotations

import os
import pickle
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import blood.river
import blood.river_recall
from blood.basic import basic, bets, ehs, equities, ochs, percentile, player, street
from tests.river import infoset, parts
from tests.runs import printed
from zerosum.abstraction import ONE, abstract, fitting
from zerosum.abstraction.fitting import equipped, listening, ready
from zerosum.cards import Cards, is_black, parse
from zerosum.errors import AbstractionError
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.buckets.plans import fit
from zerosum.pkr.buckets.river.features import deal_street
from zerosum.pkr.buckets.river.streets import StreetBuckets
from zerosum.pkr.game import RiverOfBlood
from zerosum.testing import check_native
from zerosum.workshop import workshop

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("own_cache")
SMALL = {"dimension": 10, "maxiter": 4, "opponents": 6, "samples": 500}


def small(*accs: int) -> list[StreetBuckets]:
    return parts(equities(accs, **SMALL))


def test_one_factor_has_the_buckets_of_all_streets() -> None:
    cards = equities((8,) + (40,) * 7, dimension=50, maxiter=30)
    assert len(cards.factors) == 1
    plans = [part.plan for part in parts(cards)]
    ranges = [(plan.first, plan.last) for plan in plans]
    assert ranges == [(0, 2), *((n, n) for n in range(3, 9)), (9, 52)]
    assert [plan.clusters for plan in plans] == [8] + [40] * 7
    assert cards.factors[0].target.buckets == (8,) + (40,) * 7
    told = "first_of(equity(0, 8, dimension=50, maxiter=30), equity(3, 40,"
    assert repr(cards).startswith(told)


def test_equal_declarations_are_equal() -> None:
    one, two = (equities((0, 3), **SMALL) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != equities((0, 4), **SMALL)
    assert pickle.loads(pickle.dumps(one)) == one
    assert equities((np.int64(4),), 10, 4) == equities((4,), 10, 4)
    (only,) = small(0, 0, 5)
    assert (only.plan.first, only.plan.last) == (4, 52)
    assert equities((0, 0), dimension=10, maxiter=2) == ONE


def test_declaring_writes_nothing_and_is_quick(own_cache: Path) -> None:
    code = "import time, blood.river; print(time.process_time())"
    assert float(printed(code, PYTHONWARNINGS="error")) < 3  # a second on a quiet machine
    assert not own_cache.exists()


@pytest.mark.slow
def test_every_board_has_one_bucket() -> None:
    cards = equities((3, 3, 3, 3, 3), **SMALL)
    deck = [c for c in range(52) if c % 4 in {1, 2}] + [0, 3, 4, 7, 8, 11]
    hand = Cards(1 << 50 | 1 << 51)
    deck = [c for c in deck if c not in hand]
    for size in range(32):
        board = Cards(sum(1 << c for c in deck[:size]))
        seen = replace(
            infoset("AhAd", ""), hand=hand, community=board, last=deck[size - 1] if size else -1
        )
        street = 0 if size < 3 else min(size - 2, 4)
        assert cards(seen) // 3 == street


def test_weak_hands_have_low_buckets() -> None:
    (flop,) = small(0, 5, 0)
    assert flop(infoset("AhAd", "AsAc2d")) == 4
    assert flop(infoset("3h2d", "AsAcKd")) <= 1


def test_order_of_the_board_does_not_matter_but_its_end_does() -> None:
    (turn,) = small(0, 0, 0, 5)
    one = turn(infoset("AhKd", "2c3d4h5s6d"))
    assert one == turn(infoset("AhKd", "5s4h3d2c6d"))
    assert one == turn(infoset("AhKd", "2s3d4h5c6d")), "suits of a colour are alike"
    target = ready(turn)
    hand, board = parse("AhKd").mask, parse("2c3d4h5s6s").mask
    computed = [target.compute(hand, board, over) for over in (False, True)]
    ends = [infoset("AhKd", "2c3d4h5s6s"), infoset("AhKd", "2c3d4h6s5s")]
    ends[0] = replace(ends[0], last=parse("6d").mask.bit_length() - 1)
    for _ in range(2):  # the second time they are remembered
        assert [turn(end) for end in ends] == computed


def test_tables_say_what_is_computed() -> None:
    (hands, _) = small(4, 2)
    plain, tabulated = ready(hands), equipped(hands)
    assert tabulated.table.size == 507
    assert set(tabulated.table.tolist()) <= {0, 1, 2, 3}
    for trial in range(200):
        hand, _, _ = deal_street(trial, 0, 2)
        assert tabulated.bucket(hand, 0, over=False) == plain.compute(hand, 0, over=False)


def test_centroids_are_sorted_and_fit() -> None:
    (turn,) = small(0, 0, 6)
    centroids = ready(turn).centroids
    assert (np.diff(centroids.sum(axis=1)) <= 0).all()
    assert (np.diff(centroids, axis=1) >= 0).all(), "medians of cumulative rows are cumulative"
    assert (centroids[:, -1] == SMALL["maxiter"]).all()


def test_a_fit_is_kept_and_found(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, float]] = []
    plan = small(0, 0, 3)[0].plan
    with listening(lambda task, share: heard.append((task, share))):
        first = fit(plan).centres.tolist()
        monkeypatch.setattr(fitting, "_MADE", {})
        assert heard[0] == ("Fitting 3 buckets of street 4 and later", 0.0)
        assert heard[-1][1] == 1.0
        assert [share for _, share in heard] == sorted(share for _, share in heard)
        told = len(heard)
        assert fit(plan).centres.tolist() == first
        assert len(heard) == told
    (folder,) = (own_cache / "buckets").iterdir()
    next(folder.glob("*.npy")).write_bytes(b"torn")
    for _ in range(2):  # damage is mended by fitting anew
        monkeypatch.setattr(fitting, "_MADE", {})
        assert fit(plan).centres.tolist() == first
    assert len(list((own_cache / "buckets").iterdir())) == 1


@pytest.mark.slow
def test_another_process_fits_the_same(tmp_path: Path) -> None:
    plan = small(0, 0, 5)[0].plan
    code = f"""
from zerosum.pkr.buckets.river.streets import HistogramPlan
from zerosum.pkr.buckets.plans import fit
print(fit({plan!r}).centres.tolist())
"""
    env = {"PYTHONPATH": str(ROOT), "ZEROSUM_CACHE": str(tmp_path / "other")}
    env |= {"OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    assert printed(code, **env).strip() == str(fit(plan).centres.tolist())


@pytest.mark.skipif(os.name != "posix", reason="folders of files are writable elsewhere")
def test_an_unwritable_cache_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("zerosum.abstraction.fitting._SAID", set())
    first, second = small(0, 0, 3)[0].plan, small(0, 0, 2)[0].plan
    with pytest.warns(RuntimeWarning, match="must be writable to keep what was fitted; the system"):
        fit(first)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit(second)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"accs": (8, -1)}, r"clusters of a street of equities must be .* got -1"),
        ({"accs": (8, 2.5)}, r"clusters of a street of equities must be .* got 2.5"),
        ({"accs": (5_000,)}, r"0 to 4,095; got 5000"),
        ({"dimension": 0}, r"dimension of equities must be .* got 0"),
        ({"maxiter": 0}, r"maxiter of equities must be .* got 0"),
        ({"maxiter": True}, r"maxiter of equities must be .* got True"),
        ({"samples": 0}, r"samples of equities must be .* got 0"),
        ({"opponents": -3}, r"opponents of equities must be .* got -3"),
    ],
)
def test_bad_numbers_are_refused_at_once(wrong: dict, said: str) -> None:
    with pytest.raises(AbstractionError, match=said):
        equities(**({"accs": (8, 8), "dimension": 10, "maxiter": 4} | wrong))


def test_what_cannot_be_fitted_is_refused() -> None:
    said = "fitted with at most 268,435,456 numbers in memory; got 1,000,200,000 for street 3 and"
    with pytest.raises(AbstractionError, match=said):
        equities((8, 200), dimension=1_000, maxiter=5_000)
    (preflop, *_) = small(300, 3)
    with pytest.raises(AbstractionError, match=r"at most its distinct histograms; got 300 of \d+"):
        preflop(infoset("AhAd", ""))


opposed = ochs((3, 0, 3), villains=3, maxiter=4, opponents=6, samples=400)
cards = equities((3, 0, 3, 3), **SMALL) * opposed * ehs(6, 3) * percentile(3, 2, 100)
states = street * player * cards * capped_bets(basic, 1)


@abstract(RiverOfBlood, states, capped_bets(basic, 1))
@dataclass(frozen=True)
class Small(RiverOfBlood):
    """River of Blood with small buckets of all kinds and no flop, whose table takes its time."""


@pytest.mark.slow
def test_buckets_are_the_same_natively() -> None:
    check_native(Small(), playouts=100)


def test_the_recommendation_adds_the_bets() -> None:
    assert blood.river_recall.states == blood.river.states * bets
    assert blood.river_recall.actions == blood.river.actions
    assert blood.river.cards == equities((8,) + (40,) * 7, dimension=50, maxiter=30)
    for module in (blood.river, blood.river_recall):
        assert module.experiment.training is module.TrainingAbstraction
        assert module.experiment.play is module.Abstraction


@pytest.mark.parametrize("accs", [(), (8,) * 31, 8, iter((8, 40)), {3: 4}])
def test_streets_that_make_no_sense(accs) -> None:
    with pytest.raises(AbstractionError, match="must be a tuple, one number for each of 1 to 30"):
        equities(accs, dimension=10, maxiter=4)


@pytest.mark.parametrize(("street", "shares"), [(9, (0.288, 0.507, 0.205)), (31, (1.0, 0.0, 0.0))])
def test_hands_of_late_streets_are_what_is_left_when_the_run_comes_so_far(street, shares) -> None:
    """Black, mixed and red hands: reds are on the board. 31 cards leave none."""
    deal = workshop().compile(deal_street)
    found = np.zeros(3)
    for seed in range(20_000):
        hand = deal(seed, street, street)[0]
        found[sum(not is_black(card) for card in Cards(hand))] += 1
    assert found / found.sum() == pytest.approx(shares, abs=0.015)
