"""A run is opened once: what it says of itself, and what is kept in its folder."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.runs import run_folder
from zerosum.algorithms import ExternalSampling
from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment import Metrics, Point, Run, solvers
from zerosum.kuhn import Kuhn
from zerosum.pkr import NoLimitHoldem, RiverOfBlood
from zerosum.pkr import again as module
from zerosum.pkr.think import Values
from zerosum.strategy import Strategy
from zerosum.support import store


@pytest.fixture
def kuhn(tmp_path: Path) -> Path:
    return run_folder(tmp_path / "kuhn", "blood.kuhn", Kuhn(), 300)


class TestRun:
    def test_it_is_opened_whole(self, kuhn: Path) -> None:
        run = Run.open(kuhn)
        assert (run.name, run.experiment.name, run.game) == ("kuhn", "blood.kuhn", Kuhn())
        assert (run.walk, run.parts, run.outdated) == (None, (), [])
        assert run.metrics.iterations == 400
        assert len(run.strategy) == 12
        assert Run.open(kuhn, ["blood.kuhn"]) == Run.open(kuhn)
        assert len({Run.open(kuhn), Run.open(kuhn)}) == 1

    def test_files_are_read_once_and_not_before(self, kuhn: Path, tmp_path: Path) -> None:
        """What was read does not change, although the files are gone."""
        run = Run.open(str(kuhn))
        before = [run.metrics, run.strategy, run.experiment]
        for name in ("config.json", "metrics.jsonl"):
            (kuhn / name).unlink()
        after = [run.metrics, run.strategy, run.experiment]
        assert [*map(id, after)] == [*map(id, before)]
        assert run.agent().strategy is run.strategy
        run = Run.open(run_folder(tmp_path / "run", "no.such.experiment"))
        assert run.metrics.experiment == "no.such.experiment"
        with pytest.raises(ExperimentError, match="must hold a strategy; it has none yet"):
            _ = run.strategy
        with pytest.raises(ExperimentError, match=r"there is no 'no\.such\.experiment'"):
            _ = run.game

    @pytest.mark.usefixtures("uncompiled")
    def test_a_live_one_has_the_strategy_of_its_checkpoint(
        self, kuhn: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        solver = ExternalSampling(Kuhn(), seed=7, native=False)
        solver.run(50)
        solver.save(kuhn / "checkpoint")
        assert (Run.open(kuhn).at_checkpoint, Run.open(kuhn).as_of) == (False, None)
        run = pickle.loads(pickle.dumps(Run.open(kuhn, live=True)))
        assert (run.at_checkpoint, run.as_of) == (True, 50)
        assert np.array_equal(run.strategy.probabilities, solver.strategy().probabilities)
        monkeypatch.setattr(solvers, "MOST_BYTES", 10)
        words = "must have at most 10 B to be looked into before a session has ended; it has 1"
        with pytest.raises(ExperimentError, match=f"{words}.* kB: continue the run with --resume"):
            _ = Run.open(kuhn, live=True).strategy
        with run.folder.held(), pytest.raises(ExperimentError, match="kB: wait until it has ended"):
            _ = Run.open(kuhn, live=True).strategy
        solver.strategy().save(kuhn / "strategy")
        ended = Run.open(kuhn, live=True)
        assert (ended.at_checkpoint, ended.as_of, len(ended.strategy)) == (False, 50, 12)

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [("{", "it cannot be read"), ('{"format": 99}', "must describe a run of format 1")],
    )
    def test_another_version_or_a_damaged_one(self, kuhn: Path, text: str, sentence: str) -> None:
        (kuhn / "config.json").write_text(text)
        with pytest.raises(StoreError, match=sentence):
            Run.open(kuhn)

    def test_its_agent_is_opened_again_in_another_process(self, kuhn: Path) -> None:
        run = Run.open(kuhn)
        agent = run.agent(name="mine")
        assert len(pickle.dumps(agent)) < 1_000
        again = pickle.loads(pickle.dumps(agent))
        assert (again.name, again.strategy.of) == ("mine", agent.strategy.of)
        assert pickle.loads(pickle.dumps(run)) == run


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list to which each fit is added."""
    done: list[Any] = []

    def fit(agent: Any) -> Values:
        done.append(agent)
        return Values(800, np.full((2, 4, 7, 12, 12), float(len(done))))

    monkeypatch.setattr(module, "fit_values", fit)
    return done


def poker(path: Path, iterations: int = 100, game: Any = None) -> Run:
    """Return a run of poker whose strategy knows nothing."""
    path.mkdir(exist_ok=True)
    game = game or RiverOfBlood()
    run, strategy = Run(path), Strategy.uniform(game)
    point = Point(iterations, 1.0, 1, 1)
    vars(run).update(game=game, strategy=strategy, metrics=Metrics("run", "", "", (point,)))
    return run


def worth(run: Run) -> float:
    """Return the number that the values of a run are filled with."""
    values = run.values
    assert values is not None
    assert (values.chips, values.tables.std()) == (800, 0.0)
    return float(values.tables.mean())


@pytest.mark.usefixtures("uncompiled")
class TestValues:
    def test_they_are_fitted_once_for_a_strategy(self, tmp_path: Path, fitted: list[Any]) -> None:
        path, other = tmp_path / "run", RiverOfBlood(stacks=(200, 200))
        found = [worth(poker(path, *more)) for more in ((), (), (200,), (200, other))]
        assert found == [1.0, 1.0, 2.0, 3.0]
        assert len(fitted) == 3

    @pytest.mark.usefixtures("fitted")
    def test_damaged_ones_and_other_versions_are_fitted_again(self, tmp_path: Path) -> None:
        run = poker(tmp_path / "run")
        assert worth(run) == 1.0
        (array,) = run.folder.values.glob("*.npy")
        array.write_bytes(array.read_bytes()[:-8])
        assert [worth(poker(run.path)) for _ in range(2)] == [2.0, 2.0]
        saved = store.read(run.folder.values)
        store.write(run.folder.values, {"tables": np.zeros((2, 4, 6, 8, 8))}, saved.meta)
        assert worth(poker(run.path)) == 3.0

    def test_no_such_streets_and_a_folder_that_cannot_be_written(
        self, tmp_path: Path, fitted: list[Any]
    ) -> None:
        assert poker(tmp_path / "run", game=NoLimitHoldem(board=(3,), sizes=(100,))).values is None
        assert fitted == []
        run = poker(tmp_path / "run")
        run.folder.values.write_text("in the way")
        assert worth(run) == 1.0
        assert len(fitted) == 1
