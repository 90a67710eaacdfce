"""Real runs that are stopped and resumed end with the same bits as uninterrupted ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zerosum.algorithms import LINEAR, ExternalSampling
from zerosum.errors import StoreError
from zerosum.experiment import Experiment, train
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc


def experiment(iterations: int, game: type = Leduc) -> Experiment:
    return Experiment(game, rule=LINEAR, iterations=iterations, seed=3, name="here")


def same(one: ExternalSampling, other: ExternalSampling) -> bool:
    pairs = zip(one.work.arrays().items(), other.work.arrays().items(), strict=True)
    tables = all(a == b and np.array_equal(x, y, equal_nan=True) for (a, x), (b, y) in pairs)
    return tables and one.iterations == other.iterations and one.random.state == other.random.state


def test_twice_is_double(tmp_path: Path) -> None:
    train(experiment(5_000), tmp_path / "parts")
    parts = train(experiment(10_000), tmp_path / "parts", resume=True).solver
    whole = train(experiment(10_000), tmp_path / "whole").solver
    assert parts.iterations == 10_000
    assert same(parts, whole)
    assert not same(whole, train(experiment(9_999), tmp_path / "less").solver)


def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    train(experiment(100), tmp_path / "run")
    before = sorted(path.name for path in (tmp_path / "run" / "checkpoint").iterdir())
    with pytest.raises(StoreError):
        train(experiment(200, Kuhn), tmp_path / "run", resume=True)
    assert sorted(path.name for path in (tmp_path / "run" / "checkpoint").iterdir()) == before
