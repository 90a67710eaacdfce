"""Rounds over actors: the bits of one process, whoever dies; here with actors in this process."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import replace
from errno import ENOSPC
from functools import cache
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from blood.train import main
from blood.tyche6 import actions
from tests.crews import OPTIONS, Fate, Here, rows, spread
from zerosum.abstraction import Abstracted
from zerosum.algorithms import RoundSampling
from zerosum.algorithms.shards import Shard, joined
from zerosum.errors import ExperimentError, StoreError, TableError
from zerosum.experiment import load
from zerosum.experiment.load import start_of
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import hand_ranks, made, player, reentrant
from zerosum.scale.rounds import checkpoint, log
from zerosum.scale.rounds.crew import Place
from zerosum.scale.rounds.solver import RoundSampling as Spread
from zerosum.support import store
from zerosum.tables import Storage

RESERVE = 32_000  # bytes: less than a quarter of the table
PRINTED = Storage("float32", fingerprint=64)


def resumed(folder: Path, site: Here | None = None, workers: int = 2, shards: int = 2) -> Any:
    """Return the solver of Leduc that was saved in a folder."""
    place = Place(site or Here(), workers, shards, folder)
    return Spread.load(folder / "checkpoint", Leduc(), place=place)


@cache
def whole(iterations: int, storage: Storage | None = None) -> RoundSampling:
    """Return what one process finds in Leduc."""
    one = RoundSampling(Leduc(), **OPTIONS, storage=storage)
    one.run(iterations)
    return one


def six() -> Any:
    """Return hold'em for six with the bets of Tyche, and cards that need no fit."""
    states = player * reentrant(1, 2, 3) * hand_ranks * made * actions
    game = NoLimitHoldem(players=6, stacks=(10_000,), blinds=(50, 100))
    return Abstracted(game, states, actions)


