"""Outcome sampling: bad input, saving, and reproducible runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.march import March
from tests.rows import bits
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, OutcomeSampling
from zerosum.bluff import Bluff
from zerosum.errors import GameError, StoreError, TableError
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.game import InfoSet
from zerosum.leduc import Leduc
from zerosum.tables import action_counts, check_table


@algebraic
def rank(infoset):
    return infoset.card >> 1


@algebraic
def board(infoset):
    return infoset.board


@algebraic
def history(infoset):
    return infoset.history


class TestRefused:
    @pytest.mark.parametrize("epsilon", [0.0, float("nan")])
    def test_no_exploration_and_too_much(self, epsilon):
        with pytest.raises(ValueError, match=f"epsilon must be above 0.*got {epsilon}: leave"):
            OutcomeSampling(Kuhn(), epsilon=epsilon)

    @pytest.mark.parametrize("rate", [-0.1, 1.5])
    def test_rates_that_are_none(self, rate):
        with pytest.raises(ValueError, match=f"baseline must be a rate, 0 to 1; got {rate}: leave"):
            OutcomeSampling(Kuhn(), baseline=rate)

    def test_baselines_of_three(self):
        with pytest.raises(GameError, match=r"must have two players.*got 3: leave baseline= out"):
            OutcomeSampling(KuhnThree(), baseline=0.1)

    @pytest.mark.parametrize(
        "game",
        [March(endless=True), pytest.param(March(length=10**6), marks=pytest.mark.slow)],
        ids=repr,
    )
    def test_a_history_without_an_end(self, game):
        with pytest.raises(GameError, match=r"Every playout of March must end; got one of .* mo"):
            OutcomeSampling(game, native=False, reserve=1 << 27).run(1)


class TestRows:
    @pytest.mark.parametrize(
        ("rate", "numbers", "rule", "extra"), [(0.0, 2, DCFR, 1), (0.5, 3, LINEAR, 0)]
    )
    def test_three_numbers_an_action_only_with_baselines(self, rate, numbers, rule, extra):
        solver = OutcomeSampling(Kuhn(), rule=rule, baseline=rate, native=False, reserve=1 << 20)
        solver.run(20)
        arrays = solver.work.arrays()
        counts = action_counts(arrays["words"], arrays["blocks"])
        assert arrays["values"].size == numbers * counts.sum() + extra * counts.size
        check_table(arrays, extra, numbers)
        with pytest.raises(TableError, match="belong to its rows"):
            check_table(arrays, extra, 5 - numbers)

    def test_baselines_are_what_player_0_may_expect(self):
        """The king bet against a pass wins one, whoever holds it."""
        solver = OutcomeSampling(Kuhn(), baseline=0.5, native=False, reserve=1 << 20)
        solver.run(2_000)
        strategy = solver.strategy()
        for row, at in zip(strategy.rows(), strategy.words[strategy.blocks].tolist(), strict=True):
            mine = solver.work.table.values[at + 4 : at + 6] * (1 - 2 * row.player)
            if row.infoset.card == 2:
                assert mine[1] >= 1.0 - 1e-9
            elif row.infoset == InfoSet(0, 0b11):
                assert mine == pytest.approx([-1.0, -2.0], abs=1e-9)


class TestSaved:
    def made(self) -> OutcomeSampling:
        return OutcomeSampling(
            Kuhn(), rule=DCFR, period=9, seed=4, epsilon=0.3, baseline=0.2, native=False
        )

    @pytest.fixture
    def saved(self, tmp_path: Path) -> Path:
        solver = self.made()
        solver.run(50)
        solver.save(tmp_path / "run")
        return tmp_path / "run"

    def test_going_on_is_never_having_stopped(self, saved: Path):
        loaded = OutcomeSampling.load(saved, Kuhn(), native=False)
        assert (loaded.epsilon, loaded.baseline, loaded.period) == (0.3, 0.2, 9)
        loaded.run(50)
        whole = self.made()
        whole.run(100)
        assert bits(loaded) == bits(whole)

    def test_other_settings_are_refused(self, saved: Path):
        with pytest.raises(StoreError, match="must go on with the baseline that it began with"):
            OutcomeSampling.load(saved, Kuhn(), baseline=0.5)


def both_ways(game: Any, iterations: int, **options: Any) -> None:
    """Check that native and interpreted runs of one seed are the same bits."""
    native = OutcomeSampling(game, seed=7, **options)
    plain = OutcomeSampling(game, seed=7, native=False, **options)
    assert (native.native, plain.native) == (True, False)
    for solver in (native, plain):
        solver.run(iterations)
    assert native.infosets > 0
    assert bits(native) == bits(plain)


@pytest.mark.parametrize(("rule", "rate"), [(VANILLA, 0.0), (PLUS, 0.3), (DCFR, 0.3)])
def test_one_source_bit_for_bit(rule, rate):
    both_ways(Kuhn(), 300, rule=rule, baseline=rate, period=50)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rate"),
    [(Bluff(), 0.0), (Abstracted(Leduc(), rank * board * history), 0.3), (KuhnThree(), 0.0)],
    ids=["Bluff", "Leduc by rank", "KuhnThree"],
)
def test_other_games_bit_for_bit(game, rate):
    both_ways(game, 1_000, rule=DCFR, baseline=rate, period=300)


@pytest.mark.parametrize("rate", [0.0, 0.2])
def test_threads_on_one_table(rate):
    solver = OutcomeSampling(Kuhn(), seed=1, threads=2, baseline=rate)
    assert (solver.native, solver.threads) == (True, 2)
    solver.run(20_000)
    assert (solver.iterations, solver.infosets) == (20_000, 12)
    check_table(solver.work.arrays(), 0, 3 if rate else 2)
    assert np.isfinite(solver.work.arrays()["values"]).all()
