"""Sweeps: runs of one module, done by a back end, with the same figures wherever that is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from blood.sweep import main as command
from tests.pages import ROOT
from tests.runs import Here, invoked, refused
from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.evaluation.price import loss
from zerosum.experiment import Run, load
from zerosum.leduc import Leduc
from zerosum.rules import VANILLA
from zerosum.scale import backend_of
from zerosum.scale.sweep import Swept, best_by_size, sweep, swept, tasks_of
from zerosum.scale.tasks import attempted
from zerosum.support.store import read

SWEEP = """
from zerosum.abstraction import Abstracted
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn
from zerosum.abstraction import algebraic
from zerosum.kuhn.abstraction import betting, is_jack
from zerosum.scale.sweep import grid

@algebraic
def card(infoset):
    return infoset.card

def make(states, iterations):
    return Experiment(Abstracted(Kuhn(), states * betting), iterations=iterations)

def runs():
    yield "exact", Experiment(Kuhn, algorithm=CFR, iterations=50)
    yield from grid(make, states={"card": card, "jack": is_jack}, iterations=[300]).items()
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a_kuhn_sweep.py").write_text(SWEEP)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def figures(found: list[Swept]) -> list[Swept]:
    return [replace(one, seconds=0.0, folder="") for one in found]


def test_tasks_are_each_run_with_each_seed(here):
    names = [task.name for task in tasks_of("a_kuhn_sweep", here / "out", seeds=(3, 5))]
    assert names == ["exact", "card, seed 3", "jack, seed 3", "card, seed 5", "jack, seed 5"]
    assert load("a_kuhn_sweep:jack").iterations == 300
    with pytest.raises(ExperimentError, match="there is no 'jak'; did you mean jack"):
        tasks_of("a_kuhn_sweep", here / "out", runs=["jak"])
    with pytest.raises(ExperimentError, match="at least one, each once"):
        tasks_of("a_kuhn_sweep", here / "out", seeds=(1, 1))


@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("sweep_of_three", "3"),
        ("sweep_of_colons", "{'a:b': experiment}"),
        ("sweep_of_numbers", "{'a': 3}"),
    ],
)
def test_what_is_no_sweep_is_refused(here, name, runs):
    (here / f"{name}.py").write_text(
        "from zerosum.experiment import Experiment\nfrom zerosum.kuhn import Kuhn\n"
        f"experiment = Experiment(Kuhn)\nruns = {runs}\n"
    )
    assert "must " in refused(command, name)


@pytest.mark.usefixtures("uncompiled", "plain_trees")
def test_a_sweep_is_done_once_and_shown(here, monkeypatch):
    priced = list[Any]()
    monkeypatch.setattr("blood.sweep.backend_of", lambda *_: Here())
    monkeypatch.setattr(
        "zerosum.evaluation.price.loss", lambda *given: priced.append(given) or loss(*given)
    )
    found = invoked(command, "a_kuhn_sweep --seeds 2 --price --table all.csv")
    assert found.exit_code == 0, found.output
    assert len(priced) == 3  # a price does not depend on the seed
    assert "Best by size: " in found.stdout
    assert len((here / "all.csv").read_text().splitlines()) == 6
    place = here / "sweeps" / "a_kuhn_sweep" / "jack" / "seed-1"
    written = (place / "metrics.jsonl").stat().st_mtime_ns
    again = invoked(command, "a_kuhn_sweep --seeds 2 --price --json --picture all.svg")
    assert (place / "metrics.jsonl").stat().st_mtime_ns == written
    rows = json.loads(again.stdout)
    assert [row["price"] > 0.1 for row in rows] == [False, False, True, False, True]
    assert rows[0]["exploitability"] < 0.05
    assert Run.open(place).experiment.name == "a_kuhn_sweep:jack"
    assert b"Pareto front" in (here / "all.svg").read_bytes()


@pytest.mark.usefixtures("uncompiled", "plain_trees")
@pytest.mark.parametrize(
    ("change", "message"),
    [({"rule": VANILLA}, "The rule of a resumed run must"), ({"training": Leduc}, "game")],
)
def test_figures_of_another_experiment_are_not_returned(here, monkeypatch, change, message):
    (task,) = tasks_of("a_kuhn_sweep", "out", runs=["exact"])
    swept(*task.given)
    changed = {"exact": replace(load("a_kuhn_sweep:exact"), **change)}
    monkeypatch.setattr("a_kuhn_sweep.runs", changed)
    with pytest.raises(ZeroSumError, match=message):
        swept(*task.given)


