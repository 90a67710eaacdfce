"""Solvers refuse bad input, report errors, and stop between iterations."""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from numba.core import types

from tests.factors import nothing, step
from tests.games import Auction
from tests.games.auction import Bid
from tests.games.march import March
from tests.interrupted import check_ctrl_c
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import DCFR, LINEAR, ChanceSampling, ExternalSampling, OutcomeSampling, Rule
from zerosum.bluff import Bluff
from zerosum.errors import AbstractionError, GameError, NotNativeWarning, StoreError
from zerosum.evaluation import expected_values, sampled_values
from zerosum.experiment import Experiment, train
from zerosum.kernels.limits import most_words
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.native.lowering import lowering_of
from zerosum.native.types import SequenceType
from zerosum.support import store
from zerosum.support.tokens import write
from zerosum.tables import Storage
from zerosum.tree import enumerated

both = pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])


# After the highest bid, the other player can only call.
LAST_WORD = Bluff(bids=1 << 11)


@algebraic
def more_later(infoset):
    return (7, 8) if infoset.steps == 0 else (7, 9)


def solver(game, *, native=True, **options):
    made = ExternalSampling(game, native=native, **options)
    assert made.native == native
    return made


@pytest.mark.usefixtures("unchecked")
class TestIllFormed:
    def test_one_key_for_two_menus_or_players(self):
        game = Abstracted(March(alone=True), nothing, more_later)
        with pytest.raises(AbstractionError, match=r"with \(7, 8\), and for .* with \(7, 9\)"):
            solver(game, native=False).run(1)
        actions = algebraic(lambda infoset: (0, 1))
        game = Abstracted(March(), nothing * actions, actions)
        with pytest.raises(AbstractionError, match=r"for player 0 .* for player 1"):
            solver(game, native=False).run(1)


class TestSingleActions:
    """Where there is one action, there is nothing to learn."""

    @pytest.mark.parametrize("algorithm", [ExternalSampling, ChanceSampling, OutcomeSampling])
    def test_they_need_no_row(self, algorithm):
        made = algorithm(Bluff(), seed=1, native=False)
        made.run(2)
        strategy = made.strategy()
        assert min(len(row.actions) for row in strategy.rows()) == 2
        assert 0 < made.infosets < 24_576 / 2
        last = Bluff().apply(0).apply(0).apply(11).infoset(1)
        assert strategy(last, strict=True) == {12: 1.0}
        assert strategy.knows(last)
        assert strategy.unknown == 0

    def test_they_are_known_and_hide_no_key_for_two_menus(self):
        made = ExternalSampling(LAST_WORD, native=False)
        made.run(1)
        strategy = made.strategy()
        expected_values(enumerated(LAST_WORD, native=False), strategy)
        assert (made.infosets, strategy.unknown) == (0, 0)
        assert sampled_values(LAST_WORD, strategy, deals=2, native=False).unknown == 0.0
        lone = algebraic(lambda infoset: (0, 1) if infoset.steps == 0 else (0,) * 1)
        game = Abstracted(March(alone=True), nothing, lone)
        with pytest.raises(AbstractionError, match=r"with \(0, 1\) .* and for .* with \(0,\)"):
            ExternalSampling(game, native=False)


@pytest.mark.usefixtures("unchecked")
class TestRoom:
    @pytest.mark.slow
    @both
    def test_no_action(self, native):
        with pytest.raises(GameError, match=r"actions of .* must be at least one"):
            solver(March(most=0), native=native).run(1)

    def test_without_an_end(self):
        """Interpreted; test_threads.py has more of them natively."""
        with pytest.raises(GameError, match="Every playout of March must end"):
            solver(March(length=10**9, alone=True), native=False).run(1)


