"""What hands win after a street is kept in the folder of a run, and fitted again when it is old."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from zerosum import store
from zerosum.experiment import thinker as module
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.thinker import values_of
from zerosum.pkr import NoLimitHoldem, RiverOfBlood
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
    return SimpleNamespace(strategy=SimpleNamespace(of={"game": place}), base=RiverOfBlood())


def worth(run: Path, agent: Any = None) -> float:
    """Return the number that the values of a run are filled with."""
    values = values_of(run, agent or agent_of())
    assert values is not None
    assert (values.chips, values.tables.std()) == (800, 0.0)
    return float(values.tables.mean())


def metrics(run: Path, iterations: int) -> None:
    run.mkdir(exist_ok=True)
    line = f'{{"iterations": {iterations}, "seconds": 1.0}}\n'
    (run / "metrics.jsonl").write_text(line)


def test_they_are_fitted_once(tmp_path: Path, fitted: list[Any]) -> None:
    metrics(tmp_path / "run", 100)
    assert [worth(tmp_path / "run") for _ in range(2)] == [1.0, 1.0]
    assert len(fitted) == 1


def test_they_are_fitted_again_for_another_strategy(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    values_of(run, agent_of())
    metrics(run, 200)
    assert worth(run) == 2.0
    assert worth(run, agent_of("there")) == 3.0
    assert len(fitted) == 3


def test_damaged_ones_are_fitted_again(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    values_of(run, agent_of())
    (array,) = RunFolder(run).values.glob("*.npy")
    array.write_bytes(array.read_bytes()[:-8])
    assert [worth(run) for _ in range(2)] == [2.0, 2.0]


def test_those_of_another_version_are_fitted_again(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    values_of(run, agent_of())
    saved = store.read(RunFolder(run).values)
    store.write(RunFolder(run).values, {"tables": np.zeros((2, 4, 6, 8, 8))}, saved.meta)
    assert worth(run) == 2.0


def test_a_game_without_such_streets_has_none(tmp_path: Path, fitted: list[Any]) -> None:
    metrics(tmp_path / "run", 100)
    agent = agent_of()
    agent.base = NoLimitHoldem(board=(3,))
    assert values_of(tmp_path / "run", agent) is None
    assert fitted == []


def test_a_folder_that_cannot_be_written_is_no_mistake(tmp_path: Path, fitted: list[Any]) -> None:
    run = tmp_path / "run"
    metrics(run, 100)
    RunFolder(run).values.write_text("in the way")
    assert worth(run) == 1.0
    assert len(fitted) == 1
