"""``python -m blood.replay`` on files with hands, broken ones, and beside a run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from blood.replay import main
from tests.games.phh import SESSION, TALKED, table
from tests.pages import ROOT
from tests.runs import inside, invoked, refused, run_folder
from zerosum.experiment import load
from zerosum.pkr.phh import read

FILE = ROOT / "tests" / "games" / "hands.phhs"
PUSH = """
from zerosum.abstraction import Abstracted, algebraic
from zerosum.pkr.holdem import NoLimitHoldem
@algebraic
def actions(infoset):
    return infoset.actions()
@algebraic
def player(infoset):
    return infoset.player
push_or_fold = NoLimitHoldem(stacks=(20,), sizes=(100_000,))
TrainingAbstraction = Abstracted(push_or_fold, player * actions, actions)
"""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "hands.phhs").write_text(FILE.read_text("utf-8"), "utf-8")
    with inside(tmp_path):
        yield tmp_path


run = partial(invoked, main)


def test_prints_hands_as_the_guide_shows_them(here: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "replay.md").read_text("utf-8")
    shown = page.split("$ python -m blood.replay hands.phhs 5\n")[1].split("```")[0]
    printed = run("hands.phhs 5").stdout
    lines = [line.split() for line in printed.splitlines() if "#" not in line]
    assert lines == [line.split() for line in shown.splitlines()]
    result = run("hands.phhs")
    assert result.exit_code == 0
    assert [line[:4] for line in result.stdout.splitlines() if line.startswith("[")] == [
        f"[{number}] " for number in range(1, 8)
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("hands.phhs 8", "HAND must be a table of hands.phhs, from 1 to 7; got '8'. Try --help."),
        ("one.phh", "of the hand in one.phh, line 6, must be one of p2, who is to act: look"),
        ("cut.phhs", "The table of hand [1] in cut.phhs, line 6, must be whole, and TOML; got"),
        ("text.phh 1", "The file text.phh must be a whole PHH or PHHS file, which is TOML, or the"),
        ("none.phh", "none.phh must be a readable text file in UTF-8; there is no such file: give"),
        (".", "The file . must be a readable text file in UTF-8; it is a folder: give a PHH"),
        ("hands.phhs 1 --deals 9", "--deals must be given with --run, whose strategy plays the"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    (here / "one.phh").write_text(table(2, "'p1 cc'"))
    (here / "cut.phhs").write_text(FILE.read_text("utf-8")[:900])
    (here / "text.phh").write_text("Hand 1\n")
    said = refused(main, words)
    assert sentence in said
    assert said.endswith(".")
    assert "?." not in said


def test_bad_hands_are_left_out_and_missing_folds_inserted(here: Path) -> None:
    text = FILE.read_text("utf-8").replace('"p3 cbr 232600"', '"p3 cbr 1"')
    head, rest = text.split("[2]")
    wrong = f"{head}[2]{rest.replace('NT', 'PO', 1)}".replace("[5]", "[5").replace("[6]", "[6")
    (here / "wrong.phhs").write_text("\ufeff" + wrong, "utf-8")
    result = run("wrong.phhs")
    assert result.exit_code == 1
    assert re.findall(r"^\[(.)\]", result.stdout, re.MULTILINE) == ["1", "3", "7"]
    first, *reasons = result.stderr.splitlines()
    assert first == "4 of 7 hands are left out:"
    assert [re.findall(r"hand \[(.)\]", line) for line in reasons] == [[at] for at in "2564"]
    assert run("wrong.phhs 7").exit_code == 0
    for number, what in (("2", "The variant of hand [2]"), ("4", "The action"), ("5", "The table")):
        one = run(f"wrong.phhs {number}")
        assert (one.exit_code, one.stderr.startswith(what)) == (2, True)
    hands = [table(3, f"'p3 cbr 300', {fold}'p2 cc', 'd db 2c3c4c'") for fold in ("", "'p1 f', ")]
    text = "\n".join(f"[{number}]\n{hand}\n" for number, hand in enumerate(hands, 1))
    (here / "lacking.phhs").write_text(text)
    result = run("lacking.phhs")
    assert result.exit_code == 1
    assert "Give --repair to insert the folds that 1 of these hands lack." in result.stderr
    whole = run("lacking.phhs --repair")
    assert (whole.exit_code, whole.stderr) == (0, "")
    assert whole.stdout.count("  p1 folds\n") == 2
    assert whole.stdout.count("  # inserted: the file lacks it\n") == 1


def test_a_session_is_written_as_phhs(here: Path) -> None:
    torn = SESSION[: SESSION.index("*** TURN")]
    (here / "session.txt").write_text(
        f"{torn}{SESSION}\n\n{SESSION}".replace("#7", "#6", 1), "utf-8"
    )
    result = run("session.txt --out hands.phhs")
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        "--out must be a new file in a folder that there is, without --run; got hands.phhs."
        in result.stderr
    )
    result = run("session.txt --out new.phhs")
    assert (result.exit_code, result.stdout) == (1, "new.phhs holds 2 hands.\n")
    assert result.stderr.startswith(
        "1 of 3 hands are left out:\nLine 1 of hand [6] in session.txt,"
    )
    assert [hand.finishing for hand in read(here / "new.phhs")] == [TALKED.finishing] * 2
    assert run("session.txt 7").stdout.startswith(
        "[7] Hand 7: no-limit Texas hold'em, blinds 50/100"
    )
    assert run("new.phhs 2 --out one.phhs").stdout == "one.phhs holds 1 hand.\n"
    assert "hand [6] in session.txt" in run("session.txt 6").stderr


def test_prints_a_strategy_beside_the_actions(here: Path) -> None:
    (here / "push.py").write_text(PUSH)
    run_folder(here / "pushed", "push", load("push").training, 1)
    dealt = "'d dh p1 AhKh', 'd dh p2 2c2d', "
    (here / "one.phh").write_text(table(2, dealt + "'p2 cbr 1000', 'p1 f'"))
    printed = run("one.phh --run pushed --deals 0")
    assert printed.exit_code == 0
    assert "p2 raises to 1,000 and is all-in  [fold" in printed.stdout
    assert "player  decisions  asked  agreement\n" in printed.stdout
    estimated = run("one.phh --run pushed --deals 2 --seed 3").stdout
    assert re.search(r"p1 folds  \[fold \d+%, call 900 \d+%; EV loss -?\d+\.\d\d ± ", estimated)
    assert estimated == run("one.phh --run pushed --deals 2 --seed 3").stdout
    assert "EV loss in bb  estimated" in run("one.phh --run pushed").stdout
    streets = "'d db 3c4c5h', {0}, 'd db 7s', {0}, 'd db 8s'".format("'p1 cc', 'p2 cc'")
    line = f"{dealt}'p2 cc', 'p1 cc', {streets}, 'p1 cbr 900'"
    (here / "one.phh").write_text(table(2, line))
    run_folder(here / "even", "push", load("push").training)
    river = run("one.phh --run even --deals 0").stdout.split("River")[1]
    assert re.search(r"50%; not visited in training; EV loss -?\d+\.\d\d\]", river)
    assert "±" not in river
    for seats, stacks, differs in (
        (3, "[1000, 1000, 1000]", "number of seats"),
        (2, "[1000, 3000]", "size of stacks and size of blinds and smallest bet"),
    ):
        (here / "one.phh").write_text(table(seats, starting_stacks=stacks))
        said = refused(main, "one.phh --run pushed")
        assert "The game of the hand in one.phh, line 5, must be that of the str" in said
        assert f"; that one has another {differs}: give the run of a game" in said