class TestLoad:
    @pytest.fixture
    def saved(self, tmp_path):
        made = solver(Kuhn(), rule=DCFR, seed=4, period=50)
        made.run(100)
        made.save(tmp_path / "checkpoint")
        return tmp_path / "checkpoint"

    def test_what_shaped_the_run_is_known(self, saved, tmp_path):
        made = ExternalSampling.load(saved, Kuhn())
        assert (made.rule, made.seed, made.period, made.iterations) == (DCFR, 4, 50, 100)
        own = Rule("own", alpha=1.2, beta=-float("inf"), gamma=0.1)
        solver(Kuhn(), rule=own).save(tmp_path / "own")
        assert ExternalSampling.load(tmp_path / "own", Kuhn(), rule=own).rule == own

    def test_a_default_may_be_named_later(self, tmp_path):
        solver(Kuhn(), storage=Storage()).save(tmp_path / "named")
        for storage in (None, Storage()):
            made = ExternalSampling.load(tmp_path / "named", Kuhn(), storage=storage)
            assert made.storage == Storage()

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"rule": LINEAR}, "with the rule that it began with"),
            ({"rule": replace(DCFR, alpha=2.0)}, "with the rule that it began with"),
            ({"seed": 5}, "with the seed that it began with, 4; got 5"),
            ({"period": 51}, "with the period that it began with, 50; got 51"),
        ],
    )
    def test_other_settings_are_refused(self, saved, options, said):
        with pytest.raises(StoreError, match=said):
            ExternalSampling.load(saved, Kuhn(), **options)

    def test_another_game_or_abstraction_and_a_strategy_are_refused(self, saved, tmp_path):
        with pytest.raises(StoreError, match=r"it differs in game\. Choose another folder"):
            ExternalSampling.load(saved, Leduc())
        first = algebraic(lambda infoset: infoset.card)
        with pytest.raises(StoreError, match="it differs in states"):
            ExternalSampling.load(saved, Abstracted(Kuhn(), first))
        ExternalSampling.load(saved, Kuhn()).strategy().save(tmp_path / "strategy")
        with pytest.raises(StoreError, match="must be of ExternalSampling, not of strategy"):
            ExternalSampling.load(tmp_path / "strategy", Kuhn())

    def test_a_run_of_another_game_is_refused(self, tmp_path):
        experiment = Experiment(Leduc, iterations=100, name="here")
        checkpoint = train(experiment, tmp_path / "run").folder / "checkpoint"
        before = sorted(path.name for path in checkpoint.iterdir())
        with pytest.raises(StoreError):
            train(replace(experiment, training=Kuhn), tmp_path / "run", resume=True)
        assert sorted(path.name for path in checkpoint.iterdir()) == before

    @pytest.mark.parametrize("name", ["words", "values", "blocks", "hashes"])
    def test_a_cut_table_is_refused(self, saved, name):
        read = store.read(saved)
        store.write(saved, {**read.arrays, name: read.arrays[name][:-1]}, read.meta)
        with pytest.raises(StoreError, match=f"must be complete; The {name}"):
            ExternalSampling.load(saved, Kuhn())

    @pytest.mark.parametrize("name", ["rule", "settings", "random", "of", "classes", "seed"])
    def test_a_meta_with_a_gap_is_refused(self, saved, name):
        read = store.read(saved)
        meta = {key: value for key, value in read.meta.items() if key != name}
        store.write(saved, read.arrays, meta)
        with pytest.raises(StoreError, match="must be complete"):
            ExternalSampling.load(saved, Kuhn())


