"""What hands win after a street is kept in the folder of a run, and fitted again when it is old."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from zerosum.experiment import values as module
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.values import values_of
from zerosum.play.thinking import Values


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list to which each fit is added."""
    done: list[Any] = []

    def fit(agent: Any) -> Values:
        done.append(agent)
        return Values(800, np.full((2, 4, 7, 12, 12), float(len(done))))

    monkeypatch.setattr(module, "fit_values", fit)
    return done


def agent_of(place: str = "here") -> Any:
    return SimpleNamespace(strategy=SimpleNamespace(of={"game": place}))


def metrics(run: Path, iterations: int) -> None:
    run.mkdir(exist_ok=True)
    line = f'{{"iterations": {iterations}, "seconds": 1.0}}\n'
    (run / "metrics.jsonl").write_text(line)


def test_they_are_fitted_once(tmp_path: Path, fitted: list[Any]) -> None:
    metrics(tmp_path / "run", 100)
    first, second = (values_of(tmp_path / "run", agent_of()) for _ in range(2))
    assert len(fitted) == 1
    assert (first.tables == second.tables).all()
    assert (first.chips, second.chips) == (800, 800)


def test_they_are_fitted_again_for_another_strategy(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    values_of(run, agent_of())
    metrics(run, 200)
    assert values_of(run, agent_of()).tables[0, 0, 0, 0, 0] == 2.0
    assert values_of(run, agent_of("there")).tables[0, 0, 0, 0, 0] == 3.0
    assert len(fitted) == 3


def test_damaged_ones_are_fitted_again(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    values_of(run, agent_of())
    (array,) = RunFolder(run).values.glob("*.npy")
    array.write_bytes(array.read_bytes()[:-8])
    assert values_of(run, agent_of()).tables[0, 0, 0, 0, 0] == 2.0
    assert values_of(run, agent_of()).tables[0, 0, 0, 0, 0] == 2.0


def test_a_folder_that_cannot_be_written_is_no_mistake(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    RunFolder(run).values.write_text("in the way")
    assert values_of(run, agent_of()).tables[0, 0, 0, 0, 0] == 1.0
    assert len(fitted) == 1
