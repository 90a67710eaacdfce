"""``python -m blood.train`` with a fake solver and with real ones."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from blood.__main__ import main as blood
from blood.jam import TrainingAbstraction as PushOrFold
from blood.train import main
from blood.training import _following, _remarks
from tests.runs import inside, invoked, refused, succeeded
from zerosum.algorithms import ALGORITHMS
from zerosum.experiment import check, load
from zerosum.kuhn import KuhnThree
from zerosum.pkr import LimitHoldem
from zerosum.pkr.holdem import TWENTY, NoLimitHoldem
from zerosum.support import store
from zerosum.support.cores import cores

pytestmark = pytest.mark.usefixtures("plain_trees")
MINE = """
from tests.counter import Counter
from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn as TrainingAbstraction
experiment = Experiment(TrainingAbstraction, algorithm=Counter, iterations=500)
"""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """Return a current folder with an experiment, ``mine``."""
    (tmp_path / "mine.py").write_text(MINE)
    with inside(tmp_path):
        yield tmp_path


run, ran = partial(invoked, main), partial(succeeded, main)


def saved(folder: str) -> int:
    return store.read(Path(folder) / "checkpoint").meta["iterations"]


def test_trains_saves_and_shows(here: Path) -> None:
    result = ran("mine")
    assert (
        "Training mine by Counter with rule None and seed 7; run folder runs/mine" in result.stderr
    )
    assert "iterations 500" in " ".join(result.stdout.split())
    assert "50.0%" in result.stdout
    assert saved("runs/mine") == 500


def following(stderr: str) -> list[str]:
    return [line.strip() for line in stderr.partition("Next:\n")[2].splitlines()]


def test_closes_with_the_next_commands(here: Path) -> None:
    assert following(run("mine --out 'my run'").stderr) == [
        "python -m blood.show 'my run'",
        "python -m blood.match 'my run' uniform",
        "python -m blood.play 'my run'",
    ]
    words = ["train", "mine", "--out", "new"]
    result = CliRunner().invoke(blood, words, prog_name="blood")
    assert following(result.stderr)[:2] == ["blood show new", "blood match new uniform"]


class Seated:
    """Stands for a translation, which the match engine can seat."""

    seated = None


def test_only_some_games_have_a_bot_or_are_for_two(here: Path) -> None:
    (here / "three.py").write_text(MINE.replace("kuhn import Kuhn", "kuhn import KuhnThree"))
    three = run("three")
    assert "With 3 players no theorem says that CFR finds an equilibrium" in three.stdout
    assert following(three.stderr) == [
        "python -m blood.show runs/three",
        "python -m blood.play runs/three",
    ]
    told = run("three --json --out again")
    assert "With 3 players no theorem says that CFR finds an equilibrium" in told.stderr
    assert json.loads(told.stdout)["run"] == "again"
    (here / "bots.py").write_text(
        f"from {__name__} import Seated\n" + MINE.replace("Counter,", "Counter, play=Seated,")
    )
    last = following(run("bots").stderr)[-1]
    assert last == "python -m blood.bot runs/bots --pack runs/bots-bot"


def test_the_dealer_of_holdem_knows_no_antes() -> None:
    declared = SimpleNamespace(show=object())
    with click.Context(main):
        for stakes, bots in (
            ({"blinds": (1, 2)}, ["python -m blood.bot runs/deals --acpc HOST:PORT"]),
            ({"blinds": (), "antes": (1,)}, []),
        ):
            game = LimitHoldem(**stakes)
            outcome = SimpleNamespace(game=game, folder="runs/deals", experiment=declared)
            assert [line for line in _following(outcome) if "bot" in line] == bots


@pytest.mark.parametrize(
    ("game", "commands"),
    [
        (NoLimitHoldem(players=6), ["ask", "scenarios"]),
        (NoLimitHoldem(players=3), ["ask"]),
        (NoLimitHoldem(players=6, deck=TWENTY), ["ask"]),
        (PushOrFold(), ["ask", "scenarios"]),
    ],
    ids=["six", "three", "twenty cards", "push or fold"],
)
def test_a_run_of_holdem_closes_with_its_questions(game, commands) -> None:
    declared = SimpleNamespace(show=object(), walk=None, play=None)
    with click.Context(main):
        outcome = SimpleNamespace(game=game, folder="runs/deals", experiment=declared)
        words = [line.split()[2].removeprefix("blood.") for line in _following(outcome)]
    assert [word for word in words if word in {"ask", "scenarios"}] == commands


def test_how_far_a_game_for_three_is_from_an_equilibrium_may_be_unknown(here: Path) -> None:
    last = SimpleNamespace(iterations=5, exploitability=None)
    experiment, solver = SimpleNamespace(target=None), SimpleNamespace()
    outcome = SimpleNamespace(
        experiment=experiment, solver=solver, game=KuhnThree(), last=last, earlier=0, reached=False
    )
    (text,) = _remarks(outcome)
    assert text.endswith("how far from one the strategy is, is not known.")
    last.exploitability = 0.25
    (text,) = _remarks(outcome)
    assert text.endswith("exploitability tells how far from one the strategy is.")


def test_resumes_the_last_run(here: Path) -> None:
    assert run("mine --iterations 10 --seed 5").exit_code == 0
    assert run("mine --resume --iterations 30").exit_code == 0
    assert saved("runs/mine") == 30
    assert run("--resume --out runs/mine --iterations 40").exit_code == 0
    assert saved("runs/mine") == 40
    again = run("mine --resume")
    assert "has these iterations already" in again.stdout
    assert "touched" not in again.stdout
    assert saved("runs/mine") == 40
    result = run("mine --resume --out new")
    assert "There is no run in new to continue; this one is new." in result.stderr
    assert saved("new") == 500


def test_minutes_take_the_place_of_iterations(here: Path) -> None:
    ran("mine --minutes 0.002")
    assert saved("runs/mine") > 500


def metrics(folder: str) -> list[dict[str, float]]:
    return [json.loads(line) for line in (Path(folder) / "metrics.jsonl").read_text().splitlines()]


def bounds(folder: str) -> dict[str, object]:
    config = json.loads((Path(folder) / "config.json").read_text())
    return {name: config[name] for name in ("iterations", "minutes", "target")}


def test_stops_at_a_target(here: Path) -> None:
    """The strategy of the fake is uniform, whose exploitability is 11/24."""
    result = ran("mine --target 0.46")
    assert result.stdout.startswith("Stopped at the target of 0.46 chips a hand.\n")
    assert "exploitability 0.458333 chips a hand" in " ".join(result.stdout.split())
    assert saved("runs/mine") == 1
    assert bounds("runs/mine") == {"iterations": None, "minutes": None, "target": 0.46}
    again = run("mine --resume")
    assert again.stdout.startswith("The run has met its target already; continue with --target")
    assert saved("runs/mine") == 1
    assert run("mine --resume --iterations 30").exit_code == 0
    assert saved("runs/mine") == 30
    assert bounds("runs/mine") == {"iterations": 30, "minutes": None, "target": None}


def test_says_where_the_target_was_not_met(here: Path) -> None:
    result = ran("mine --target 0.1 --iterations 50")
    assert result.stdout.startswith(
        "Stopped at another bound before the target of 0.1 chips a hand."
    )
    assert saved("runs/mine") == 50


def threads(folder: str) -> object:
    return json.loads((Path(folder) / "config.json").read_text())["threads"]


def test_threads_are_those_that_the_run_began_with(here: Path) -> None:
    first = run("blood.kuhn --iterations 50 --threads 2")
    assert "with rule linear and seed 7 on 2 threads; run folder runs/blood.kuhn" in first.stderr
    assert threads("runs/blood.kuhn") == 2
    again = run("blood.kuhn --resume --iterations 60")
    assert "on 2 threads;" in again.stderr
    fewer = run("blood.kuhn --resume --iterations 70 --threads 1")
    assert "on one thread;" in fewer.stderr
    assert threads("runs/blood.kuhn") == 1
    assert saved("runs/blood.kuhn") == 70


def test_threads_are_all_cores_where_nothing_is_said(here: Path) -> None:
    assert run("blood.kuhn --iterations 5").exit_code == 0
    assert threads("runs/blood.kuhn") == cores()


def test_a_run_from_before_there_were_targets_and_threads_goes_on_with_one(here: Path) -> None:
    assert run("blood.kuhn --iterations 10 --threads 2").exit_code == 0
    file = here / "runs" / "blood.kuhn" / "config.json"
    config = json.loads(file.read_text())
    del config["target"], config["threads"]
    file.write_text(json.dumps(config))
    assert "on one thread;" in run("blood.kuhn --resume --iterations 20").stderr
    assert (saved("runs/blood.kuhn"), threads("runs/blood.kuhn")) == (20, 1)


def test_a_target_needs_a_game_that_can_be_measured(here: Path) -> None:
    large = MINE.replace("from zerosum.kuhn import Kuhn as", "from blood.quick import")
    (here / "large.py").write_text(large)
    assert refused(main, "large --target 0.1") == (
        "The target of large must be left out where exploitability cannot be measured. The "
        "game RiverOfBlood has about 8e+22 histories; the limit is 2,000,000."
    )
    assert not (here / "runs").exists()


def test_cfr_to_a_target(here: Path) -> None:
    result = ran("blood.kuhn --algorithm cfr --target 0.001")
    assert "by CFR with rule plus; run folder runs/blood.kuhn." in result.stderr
    assert "Stopped at the target of 0.001 chips a hand." in result.stdout
    assert json.loads((here / "runs/blood.kuhn/config.json").read_text())["seed"] is None
    lines = metrics("runs/blood.kuhn")
    values = [line["exploitability"] for line in lines]
    assert values[0] == pytest.approx(11 / 24)
    assert values[1] == pytest.approx(0.26388889)  # CFR+ on Kuhn at t = 2
    assert all(value > 0.001 for value in values[:-1])
    assert values[-1] <= 0.001
    assert lines[-1]["iterations"] == saved("runs/blood.kuhn") < 100_000


@pytest.mark.parametrize(
    ("algorithm", "rule"),
    [
        ("cfr", "predictive+"),
        ("external", "vanilla"),
        # Hands of Kuhn poker do not declare their ranks.
        *(
            pytest.param(each, "vanilla", marks=pytest.mark.slow)
            for each in ALGORITHMS
            if each != "streets"
        ),
    ],
)
def test_every_algorithm_has_a_name_here(here: Path, algorithm: str, rule: str) -> None:
    words = "--threads 1" if ALGORITHMS[algorithm].threaded else ""  # reproducible
    words += " --set round=16" * (algorithm == "rounds")
    if algorithm == "rounds":  # what ends a round compiles within its first batch
        run(f"blood.kuhn --algorithm rounds --rule {rule} --iterations 40 --out before {words}")
    result = run(
        f"blood.kuhn --algorithm {algorithm} --rule {rule} --iterations 300 --out run {words}"
    )
    assert result.exit_code == 0, result.output
    assert f"by {ALGORITHMS[algorithm].__name__} with rule {rule}" in result.stderr
    assert "exploitability " in result.stdout
    values = [line["exploitability"] for line in metrics("run")]
    assert len(values) > 5  # fewer where other processes take time
    assert values[-1] < 0.25 < values[0]
    assert run("--resume --out run --iterations 400").exit_code == 0
    assert saved("run") == 400


def test_a_limit_of_histories(here: Path) -> None:
    """It bounds the tree of the algorithm, and that in which exploitability is measured."""
    result = run("blood.kuhn --algorithm cfr --limit 57")
    assert result.exit_code == 2
    words = "must have at most 57 histories; 57 were reached of about 58: raise the limit"
    assert words in result.stderr
    assert not (here / "runs").exists()
    result = ran("mine --limit 57")
    shown = " ".join(result.stdout.split())
    assert "exploitability not measured: The tree of Kuhn must have at most 57 histories" in shown
    again = run("mine --resume --iterations 600")
    assert "exploitability not measured" in " ".join(again.stdout.split())
    last = run("mine --resume --iterations 700 --limit 58")
    assert "exploitability 0.458333 chips a hand" in " ".join(last.stdout.split())


# What only shows when training begins: the line that announces it comes first.
LATE = (
    "The folder mine.py/deep must be writable",
    "the array sums cannot be read",
    "The experiment must run without an error; got ZeroDivisionError: division",
    "The algorithm Formed must be called with game, seed=; got TypeError: Formed",
    "The algorithm make must make a solver, as zerosum.experiment.declare.Solver de",
)
QUITS = """
from dataclasses import dataclass
from zerosum.kuhn import Kuhn
@dataclass(frozen=True)
class TrainingAbstraction(Kuhn):
    def payoff(self, player): raise SystemExit(3)
