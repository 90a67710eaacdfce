"""The page trains: runs are started, watched, stopped and resumed, and what is wrong is refused."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pages import ROOT
from tests.runs import FIGURES, inside, run_folder
from zerosum.experiment import RunFolder
from zerosum.experiment.run import Run
from zerosum.rules import RULES

testclient = pytest.importorskip("starlette.testclient")
from zerosum.web.app import application  # noqa: E402
from zerosum.web.library import Library  # noqa: E402
from zerosum.web.site import Site  # noqa: E402
from zerosum.web.trainer import Trainer  # noqa: E402
from zerosum.web.training import Named, get_events  # noqa: E402

MINE = '''
"""A game of mine."""

from tests.counter import Counter
from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn

class Slow(Counter):
    pause = 0.02

def TrainingAbstraction(cards: int = 3, names: str = "J,Q,K"):
    """Return Kuhn poker.

    Parameters
    ----------
    cards
        How many there are.
    """
    if cards == 4:
        raise OSError("no fourth card")
    return Kuhn()

experiment = Experiment(TrainingAbstraction, algorithm=Slow, iterations=10**9)
'''
LISTED = {"mine": "A game of mine.", "torn": "It fails.", "blood.kuhn": "Kuhn poker."}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "torn.py").write_text("TrainingAbstraction = {}['x']")
    runs, command = tmp_path / "runs", [sys.executable, "-m", "blood.train"]
    with inside(tmp_path):
        yield Site(Library((), runs), trainer=Trainer(command, lambda: LISTED, "mine", runs))


@pytest.fixture
def client(site: Site) -> Iterator[Any]:
    with testclient.TestClient(application(site), base_url="http://localhost") as client:
        yield client


def events(client: Any, run: str) -> list[Any]:
    """Return what is told of a run until its training has ended."""
    lines = client.get(f"/api/runs/{run}/events").text.split("\n\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data")]


def wait_for(client: Any, run: str, iterations: int) -> None:
    """Wait until a run has more iterations."""
    for _ in range(3_000):
        told = client.get(f"/api/runs/{run}").json()
        assert told["training"], told
        if told.get("iterations", 0) > iterations:
            return
        time.sleep(0.02)
    pytest.fail("waited for a minute in vain")


def test_a_run_is_started_watched_stopped_and_resumed(client: Any, site: Site) -> None:
    assert client.get("/api/runs").json() == {"runs": []}
    begin = {"experiment": "mine", "settings": {"game.cards": "5", "minutes": "10"}}
    assert client.post("/api/runs", json=begin).json() == {"run": "mine"}
    begin = {"experiment": "mine", "settings": {"game.cards": "4"}}
    assert client.post("/api/runs", json=begin).json() == {"run": "mine-2"}
    refused = client.post("/api/runs", json=begin)
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "At most 2 runs must train at once; mine and mine-2 do: wait, or stop one.",
    )
    *_, failed = events(client, "mine-2")
    assert "OSError: no fourth card (line 20 of" in failed["failure"]
    assert failed["log"][-1] == failed["failure"] == failed["run"]["problem"]

    wait_for(client, "mine", 0)
    run = Run.open(site.library.folder("mine"))
    assert (run.config["game"]["cards"], run.config["minutes"], run.folder.trains) == (
        5,
        10.0,
        True,
    )
    more = {"settings": {"iterations": "2000000000", "minutes": ""}}
    again = client.post("/api/runs/mine/resume", json=more)
    assert (again.status_code, again.json()["error"]) == (409, "The run mine trains already.")
    assert client.post("/api/runs/mine/stop", json={}).json() == {"run": "mine"}
    told = events(client, "mine")
    last = told[-1]
    assert (last["ended"], last["failure"], last["log"]) == (True, None, [])
    assert (last["run"]["training"], last["run"]["strategy"]) == (False, True)
    points = [point["iterations"] for each in told for point in each["points"]]
    assert points == [point.iterations for point in Run.open(run.path).metrics.points]

    few = client.post("/api/runs/mine/resume", json={"settings": {"iterations": "1"}})
    assert (few.status_code, "must be more than its" in few.json()["error"]) == (400, True)
    assert client.post("/api/runs/mine/resume", json=more).json() == {"run": "mine"}
    wait_for(client, "mine", points[-1])
    client.__exit__()  # a server that is stopped lets runs stop and save
    run = Run.open(run.path)
    assert (run.folder.trains, run.config["minutes"]) == (False, None)
    assert run.as_of == run.metrics.iterations > points[-1]
    assert [path.name for path in site.trainer.runs.glob("*") if path.is_dir()] == ["mine"]


def test_what_can_be_set(client: Any) -> None:
    (first, *_) = client.get("/api/experiments").json()["experiments"]
    assert first == {"name": "mine", "about": "A game of mine.", "default": True}
    form = client.get("/api/experiments/mine").json()
    assert form["about"] == "A game of mine."
    fields = {field.pop("name"): field for field in form["fields"]}
    assert fields["algorithm"]["choices"][-1] == "Slow"
    assert fields["game.cards"] == {
        "group": "game",
        "type": "integer",
        "value": "3",
        "about": "How many there are.",
    }
    assert fields["rule"]["choices"] == list(RULES)
    assert [fields[name]["value"] for name in ("minutes", "algorithm")] == [None, "Slow"]
    form = client.get("/api/experiments/blood.kuhn?algorithm=cfr").json()
    values = {field["name"]: field["value"] for field in form["fields"]}
    assert values.keys() & {"seed", "algorithm.form", "algorithm.epsilon"} == {"algorithm.form"}
    assert (values["algorithm.alternating"], values["rule"]) == ("true", "plus")


@pytest.mark.parametrize(
    ("experiment", "settings", "words"),
    [
        ("os", {}, "There is no experiment 'os': known are mine, torn, blood.kuhn."),
        ("../mine", {}, "There is no experiment '../mine': did you mean mine?"),
        ("torn", {}, "The experiment torn must import without an error; got KeyError: 'x' (line 1"),
        ("mine", {"game.card": "1"}, "got 'card': did you mean cards?"),
        ("mine", {"iterations": "-1"}, "The iterations of an experiment must be a whole number"),
        ("mine", {"out": "/etc"}, "There is no field 'out'"),
        ("blood.kuhn", {"algorithm": "outcome", "algorithm.epsilon": "2"}, "epsilon must be"),
        ("mine", {"game.names": "\0"}, "settings must be at most 100 texts by name"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    client: Any, site: Site, experiment: str, settings: Any, words: str
) -> None:
    answer = client.post("/api/runs", json={"experiment": experiment, "settings": settings})
    assert answer.status_code in {400, 404}
    assert words in answer.json()["error"]
    assert not site.trainer.runs.exists()


def test_runs_of_others_are_watched(client: Any, site: Site) -> None:
    folder, stop = (
        RunFolder(run_folder(site.trainer.runs / "other", "mine")),
        "/api/runs/other/stop",
    )
    assert "does not train now" in client.post(stop, json={}).json()["error"]
    with folder.held():
        assert "must be stopped where it was started" in client.post(stop, json={}).json()["error"]
        told = get_events(site, Named("other"))
        first = next(told)
        assert (first["run"]["training"], first["ended"], len(first["points"])) == (True, False, 1)
        assert next(told) is None
        folder.record({**FIGURES, "iterations": 500})
        assert [point["iterations"] for point in next(told)["points"]] == [500]
        told.close()
        assert not site.trainer.watchers
    (folder.path / "config.json").write_text("{}")
    (last,) = events(client, "other")
    assert (last["ended"], "must describe a run of format 1" in last["failure"]) == (True, True)
    assert client.get("/api/runs/none/events").status_code == 404
    site.trainer.watchers.update(range(20))
    full = client.get("/api/runs/other/events")
    assert (full.status_code, "20 pages watch runs train" in full.text) == (503, True)
