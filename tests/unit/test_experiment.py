"""Experiments with a fake solver: folders, bounds, checkpoints, resuming."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from tests.counter import Counter, experiment
from zerosum.abstraction.fitting import announce
from zerosum.errors import AbstractionError, ExperimentError, GameError, StoreError, TableError
from zerosum.experiment import (
    Experiment,
    RunFolder,
    fitting_on,
    latest,
    milestone_table,
    picture,
    read_runs,
    schedule,
    summary,
    train,
    unused,
)
from zerosum.experiment.progress import Bar, Lines
from zerosum.experiment.schedule import Schedule
from zerosum.experiment.session import Session
from zerosum.kuhn import Kuhn
from zerosum.support import store
from zerosum.support.progress import Snapshot
from zerosum.tables import Storage


def metrics(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


def test_run_folder(tmp_path: Path) -> None:
    outcome = train(experiment(), tmp_path / "runs" / "one")
    assert outcome.solver.iterations == 1_000
    assert not outcome.interrupted
    assert sorted(path.name for path in outcome.folder.iterdir()) == [
        "checkpoint",
        "config.json",
        "metrics.jsonl",
        "strategy",
        "training.lock",
    ]
    config = RunFolder(outcome.folder).config()
    assert config["experiment"] == "here.counter"
    assert (config["algorithm"], config["seed"], config["iterations"]) == ("Counter", 7, 1_000)
    assert metrics(outcome.folder)[-1]["iterations"] == 1_000
    assert store.read(outcome.folder / "strategy").meta == {"kind": "uniform"}


def test_resuming_what_is_done_changes_nothing(tmp_path: Path) -> None:
    before = train(experiment(), tmp_path / "run").solver
    again = train(experiment(), tmp_path / "run", resume=True)
    assert again.earlier == again.last.iterations == 1_000
    assert again.solver.sums.tobytes() == before.sums.tobytes()


def test_a_game_without_a_name_of_its_own_goes_on(tmp_path: Path) -> None:
    settings = replace(experiment(), training=lambda: Kuhn())  # noqa: PLW0108
    train(settings, tmp_path / "run")
    assert train(settings, tmp_path / "run", resume=True).earlier == 1_000


def test_resuming_nothing_begins_also_for_no_iterations(tmp_path: Path) -> None:
    outcome = train(experiment(iterations=0), tmp_path / "run", resume=True)
    assert outcome.earlier == outcome.solver.iterations == 0


def test_ctrl_c_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train(experiment(), tmp_path / "whole").solver
    monkeypatch.setattr(Counter, "interrupt_at", 400)
    stopped = train(experiment(), tmp_path / "run")
    assert stopped.interrupted
    assert stopped.last.iterations == 400
    assert store.exists(tmp_path / "run" / "strategy")
    monkeypatch.undo()
    gone_on = train(experiment(), tmp_path / "run", resume=True)
    assert gone_on.earlier == 400
    assert gone_on.solver.sums.tobytes() == whole.sums.tobytes()


def test_saves_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that dies at 900 leaves the checkpoint before, and its metrics are rewound."""
    monkeypatch.setattr(schedule, "_SAVING_SHARE", 0)
    monkeypatch.setattr(Counter, "die_at", 900)
    with pytest.raises(MemoryError):
        train(experiment(), tmp_path / "run", every=0.0)
    monkeypatch.undo()
    assert 500 < iterations_saved(tmp_path / "run") < 899
    with (tmp_path / "run" / "metrics.jsonl").open("a") as file:
        file.write('{"iterations": 899, "seconds": 99, "infosets": 12, "touched": 9}\n{"itera')
    train(experiment(), tmp_path / "run", resume=True)
    counts = [line["iterations"] for line in metrics(tmp_path / "run")]
    assert 899 not in counts
    assert counts == sorted(counts)
    assert counts[-1] == 1_000