@pytest.mark.usefixtures("uncompiled", "plain_trees")
def test_a_run_reserves_its_table_within_the_bound_of_its_task(here):
    bound = 8 * 10**9  # also of what other tests have left in this process
    (task,) = tasks_of("a_kuhn_sweep", "out", runs=["jack"], memory=bound)
    assert attempted(task, bound)[1] is None


def test_a_run_that_fails_does_not_stop_the_others(here):
    (here / "out" / "jack" / "seed-0").mkdir(parents=True)
    (here / "out" / "jack" / "seed-0" / "thesis.txt").write_text("three years")
    found = invoked(command, "a_kuhn_sweep --out out --workers 1 --run jack --run exact")
    assert found.exit_code == 1
    assert "jack, seed 0: The folder" in found.stderr
    assert (here / "out" / "exact" / "run" / "finished").exists()


def test_bounds_are_compared_with_bounds_only():
    """A bound may be far above what it bounds."""
    exact = Swept("exact", 0, "", 1, 1, 20, 1.0, 0.3)
    bound = Swept("bound", 0, "", 1, 1, 10, 1.0, regret=0.2)
    assert best_by_size([exact, bound]) == ["exact"]
    assert best_by_size([bound]) == ["bound"]


def test_the_front_has_no_run_that_a_smaller_one_beats():
    made = [("a", 30, 0.2), ("b", 10, 0.3), ("c", 20, 0.3), ("d", 30, 0.1), ("e", 40, None)]
    assert best_by_size([Swept(run, 0, "", 1, 1, n, 1.0, chips) for run, n, chips in made]) == [
        "b",
        "d",
    ]


@pytest.mark.usefixtures("uncompiled", "plain_trees")
def test_a_match_is_played_against_a_run(here):
    (against, *_) = (
        swept(*task.given) for task in tasks_of("a_kuhn_sweep", here / "one", runs=["exact"])
    )
    (task,) = tasks_of(
        "a_kuhn_sweep", here / "two", runs=["jack"], against=Path(against.folder), deals=2_000
    )
    found = swept(*task.given)
    assert found.won is not None
    assert found.won < 0.1
    assert 0.0 < found.margin < 0.2


@pytest.mark.slow
def test_any_number_of_workers_has_the_figures_and_bits_of_one_process(here):
    def bits(found: list[Swept]) -> list[dict[str, bytes]]:
        saved = [read(Path(one.folder) / "strategy").arrays for one in found]
        return [{name: array.tobytes() for name, array in arrays.items()} for arrays in saved]

    one = [swept(*task.given) for task in tasks_of("a_kuhn_sweep", here / "one", seeds=(0, 1))]
    for workers, cluster in ((1, None), (2, None), (4, None), (2, "local")):
        with backend_of(workers, cluster) as there:
            found = sweep("a_kuhn_sweep", here / f"{workers}{cluster}", there, seeds=(0, 1))
        assert figures(found) == figures(one)
        assert bits(found) == bits(one)


def processes(mark: str) -> list[str]:
    """Return the processes that have a mark in their environment, but for what Ray ends late."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (each / "environ").read_bytes():
                found.append((each / "cmdline").read_bytes().decode())
    return [words for words in found if words and "Agent" not in words]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are not listed there")
@pytest.mark.parametrize("where", ["--workers 1", "--workers 1 --cluster local"])
def test_a_sweep_that_is_stopped_goes_on_with_what_is_left(here, where):
    """By Ctrl-C, which all processes of a terminal get, and then by SIGKILL."""
    words = [sys.executable, "-m", "blood.sweep", "a_kuhn_sweep", "--seeds", "4"]
    mark, finished = f"SWEEP_MARK={here}", dict[Path, int]()
    places = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(here)])}
    places |= [mark.split("=")]

    def found() -> dict[Path, int]:
        files = here.glob("sweeps/a_kuhn_sweep/*/*/finished/meta.json")
        return {file: file.stat().st_mtime_ns for file in files}

    for end, kill, status in ((signal.SIGINT, os.killpg, 130), (signal.SIGKILL, os.kill, -9)):
        begun = [*words, *where.split()]
        with subprocess.Popen(begun, env=places, cwd=here, start_new_session=True) as stopped:
            while len(found()) == len(finished) and stopped.poll() is None:
                time.sleep(0.02)
            kill(stopped.pid, end)
        assert stopped.returncode == status
        patience = time.monotonic() + 10.0
        while processes(mark):
            assert time.monotonic() < patience, processes(mark)
            time.sleep(0.1)
        assert len(finished) < len(found()) < 9
        assert finished.items() <= found().items()
        finished = found()
    subprocess.run(words, env=places, cwd=here, check=True)
    assert finished.items() <= found().items()
    assert len(found()) == 9
