"""Sizes, values and the uniform policy's NashConv of the small games.

Kuhn: H. W. Kuhn, "A simplified two-person poker", 1950, and its sizes by hand. Leduc, and
Kuhn for three: OpenSpiel 2.0.2, `leduc_poker` and `kuhn_poker(players=3)`.
"""

import pytest

from tests.equilibria import game_value
from tests.games import LeducRanks
from tests.references import (
    expected_values,
    kuhn_bets,
    nash_conv,
    sizes,
    uniform,
)
from zerosum.kuhn import Kuhn, KuhnThree, Move
from zerosum.kuhn import abstraction as kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.strategy import Strategy

KUHN = -1 / 18
LEDUC = -0.085606424078


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Kuhn(), (58, 30, 12)),
        (KuhnThree(), (617, 312, 48)),  # 17 partial deals, 24 deals of 25 histories
        (Leduc(), (9457, 5520, 936)),
        (leduc.Abstraction(), (9457, 5520, 288)),
        (kuhn.Abstraction(), (58, 30, 8)),
        (kuhn.JackOrBetter(), (58, 30, 8)),
    ],
)
def test_sizes(game, expected):
    assert sizes(game) == expected


@pytest.mark.parametrize(("game", "value"), [(Kuhn(), KUHN), (LeducRanks(), LEDUC)])
def test_value(game, value):
    assert game_value(game) == pytest.approx(value, abs=1e-9)


@pytest.mark.usefixtures("plain_trees")
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Kuhn(), 11 / 12),
        (KuhnThree(), 2.0625),
        (LeducRanks(), 4.7472222),
    ],
)
def test_uniform_nash_conv(game, expected):
    assert nash_conv(game, uniform) == pytest.approx(expected, abs=1e-7)
    assert nash_conv(game, Strategy.uniform(game)) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("alpha", [0, 1 / 6, 1 / 3])
def test_kuhns_equilibria(alpha):
    def policy(infoset):
        bet = kuhn_bets(alpha)[infoset.card, infoset.history]
        return {Move.PASS: 1 - bet, Move.BET: bet}

    assert expected_values(Kuhn(), policy) == pytest.approx([KUHN, -KUHN])
    assert nash_conv(Kuhn(), policy) == pytest.approx(0, abs=1e-12)