@pytest.mark.parametrize(
    ("make", "size", "fingerprint"),
    [
        (Kuhn, 40, 0),
        (KuhnThree, 40, 0),
        (Leduc, 40, 64),
        pytest.param(lambda: start_of(load("blood.quick")), 20, 0, marks=pytest.mark.slow),
        pytest.param(six, 8, 64, marks=pytest.mark.slow),
    ],
    ids=["kuhn", "kuhn for three", "leduc", "quick", "six seats"],
)
def test_whoever_dies_the_bits_are_those_of_one_process(tmp_path, make, size, fingerprint):
    """A worker in every third round, and a shard twice; and a round is cut by a checkpoint."""
    game, options = make(), {"round": size, "storage": Storage(fingerprint=fingerprint)}
    one = RoundSampling(game, **OPTIONS | options)
    one.run(10 * size)
    expected = rows(one)
    for workers, shards in ((1, 1), (2, 3), (4, 2)):
        fate, folder = Fate(shards), tmp_path / str(workers)
        several = spread(game, folder, Here(fate), workers, shards, **options)
        several.run(9 * size // 2)
        several.save(folder / "checkpoint")
        several.run(10 * size - several.iterations)
        assert several.replaced == fate.deaths == {"worker": 3, "shard": 2}
        assert (several.touched, several.infosets) == (one.touched, one.infosets)
        assert several.regret_bound() == pytest.approx(one.regret_bound(), rel=1e-12)
        assert rows(several) == expected
        several.save(folder / "checkpoint")
        assert rows(RoundSampling.load(folder / "checkpoint", game)) == expected


def test_a_checkpoint_opens_in_one_process_and_one_of_that_in_several(tmp_path):
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(130)
    several.save(tmp_path / "checkpoint")
    one = RoundSampling.load(tmp_path / "checkpoint", Leduc())
    assert (one.iterations, one.touched) == (130, several.touched)
    one.run(60)
    one.save(tmp_path / "checkpoint")
    again = resumed(tmp_path, workers=3, shards=3)
    again.run(110)
    assert rows(again) == rows(whole(300))
    assert again.touched == whole(300).touched


@pytest.mark.parametrize("storage", [None, PRINTED])
def test_a_shard_is_restored_row_by_row_as_it_was(tmp_path, monkeypatch, storage):
    """Or its parts of a checkpoint would not fit each other, if it dies while one is written."""
    monkeypatch.setattr("zerosum.algorithms.shards.ROWS", 7)
    several = spread(Leduc(), tmp_path, Here(), 2, 2, storage=storage)
    several.run(120)
    several.save(tmp_path / "checkpoint")
    for k, actor in enumerate(several.crew.shards):
        restored = Shard(2, several.rule, several.storage)
        assert checkpoint.restore(restored, tmp_path / "checkpoint", k, 2) == 2
        had, has = actor.shard.work.arrays(), restored.work.arrays()
        assert all(had[name].tobytes() == has[name].tobytes() for name in checkpoint.ARRAYS)


class Call:
    """Says that an actor dies when a method is called, at the call of a certain number."""

    def __init__(self, method: str, at: int = 1) -> None:
        self.method, self.left = method, at

    def __call__(self, method: str) -> bool:
        self.left -= method == self.method
        return method == self.method and self.left == 0


@pytest.mark.parametrize("shards", [2, 3])
def test_a_log_of_the_session_before_is_not_read(tmp_path, shards):
    """The driver was killed a round after a checkpoint; then a shard dies at its first call."""
    killed = spread(Leduc(), tmp_path, Here(), 2, 2)
    killed.run(240)
    killed.save(tmp_path / "checkpoint")
    killed.run(60)
    again = resumed(tmp_path, Here(Call("rows")), shards=shards)
    again.run(360)
    assert rows(again) == rows(whole(600))
    assert again.replaced == {"shard": 1}


@pytest.mark.parametrize("method", ["rows", "sizes", "write", "regrets"])
def test_a_shard_whose_last_round_is_lost_is_noticed_at_any_call(tmp_path, method):
    one, several = whole(360), spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(300)
    (tmp_path / "log" / "shard-0" / "5.npz").unlink()
    several.place.site.dies = Call(method)
    several.crew._bury(several.crew.workers[0])  # so that there is a call of rows
    several.run(60)
    assert several.regret_bound() == pytest.approx(one.regret_bound(), rel=1e-12)
    several.save(tmp_path / "checkpoint")
    assert rows(several) == rows(one)
    assert rows(RoundSampling.load(tmp_path / "checkpoint", Leduc())) == rows(one)
    assert not (tmp_path / "log").exists()


def test_a_shard_that_hangs_is_restored(tmp_path, monkeypatch):
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(300)
    hangs, site = several.crew.shards[1], several.place.site
    call, asked = site.call, []

    def note(actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        refs = call(actor, method, *given, parts=parts)
        asked.extend(refs if actor is hangs else [])
        return refs

    site.call = note
    site.ready = lambda refs, _: [ref for ref in refs if ref not in asked]
    monkeypatch.setattr("zerosum.scale.rounds.crew._PATIENCE", 0.1)
    several.run(300)
    assert several.replaced == {"shard": 1}
    assert rows(several) == rows(whole(600))


@pytest.mark.parametrize("number", [1, 3])
def test_a_round_that_is_always_lost_is_told(tmp_path, number):
    class Doomed(Here):
        def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
            if method == "merge" and given[0] == number:
                self.dead.add(id(actor))
            return super().call(actor, method, *given, parts=parts)

    several = spread(Leduc(), tmp_path, Doomed(), 1, 1)
    lost = f"must live, or be restored from .*; round {number} was lost 4 times"
    with pytest.raises(ExperimentError, match=lost):
        several.run(300)


@pytest.mark.parametrize("method", ["take", "merge"])
def test_what_a_second_interrupt_leaves_is_no_part_of_a_round(tmp_path, method):
    class Interrupted(Here):
        interrupts = Call(method, 9)

        def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
            found = super().call(actor, method, *given, parts=parts)
            if self.interrupts(method):
                raise KeyboardInterrupt
            return found

    several = spread(Leduc(), tmp_path, Interrupted(), 2, 2)
    several.run(60)
    several.save(tmp_path / "checkpoint")
    with pytest.raises(KeyboardInterrupt):
        several.run(540)
    several.save(tmp_path / "checkpoint")
    for each in (several, resumed(tmp_path)):
        each.run(300 - each.iterations)
        assert rows(each) == rows(whole(300))


def test_an_interrupt_while_a_part_of_a_round_is_walked_again_costs_no_bits(tmp_path):
    class Interrupted(Here):
        interrupts = Call("walk", 4)

        def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
            if self.interrupts(method):
                raise KeyboardInterrupt
            return super().call(actor, method, *given, parts=parts)

    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(150)
    several.save(tmp_path / "checkpoint")
    again = resumed(tmp_path, Interrupted())
    with pytest.raises(KeyboardInterrupt):
        again.save_strategy(tmp_path / "strategy")
    again.run(150)
    assert rows(again) == rows(whole(300))
    assert again.touched == whole(300).touched


def found_in(path: Path) -> dict[int, list[tuple[bytes, ...]]]:
    """Return the keys and the probabilities of a saved strategy by their hashes, bit for bit."""
    arrays, found = store.read(path, check=True).arrays, defaultdict(list)
    words, starts = arrays["words"], arrays["starts"]
    for found_hash, row in zip(arrays["hashes"].tolist(), arrays["order"].tolist(), strict=True):
        block = arrays["blocks"][row] + 1
        key = words[block : block + 1 + (words[block] & 0xFFFFFFFF)]
        shares = arrays["probabilities"][starts[row] : starts[row + 1]]
        found[found_hash].append((key.tobytes(), shares.tobytes()))
    assert list(found) == sorted(found)
    return found


@pytest.mark.parametrize(
    "storage",
    [None, Storage("float32", fingerprint=64), Storage(fingerprint=128)],
    ids=("exact", "64", "128"),
)
def test_shards_write_the_strategy_of_one_process(tmp_path, monkeypatch, storage):
    """No table but those of shards has rows; some of them are read at a time."""
    one = whole(600, storage)
    one.save_strategy(tmp_path / "one")
    monkeypatch.setattr("zerosum.strategy.averages.ROWS", 7)
    for name, number in (("ROWS", 7), ("STREAMED", 20), ("_SORTED", 50)):
        monkeypatch.setattr(f"zerosum.strategy.streaming.{name}", number)
    for name, number in (("_ROWS", 7), ("_ITEMS", 20)):
        monkeypatch.setattr(f"zerosum.scale.rounds.checkpoint.{name}", number)
    several = spread(Leduc(), tmp_path, Here(), 2, 3, storage=storage)
    several.run(600)
    written = several.save_strategy(tmp_path / "several")
    assert found_in(tmp_path / "several") == found_in(tmp_path / "one")
    assert several.work.rows == 0
    seen = Leduc().apply(0).apply(2).infoset(0)
    for strategy, other in ((written, one.strategy()), (several.current(), one.current())):
        assert strategy(seen) == other(seen)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
    one.save_strategy(tmp_path / "one")
    assert found_in(tmp_path / "several") == found_in(tmp_path / "one")


def test_more_shards_than_rows_write_a_strategy(tmp_path):
    one, several = RoundSampling(Kuhn(), **OPTIONS), spread(Kuhn(), tmp_path, Here(), 1, 40)
    for solver, name in ((one, "one"), (several, "several")):
        solver.run(60)
        solver.save_strategy(tmp_path / name)
    assert found_in(tmp_path / "several") == found_in(tmp_path / "one")


@pytest.mark.parametrize("shards", [2, 3])
def test_a_strategy_that_was_not_written_is_written_on_resume(tmp_path, monkeypatch, shards):
    """Nothing is lost by a full disk, or Ctrl-C; rows are in the order of the checkpoint."""
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(300)
    several.save_strategy(tmp_path / "strategy")
    before = found_in(tmp_path / "strategy")
    several.run(300)
    several.save(tmp_path / "checkpoint")
    several.run(60)
    full = OSError(ENOSPC, "No space left on device")
    for error, raised in ((full, StoreError), (KeyboardInterrupt(), KeyboardInterrupt)):
        writes = Mock(side_effect=[(0, 0), (0, 0), error])
        monkeypatch.setattr(checkpoint, "write_parts", writes)
        with pytest.raises(raised):
            several.save_strategy(tmp_path / "strategy")
        assert found_in(tmp_path / "strategy") == before
        assert several.iterations == 660  # no round is lost, though none of the last is saved
    monkeypatch.undo()
    left = tmp_path / f"{'a1' * 8}.part"
    left.mkdir()
    again = resumed(tmp_path, Here(Call("write", 5)), shards=shards)
    strategy = again.save_strategy(tmp_path / "strategy")
    assert again.replaced == {"shard": 1}
    assert not left.exists()
    assert rows(again) == rows(whole(600))
    arrays = store.read(tmp_path / "checkpoint").arrays
    firsts = arrays["blocks"]
    assert arrays["hashes"].tolist() == strategy.hashes[np.argsort(strategy.order)].tolist()
    assert np.delete(arrays["words"], firsts).tolist() == np.delete(strategy.words, firsts).tolist()


def test_tables_that_are_too_small_are_told(tmp_path):
    small = Spread(Leduc(), place=Place(Here(), 1, 1, tmp_path, 40_000), **OPTIONS)
    with pytest.raises(TableError, match=r"table of a shard must have room .* more --shards"):
        small.run(600)


def test_a_late_worker_is_replaced_after_some_rounds(tmp_path):
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(60)
    late = several.crew.workers[0]
    late.asleep, late.late = object(), several.crew.last
    several.place.site.ready = lambda refs, _: [ref for ref in refs if ref is not late.asleep]
    for _ in range(30):
        several.crew._await(0.0)
        several.crew._admit()
    assert late in several.crew.workers
    several.run(9 * 60)
    assert late not in several.crew.workers
    assert several.replaced == {"worker": 1}


def test_a_round_that_fails_is_not_saved_in_part(tmp_path, monkeypatch):
    """One of two shards is full: what the other has merged is dropped."""
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(130)
    several.save(tmp_path / "checkpoint")
    merge, full = Shard.merge, TableError("The table must have room.")

    def fail(shard: Shard, number: int, deltas: Any) -> Any:
        if number == 5 and shard is several.crew.shards[1].shard:
            raise full
        return merge(shard, number, deltas)

    monkeypatch.setattr(Shard, "merge", fail)
    with pytest.raises(TableError, match="must have room"):
        several.run(470)
    monkeypatch.undo()
    several.save(tmp_path / "checkpoint")
    assert several.iterations == 130
    for again in (several, resumed(tmp_path)):
        again.run(470)
        assert rows(again) == rows(whole(600))


def test_a_log_that_is_cut_off_or_does_not_fit(tmp_path):
    (tmp_path / "file").touch()
    assert log.append(tmp_path / "file" / "log", 7, [joined([])]) == inf
    assert log.append(tmp_path / "log", 7, 2 * [joined([])]) == 0
    assert len(log.read(tmp_path / "log", 7) or ()) == 2
    file = tmp_path / "log" / "7.npz"
    file.write_bytes(file.read_bytes()[:-30])
    assert log.read(tmp_path / "log", 7) is None


def test_workers_that_know_a_part_of_the_table_have_the_same_bits(tmp_path):
    """Workers forget rows, and ask for them again."""
    asked = Counter()
    place = Place(Here(lambda method: asked.update([method])), 2, 12, tmp_path, RESERVE)
    several = Spread(Leduc(), place=place, **OPTIONS)
    several.run(300)
    assert rows(several) == rows(whole(300))
    assert asked["rows"] > 120  # ten times of twelve shards


def test_what_a_cluster_trains_samples_in_rounds(capsys):
    def train(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main.main([*words, "--cluster", "local", "--show-config"])
        return ended.value.code, "".join(capsys.readouterr())

    status, shown = train("blood.tyche6", "--set", "round=64")
    assert status in (0, None)
    assert all(words in shown for words in ("round = 64", "storage.fingerprint = 64"))
    assert "Rounds need a row for each infoset" in shown
    status, shown = train("blood.kuhn", "--algorithm", "cfr")
    assert status == 2
    assert "must be rounds; got CFR: write --algorithm rounds" in shown
    status, shown = train("blood.kuhn", "--threads", "2")
    assert status == 2
    assert "--threads belongs to one machine: write --workers" in shown


def test_a_session_ends_with_what_was_replaced(tmp_path, capsys, monkeypatch):
    @contextmanager
    def here(experiment: Any, _: str, folder: Path, **__: Any) -> Any:
        place = Place(Here(Call("merge", 5)), 2, 2, folder)
        yield replace(experiment, algorithm=Spread, given={"place": place})

    monkeypatch.setattr("blood.training.on_cluster", here)
    words = ["blood.kuhn", "--iterations", "600", "--cluster", "auto", "--set", "round=60"]
    with pytest.raises(SystemExit):
        main.main([*words, "--out", str(tmp_path / "run")])
    assert "1 shard was replaced; the result is the same." in "".join(capsys.readouterr())
    assert not (tmp_path / "run" / "log").exists()