class Clock:
    """A clock that goes on while a solver runs: a second for a hundred iterations."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def timed(kind: type[Counter], clock: Clock) -> Counter:
    """Return a solver that has made an iteration, and has a clock go on."""

    class Timed(kind):
        def run(self, iterations, callback=None):
            super().run(iterations, callback)
            clock.now += iterations / 100

    solver = Timed(None, 7)
    solver.run(1)
    return solver


def test_minutes_bound_a_session(tmp_path: Path) -> None:
    bounded = experiment(iterations=None, minutes=1 / 6)
    session, solver = measured(bounded, tmp_path, ahead=Schedule(1, 5, measures=False))
    assert not session.run()
    assert 1_001 <= solver.iterations <= 1_011  # the last batch lasts a tenth of a second
    assert session.last.goal is None


def test_checkpoints_take_a_small_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing one takes a second, and so twenty go between two."""
    saves, clock = [], Clock()

    def save(self, path):
        saves.append(self.iterations)
        clock.now += 1.0

    monkeypatch.setattr(Counter, "save", save)
    ahead = Schedule(1, 5, measures=False, every=0.0)
    measured(experiment(iterations=9_001), tmp_path, clock, ahead=ahead)[0].run()
    assert len(saves) == 1 + 1 + 90 // 21


def falling(solver: Counter) -> float:
    return 1 / solver.iterations


def measured(
    bounded: Experiment, folder: Path, clock=None, measure=falling, kind=Counter, ahead=None
):
    """Return a session, which measures if its schedule is not given, and its solver."""
    clock = clock or Clock()
    solver = timed(kind, clock)
    folder.mkdir(exist_ok=True)
    ahead = ahead or Schedule(1, solver.touched, every=1e9)
    if bounded.target is not None:
        ahead.patience = 1.0
    quiet = Lines(Console(quiet=True))
    session = Session(
        bounded, RunFolder(folder), solver, quiet, ahead, measure=measure, clock=clock
    )
    return session, solver


def curve(folder: Path) -> dict[int, float]:
    lines = metrics(folder)
    return {line["iterations"]: line["exploitability"] for line in lines if len(line) == 5}


def test_measures_at_iterations_that_grow_by_a_quarter(tmp_path: Path) -> None:
    session, solver = measured(experiment(), tmp_path)
    assert not session.run()
    found = curve(tmp_path)
    moments = list(found)
    assert moments[:8] == [1, 2, 3, 4, 5, 7, 9, 12]
    assert moments[-1] == solver.iterations == 1_000
    assert len(moments) < 40
    assert all(found[moment] == 1 / moment for moment in moments)
    assert session.last.exploitability == 0.001
    assert len(moments) == len(set(moments)) == len(metrics(tmp_path))
    whole = Counter(None, 7)
    whole.run(1_000)
    assert solver.sums.tobytes() == whole.sums.tobytes()  # pieces change no bits


class Toucher(Counter):
    """Touches as many nodes in an iteration as a sampler of a small game."""

    @property
    def touched(self):
        return 117 * self.iterations


def test_milestones_of_nodes_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    session, _ = measured(experiment(iterations=40_000), tmp_path, kind=Toucher)
    session.display = Lines(Console(file=told, width=40))
    session.run()
    found = [line for line in metrics(tmp_path) if "milestone" in line]
    # The first iteration past each.
    assert [(line["milestone"], line["iterations"]) for line in found] == [
        (1_000_000, 8_548),
        (2_000_000, 17_095),
        (4_000_000, 34_189),
    ]
    assert all(line["exploitability"] == 1 / line["iterations"] for line in found)
    said = [line for line in told.getvalue().splitlines() if "touched:" in line]
    assert len(said) == 3
    assert said[0].startswith("1,000,116 touched: 8,548 iterations, ")
    assert said[0].endswith(" s, sum of best responses 0.000234")


