"""Tables with other numbers, dense rows, averages on some streets, and no room left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.games.march import March
from tests.games.streets import StreetLeduc
from tests.rows import bits
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ChanceSampling, ExternalSampling, OutcomeSampling, Pruning, PureCFR
from zerosum.errors import AbstractionError, StoreError, StrategyError, TableError
from zerosum.evaluation import lift, nash_conv, sampled_values
from zerosum.kernels.cells import keep
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import betting, board_rank
from zerosum.leduc.game import InfoSet
from zerosum.play.answers import Answers
from zerosum.rng import Random
from zerosum.rules import DCFR, LINEAR, PLUS
from zerosum.strategy import Strategy
from zerosum.tables import Storage

pytestmark = pytest.mark.usefixtures("plain_trees")
SLOW = pytest.mark.slow  # compiles for more than a second


@dataclass(frozen=True)
class OwnRank:
    """The rank of the own card."""

    buckets: int = 3

    def __call__(self, infoset: InfoSet) -> int:
        return infoset.card // 2


@dataclass(frozen=True)
class Paired:
    """Whether the own card pairs the board; -1 before there is one."""

    buckets: int = 2

    def __call__(self, infoset: InfoSet) -> int:
        return -1 if infoset.board < 0 else int(infoset.card // 2 == infoset.board // 2)


GAME = Abstracted(Leduc(), betting * board_rank * algebraic(OwnRank()) * algebraic(Paired()))
STORAGES = (Storage(dense=True), Storage("float32", dense=True), Storage("int32", dense=True))


def solved(
    storage: Storage | None, rule: Any = LINEAR, iterations: int = 3_000, **options: Any
) -> ExternalSampling:
    solver = ExternalSampling(GAME, rule, 5, storage=storage, reserve=1 << 22, **options)
    solver.run(iterations)
    return solver


@cache
def exact() -> Strategy:
    return solved(None).strategy()


def answers(strategy: Strategy) -> dict[Any, list[float]]:
    return {(row.player, str(row.infoset)): row.probabilities for row in strategy.rows()}


class TestNumbers:
    @pytest.mark.parametrize("rule", [PLUS, DCFR], ids=lambda rule: rule.name)
    def test_other_storage_learns_the_same(self, rule):
        known = answers(solved(None, rule, period=500).strategy())
        found = answers(solved(STORAGES[1], rule, period=500).strategy())
        assert found.keys() <= known.keys()
        assert all(np.allclose(found[key], known[key], atol=1e-4) for key in found)

    def test_dense_rows_of_64_bits_learn_the_same_bits(self):
        """Interpreted: both executions agree, as the others show, and nothing is compiled here."""
        known, found = (
            answers(solved(each, iterations=100, native=False).strategy())
            for each in (None, STORAGES[0])
        )
        assert all(found[key] == known[key] for key in found)

    @pytest.mark.parametrize("rule", [LINEAR, PLUS, DCFR], ids=lambda rule: rule.name)
    @pytest.mark.slow
    def test_integers_learn_as_well(self, rule):
        found = [
            nash_conv(Leduc(), lift(solved(each, rule, 30_000, period=3_000).strategy(), GAME))
            for each in (None, STORAGES[2])
        ]
        assert found[1] < 1.25 * found[0]

    @pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.slow), False])
    @pytest.mark.parametrize("algorithm", [ChanceSampling, OutcomeSampling, PureCFR])
    def test_every_sampler_takes_them(self, algorithm, native):
        solver = algorithm(
            GAME, seed=1, native=native, storage=Storage("int32", dense=True), reserve=1 << 22
        )
        solver.run(20)
        assert solver.infosets > 30

    def test_integers_are_right_on_average(self):
        cells, rng = memoryview(np.zeros(3, np.int32)), Random(1)
        for _ in range(10_000):
            keep(cells, 0, cells[0] + 0.3, rng)
            keep(cells, 1, cells[1] - 0.7, rng)
        keep(cells, 2, -1e30, rng)
        assert abs(cells[0] - 3_000) < 200
        assert abs(cells[1] + 7_000) < 200
        assert cells[2] == 1 - (1 << 31)

    @pytest.mark.parametrize(
        ("storage", "rel"), [(STORAGES[1], 1e-4), pytest.param(STORAGES[2], 0.2, marks=SLOW)]
    )
    def test_the_regret_bound_is_about_the_same(self, storage, rel):
        exact, found = (solved(each, DCFR, period=500).regret_bound() for each in (None, storage))
        assert found == pytest.approx(exact, rel=rel)

    def test_how_much_it_takes(self):
        made = [
            solved(each, iterations=200, native=False)
            for each in (None, Storage("float32"), STORAGES[1])
        ]
        sizes = [each.work.table.bytes for each in made]
        saved = 4 * made[0].strategy().probabilities.size
        assert sizes[0] - sizes[1] == 2 * saved
        assert sizes[2] < 0.6 * sizes[1]
        assert Storage("float32", dense=True).bytes_of(4) == 32


FIRST = Storage("float32", averages=1)
PRINTED = Storage("float32", fingerprint=64)
SMALL = StreetLeduc()


class TestAverages:
    def solver(self, iterations: int = 200, **options: Any) -> ExternalSampling:
        solver = ExternalSampling(SMALL, LINEAR, 5, storage=FIRST, reserve=1 << 24, **options)
        solver.run(iterations)
        return solver

    @pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.slow), False])
    def test_the_strategy_is_the_current_one_elsewhere_and_goes_on(self, native, tmp_path):
        solver = self.solver(native=native)
        average, current = solver.strategy(), solver.current()
        same = {
            street: [
                one.probabilities == other.probabilities
                for one, other in zip(average.rows(), current.rows(), strict=True)
                if one.infoset.street == street
            ]
            for street in (0, 1)
        }
        assert all(same[1])
        assert not all(same[0])
        self.solver(100, native=native).save(tmp_path / "half")
        later = ExternalSampling.load(tmp_path / "half", SMALL, native=native, reserve=1 << 24)
        later.run(100)
        assert bits(later) == bits(solver)

    def test_what_takes_them(self):
        made = self.solver(pruning=Pruning(-50), native=False)
        assert made.strategy().probabilities.dtype == np.float32
        with pytest.raises(
            TableError, match="have no `street`: leave averages= of the storage, or"
        ):
            solved(Storage(averages=1))
        with pytest.raises(TableError, match="averages of ChanceSampling must be kept everywhere"):
            ChanceSampling(SMALL, storage=FIRST)


@cache
def dense() -> Strategy:
    return solved(STORAGES[1]).strategy()


class TestDenseStrategies:
    def test_all_that_asks_it_gets_the_same(self, tmp_path):
        strategy = dense()
        strategy.save(tmp_path / "saved")
        mapped = Strategy.load(tmp_path / "saved", GAME)
        assert answers(mapped) == answers(strategy) == answers(strategy.plain)
        assert len(mapped) == len(strategy.plain) == len(answers(strategy))
        asked = Answers(mapped, Leduc())
        history = Leduc().apply(0).apply(4)
        wanted = strategy(history.infoset(0))
        assert asked.native
        assert asked(history, 0) == pytest.approx(wanted)
        assert strategy.plain(history.infoset(0)) == pytest.approx(wanted)
        solver = solved(STORAGES[1])
        mapped = solver.save_strategy(tmp_path / "parts")
        assert answers(mapped) == answers(solver.strategy())

    @pytest.mark.slow
    def test_it_is_measured_as_any_other(self):
        whole = nash_conv(Leduc(), lift(exact(), GAME))
        assert nash_conv(Leduc(), lift(dense(), GAME)) == pytest.approx(whole, rel=1e-3)
        means = [sampled_values(GAME, each, 2_000).means for each in (exact(), dense())]
        assert means[0] == pytest.approx(means[1], abs=1e-4)
        both = [dense(), exact()]
        assert sampled_values(GAME, both, 2_000).means == pytest.approx(means[0], abs=1e-4)

    def test_a_bucket_that_was_never_visited_is_unknown(self):
        strategy = solved(STORAGES[1], iterations=1).strategy()
        unknown = [
            infoset
            for card in range(6)
            if strategy.find(infoset := Leduc().apply(card).infoset(0), infoset.actions()) is None
        ]
        assert unknown
        assert strategy(unknown[0]) == {1: 0.5, 2: 0.5}
        assert strategy.unknown == 1

    @pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.slow), False])
    def test_a_bucket_beyond_the_declared_ones_is_refused(self, native):
        states = betting * board_rank * algebraic(OwnRank(2))
        solver = ExternalSampling(
            Abstracted(Leduc(), states), storage=Storage(dense=True), native=native
        )
        with pytest.raises(ValueError, match="bucket of a private factor must be below"):
            solver.run(50)

    def test_states_without_buckets_are_refused(self):
        with pytest.raises(AbstractionError, match="must have a factor that says how many buckets"):
            ExternalSampling(Leduc(), storage=Storage(dense=True))


class TestFullTables:
    @pytest.mark.parametrize("native", [True, False])
    def test_new_infosets_are_played_uniformly(self, native):
        solver = ExternalSampling(GAME, seed=1, native=native, reserve=6_000, full="uniform")
        solver.run(200)
        rows = solver.infosets
        assert 0 < rows < 100
        assert solver.turned_away > 100
        assert 1 <= solver.full_since < 50
        solver.run(200)
        assert solver.infosets == rows
        assert solver.work.table.bytes <= 6_000

    def test_until_then_it_makes_no_difference_and_threads_have_room_of_their_own(self):
        known = solved(None, iterations=20)
        solver = ExternalSampling(GAME, LINEAR, 5, reserve=1 << 22, full="uniform")
        solver.run(20)
        assert solver.full_since is None
        assert (solver.work.arrays()["values"] == known.work.arrays()["values"]).all()
        solver = ExternalSampling(GAME, seed=1, threads=3, reserve=6_000, full="uniform")
        solver.run(3_000)
        assert solver.turned_away > 1_000
        assert solver.work.table.bytes <= 6_000

    def test_the_count_is_saved(self, tmp_path):
        solver = ExternalSampling(GAME, seed=1, reserve=6_000, full="uniform")
        solver.run(200)
        solver.save(tmp_path / "full")
        later = ExternalSampling.load(tmp_path / "full", GAME, reserve=6_000, full="uniform")
        assert (later.turned_away, later.full_since) == (solver.turned_away, solver.full_since)
        later.run(100)
        assert later.turned_away > solver.turned_away
        with pytest.raises(TableError, match="full must be stop or uniform; got 'evict'"):
            ExternalSampling(GAME, full="evict")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"numbers": "float16"}, "must be float64, float32, int32"),
        ({"averages": -1}, "streets"),
        ({"fingerprint": 32}, "0, 64 or 128"),
        ({"dense": True, "fingerprint": 64}, "dense"),
    ],
)
def test_what_a_storage_may_be(wrong, said):
    with pytest.raises(TableError, match=said):
        Storage(**wrong)


class TestFingerprints:
    @pytest.mark.usefixtures("unchecked")
    @pytest.mark.parametrize("full", ["stop", "uniform"])
    def test_a_menu_that_is_too_long_for_one(self, full):
        storage = Storage(fingerprint=64)
        solver = ExternalSampling(March(most=70), storage=storage, full=full, native=False)
        with pytest.raises(TableError, match=r"at most 127 numbers.*longer: use exact keys"):
            solver.run(1)
        assert not solver.work.table.full

    @pytest.mark.slow
    @pytest.mark.parametrize(("numbers", "length"), [("float32", 64), ("float64", 128)])
    def test_they_learn_the_same(self, numbers, length, tmp_path):
        solver = solved(Storage(numbers, fingerprint=length))
        strategy = solver.strategy()
        known = nash_conv(Leduc(), lift(exact(), GAME))
        assert solver.infosets == len(strategy) == len(exact())
        assert nash_conv(Leduc(), lift(strategy, GAME)) == pytest.approx(known, rel=1e-3)
        strategy.save(tmp_path / "saved")
        mapped = Strategy.load(tmp_path / "saved", GAME)
        asked = Answers(mapped, Leduc())
        infoset = (history := Leduc().apply(0).apply(4)).infoset(0)
        assert asked.native
        assert asked(history, 0) == pytest.approx(exact()(infoset), abs=1e-4)
        means = [sampled_values(GAME, each, 500).means for each in (exact(), mapped)]
        assert means[0] == pytest.approx(means[1], abs=1e-4)

    def test_how_much_they_take_and_what_needs_keys(self):
        solver = solved(PRINTED)
        numbers = 2 * 4 * solver.strategy().probabilities.size
        index = 4 * (solver.work.table.mask + 1)
        assert solver.work.table.bytes == numbers + 8 * solver.infosets + index
        strategy = solved(PRINTED, iterations=50).strategy()
        with pytest.raises(StrategyError, match="must have exact keys to be listed"):
            list(strategy.rows())
        with pytest.raises(StrategyError, match="must be of one kind; got fingerprints of 64 bits"):
            sampled_values(GAME, [exact(), strategy], 10)

    @pytest.mark.parametrize(
        ("storage", "native"),
        [
            (PRINTED, True),
            (Storage("float32", fingerprint=128), False),
            (STORAGES[1], True),
            pytest.param(STORAGES[2], True, marks=SLOW),
        ],
    )
    def test_solvers_go_on_where_they_stopped(self, storage, native, tmp_path):
        """Bit for bit, in both executions."""
        whole, half = (solved(storage, DCFR, t, period=20, native=native) for t in (80, 40))
        half.save(tmp_path / "half")
        later = ExternalSampling.load(tmp_path / "half", GAME, native=native, reserve=1 << 22)
        later.run(40)
        assert bits(later) == bits(whole)
        if native:
            assert bits(solved(storage, DCFR, 80, period=20, native=False)) == bits(whole)
        with pytest.raises(StoreError, match="must go on with the storage that it began with"):
            ExternalSampling.load(tmp_path / "half", GAME, storage=Storage())

    def test_a_damaged_table_is_refused(self, tmp_path):
        solver = solved(PRINTED, iterations=30)
        solver.work.table.values[0] = 0.0
        solver.save(tmp_path / "damaged")
        with pytest.raises(StoreError, match="follow each other without gaps"):
            ExternalSampling.load(tmp_path / "damaged", GAME, reserve=1 << 22)

    def test_threads_share_one_and_it_may_be_full(self):
        solver = solved(PRINTED, iterations=20_000, threads=3)
        assert solver.infosets == len(exact())
        assert nash_conv(Leduc(), lift(solver.strategy(), GAME)) < 0.5
        solver = ExternalSampling(GAME, seed=1, storage=PRINTED, reserve=6_000, full="uniform")
        solver.run(400)
        assert solver.turned_away > 100
        assert solver.work.table.bytes <= 6_000

    def test_each_player_may_have_a_strategy(self):
        """Fingerprints do not say whose they are, and both strategies have all of them."""
        found = []
        for storage in (Storage("float32"), PRINTED):
            both = [solved(storage, LINEAR, n, native=False).strategy() for n in (200, 20)]
            found.append(sampled_values(GAME, both, 200, seed=3, native=False))
        assert found[0].means == pytest.approx(found[1].means, abs=1e-6)
        assert 0 < found[0].unknown == pytest.approx(found[1].unknown, rel=1e-6)


class TestSnapshots:
    def test_they_are_averaged_where_no_average_is_kept(self, tmp_path):
        options = {"storage": FIRST, "reserve": 1 << 24, "native": False}
        solver = ExternalSampling(SMALL, LINEAR, 5, **options)
        found = []
        for _ in range(3):
            solver.run(100)
            found.append(answers(solver.current()))
            solver.save_strategy(tmp_path / "run")
        mapped, average = Strategy.load(tmp_path / "run", SMALL), answers(solver.strategy())
        assert mapped.snapshots == 3
        for row in mapped.rows():
            key = row.player, str(row.infoset)
            wanted = average[key]
            if row.infoset.street > 0:
                known = [(k, at[key]) for k, at in enumerate(found, 1) if key in at]
                wanted = np.average([p for _, p in known], axis=0, weights=[k for k, _ in known])
            if len(known := [at for at in found if key in at]) == 3:
                assert row.probabilities == pytest.approx(wanted, abs=1e-5)
        for seed in (5, 6):
            solver = ExternalSampling(SMALL, LINEAR, seed, **options)
            solver.run(50)
            strategy = solver.save_strategy(tmp_path / "run")
        assert strategy.snapshots == 1
        assert answers(strategy) == answers(solver.strategy())
