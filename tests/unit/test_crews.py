"""Rounds over actors: the bits of one process, whoever dies; here with actors in this process."""

from __future__ import annotations

from collections import Counter
from math import inf
from pathlib import Path
from typing import Any

import pytest

from blood.train import main
from tests.crews import Fate, Here, rows
from zerosum.algorithms import RoundSampling
from zerosum.algorithms.shards import Shard
from zerosum.errors import ExperimentError, TableError
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.scale.rounds import checkpoint, log
from zerosum.scale.rounds.actors import NONE
from zerosum.scale.rounds.solver import Place
from zerosum.scale.rounds.solver import RoundSampling as Spread
from zerosum.tables import Storage

RESERVE = 32_000  # bytes: less than a quarter of the table
OPTIONS: dict[str, Any] = {"seed": 5, "round": 60}


def spread(game: Any, folder: Path, site: Here, workers: int, shards: int, **options: Any) -> Any:
    return Spread(game, place=Place(site, workers, shards, folder), **OPTIONS | options)


@pytest.mark.parametrize(
    ("game", "options"),
    [(Kuhn(), {}), (Leduc(), {"storage": Storage(fingerprint=64)}), (KuhnThree(), {})],
    ids=str,
)
def test_any_number_of_workers_and_shards_has_the_bits_of_one_process(tmp_path, game, options):
    one = RoundSampling(game, **OPTIONS | options)
    one.run(240)
    for workers, shards in ((1, 1), (2, 3), (4, 2)):
        several = spread(game, tmp_path, Here(), workers, shards, **options)
        several.run(130)
        several.run(110)
        assert rows(several) == rows(one)
        assert (several.touched, several.infosets) == (one.touched, one.infosets)
        assert several.regret_bound() == pytest.approx(one.regret_bound(), rel=1e-12)


def test_who_dies_is_replaced_and_the_bits_stay(tmp_path):
    one = RoundSampling(Leduc(), **OPTIONS)
    one.run(600)
    fate = Fate(shards=2)
    several = spread(Leduc(), tmp_path, Here(fate), 2, 2)
    (tmp_path / "config.json").write_text("{}")  # so that shards may keep a log
    several.run(240)
    several.save(tmp_path / "checkpoint")
    several.run(360)
    assert (fate.deaths["walk"], fate.deaths["merge"]) == (3, 2)
    assert rows(several) == rows(one)


def test_a_checkpoint_opens_in_one_process_and_one_of_that_in_several(tmp_path):
    whole = RoundSampling(Leduc(), **OPTIONS)
    whole.run(300)
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    several.run(130)
    several.save(tmp_path / "checkpoint")
    one = RoundSampling.load(tmp_path / "checkpoint", Leduc())
    one.run(60)
    one.save(tmp_path / "checkpoint")
    place = Place(Here(), 3, 3, tmp_path)
    again = Spread.load(tmp_path / "checkpoint", Leduc(), place=place)
    again.run(110)
    assert rows(again) == rows(whole)


@pytest.mark.parametrize("prints", [0, 64])
def test_a_shard_is_restored_row_by_row_as_it_was(tmp_path, prints):
    """Or its parts of a checkpoint would not fit each other, if it dies while one is written."""
    several = spread(Leduc(), tmp_path, Here(), 2, 2, storage=Storage(fingerprint=prints))
    several.run(120)
    several.save(tmp_path / "checkpoint")
    for k, actor in enumerate(several.crew.shards):
        restored = Shard.empty(2, several.rule, several.storage)
        assert checkpoint.restore(restored, tmp_path / "checkpoint", k, 2) == 2
        had, has = actor.shard.state(), restored.state()
        assert all(had[name].tobytes() == has[name].tobytes() for name in checkpoint.ARRAYS)


def test_shards_that_die_again_and_again_are_told(tmp_path):
    several = spread(Kuhn(), tmp_path, Here(lambda method: method == "merge"), 1, 1)
    with pytest.raises(ExperimentError, match="must live, or be restored from"):
        several.run(120)


def test_a_round_that_fails_is_not_saved_in_part(tmp_path, monkeypatch):
    """One of two shards is full: what the other has merged is dropped."""
    one = RoundSampling(Leduc(), **OPTIONS)
    one.run(600)
    several = spread(Leduc(), tmp_path, Here(), 2, 2)
    (tmp_path / "config.json").write_text("{}")
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
    place = Place(Here(), 2, 2, tmp_path)
    for again in (several, Spread.load(tmp_path / "checkpoint", Leduc(), place=place)):
        again.run(470)
        assert rows(again) == rows(one)


def test_a_log_that_is_cut_off_or_does_not_fit(tmp_path):
    (tmp_path / "file").touch()
    assert log.append(tmp_path / "file" / "log", 7, [NONE]) == inf
    assert log.append(tmp_path / "log", 7, [NONE, NONE]) == 0
    assert len(log.read(tmp_path / "log", 7) or ()) == 2
    file = tmp_path / "log" / "7.npz"
    file.write_bytes(file.read_bytes()[:-30])
    assert log.read(tmp_path / "log", 7) is None
    log.cut(tmp_path / "log")
    assert not list((tmp_path / "log").iterdir())


def test_workers_that_know_a_part_of_the_table_have_the_same_bits(tmp_path):
    """Workers forget rows, and ask for them again."""
    one = RoundSampling(Leduc(), **OPTIONS)
    one.run(300)
    asked = Counter()
    place = Place(Here(lambda method: asked.update([method])), 2, 12, tmp_path, RESERVE)
    several = Spread(Leduc(), place=place, **OPTIONS)
    several.run(300)
    assert rows(several) == rows(one)
    assert asked["hear"] > 10


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