class TestRun:
    def test_callbacks(self):
        made, seen = solver(Kuhn()), []
        made.run(0, seen.append)
        assert seen == []
        made.run(5, lambda each: seen.append(each.iterations))
        assert seen == [5]
        made, seen = solver(Leduc()), []
        begin, used = time.perf_counter(), time.process_time()
        made.run(150_000, lambda each: seen.append(each.iterations))
        lasted, worked = time.perf_counter() - begin, time.process_time() - used
        assert seen == sorted(seen)
        # Other processes may stop this one for longer than a batch takes.
        assert 2 * worked <= len(seen) <= 11 * lasted + 2

    def test_an_error_of_a_callback_leaves_whole_iterations(self):
        def stop(each):
            raise LookupError

        made = solver(Kuhn())
        with pytest.raises(LookupError):
            made.run(50, stop)
        made.run(50)
        whole = solver(Kuhn())
        whole.run(100)
        assert (made.work.table.values[:48] == whole.work.table.values[:48]).all()

    def test_one_deal_for_all_walks_of_an_iteration(self, monkeypatch):
        seen, sample = defaultdict(set), Leduc.sample

        def noted(game, rng=None):
            outcome = sample(game, rng)
            seen[sum(card >= 0 for card in game.cards)].add(outcome)
            return outcome

        monkeypatch.setattr(Leduc, "sample", noted)
        monkeypatch.setattr("zerosum.laws.playouts._SHARE", 0.0)  # They sample too.
        made, deals = solver(Leduc(), native=False, seed=2), Counter()
        for _ in range(300):
            seen.clear()
            made.run(1)
            assert all(len(outcomes) == 1 for outcomes in seen.values())
            if len(seen) == 3:
                deals[tuple(card for cards in sorted(seen) for card in seen[cards])] += 1
        assert len(deals) > 90  # of 120
        assert max(deals.values()) < 12


SLOW_WAYS = ("interpreted", "threads")
CTRL_C = """
    import json, sys, time
    from zerosum.algorithms import ExternalSampling
    from zerosum.leduc import Leduc

    how = sys.argv[1]
    threads = 3 if how == "threads" else 1
    made = ExternalSampling(Leduc(), seed=6, native=how != "interpreted", threads=threads)
    made.run(10)
    print("running", flush=True)
    try:
        made.run(10**12)
    except KeyboardInterrupt:
        landed = time.time()
    reached = made.iterations
    made.run(50)
    assert made.iterations == reached + 50 > 60
    whole = ExternalSampling(Leduc(), seed=6)
    whole.run(reached + 50)
    same = all((a == b).all() for a, b in zip(
        made.work.arrays().values(), whole.work.arrays().values(), strict=True))
    print(json.dumps([landed, same and made.random.state == whole.random.state]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize(
    "how", ["native", *(pytest.param(how, marks=pytest.mark.slow) for how in SLOW_WAYS)]
)
def test_ctrl_c_lands_between_iterations(how):
    def check(same):
        assert same or how == "threads"

    check_ctrl_c(CTRL_C, check, how)


@algebraic
def long(infoset):
    return (0,) * 20_000


@algebraic
def nested(infoset):
    return 1, tuple(range(infoset.steps))


@pytest.mark.usefixtures("unchecked")
class TestLongRows:
    def test_keys_that_are_too_long_or_unbounded_and_errors_of_factors(self):
        with pytest.raises(AbstractionError, match=r"at most 16,384 words; .* after \[\]"):
            solver(Abstracted(March(), step * long), native=False).run(1)
        wrong = algebraic(lambda infoset: (0,)[infoset.steps + 1])
        with pytest.raises(GameError, match=r"got IndexError: tuple index out of range \(line"):
            solver(Abstracted(March(), step * wrong), native=False).run(1)
        with pytest.warns(NotNativeWarning, match="nothing bounds it"):
            made = ExternalSampling(Abstracted(March(), step * nested))
        made.run(2)
        assert (made.native, made.infosets) == (False, 2)

    def test_bounds_from_types(self):
        assert most_words(types.int64) == most_words(types.boolean) == most_words(types.none) == 1
        assert most_words(types.float64) == 2
        assert most_words(types.Optional(types.float64)) == 2
        assert most_words(SequenceType(types.UniTuple(types.int64, 2), 100)) == 301
        assert most_words(lowering_of(Kuhn).record(Kuhn)) == 1 + 3 + 1
        actions = lowering_of(Auction).action_type()
        assert most_words(actions) >= len(write(Bid(2)))
