"""External sampling that begins with the regrets of an earlier run."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.algorithms.continued import ContinuedSampling, Earlier
from zerosum.algorithms.pruning import Pruning
from zerosum.errors import RuleError, StoreError
from zerosum.evaluation import exploitability
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.game import InfoSet
from zerosum.leduc import Leduc
from zerosum.rules import DCFR, PLUS
from zerosum.tables import Storage

RUN = 300


@algebraic
def few(infoset: Any) -> Any:
    """Return the actions without a second raise."""
    return tuple(infoset.actions())[:2]


FEW = Abstracted(Leduc(), None, few)


def saved(place: Path, game: Any, storage: Storage | None = None) -> Earlier:
    """Return the regrets of a run of a game."""
    solver = ExternalSampling(game, seed=1, native=False, storage=storage)
    solver.run(RUN)
    solver.save(place)
    return Earlier.open(place, game)


class TestWhereItBegins:
    @pytest.mark.parametrize("storage", [None, Storage("int32")], ids=["exact", "whole"])
    def test_it_plays_what_the_earlier_run_played(self, tmp_path, storage):
        """After one iteration with a large trust, regrets are hardly other than before."""
        earlier = saved(tmp_path, Kuhn(), storage)
        before = ExternalSampling.load(tmp_path, Kuhn(), native=False).current()
        solver = ContinuedSampling.of(earlier, 1_000 * RUN)(Kuhn(), seed=2, native=False)
        solver.run(3)
        now, met = solver.current(), 0
        for card, history in product(range(3), (0b1, 0b10, 0b11, 0b101)):
            infoset = InfoSet(card, history)
            found = now.find(infoset, tuple(infoset.actions()))
            met += found is not None
            assert found is None or found == pytest.approx(
                before.find(infoset, tuple(infoset.actions())), abs=0.02
            )
        assert met >= 5

    def test_other_menus_share_the_actions_that_both_have(self, tmp_path):
        """What the earlier run did not have is not played before it has been tried."""
        solver = ContinuedSampling.of(saved(tmp_path, FEW), 1_000 * RUN)(
            Leduc(), seed=2, native=False
        )
        solver.run(1)
        longer, now = 0, solver.current()
        for row in now.rows():
            if len(row.probabilities) == 3 and max(row.probabilities) > 0.34:
                longer += 1
                assert row.probabilities[2] == 0.0
        assert longer >= 5

    @pytest.mark.usefixtures("plain_trees")
    def test_it_learns_more_in_the_same_time(self, tmp_path):
        earlier = saved(tmp_path, Leduc())
        fresh = ExternalSampling(Leduc(), seed=3, native=False)
        continued = ContinuedSampling.of(earlier, 200)(Leduc(), seed=3, native=False)
        for solver in (fresh, continued):
            solver.run(100)
        known, new = (exploitability(Leduc(), each.strategy()) for each in (continued, fresh))
        assert known < 0.7 * new

    def test_its_iterations_come_after_those_before_and_count_so_many(self, tmp_path):
        """Weights and discounts are those of the next iterations of a longer run."""
        earlier = saved(tmp_path, Kuhn())
        solver = ContinuedSampling.of(earlier, RUN)(Kuhn(), native=False)
        solver.run(3)
        assert (solver.iterations, solver.work.regret_weight) == (3, RUN + 3)
        fading = ContinuedSampling.of(earlier, RUN)(Kuhn(), DCFR, native=False, period=100)
        fading.run(101)
        assert fading.work.period == RUN // 100 + 2
        assert 0.0 < solver.regret_bound() < 1.0
        # The total of an earlier run is scaled to that of a run of the given length.
        earlier = saved(tmp_path, Kuhn())
        solver = ContinuedSampling.of(earlier, 50)(Kuhn(), native=False)
        assert solver.work.counts == pytest.approx(50 * 51 / (RUN * (RUN + 1)))

    def test_rows_begin_in_walks_of_averages_too(self, tmp_path):
        """With three players, whose averages have walks of their own."""
        game = KuhnThree()
        earlier = saved(tmp_path, game)
        before = ExternalSampling.load(tmp_path, game, native=False).current()
        kind = ContinuedSampling.of(earlier, 1_000 * RUN)
        for seed in range(2):
            solver = kind(game, seed=seed, native=False)
            solver.run(1)
            for row in solver.current().rows():
                played = before.find(row.infoset, row.actions)
                assert played is None or row.probabilities == pytest.approx(played, abs=0.02)

    def test_regrets_are_those_of_the_end(self, tmp_path):
        """Discounts count that the earlier run did not make yet in rows that it saw long ago."""
        solver = ExternalSampling(Kuhn(), DCFR, seed=1, native=False, period=10)
        solver.run(95)
        # Rows of two regrets, two sums, and the period, as if last seen in the third of ten.
        table = solver.work.table
        rows = table.values[: table.values_end].reshape(-1, 5)
        rows[:] = 1e6, -1e6, 1.0, 1.0, 3.0
        solver.save(tmp_path)
        kind = ContinuedSampling.of(Earlier.open(tmp_path, Kuhn()), 95)
        new = kind(Kuhn(), DCFR, native=False, period=10)
        new.run(1)
        table = new.work.table
        begun = table.values[: table.values_end].reshape(-1, 5)
        positive = 1e6 * prod(DCFR.factors(period)[0] for period in range(4, 11))
        assert begun[:, 0] == pytest.approx(positive, rel=1e-4)
        assert begun[:, 1] == pytest.approx(-1e6 / 2**7, rel=1e-3)


class TestMistakes:
    def test_pruning_and_rules_that_forget(self, tmp_path):
        kind = ContinuedSampling.of(saved(tmp_path, Kuhn()), 10)
        with pytest.raises(RuleError, match="must not prune; leave pruning= out"):
            kind(Kuhn(), pruning=Pruning(-20), native=False)
        with pytest.raises(RuleError, match="The rule plus must not be used in a run that begins"):
            kind(Kuhn(), PLUS, native=False)

    def test_other_games_tables_and_strategies(self, tmp_path):
        saved(tmp_path, Kuhn())
        with pytest.raises(StoreError, match="must be of the game of its run; it differs in game"):
            Earlier.open(tmp_path, Leduc())
        with pytest.raises(StoreError, match="must have a table with exact keys"):
            saved(tmp_path, Kuhn(), Storage(fingerprint=64))
        ExternalSampling(Kuhn(), native=False).strategy().save(tmp_path)
        with pytest.raises(StoreError, match="must have a table with exact keys"):
            Earlier.open(tmp_path, Kuhn())


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_native(tmp_path, threads):
    """Interpreted and native agree bit by bit on one thread; each of two looks up by itself."""
    earlier = saved(tmp_path, Kuhn())
    kind = ContinuedSampling.of(earlier, 100)
    solver = kind(Kuhn(), seed=4, threads=threads)
    solver.run(2_000)
    assert exploitability(Kuhn(), solver.strategy()) < 0.05
    if threads == 1:
        slow = kind(Kuhn(), seed=4, native=False)
        slow.run(2_000)
        assert (slow.strategy().probabilities == solver.strategy().probabilities).all()
