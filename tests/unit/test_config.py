"""``--config`` and ``--show-config`` of ``blood.train``: the options of a run as TOML."""

from __future__ import annotations

import sys
import tomllib
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from blood.train import main
from tests.runs import inside, invoked, succeeded
from zerosum.experiment import Run
from zerosum.support.toml import flat, spelled

pytestmark = pytest.mark.usefixtures("plain_trees")
DICE = """
from tests.unit.test_options import Tuned
from zerosum.kuhn import Kuhn
from zerosum.experiment import Experiment
def TrainingAbstraction(dice: tuple[int, int] = (1, 1), extra: int | None = 3) -> Kuhn:
    return Kuhn()
experiment = Experiment(TrainingAbstraction, algorithm=Tuned, options={"form": "long"})
"""
ran, run = partial(succeeded, main), partial(invoked, main)


@pytest.fixture
def here(tmp_path):
    (tmp_path / "dice.py").write_text(DICE)
    with inside(tmp_path):
        yield tmp_path


def shown(words: str) -> dict:
    return tomllib.loads(ran(f"{words} --show-config").stdout)


@pytest.mark.parametrize("words", ["--algorithm cfr", "--seed 3 --threads 1"])
def test_the_same_run_bit_for_bit(here: Path, words: str) -> None:
    words = f"blood.kuhn {words} --iterations 40"
    text = ran(f"{words} --show-config").stdout
    assert [path.name for path in here.iterdir()] == ["dice.py"]
    Path("kuhn.toml").write_text(text)
    ran(f"{words} --out one")
    ran("--config kuhn.toml --out two")
    one, two = Run.open(Path("one")), Run.open(Path("two"))
    assert np.array_equal(one.strategy.words, two.strategy.words)
    assert one.strategy.probabilities.tobytes() == two.strategy.probabilities.tobytes()
    assert one.config | {"stamp": 0} == two.config | {"stamp": 0}
    assert ran("--resume --out one --show-config").stdout == f"{text}out = 'one'\n"


def test_all_options_go_both_ways(here: Path) -> None:
    words = (
        "dice --set cut.threshold=-2 --set form=none --set bold=yes --game dice=2,1 "
        "--game extra=none --rule linear --minutes 2 --target 1e-5 --limit 9 --respond 1.5 "
        "--memory 9GB --out 'my run'"
    )
    found = shown(words)
    assert found == {
        "experiment": "dice",
        "rule": "linear",
        "minutes": 2.0,
        "target": 1e-5,
        "seed": 7,
        "limit": 9,
        "respond": 1.5,
        "memory": "9GB",
        "out": "my run",
        "set": {"bold": True, "cut": {"share": 0.05, "threshold": -2.0}, "form": "none"},
        "game": {"dice": [2, 1], "extra": "none"},
    }
    Path("dice.toml").write_text(ran(f"{words} --show-config").stdout)
    assert shown("--config dice.toml") == found


def test_the_command_line_wins(here: Path) -> None:
    Path("dice.toml").write_text(
        "experiment = 'dice'\niterations = 9\nseed = 1\nset.rate = 0.25\nset.step = 4\n"
    )
    assert shown("--config dice.toml")["set"] == {"form": "long", "rate": 0.25, "step": 4}
    found = shown("--config dice.toml --minutes 1 --seed 2 --set step=5")
    assert (found["minutes"], found["seed"], found["set"]["rate"]) == (1.0, 2, 0.25)
    assert found["set"]["step"] == 5
    assert "iterations" not in found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("iteration = 3", "got 'iteration': did you mean iterations?"),
        ("resume = true", "got 'resume': known are experiment, algorithm"),
        ("iterations = '3'", "The iterations of my.toml must be a whole number; got '3'."),
        ("iterations = true", "must be a whole number; got True"),
        ("respond = 0", "'--respond': 0.0 is not in the range"),
        ("algorithm = 'cfx'", "There is no algorithm 'cfx': did you mean cfr?"),
        ("seed = 2026-01-01", "The seed of my.toml must be a whole number"),
        ("set = 3", "The set of my.toml must be a table [set]; got 3."),
        ("set.rat = 0.5", "got 'rat': did you mean rate?"),
        ("set.rate = '0.5'", "The option rate must be a number; got '0.5'."),
        ("set.cut = 3", "got 'cut': known are bold, cut.threshold"),
        ("game.dice = [1]", "2 values with a comma between them"),
        ("game.dise = [1, 1]", "did you mean dice?"),
        ("[set", "The file my.toml must be TOML: Expected ']'"),
    ],
)
def test_mistakes_in_a_file(here: Path, text: str, words: str) -> None:
    Path("my.toml").write_text(text)
    result = run("dice --config my.toml")
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert not Path("runs").exists()


def test_what_no_options_give_is_not_shown(here: Path) -> None:
    ran("dice --iterations 2 --out run")
    Path("dice.py").write_text(
        DICE.replace("(1, 1)", "(1,1)")
        .replace("form", "cut")
        .replace('"long"', "Cut(1.0)")
        .replace("import", "import Cut,", 1)
    )
    del sys.modules["dice"]  # or it is not read again
    result = run("dice --resume --out run --show-config")
    assert result.exit_code == 2
    assert "The options of dice must be such as a command line can set; got" in result.stderr


def test_what_does_not_go_together(here: Path) -> None:
    assert "must not be given together" in run("dice --json --show-config").stderr
    assert "there is no such file" in run("dice --config none.toml").stderr
    assert "must not be used with sampling" in run("blood.kuhn --rule pdcfr+ --show-config").stderr


def test_values_of_toml() -> None:
    value = {"a b": ["it's", "\x7f\n", 1e300, float("inf"), True, -5], "c": {"d": "é"}}
    assert tomllib.loads(f"x = {spelled(value)}")["x"] == value
    assert dict(flat(value))["c.d"] == "é"