def test_resumed_runs_repeat_no_milestone(tmp_path: Path) -> None:
    def milestones() -> list[tuple[int, int]]:
        lines = metrics(tmp_path / "run")
        return [(line["milestone"], line["iterations"]) for line in lines if line.get("milestone")]

    settings = experiment(algorithm=Toucher)
    train(replace(settings, iterations=8_547), tmp_path / "run")
    assert milestones() == []
    # The first iteration of the second session, which comes before its folder, passes one.
    train(replace(settings, iterations=9_000), tmp_path / "run", resume=True)
    assert milestones() == [(1_000_000, 8_548)]
    outcome = train(replace(settings, iterations=18_000), tmp_path / "run", resume=True)
    assert milestones() == [(1_000_000, 8_548), (2_000_000, 17_095)]
    table = rendered(milestone_table(outcome))
    head, first, second = (line.split() for line in table.splitlines())
    assert " ".join(head) == "touched iterations seconds sum of best responses exploitability"
    assert (first[:2], second[:2]) == (["1,000,116", "8,548"], ["2,000,115", "17,095"])
    assert second[3:] == ["0.916667", "0.458333"]


class Compiling(Counter):
    """Takes a while in the first iteration of a process, as a solver that compiles."""

    def run(self, iterations, callback=None):
        if "ready" not in vars(self):
            time.sleep(0.5)
            self.ready = True
        super().run(iterations)


def test_compiling_is_no_training_of_a_resumed_run(tmp_path: Path) -> None:
    settings = experiment(algorithm=Compiling)
    for goal in (100, 200):
        outcome = train(replace(settings, iterations=goal), tmp_path / "run", resume=True)
        assert outcome.last.seconds < 0.4
    assert metrics(tmp_path / "run")[-1]["seconds"] < 0.4


def test_what_was_not_measured_is_left_blank(tmp_path: Path) -> None:
    outcome = train(experiment(iterations=10), tmp_path / "run")
    line = {"iterations": 9, "seconds": 2.0, "infosets": 3, "touched": 1_000_009}
    RunFolder(tmp_path / "run").record({**line, "milestone": 1_000_000})
    _, row = rendered(milestone_table(outcome)).splitlines()
    assert row.split() == ["1,000,009", "9", "2.00"]


def test_stops_at_the_target_and_looks_at_it_every_second(tmp_path: Path) -> None:
    bounded = experiment(iterations=None, target=0.01)
    session, solver = measured(bounded, tmp_path)
    assert not session.run()
    assert session.reached
    assert 100 <= solver.iterations <= 125
    assert session.last.exploitability == 1 / solver.iterations
    assert iterations_saved(tmp_path) == solver.iterations
    # An iteration count that is far from the next moment does not keep a run going.
    bounded = experiment(iterations=None, target=0.5)

    def measure(solver: Counter) -> float:
        return 1.0 if solver.iterations < 7_000 else 0.4

    session, solver = measured(bounded, tmp_path / "far", measure=measure)
    session.run()
    assert session.reached
    assert 7_000 <= solver.iterations < 7_400


