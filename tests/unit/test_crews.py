"""Rounds over actors: the bits of one process, whoever dies; here with actors in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.crews import Here
from zerosum.algorithms import RoundSampling
from zerosum.errors import ExperimentError
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.scale.rounds.actors import ShardActor, WalkerActor
from zerosum.scale.rounds.solver import Place
from zerosum.scale.rounds.solver import RoundSampling as Spread
from zerosum.tables import Storage

OPTIONS: dict[str, Any] = {"seed": 5, "round": 60}


def rows(solver: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a strategy, sorted."""
    strategy = solver.strategy()
    if strategy.view.prints > 0:
        return sorted(strategy.probabilities.tolist())
    return sorted((str(row), *row.probabilities) for row in strategy.rows())


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


class Fate:
    """Lets a worker die in every third round, and a shard twice."""

    def __init__(self) -> None:
        self.walks = self.merges = self.deaths = 0

    def __call__(self, _: int, actor: Any, method: str) -> bool:
        self.walks += method == "walk"
        self.merges += method == "merge"
        dies = (isinstance(actor, WalkerActor) and method == "walk" and self.walks % 25 == 7) or (
            isinstance(actor, ShardActor) and method == "merge" and self.merges in (5, 12)
        )
        self.deaths += dies
        return dies


def test_who_dies_is_replaced_and_the_bits_stay(tmp_path):
    one = RoundSampling(Leduc(), **OPTIONS)
    one.run(600)
    fate = Fate()
    several = spread(Leduc(), tmp_path, Here(fate), 2, 2)
    (tmp_path / "config.json").write_text("{}")  # so that shards may keep a log
    several.run(240)
    several.save(tmp_path / "checkpoint")
    several.run(360)
    assert fate.deaths > 4
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


def test_shards_that_die_again_and_again_are_told(tmp_path):
    several = spread(Kuhn(), tmp_path, Here(lambda _, actor, __: type(actor) is ShardActor), 1, 1)
    with pytest.raises(ExperimentError, match="must live, or be restored from"):
        several.run(120)