"""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("blood.quik", "there is no 'blood.quik'; did you mean blood.quick?"),
        ("quits", "must run without an error; got SystemExit: 3 (line 6 of"),
        ("formed", "The algorithm Formed must be called with game, seed=; got TypeError: Formed"),
        ("makes", "The algorithm make must make a solver, as zerosum.experiment.declare.Solver de"),
        ("empty", "The experiment empty must declare TrainingAbstraction"),
        ("fails", "The experiment fails must import without an error; got KeyError: 'x' (line 2"),
        ("blind", "TrainingAbstraction of blind must have infoset"),
        ("mine --iterations -3", "iterations of an experiment must be a whole number, 0 to"),
        ("counted", "must import without an error; got ExperimentError: The iterations of"),
        ("blood.kuhn --algorithm cfr --seed 3", "The seed must be left out: the algorithm draws "),
        ("blood.kuhn --algorithm cfr --threads 2", "The threads must be left out: the algorithm"),
        ("mine --rule linaer", "no rule 'linaer': did you mean linear?"),
        ("mine --out old", "The folder old must be new; it holds a run"),
        ("mine --out mine.py/deep", "The folder mine.py/deep must be writable"),
        ("mine --resume --out old --seed 8", "The seed of a resumed run must be that of old, 7"),
        ("torn --resume --out old", "The experiment of a resumed run must be that of old, mine"),
        ("mine --resume --out broken", "the array sums cannot be read"),
        ("torn", "The experiment must run without an error; got ZeroDivisionError: division"),
    ],
)
def test_mistakes_are_one_sentence(spoiled: Path, words: str, sentence: str) -> None:
    before = times(spoiled)
    result = run(words)
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1 + (sentence in LATE)
    assert "Traceback" not in result.output
    assert times(spoiled) == before


def times(folder: Path) -> dict[Path, int]:
    """Return when each file but compilations was changed."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.*") if path.suffix != ".pyc"}


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with experiments that fail, a run, and a damaged one."""
    here = tmp_path_factory.mktemp("faults")
    (here / "mine.py").write_text(MINE)
    (here / "empty.py").write_text("x = 1\n")
    (here / "fails.py").write_text("y = {}\ny['x']\n")
    (here / "blind.py").write_text(
        "class TrainingAbstraction:\n    terminal = chance = False\n"
        "    active = 0\n    def payoff(self, p): ...\n"
    )
    (here / "torn.py").write_text(MINE + "\nclass Bad(Counter):\n"
        "    def run(self, n, callback=None): 1 / 0\n"
        "experiment = Experiment(TrainingAbstraction, algorithm=Bad)\n")  # fmt: skip
    (here / "quits.py").write_text(QUITS)
    algorithm = "\nexperiment = Experiment(TrainingAbstraction, algorithm="
    (here / "formed.py").write_text(f"{MINE}class Formed: ...{algorithm}Formed)\n")
    (here / "makes.py").write_text(f"{MINE}def make(game, seed): ...{algorithm}make)\n")
    (here / "counted.py").write_text(MINE.replace("500", "'500'"))
    with inside(here):
        run("mine --out old")
        run("mine --out broken")
    next((here / "broken" / "checkpoint").glob("sums.*")).write_bytes(b"")
    return here


@pytest.fixture
def spoiled(faults: Path) -> Iterator[Path]:
    with inside(faults):
        yield faults


@pytest.mark.parametrize("show", ["lambda strategy: 'x'", "lambda strategy, game: 1 / 0"])
def test_a_picture_that_fails_is_told_of_at_the_end(here: Path, show: str) -> None:
    (here / "shown.py").write_text(MINE.replace("iterations=500", f"iterations=5, show={show}"))
    result = run("shown")
    assert result.exit_code == 2, result.output
    said = result.stderr.splitlines()[-1]
    assert said.startswith("The function show of shown must take a strategy and a game, and return")
    assert said.endswith("The run is complete.")
    assert "saved in" in result.stdout
    assert saved("runs/shown") == 5


def test_errors_of_the_system_and_of_our_own(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a full disk, or a folder that somebody removes."""
    from zerosum.experiment.folder import RunFolder

    monkeypatch.setattr(RunFolder, "metrics", Path("removed/metrics.jsonl"))
    result = run("mine")
    assert result.exit_code == 2
    _, said = result.stderr.splitlines()
    assert said.startswith("The system must be able to read and write files; got FileNotFoundError")
    monkeypatch.undo()
    monkeypatch.setattr(RunFolder, "record", None)
    with pytest.raises(TypeError, match="not callable"):
        main(["mine"])


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_leaves_a_run_to_resume(here: Path) -> None:
    slow = MINE.replace("iterations=500", "iterations=10**9") + "Counter.pause = 0.002\n"
    (here / "slow.py").write_text(slow)
    root = str(Path(__file__).parents[2])
    trainer = subprocess.Popen(
        [sys.executable, "-m", "blood.train", "slow"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": root},
    )
    for _ in range(1_000):
        if (here / "runs" / "slow" / "metrics.jsonl").exists():
            break
        time.sleep(0.02)
    time.sleep(0.1)
    trainer.send_signal(signal.SIGINT)
    _, notes = trainer.communicate(timeout=60)
    assert trainer.returncode == 130
    assert "Traceback" not in notes
    assert notes.splitlines()[-1] == (
        "Stopped. To continue: python -m blood.train slow --resume --out runs/slow"
    )
    reached = saved("runs/slow")
    assert reached > 0
    assert run(f"slow --resume --out runs/slow --iterations {reached + 1}").exit_code == 0
    assert saved("runs/slow") == reached + 1


TORN = """
from dataclasses import dataclass
from zerosum.abstraction import Abstracted, algebraic
from zerosum.kuhn import Kuhn
@dataclass(frozen=True)
class Torn(Kuhn):
{member}
@algebraic
def king(infoset): {factor}
TrainingAbstraction = Abstracted(Torn(), king)
"""
SOUND = {"member": "    ...", "factor": "return infoset.card == 2, infoset.history"}
FAILING = {
    "terminal": {"member": "    @property\n    def terminal(self): 1 / 0"},
    "apply": {"member": "    def apply(self, action): 1 / 0"},
    "factor": {"factor": "return infoset.history // (2 - infoset.card)"},
}


@pytest.mark.parametrize("method", FAILING)
def test_a_method_that_raises_leaves_no_folder(here: Path, method: str) -> None:
    (here / "torn.py").write_text(TORN.format(**SOUND | FAILING[method]))
    said = refused(main, "torn")
    assert re.search(r"got ZeroDivisionError: .* \(line \d+ of .*torn.py\), at Torn\(", said), said
    assert not (here / "runs").exists()


def test_methods_that_do_not_raise_are_sound(here: Path) -> None:
    (here / "torn.py").write_text(TORN.format(**SOUND))
    assert not check(load("torn"), here / "run").terminal
