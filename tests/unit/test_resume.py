"""Real runs that are stopped and resumed end with the same bits as uninterrupted ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from zerosum.algorithms import LINEAR
from zerosum.errors import StoreError
from zerosum.experiment import Experiment, train
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc


def experiment(iterations: int, game: type = Leduc) -> Experiment:
    return Experiment(game, rule=LINEAR, iterations=iterations, seed=3, name="here")


def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    train(experiment(100), tmp_path / "run")
    before = sorted(path.name for path in (tmp_path / "run" / "checkpoint").iterdir())
    with pytest.raises(StoreError):
        train(experiment(200, Kuhn), tmp_path / "run", resume=True)
    assert sorted(path.name for path in (tmp_path / "run" / "checkpoint").iterdir()) == before
