"""``python -m blood.play`` on runs with little training."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from blood.play import main
from tests.runs import invoked, refused, run_folder, succeeded
from zerosum.experiment import load
from zerosum.game import Hooks
from zerosum.kuhn import Kuhn
from zerosum.pkr.shows.terminal import RiverTerms

pytestmark = pytest.mark.usefixtures("uncompiled")
ROOT = Path(__file__).parents[2]
AT_A_TERMINAL = """
import fcntl, runpy, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("blood.play", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run of Kuhn poker, and runs that cannot be played."""
    folder = tmp_path_factory.mktemp("runs")
    run_folder(folder / "kuhn", "blood.kuhn", Kuhn(), 400)
    run_folder(folder / "young", "blood.kuhn")
    run_folder(folder / "other", "blood.leduc", Kuhn())
    return folder


@pytest.fixture
def here(runs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(runs)
    return runs


run, ran = partial(invoked, main), partial(succeeded, main)


def test_a_player_of_the_gallery_needs_no_run(here: Path) -> None:
    said = ran("maniac --seed 3", "c\n?\nq\n").stdout
    assert said.startswith("You play against maniac; seed 3.")
    assert "maniac has no strategy to ask." in said
    assert "\nc call (check), r raise (bet" in ran("call --game blood.leduc", "q\n").stdout
    for words in ("kuhn --game blood.leduc", "maniac --game blood.kuhn", "maniac --think 1s"):
        assert run(words).exit_code == 2


def test_a_session_of_kuhn(here: Path) -> None:
    result = ran("kuhn --seed 7 --hands 2", "?\nb\n??\nb\n")
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "You play against kuhn; seed 7."
    assert lines[lines.index("> ?") + 1].split() == ["hand", "check", "bet", "1"]
    assert lines[-1].startswith("The session is over: ")
    assert " chips in 2 hands, " in lines[-1]
    assert "unvisited" not in result.stdout
    assert run("kuhn --seed 7 --hands 2", "?\nb\n??\nb\n").stdout == result.stdout
    seeds = [re.search(r"; seed (\d+)\.", run("kuhn").stdout)[1] for _ in range(3)]
    assert len(set(seeds)) > 1
    result = run("kuhn --seed 7 --seat 1 --hands 2", "b\nb\nb\nb\n")
    assert re.findall(r"you are player (\d)", result.stdout) == ["1", "1"]


def test_a_game_of_matches_is_played_in_matches(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kuhn, "hooks", Hooks(series="tests.unit.test_terminal:Three"))
    assert "\nMatch 3.\n" in run("kuhn --seed 7", "b\n" * 9).stdout
    matches = run("kuhn --seed 7 --matches 2", "b\n" * 9).stdout
    assert "matches in 2 matches" in matches.splitlines()[-1]
    assert "Match" not in run("kuhn --seed 7 --hands 2", "b\n" * 9).stdout


def test_a_session_of_poker_by_its_translation(here: Path) -> None:
    run_folder(here / "quick", "blood.quick", load("blood.quick").training(), 1)
    result = ran("quick --seed 3 --hands 2", "r7\n?\nf\nf\n?\nf\nf\n")
    assert "You have Jh9h; pot 3, 1 to call, 399 left." in result.stdout
    assert " after " in result.stdout
    assert re.search(r"quick made (\d+) of its \d+ decisions at unvisited", result.stdout)


def test_poker_of_menus_alone(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a translation both play the actions that were trained on."""
    (here / "menus.py").write_text(
        "from blood.quick import TrainingAbstraction\n"
        "from zerosum.experiment import Experiment\n"
        "experiment = Experiment(TrainingAbstraction)\n"
    )
    monkeypatch.setattr(sys, "path", [str(here), *sys.path])
    run_folder(here / "bare", "menus", load("menus").training(), 1)
    result = ran("bare --seed 3 --seat 0", "r7\nr100%\n")
    assert "the menu has f, c, r100%, a." in result.stdout
    monkeypatch.setattr(RiverTerms, "full_menu", True)
    assert (
        "r100% raise to 4, a raise to 400 (all-in), r4 to r400" in run("bare --seed 3", "").stdout
    )
    del sys.modules["menus"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("young", "The run young must hold a strategy; it has none yet"),
        ("other", "The strategy in other/strategy must be of this game and abstraction; it differ"),
        ("kuhn --hands 0", "Invalid value for '--hands'"),
        ("kuhn --matches 2", "must name its series to be played in one; Kuhn names none"),
        ("kuhn --hands 2 --matches 2", "--hands and --matches must not be given together"),
        ("kuhn --seat 2", "must be that of a player who decides; got 2: there are 0, 1."),
    ],
)
@pytest.mark.usefixtures("here")
def test_mistakes_are_one_sentence(words: str, sentence: str) -> None:
    assert sentence in refused(main, words, "b\n")


def test_odd_letters_and_our_own_mistakes(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = invoked(main, "kuhn --seed 7", b"\xff\xfe\nq\n")
    assert result.exit_code == 0, result.output
    assert "must be an action: legal here are p, b." in result.stdout
    monkeypatch.setattr("blood.play._SEEDS", "many")
    assert isinstance(run("kuhn").exception, TypeError)


def test_a_closed_input_and_a_poor_encoding_end_well(here: Path) -> None:
    """Both as a shell gives them: what cannot be said is said in part, and nobody is blamed."""
    words = [sys.executable, "-m", "blood.play", "kuhn", "--seed", "7"]
    done = subprocess.run(
        ["sh", "-c", shlex.join(words) + " <&-"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The session is over: +0 chips in 0 hands" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_keys_that_end_a_session_at_a_terminal(here: Path, key: bytes) -> None:
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", AT_A_TERMINAL, "kuhn", "--seed", "7"]
    with subprocess.Popen(
        words,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "dumb"},
    ) as process:
        os.close(theirs)
        seen = b""
        for sent in (b"b\n", key):
            while not seen.endswith(b"> "):
                seen += os.read(ours, 1)
            os.write(ours, sent)
            seen += b"|"
        while chunk := _rest(ours):
            seen += chunk
        assert process.wait() == 0
    os.close(ours)
    assert b"The session is over: " in seen
    assert b" chips in 1 hand, " in seen


def _rest(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1000)
    except OSError:  # Linux says so where the other side is gone
        return b""