def test_a_target_out_of_reach_leaves_it_to_the_other_bounds(tmp_path: Path) -> None:
    """It is not measured, in the second session."""
    for name, measure in (("near", falling), ("never", lambda solver: None)):
        bounded = experiment(target=1e-9)
        session, solver = measured(bounded, tmp_path / name, measure=measure)
        session.run()
        assert not session.reached
        assert solver.iterations == 1_000
    assert session.last.exploitability is None
    assert curve(tmp_path / "never") == {}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"iterations": -5}, r"iterations .* must be a whole number, 0 to 2\*\*60; got -5"),
        ({"iterations": 1 << 70}, "iterations of an experiment must be a whole number, 0 to"),
        ({"iterations": "5"}, "must be a whole number, .*; got '5'"),
        ({"iterations": True}, "must be a whole number, .*; got True"),
        ({"minutes": 0.0}, "minutes of an experiment must be a finite number above 0; got 0.0"),
        ({"minutes": float("inf")}, "must be a finite number above 0; got inf"),
        ({"target": float("nan")}, "target of an experiment must be a finite number above 0"),
        ({"target": "low"}, "target of an experiment must be a finite number above 0; got 'low'"),
        ({"seed": None}, "seed of an experiment must be a whole number; got None"),
        ({"seed": 1.5}, "seed of an experiment must be a whole number; got 1.5"),
        ({"threads": 0}, "threads of an experiment must be a whole number, 1 to 1,024; got 0"),
        ({"limit": 0}, r"limit .* must be a whole number, 1 to 2\*\*31 - 1; got 0"),
        ({"limit": 1e6}, "limit of an experiment must be a whole number, .*; got 1000000.0"),
        ({"rule": "linear"}, "rule .* must be one of zerosum.rules, such as LINEAR; got 'linear'"),
        ({"show": "picture"}, "show .* must be a function of a strategy and a game; got 'pict"),
        ({"iterations": None}, "iterations or minutes of an experiment must be bounded"),
        ({"algorithm": "cfr"}, "algorithm .* must be a class of solvers, such as CFR; got 'cfr'"),
        ({"algorithm": Counter(Kuhn(), 7)}, "must be a class of solvers, such as CFR; got <"),
        ({"algorithm": partial(Counter, seed=7)}, "must be a class of solvers, .*; got functools"),
    ],
)
def test_refuses_senseless_settings(settings, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        experiment(**settings)


def test_numbers_of_numpy_are_plain(tmp_path: Path) -> None:
    made = experiment(iterations=np.int64(5), target=np.float32(0.5), seed=np.uint8(3))
    kinds = [type(value) for value in (made.iterations, made.target, made.seed)]
    assert kinds == [int, float, int]
    assert train(made, tmp_path / "run").solver.iterations == 1


def test_never_overwrites(tmp_path: Path) -> None:
    train(experiment(), tmp_path / "run")
    before = (tmp_path / "run" / "config.json").read_bytes()
    for game in (None, Kuhn()):  # one that is looked at already does not skip this
        with pytest.raises(ExperimentError, match="it holds a run: continue that run with --res"):
            train(experiment(), tmp_path / "run", game=game)
    assert (tmp_path / "run" / "config.json").read_bytes() == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years")
    for resume in (False, True):
        for path in (tmp_path / "mine", tmp_path / "mine" / "thesis.txt"):
            with pytest.raises(ExperimentError, match="must be new; it holds something else"):
                train(experiment(), path, resume=resume)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 8}, "The seed of a resumed run must be that of .*run, 7; got 8"),
        ({"name": "here.other"}, "The experiment of a resumed run must be"),
        ({"algorithm": type("Other", (Counter,), {})}, "The algorithm of a resumed run must be"),
    ],
)
def test_resumes_only_the_same_run(tmp_path: Path, changes, words: str) -> None:
    train(experiment(), tmp_path / "run")
    with pytest.raises(ExperimentError, match=words):
        train(experiment(**changes), tmp_path / "run", resume=True)


def test_a_function_that_makes_solvers_cannot_resume(tmp_path: Path) -> None:
    def counting(game, seed):
        return Counter(game, seed)

    assert train(experiment(algorithm=counting), tmp_path / "run").solver.iterations == 1_000
    words = r"must be a class of solvers, which has load\(\); got counting, which has not: begin an"
    with pytest.raises(ExperimentError, match=words):
        train(experiment(algorithm=counting), tmp_path / "run", resume=True)


@pytest.mark.parametrize("text", ["", "[]", '{"format": 99}'])
def test_refuses_damaged_config(tmp_path: Path, text: str) -> None:
    train(experiment(), tmp_path / "run")
    (tmp_path / "run" / "config.json").write_text(text)
    with pytest.raises(StoreError, match=r"config\.json of .* must describe a run"):
        train(experiment(), tmp_path / "run", resume=True)


def test_refuses_a_second_session(tmp_path: Path) -> None:
    folder, words = RunFolder(tmp_path / "run"), "must be trained by one session at a time; another"
    train(experiment(), folder.path)
    with folder.held():
        assert folder.trains
        with pytest.raises(ExperimentError, match=words):
            train(experiment(iterations=1_200), folder.path, resume=True)
        with pytest.raises(ExperimentError, match=words), folder.held():
            pass
    assert not folder.trains
    assert train(experiment(iterations=1_200), folder.path, resume=True).earlier == 1_000


def test_refuses_a_session_that_another_has_overtaken(tmp_path: Path) -> None:
    class Late(Counter):
        def run(self, iterations, callback=None):
            if self.iterations == 0:
                train(experiment(), tmp_path)
            super().run(iterations, callback)

    with pytest.raises(ExperimentError, match="must be new; it holds a run"):
        train(experiment(algorithm=Late), tmp_path)


