"""Loading experiments by name, and all errors that a user can make."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from zerosum.errors import ExperimentError
from zerosum.experiment import load
from zerosum.experiment.names import rule_label, rule_named

GAME = "from zerosum.kuhn import Kuhn as TrainingAbstraction\n"
KNOWN = ("blood.bluff", "blood.kuhn", "blood.leduc", "blood.quick")


def test_module_of_the_current_folder(own_folder: Path) -> None:
    (own_folder / "plain.py").write_text(GAME + "Abstraction = 3\n")
    experiment = load("plain")
    assert (experiment.name, experiment.play) == ("plain", 3)
    text = "from zerosum.experiment import Experiment\n"
    text += "experiment = Experiment(TrainingAbstraction, iterations=33, seed=-1)\n"
    (own_folder / "mine.py").write_text(GAME + text)
    experiment = load("mine")
    assert (experiment.name, experiment.iterations, experiment.seed) == ("mine", 33, -1)


def test_file_in_a_package(own_folder: Path) -> None:
    package = own_folder / "deep" / "pack"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "basic.py").write_text(GAME)
    (package / "mine.py").write_text("from .basic import TrainingAbstraction\n")
    assert load(str(package / "mine.py")).training.__name__ == "Kuhn"
    assert sys.modules["pack.mine"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("quik", r"there is no 'quik'; did you mean blood\.quick\?"),
        ("blood.quik", r"there is no 'blood\.quik'; did you mean blood\.quick\?"),
        ("zzzzzzz", r"known are blood\.bluff, blood\.kuhn, blood\.leduc, blood\.quick\."),
        ("", "there is no ''"),
        (".quick", r"there is no '\.quick'"),
        ("json.nothing", r"there is no 'json\.nothing'"),
        ("nowhere/mine.py", r"nowhere/mine\.py must be a file that exists"),
        ("my-own.py", r"name of my-own\.py must be the name of a module"),
        ("json.py", r"module name of json\.py must be its own; .* rename the file"),
        ("json", "json must declare TrainingAbstraction, the game to train on"),
        ("wrong", r"experiment in wrong must be a zerosum\.experiment\.Experiment; got 3"),
        ("syntax", r"syntax must import without an error; got SyntaxError: .*\(line 2 of .*"),
        ("divides", r"got ZeroDivisionError: division by zero \(line 3 of .*divides\.py\)\.$"),
        ("imports", r"got ModuleNotFoundError: No module named 'nowhere' \(line 1 of .*"),
        ("through", r"got ZeroDivisionError: .* \(line 3 of .*divides\.py\)\.$"),
        ("leaves", r"got SystemExit: 3 \(line 1 of .*leaves\.py\)\.$"),
        ("decorates", r"got AttributeError: .* \(line 2 of .*decorates\.py\)\.$"),
    ],
)
def test_mistakes(own_folder: Path, name: str, words: str) -> None:
    files = {
        "my-own.py": GAME,
        "json.py": GAME,
        "wrong.py": GAME + "experiment = 3\n",
        "syntax.py": GAME + "if True print(1)\n",
        "divides.py": "\n\nchips = 1 / 0\n",
        "imports.py": "import nowhere\n",
        "through.py": "import divides\n",
        "leaves.py": "raise SystemExit(3)\n",
        "decorates.py": "from dataclasses import fields\nfields.nothing\n",
    }
    for file, text in files.items():
        (own_folder / file).write_text(text)
    with pytest.raises(ExperimentError, match=words):
        load(name, KNOWN)


def test_rules_have_names() -> None:
    from zerosum.rules import LINEAR, PLUS

    assert rule_named("linear") is LINEAR
    assert rule_label(PLUS) == "plus"
    assert rule_label(None) is None
    with pytest.raises(ExperimentError, match=r"There is no rule 'lnear': did you mean linear\?"):
        rule_named("lnear")
