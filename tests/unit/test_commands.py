"""``python -m blood`` and the script ``blood``: the list of commands, and completion."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from itertools import chain
from pkgutil import resolve_name

import pytest
from click.shell_completion import BashComplete

from blood.__main__ import GROUPS, commands, main
from tests.pages import ROOT
from tests.runs import invoked, printed, refused


def completions(words: str) -> list[str]:
    *before, begun = words.split(" ")
    shell = BashComplete(main, {}, "blood", "_BLOOD_COMPLETE")
    return [item.value for item in shell.get_completions(before, begun)]


def test_lists_the_commands_as_the_page_shows_them() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "blood"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout
    page = (ROOT / "docs" / "how-to" / "commands.md").read_text("utf-8")
    assert f"```\n{listed}```\n" in page


def test_every_command_is_listed_and_prints_through_one_helper() -> None:
    files = (ROOT / "blood").glob("*.py")
    written = [file.stem for file in files if "@click.command(" in file.read_text("utf-8")]
    assert list(commands()) == sorted(written)
    assert sorted(chain(*GROUPS.values())) == sorted(written)
    # A console of its own would wrap at 80 columns in a file.
    files = (ROOT / "blood").glob("*.py")
    own = {file.name for file in files if "Console()" in file.read_text("utf-8")}
    assert own <= {"command.py"}


def test_the_list_imports_no_command_and_is_the_script() -> None:
    code = "import sys; from blood.__main__ import commands; commands(); print(*sys.modules)"
    assert not {"zerosum.experiment", "numba"} & set(printed(code).split())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {name: resolve_name(place) for name, place in project["scripts"].items()} == {
        "blood": main
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("trian", "There is no command 'trian': did you mean train?"),
        ("--frob", "There is no option --frob. Try --help."),
        ("train blood.kuhn --sed 1", "There is no option --sed: did you mean --seed? Known are"),
        ("cache --kind bucket", "'code', 'buckets', 'equities': did you mean buckets? Try --help."),
        ("show", "Missing argument 'RUN'. Try --help."),
        ("show nowhere", "The folder nowhere must be a run folder"),
    ],
)
def test_mistakes_are_one_sentence(words: str, sentence: str) -> None:
    assert sentence in refused(main, words)


@pytest.mark.skipif(os.name == "nt", reason="there pipes close otherwise")
def test_output_that_nobody_reads_is_no_mistake() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        words = [sys.executable, "-m", "blood", "experiments"]
        done = subprocess.run(words, stdout=closed, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == 141
    assert b"Error" not in done.stderr
    assert b"error" not in done.stderr


def test_experiments_are_listed_without_importing_them(tmp_path, monkeypatch) -> None:
    """Those that ship, and those of the folder and of its packages."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        '"""A game\nof mine.\n\nMore."""\n1 / 0\nTrainingAbstraction = 1\n'
    )
    (tmp_path / "torn.py").write_text("def TrainingAbstraction(:")
    (tmp_path / "bytes.py").write_bytes(b"TrainingAbstraction = '\xff'")
    (tmp_path / "other.py").write_text('"""It has no TrainingAbstraction."""\n')
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    (tmp_path / "games" / "dice.py").write_text("from games.base import TrainingAbstraction\n")
    result = invoked(main, "experiments")
    assert result.exit_code == 0, result.output
    rows = [line.partition(" ") for line in result.stdout.splitlines()]
    found = {name: words.strip() for name, _, words in rows}
    assert found["blood.leduc"] == "Leduc hold'em by ranks: an abstraction that loses nothing."
    assert found["mine"] == "A game of mine."
    assert [name for name, *_ in rows[-3:]] == ["in", "mine", "games.dice"]
    unknown = invoked(main, "train mein")
    assert "there is no 'mein'; did you mean mine?" in unknown.stderr


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("t", ["train"]),
        (
            "train blood.r",
            [
                "blood.r",
                "blood.river",
                "blood.river_honest",
                "blood.river_price",
                "blood.river_recall",
                "blood.river_timid",
            ],
        ),
        ("train --rule p", ["plus", "predictive+", "pdcfr+"]),
        ("train --algorithm ou", ["outcome"]),
        ("train --resu", ["--resume"]),
        ("match runs/a u", ["u", "uniform"]),
        ("show ru", ["ru"]),
    ],
)
def test_completes(words: str, found: list[str]) -> None:
    """A path is completed by the shell; click returns the word that was begun."""
    assert completions(words) == found