def test_damaged_and_lost_checkpoints(tmp_path: Path) -> None:
    train(experiment(), tmp_path / "run")
    next((tmp_path / "run" / "checkpoint").glob("sums.*")).write_bytes(b"x")
    with pytest.raises(StoreError, match="the array sums cannot be read"):
        train(experiment(), tmp_path / "run", resume=True)
    shutil.rmtree(tmp_path / "run" / "checkpoint")
    before = (tmp_path / "run" / "metrics.jsonl").read_text()
    with pytest.raises(StoreError, match="must hold its checkpoint to continue; it is missing"):
        train(experiment(iterations=1_200), tmp_path / "run", resume=True)
    assert (tmp_path / "run" / "metrics.jsonl").read_text() == before


def _as_killed(run: Path, *lost: str) -> None:
    for name in lost:
        shutil.rmtree(run / name) if (run / name).is_dir() else (run / name).unlink()


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        (["checkpoint", "strategy"], "before its first checkpoint: its 1,000 iterations are lost"),
        (["checkpoint", "strategy", "metrics.jsonl"], "nothing of it is left, and it begins anew"),
        (["checkpoint/meta.json", "strategy"], "before its first checkpoint: its 1,000 iter"),
        (
            ["metrics.jsonl"],
            r"The figures of .*run are missing: seconds, .* begin at its checkpoint",
        ),
        (["strategy"], ""),
    ],
)
def test_a_resumed_run_says_what_is_lost(tmp_path: Path, caplog, lost, words: str) -> None:
    train(experiment(), tmp_path / "run")
    _as_killed(tmp_path / "run", *lost)
    outcome = train(experiment(iterations=1_100), tmp_path / "run", resume=True)
    assert outcome.earlier == (0 if lost[0].startswith("checkpoint") else 1_000)
    assert re.search(words, caplog.text) if words else not caplog.text


def test_a_resumed_run_says_how_far_it_falls_back(tmp_path: Path, caplog) -> None:
    train(experiment(), tmp_path / "run")
    with (tmp_path / "run" / "metrics.jsonl").open("a") as file:
        file.write('{"iterations": 1025, "seconds": 99, "infosets": 12, "touched": 9}\n{"itera')
    train(experiment(iterations=1_100), tmp_path / "run", resume=True)
    assert "stopped 25 iterations after its last checkpoint: these are lost, and" in caplog.text
    assert "goes on from 1,000." in caplog.text


def test_a_run_that_was_killed_at_once_is_no_run(tmp_path: Path, caplog) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.json.part").write_text('{"form')
    train(experiment(iterations=1), tmp_path / "run", resume=True)
    assert "There is no run in" in caplog.text
    _as_killed(tmp_path / "run", "config.json")
    with pytest.raises(ExperimentError, match=r"a run without its config\.json: put that back"):
        train(experiment(), tmp_path / "run", resume=True)


def test_an_average_over_checkpoints_that_is_missing(tmp_path: Path) -> None:
    solver = SimpleNamespace(storage=Storage("int32", averages=1), iterations=7)
    (tmp_path / "config.json").touch()
    (tmp_path / "metrics.jsonl").write_text('{"iterations": 7, "seconds": 1}\n')
    (said,) = RunFolder(tmp_path).losses(solver)
    assert "an average over its checkpoints, is missing: the average begins anew" in said


def test_a_damaged_line_of_metrics_is_not_dropped(tmp_path: Path) -> None:
    """Resuming rewrites the file: what follows the line would be lost."""
    train(experiment(), tmp_path / "run")
    file = tmp_path / "run" / "metrics.jsonl"
    first, second, *rest = file.read_text().splitlines(keepends=True)
    for wrong in ('{"itera\n', "[]\n", '{"iterations": 3}\n'):
        text = "".join([first, wrong, second, *rest])
        file.write_text(text)
        with pytest.raises(StoreError, match=r"Line 2 of .* it is damaged: remove the line"):
            train(experiment(iterations=1_200), tmp_path / "run", resume=True)
        assert file.read_text() == text


