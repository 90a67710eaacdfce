"""Sizes, values and the uniform policy's NashConv of the small games.

Kuhn: H. W. Kuhn, "A simplified two-person poker", 1950, and its sizes by hand. Leduc, and
Kuhn for three: OpenSpiel 2.0.2, `leduc_poker` and `kuhn_poker(players=3)`.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games import LeducRanks
from tests.programs import game_value
from tests.references import (
    best_response_value,
    expected_values,
    external_sampling,
    nash_conv,
    sizes,
    uniform,
)
from zerosum.abstraction import Abstracted
from zerosum.kuhn import InfoSet, Kuhn, KuhnThree, Move
from zerosum.kuhn import abstraction as kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.rng import Random
from zerosum.strategy import Strategy

KUHN = -1 / 18
LEDUC = -0.085606424078


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Kuhn(), (58, 30, 12)),
        (KuhnThree(), (617, 312, 48)),  # 17 partial deals, 24 deals of 25 histories
        (Leduc(), (9457, 5520, 936)),
        (LeducRanks(), (1939, 1116, 288)),
        (leduc.Abstraction(), (9457, 5520, 288)),
        (Abstracted(Leduc(), leduc.by_rank), (9457, 5520, 288)),
        (kuhn.Abstraction(), (58, 30, 8)),
        (kuhn.JackOrBetter(), (58, 30, 8)),
    ],
)
def test_sizes(game, expected):
    assert sizes(game) == expected


@pytest.mark.parametrize(
    ("game", "value"),
    [(Kuhn(), KUHN), (Leduc(), LEDUC), (LeducRanks(), LEDUC), (leduc.Abstraction(), LEDUC)],
)
def test_value(game, value):
    assert game_value(game) == pytest.approx(value, abs=1e-9)


@pytest.mark.usefixtures("plain_trees")
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Kuhn(), 11 / 12),
        (KuhnThree(), 2.0625),
        (Leduc(), 4.7472222),
        (LeducRanks(), 4.7472222),
        (leduc.Abstraction(), 4.7472222),
    ],
)
def test_uniform_nash_conv(game, expected):
    assert nash_conv(game, uniform) == pytest.approx(expected, abs=1e-7)
    assert nash_conv(game, Strategy.uniform(game)) == pytest.approx(expected, abs=1e-7)


def kuhn_equilibrium(alpha):
    """Player 0 bets the jack with probability alpha; the rest follows."""
    opening = {0: alpha, 1: 0.0, 2: 3 * alpha}
    bets = {
        0b101: {0: 0.0, 1: alpha + 1 / 3, 2: 1.0},
        0b10: {0: 1 / 3, 1: 0.0, 2: 1.0},
        0b11: {0: 0.0, 1: 1 / 3, 2: 1.0},
    }

    def policy(infoset: InfoSet) -> dict[Move, float]:
        bet = bets.get(infoset.history, opening)[infoset.card]
        return {Move.PASS: 1 - bet, Move.BET: bet}

    return policy


@pytest.mark.parametrize("alpha", [0, 1 / 6, 1 / 3])
class TestKuhnsEquilibria:
    def test_value(self, alpha):
        assert expected_values(Kuhn(), kuhn_equilibrium(alpha)) == pytest.approx([KUHN, -KUHN])

    def test_nothing_to_gain(self, alpha):
        assert nash_conv(Kuhn(), kuhn_equilibrium(alpha)) == pytest.approx(0, abs=1e-12)


def test_best_responses_to_the_uniform_policy():
    # Betting king and queen and, at a loss of a half, the jack: (3/2 + 1/2 - 1/2) / 3.
    assert best_response_value(Kuhn(), 0, uniform) == pytest.approx(1 / 2)
    assert best_response_value(Kuhn(), 1, uniform) == pytest.approx(11 / 12 - 1 / 2)


def test_external_sampling_reference_finds_the_value():
    policy = external_sampling(Kuhn(), 20_000, Random(1), linear=True)
    assert expected_values(Kuhn(), policy)[0] == pytest.approx(KUHN, abs=5e-3)
    assert nash_conv(Kuhn(), policy) < 0.05


@pytest.mark.slow  # the default tests have the same figures in test_prices.py
class TestMergedKuhn:
    """Queen and king as one: prices by linear programs over the merged and the whole game."""

    def test_both_spellings_have_one_value(self):
        value = game_value(kuhn.JackOrBetter())
        assert game_value(kuhn.Abstraction()) == pytest.approx(value)

    def test_every_equilibrium_costs_a_third(self):
        solution = external_sampling(kuhn.Abstraction(), 20_000, Random(1), linear=True)
        game = kuhn.Abstraction()

        def carried(infoset: InfoSet) -> dict[Move, float]:
            dealt = game.apply(infoset.card).apply(0 if infoset.card else 1)
            return solution(replace(dealt, history=infoset.history).infoset(0))

        assert nash_conv(Kuhn(), carried) == pytest.approx(1 / 3, abs=0.05)
