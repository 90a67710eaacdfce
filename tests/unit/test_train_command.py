"""``python -m blood.train`` with a solver that only counts."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from blood.experiments import experiments
from blood.train import main
from zerosum import store

MINE = """
from tests.unit.test_experiment import Counter
from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn as TrainingAbstraction
experiment = Experiment(TrainingAbstraction, algorithm=Counter, iterations=500)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a current folder with an experiment, ``mine``."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before = set(sys.modules)
    (tmp_path / "mine.py").write_text(MINE)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def run(words: str) -> Result:
    return CliRunner().invoke(main, shlex.split(words))


def saved(folder: str) -> int:
    return store.read(Path(folder) / "checkpoint").meta["iterations"]


def test_trains_saves_and_shows(here: Path) -> None:
    result = run("mine")
    assert result.exit_code == 0, result.output
    assert (
        "Training mine by Counter with rule None and seed 7; run folder runs/mine" in result.stderr
    )
    assert "iterations  500" in result.stdout
    assert "50.0%" in result.stdout
    assert saved("runs/mine") == 500


def test_files_and_modules_are_the_same(here: Path) -> None:
    assert run("mine.py --iterations 10").exit_code == 0
    assert run("mine --iterations 20").exit_code == 0
    assert (saved("runs/mine"), saved("runs/mine-2")) == (10, 20)


def test_resumes_the_last_run(here: Path) -> None:
    assert run("mine --iterations 10 --seed 5").exit_code == 0
    assert run("mine --resume --iterations 30").exit_code == 0
    assert saved("runs/mine") == 30
    assert run("--resume --out runs/mine --iterations 40").exit_code == 0
    assert saved("runs/mine") == 40
    again = run("mine --resume")
    assert "has these iterations already" in again.stdout
    assert saved("runs/mine") == 40


def test_resuming_nothing_says_so_and_begins(here: Path) -> None:
    result = run("mine --resume --out new")
    assert "There is no run in new to go on with; this one is new." in result.stderr
    assert saved("new") == 500


def test_minutes_take_the_place_of_iterations(here: Path) -> None:
    result = run("mine --minutes 0.002")
    assert result.exit_code == 0, result.output
    assert saved("runs/mine") > 500


# What only shows when training begins: the line that announces it comes first.
LATE = (
    "The folder mine.py/deep must be writable",
    "the array sums cannot be read",
    "The experiment must run without an error; got ZeroDivisionError: division",
)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("blood.quik", "there is no 'blood.quik'; did you mean blood.quick?"),
        ("empty", "The experiment empty must declare TrainingAbstraction"),
        ("fails", "The experiment fails must import without an error; got KeyError: 'x' (line 2"),
        ("blind", "TrainingAbstraction of blind must have infoset"),
        ("mine --iterations -3", "iterations of an experiment must be 0 to"),
        ("mine --iterations many", "Invalid value for '--iterations'"),
        ("mine --minutes 0", "minutes of an experiment must be more than 0"),
        ("mine --rule linaer", "got 'linaer': did you mean linear?"),
        ("mine --algorithm externl", "got 'externl': did you mean external?"),
        ("mine --sede 4", "No such option"),
        ("mine --out old", "The folder old must be new; it holds a run"),
        ("mine --out mine.py", "The folder mine.py must be new; it holds something else"),
        ("mine --out mine.py/deep", "The folder mine.py/deep must be writable"),
        ("mine --resume --out old --seed 8", "The seed of a resumed run must be that of old, 7"),
        ("torn --resume --out old", "The experiment of a resumed run must be that of old, mine"),
        ("mine --resume --out broken", "the array sums cannot be read"),
        ("torn", "The experiment must run without an error; got ZeroDivisionError: division"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    (here / "empty.py").write_text("x = 1\n")
    (here / "fails.py").write_text("y = {}\ny['x']\n")
    (here / "blind.py").write_text(
        "class TrainingAbstraction:\n    terminal = chance = False\n"
        "    active = 0\n    def payoff(self, p): ...\n"
    )
    (here / "torn.py").write_text(MINE + "\nclass Bad(Counter):\n"
        "    def run(self, n, callback=None): 1 / 0\n"
        "experiment = Experiment(TrainingAbstraction, algorithm=Bad)\n")  # fmt: skip
    run("mine --out old")
    run("mine --out broken")
    next((here / "broken" / "checkpoint").glob("sums.*")).write_bytes(b"")
    before = {path: path.stat().st_mtime_ns for path in here.rglob("*.*") if path.suffix != ".pyc"}
    result = run(words)
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1 + (sentence in LATE)
    assert "Traceback" not in result.output
    after = {path: path.stat().st_mtime_ns for path in here.rglob("*.*") if path.suffix != ".pyc"}
    assert after == before


def test_our_own_mistakes_keep_their_traceback(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from zerosum.experiment.folder import RunFolder

    monkeypatch.setattr(RunFolder, "record", None)
    with pytest.raises(TypeError, match="not callable"):
        main(["mine"])


def test_the_experiments_here_are_known() -> None:
    assert all(name.startswith("blood.") for name in experiments())


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
        "Stopped. To go on: python -m blood.train slow --resume --out runs/slow"
    )
    reached = saved("runs/slow")
    assert reached > 0
    assert run(f"slow --resume --out runs/slow --iterations {reached + 1}").exit_code == 0
    assert saved("runs/slow") == reached + 1
