"""``ehs`` and ``percentile``: their values, natively and interpreted."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from blood.basic import ehs, percentile
from zerosum.abstraction.fitting import listening, ready
from zerosum.cards import Cards, parse
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.plans import fit
from zerosum.pkr.buckets.river import expected
from zerosum.pkr.buckets.river.expected import STREETS, expected_strength
from zerosum.pkr.buckets.river.features import DECK, deal_street
from zerosum.pkr.game import RiverOfBlood

pytestmark = pytest.mark.usefixtures("own_cache")


def test_expected_strength_is_a_share_and_steps_grow_with_it() -> None:
    deck = np.zeros(DECK, np.int64)
    aces = expected_strength(parse("AhAd").mask, 0, False, 60, deck)
    assert 740_000 < aces < 880_000
    nuts = expected_strength(parse("AhAd").mask, parse("AsAc2d3d4c").mask, True, 60, deck)
    assert nuts > 990_000
    start = RiverOfBlood().infoset(0)
    steps = [ehs(10, 10)(replace(start, hand=parse(h))) for h in ("3h2d", "Th9h", "AhAd")]
    assert steps == sorted(steps)
    assert steps[0] < steps[2]


@pytest.mark.slow
def test_parts_are_of_one_size() -> None:
    factor = percentile(4, 3, 400)
    target, start = ready(factor.target), RiverOfBlood().infoset(0)
    assert (np.diff(target.bounds, axis=1) >= 0).all()
    counts = [0, 0, 0, 0]
    for trial in range(1_000, 1_200):
        hand, board, _ = deal_street(trial, 4, 4)
        counts[factor(replace(start, hand=Cards(hand), community=Cards(board), last=1))] += 1
    assert min(counts) > 25
    assert max(counts) < 80


def test_they_are_measured_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expected, "CHUNK", 20)
    factor = percentile(3, 2, 60).target
    heard: list[float] = []

    def interrupt(_: str, share: float) -> None:
        heard.append(share)
        if share > 0.5:
            raise KeyboardInterrupt

    with listening(interrupt), pytest.raises(KeyboardInterrupt):
        fit(factor.plan)
    assert len(heard) > 12
    heard.clear()
    with listening(lambda _, share: heard.append(share)):
        fit(factor.plan)
    assert len(heard) == 2 + 3 * len(STREETS), "nothing was kept of what was broken off"
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_they_are_factors_like_others() -> None:
    assert ehs(5) == ehs(5)
    assert ehs(5) != ehs(6)
    assert repr(ehs(5) * percentile(4)) == "ehs(5, maxiter=30) * percentile(4, maxiter=30)"
    assert pickle.loads(pickle.dumps(ehs(5) * percentile(4))) == percentile(4) * ehs(5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: ehs(0), r"acc of ehs must be a whole number, 1 to 4,095; got 0: .* ehs\(20\)"),
        (lambda: ehs(5, -1), r"maxiter of ehs must be .* got -1"),
        (lambda: percentile(5_000), r"acc of percentile must be .* got 5000"),
        (lambda: percentile(50, 3, 10), r"samples of percentile must be .* 50 to .* got 10"),
    ],
)
def test_bad_numbers_are_refused(wrong, said: str) -> None:
    with pytest.raises(AbstractionError, match=said):
        wrong()