class NoChance:
    terminal, active = False, 0

    def apply(self, action): ...
    def payoff(self, player): ...
    def infoset(self, player): ...


@dataclass(frozen=True)
class Broken(Kuhn):
    def infoset(self, player):
        return self.cards[99]


@dataclass(frozen=True)
class ByIdentity(Kuhn):
    def infoset(self, player):
        return Look()


class Look:
    def actions(self):
        return (0, 1)


@dataclass(frozen=True)
class Takes(Kuhn):
    stakes: int = 0

    def __init__(self, stakes):
        super().__init__()


@pytest.mark.parametrize(
    ("game", "error", "words"),
    [
        (object(), GameError, "must have terminal"),
        (NoChance, GameError, "must have chance; write a property that returns False if chance n"),
        (Broken, GameError, r"must not raise .* IndexError: .*\(line \d+ of .*test_experiment"),
        (ByIdentity, AbstractionError, "Make it a frozen dataclass"),
        (Takes, ExperimentError, "call without arguments gives the start"),
    ],
)
def test_looks_at_the_game_first(tmp_path: Path, game, error, words: str) -> None:
    with pytest.raises(error, match=words):
        train(replace(experiment(), training=game), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_folders_are_numbered(tmp_path: Path) -> None:
    assert unused(tmp_path, "a") == latest(tmp_path, "a") == tmp_path / "a"
    for name in ("a", "a-2", "a-10", "a-b"):
        (tmp_path / name).mkdir()
    assert unused(tmp_path, "a") == tmp_path / "a-11"
    assert latest(tmp_path, "a") == tmp_path / "a-10"


def rendered(renderable) -> str:
    console = Console(width=100, file=io.StringIO())
    console.print(renderable)
    return console.file.getvalue()


def test_says_why_nothing_was_measured(tmp_path: Path) -> None:
    outcome = train(experiment(limit=10), tmp_path / "run")
    words = "The tree of Kuhn must have at most 10 histories; 10 were reached of about 58"
    (row,) = [line for line in rendered(summary(outcome)).splitlines() if "exploit" in line]
    assert " ".join(row.split()).startswith(f"exploitability not measured: {words}"[:60])
    (run,) = read_runs([outcome.folder])
    assert run.unmeasured.startswith(words)
    assert run.curve == ()
    (measured,) = read_runs([train(experiment(), tmp_path / "other").folder])
    assert measured.unmeasured == ""


class Doubtful(Counter):
    """Measures itself until it finds the game wrong, and counts what it was asked."""

    asked = 0

    def nash_conv(self):
        Doubtful.asked += 1
        if Doubtful.asked > 5:
            raise GameError("The payoffs must sum to 0; got 1.0.")
        return 1.0


def test_what_was_trained_is_saved_if_measuring_fails(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="The payoffs must sum to 0"):
        train(experiment(algorithm=Doubtful), tmp_path / "run")
    (run,) = read_runs([tmp_path / "run"])
    assert len(run.curve) == 4
    assert iterations_saved(tmp_path / "run") > run.points[-1].iterations
    assert store.read(tmp_path / "run" / "strategy").meta == {"kind": "uniform"}


class Full(Counter):
    """Has room for 400 iterations."""

    def run(self, iterations, callback=None):
        super().run(min(iterations, 400 - self.iterations))
        if self.iterations == 400:
            raise TableError("The table must have room.")


def test_what_was_trained_is_saved_if_the_table_is_full(tmp_path: Path) -> None:
    told = io.StringIO()
    shown = Lines(Console(file=told, width=200))
    with pytest.raises(TableError, match="The table must have room"):
        train(experiment(algorithm=Full), tmp_path / "run", display=shown)
    assert iterations_saved(tmp_path / "run") == 400
    assert store.read(tmp_path / "run" / "strategy").meta == {"kind": "uniform"}
    assert told.getvalue().endswith(f"Saved 400 iterations in {tmp_path / 'run'}.\n")


def test_closes_with_figures_and_a_picture(tmp_path: Path) -> None:
    outcome = train(experiment(), tmp_path / "run")
    text = rendered(summary(outcome))
    assert "1,000" in text
    assert "nodes a second" in text
    table = rendered(picture(outcome))
    assert len(table.splitlines()) == 13
    assert "50.0%" in table
    named = replace(outcome, experiment=experiment(show=lambda strategy, game: "a picture"))
    assert picture(named) == "a picture"


@dataclass(frozen=True)
class Unlisted(Kuhn):
    """Draws outcomes of chance, and has no list of them."""

    chances = None


@pytest.mark.usefixtures("plain_trees")
def test_without_a_list_of_outcomes_there_is_no_picture(tmp_path: Path) -> None:
    outcome = train(replace(experiment(), training=Unlisted), tmp_path / "run")
    assert outcome.last.infosets == 12
    assert picture(outcome) is None
    assert "must have chances() to be enumerated" in str(outcome.gauge.reason)


SNAPSHOT = Snapshot(
    iterations=600, goal=1_100, infosets=12, done=500, touched=2_500, seconds=5.0, limit=None
)


def test_snapshot() -> None:
    assert str(SNAPSHOT) == "600 of 1,100 iterations, 100/s, 12 infosets, 500 nodes/s, 0:05 left"
    assert SNAPSHOT.fraction == 0.5
    timed = replace(SNAPSHOT, goal=None, limit=6.0)
    assert str(timed).endswith("600 iterations, 100/s, 12 infosets, 500 nodes/s, 0:01 left")
    assert replace(timed, limit=5.0).fraction == 1.0
    assert replace(SNAPSHOT, seconds=0.0).fraction == 0.0
    known = replace(SNAPSHOT, exploitability=0.012345)
    assert str(known).endswith("500 nodes/s, exploitability 0.0123, 0:05 left")


def test_a_bar_shows_the_figures_and_notes_above() -> None:
    console = Console(width=120, force_terminal=True, record=True)
    with Bar(console) as bar:
        bar.note("1,000,123 touched: 4,512 iterations, 0.16 s")
        bar.update(SNAPSHOT)
    text = console.export_text()
    assert "1,000,123 touched: 4,512 iterations, 0.16 s\n" in text
    assert "600 of 1,100 iterations" in text


def test_lines_are_plain_and_few() -> None:
    console = Console(width=40, record=True, force_terminal=False, quiet=False)
    with Lines(console, every=10.0) as lines:
        for seconds in range(25):
            lines.update(replace(SNAPSHOT, seconds=float(seconds)))
    assert len(console.export_text().splitlines()) == 3
    told = io.StringIO()
    with Lines(Console(file=told)) as lines:
        lines.update(replace(SNAPSHOT, seconds=0.9))
        assert told.getvalue() == ""
        lines.update(replace(SNAPSHOT, seconds=1.1))
    assert told.getvalue().startswith("600 of 1,100 iterations, ")


RUNNER = """
import sys
from tests.counter import Counter, experiment
from zerosum.experiment import train
Counter.pause = 0.001
train(experiment(iterations=10**9), sys.argv[1], resume=True, every=0.0)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a signal of POSIX")
def test_killed_and_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    runner = subprocess.Popen([sys.executable, "-c", RUNNER, str(folder)])
    for _ in range(2_000):
        if iterations_saved(folder) > 0:
            break
        time.sleep(0.01)
    time.sleep(0.02)
    runner.send_signal(signal.SIGKILL)
    runner.wait()
    reached = iterations_saved(folder)
    assert reached > 0
    last = train(experiment(iterations=reached + 150), folder, resume=True).solver
    whole = train(experiment(iterations=reached + 150), tmp_path / "whole").solver
    assert last.sums.tobytes() == whole.sums.tobytes()
    assert RunFolder(folder).config()["iterations"] == reached + 150


def iterations_saved(folder: Path) -> int:
    checkpoint = folder / "checkpoint"
    return store.read(checkpoint).meta["iterations"] if store.exists(checkpoint) else 0


def test_fitting_is_shown_as_bars_on_a_terminal() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=60)
    with fitting_on(console):
        for share in (0.0, 0.5, 1.0):
            announce("Counting", share)
        # The display is free again: another may begin.
        with Bar(console):
            pass
    assert "0% Counting" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", console.file.getvalue())
