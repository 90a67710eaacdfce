"""Threads on one table: no duplicate rows, no lost iterations, errors raised once, good results."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from statistics import median
from typing import Any

import numpy as np
import pytest

from tests.games.march import March
from tests.rows import HEAD, find_all, find_natively, new
from zerosum.algorithms import DCFR, LINEAR, PLUS, ExternalSampling
from zerosum.algorithms.threads import Team
from zerosum.errors import GameError, NotNativeWarning, TableError, ZeroSumError
from zerosum.evaluation import exploitability
from zerosum.jit import compiled, kernel
from zerosum.kernels import compile as compiling
from zerosum.kernels.iterations import following
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.tables import Workspace, check_table, read_block

pytestmark = pytest.mark.usefixtures("plain_trees")  # by which strategies are measured


def solver(game: Any, threads: int, **options: Any) -> ExternalSampling:
    made = ExternalSampling(game, threads=threads, **options)
    assert (made.native, made.threads) == (True, threads)
    return made


def assert_sound(work: Workspace) -> None:
    """Every row is there once, whole, and its index entry as well."""
    check_table(work.arrays(), 0)
    table = work.table
    rows = [read_block(table.words, int(block)) for block in table.blocks[: work.rows]]
    assert len({(row.player, row.actions, row.key) for row in rows}) == work.rows
    slots = table.index[: table.mask + 1]
    entries = slots[slots != 0] & 0xFFFFFFFF
    assert sorted(entries.tolist()) == table.blocks[: work.rows].tolist()
    assert not table.index[table.mask + 1 :].any()


@pytest.mark.parametrize("threads", [pytest.param(2, marks=pytest.mark.slow), 4])
def test_the_same_new_rows_in_all_threads(threads):
    """Each thread looks up all keys in an order of its own, while the index doubles six times."""
    keys = np.unique(np.random.default_rng(1).integers(-50, 50, (12_000, 3)), axis=0)
    run, found = compiled(find_all), {}

    def part(share: Workspace, first: int, last: int) -> None:
        share.row[: len(HEAD)] = HEAD
        order = np.random.default_rng(first).permutation(len(keys))
        places = np.zeros(len(keys), np.int64)
        mine = np.ascontiguousarray(keys[order]).ravel()
        run(share, mine, np.int64(len(keys)), np.int64(3), places)
        found[first] = dict(zip(order.tolist(), places.tolist(), strict=True))

    for _ in range(2):
        work = new()
        assert Team(work, threads).run(part, 1, threads) == []
        assert len(found) == threads
        assert all(places == found[1] for places in found.values())
        assert work.rows == len(keys)
        assert_sound(work)
        again = find_natively(work, keys)
        assert dict(enumerate(again.tolist())) == found[1]


@kernel
def take_all(work: Any, first: int, last: int, seen: Any) -> None:
    """Count how often each iteration is taken."""
    iteration = first
    while iteration <= last:
        seen[iteration] += 1
        iteration = following(work.table, iteration)


def test_each_iteration_is_taken_once():
    run, seen = compiled(take_all), np.zeros(200_001, np.int64)
    team = Team(new(), 3)
    for first, last in ((1, 2), (3, 3), (4, 200_000)):
        found = team.run(
            lambda share, start, end: run(share, np.int64(start), np.int64(end), seen), first, last
        )
        assert found == []
    assert seen.tolist() == [0, *[1] * 200_000]


def test_no_row_twice():
    for seed in range(2):
        made = solver(Leduc(), 4, seed=seed)
        made.run(1_000)
        assert_sound(made.work)
    made.run(20_000)
    assert (made.infosets, made.iterations) == (936, 21_000)
    assert_sound(made.work)
    made = solver(KuhnThree(), 3, seed=1)
    made.run(200_000)
    assert made.infosets == 48
    assert exploitability(KuhnThree(), made.strategy()) < 0.01


@pytest.mark.slow
@pytest.mark.parametrize("rule", [LINEAR, PLUS, DCFR], ids=lambda rule: rule.name)
def test_as_good_as_one_thread(rule):
    """On Leduc at equal iterations, in the median of five seeds."""
    found = {}
    for threads in (1, 2, 4):
        values = []
        for seed in range(5):
            made = solver(Leduc(), threads, seed=seed, rule=rule)
            made.run(100_000)
            values.append(exploitability(Leduc(), made.strategy()))
        found[threads] = median(values)
    assert max(found.values()) <= 1.2 * found[1]


@pytest.mark.parametrize("threads", [pytest.param(2, marks=pytest.mark.slow), 4])
def test_a_game_of_twelve_rows_stays_right(threads):
    """However often a thread is stopped between reading a number and writing it back."""
    values = []
    for seed in range(3):
        made = solver(Kuhn(), threads, seed=seed)
        made.run(2_000_000)
        assert made.infosets == 12
        values.append(exploitability(Kuhn(), made.strategy()))
    assert median(values) < 0.005


class TestRefused:
    def test_interpreted(self):
        with pytest.raises(ZeroSumError, match="must be one where a run is interpreted; got 2"):
            ExternalSampling(Kuhn(), threads=2, native=False)

    def test_a_game_that_is_not_native_has_one(self, monkeypatch):
        def broken(base, view):
            raise KeyError("threads")

        monkeypatch.setattr(compiling, "lower", broken)
        with pytest.warns(NotNativeWarning):
            made = ExternalSampling(Kuhn(), threads=2)
        made.run(5)
        assert (made.native, made.threads) == (False, 1)


@pytest.mark.usefixtures("unchecked")
class TestErrors:
    """Whichever thread they come from, they arrive once, and nobody waits for anybody."""

    @pytest.mark.parametrize(
        "game",
        [
            March(length=10**9, most=1),
            March(length=10**9, alone=True),
            March(length=1, endless=True),
        ],
    )
    def test_without_an_end(self, game):
        with pytest.raises(GameError, match="Every playout of March must end"):
            solver(game, 4).run(100)

    def test_a_table_that_is_full_moves_to_a_larger_one(self, tmp_path):
        made = solver(Leduc(), 4, reserve=1 << 14)
        with pytest.raises(TableError, match=r"more than \d+ infosets: .* larger reserve="):
            made.run(1_000)
        assert_sound(made.work)
        known = made.infosets
        made.save(tmp_path / "full")
        larger = ExternalSampling.load(tmp_path / "full", Leduc(), reserve=1 << 20, threads=4)
        larger.run(1_000)
        assert larger.infosets > known
        assert_sound(larger.work)

    def test_threads_that_the_system_refuses(self, monkeypatch):
        made, start = solver(Leduc(), 4), threading.Thread.start
        made.run(100)
        given = iter(range(2))

        def grudging(thread):
            if next(given, None) is None:
                raise RuntimeError("can't start new thread")
            start(thread)

        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", grudging)
            with pytest.raises(ZeroSumError, match="and it started"):
                made.run(100)
        made.run(1_000)
        assert made.iterations > 1_000
        assert_sound(made.work)


class TestRun:
    def test_threads_may_change_when_a_run_goes_on(self, tmp_path):
        made = solver(Leduc(), 2, rule=DCFR, seed=3)
        made.run(2_000)
        made.save(tmp_path / "run")
        values = []
        for threads in (1, 1, 4):
            found = ExternalSampling.load(tmp_path / "run", Leduc(), threads=threads)
            assert (found.threads, found.iterations) == (threads, 2_000)
            found.run(1_000)
            assert found.iterations == 3_000
            values.append(found.work.arrays()["values"].tolist())
        assert values[0] == values[1] != values[2]


@pytest.mark.bench
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one core")
def test_two_threads_are_nearly_twice_as_fast():
    """The best of a few: other processes can only take time away, and may take all of it."""
    from blood.quick import TrainingAbstraction

    made = {threads: solver(TrainingAbstraction(), threads, seed=1) for threads in (1, 2)}
    best: Counter[int] = Counter()
    cores = 0.0
    for each in made.values():
        each.run(5_000)
    for _ in range(6):
        for threads, each in made.items():
            touched, wall, cpu = each.touched, time.perf_counter(), time.process_time()
            each.run(10_000)
            lasted = time.perf_counter() - wall
            best[threads] = max(best[threads], (each.touched - touched) / lasted)
            cores = max(cores, (time.process_time() - cpu) / lasted)
    if best[2] < 1.8 * best[1] and cores < 1.8:
        pytest.skip(f"other processes left {cores:.1f} cores")
    assert best[2] >= 1.8 * best[1]
