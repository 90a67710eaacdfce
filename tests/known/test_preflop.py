"""Equities before the flop over all boards, and some on boards, as published."""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.pkr.equities import Preflop, exact_equity, table
from zerosum.pkr.hands.deck import FULL
from zerosum.pkr.ranges.classes import MEMBERS, class_name

NAMES = [class_name(number) for number in range(169)]

AGAINST = {
    "AA KK": 81.9461, "KK QQ": 81.9348, "AA 22": 82.2167, "AA AKs": 87.8595, "AA AKo": 93.1719,
    "AA 72o": 88.1996, "KK AKs": 65.8936, "QQ AKo": 56.7577, "22 AKo": 52.6492,
    "22 JTs": 100 - 53.8384, "AKo JTs": 59.4861, "KK K2o": 94.6266, "66 98s": 50.0062,
}  # fmt: skip
"""In per cent."""

RANDOM = {
    "AA": 85.2037, "KK": 82.3957, "QQ": 79.9252, "JJ": 77.4695, "TT": 75.0118, "AKs": 67.0446,
    "AKo": 65.3201, "JTs": 57.5279, "22": 50.3340, "Q5o": 50.1201, "72o": 34.5836, "32o": 32.3032,
}  # fmt: skip
"""Against a random hand, in per cent."""


@pytest.fixture(scope="module")
def preflop() -> Preflop:
    """Return the table, computed now."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "recall", lambda _: None)
        return table.recalled(FULL)


@pytest.mark.slow
def test_wins_and_ties(preflop: Preflop) -> None:
    aces, kings = NAMES.index("AA"), NAMES.index("KK")
    assert preflop.wins[aces, kings] == 50_371_344
    assert preflop.ties[aces, kings] == 285_228
    assert preflop.pairs[aces, kings] * preflop.boards == 61_642_944
    assert preflop.pairs.sum() == 1326 * 1225
    every = preflop.wins + preflop.wins.T + preflop.ties
    assert np.array_equal(every, preflop.pairs * preflop.boards)


@pytest.mark.slow
def test_classes_against_each_other(preflop: Preflop) -> None:
    shares = 100 * preflop.equities
    for names, expected in AGAINST.items():
        first, second = map(NAMES.index, names.split())
        assert round(shares[first, second], 4) == pytest.approx(expected, abs=1e-9)
    assert divmod(int(shares.argmax()), 169) == (NAMES.index("KK"), NAMES.index("K2o"))
    apart = np.abs(shares - 50) + 100 * np.eye(169)
    assert {NAMES[place] for place in divmod(int(apart.argmin()), 169)} == {"66", "98s"}


@pytest.mark.slow
def test_against_a_random_hand(preflop: Preflop) -> None:
    shares = 100 * (preflop.equities * preflop.pairs).sum(axis=1) / preflop.pairs.sum(axis=1)
    for name, expected in RANDOM.items():
        assert round(shares[NAMES.index(name)], 4) == pytest.approx(expected, abs=1e-9)
    hands = np.array([len(hands) for hands in MEMBERS])
    assert shares @ hands / 1326 == pytest.approx(50)


def test_aces_against_kings() -> None:
    # The same suits, and others: two of the six and twelve ways.
    aces, kings = exact_equity("AhAs", "KhKs")
    assert (aces.wins, kings.wins, aces.ties) == (1_410_336, 292_660, 9_308)
    aces, kings = exact_equity("AcAd", "KhKs")
    assert (aces.wins, kings.wins, aces.ties) == (1_388_072, 317_694, 6_538)
