"""``python -m blood.match``: its results, and its error messages."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

import blood.match
import zerosum.play.rounds
from blood.match import main
from tests import runs
from tests.runs import invoked, run_folder
from zerosum.errors import ZeroSumError
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.leduc import Leduc
from zerosum.play import ByFunction, play_seats


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a current folder with two runs of Kuhn poker."""
    monkeypatch.chdir(tmp_path)
    run_folder(tmp_path / "good", "blood.kuhn", Kuhn(), 300)
    run_folder(tmp_path / "poor", "blood.kuhn", Kuhn(), 1)
    return tmp_path


def run(words: str) -> Result:
    return invoked(main, f"{words} --workers 1")


refused = partial(runs.refused, main)


def test_two_get_a_line() -> None:
    result = run("good poor --hands 20000 --seed 3")
    assert result.exit_code == 0, result.stderr
    line, unknown = result.stdout.splitlines()
    assert line.startswith("good against poor: +0.")
    assert " chips a hand over 20,000 hands (" in line
    assert line.endswith(" a second, native)")
    assert unknown.endswith("of poor's decisions against good were at unvisited infosets.")


def test_luck_is_corrected() -> None:
    plain, fair = (run(f"good poor --hands 200 {extra}").stdout for extra in ("", "--aivat 20"))
    figures = plain.partition(": ")[2].partition(" chips")[0]
    assert fair.splitlines()[1] == f"As played, without AIVAT: {figures}."
    assert figures not in fair.splitlines()[0]
    assert float(fair.split("± ")[1].split()[0]) < float(figures.split("± ")[1])


@pytest.mark.usefixtures("uncompiled")
def test_a_round_robin_says_which_match_was_played() -> None:
    lines = run("good poor uniform --hands 20 --aivat 2 --workers 1").stdout.splitlines()
    played = [line.partition(", as played, without")[0] for line in lines if "AIVAT" in line]
    assert played == ["good against poor", "good against uniform", "poor against uniform"]


@pytest.mark.usefixtures("uncompiled")
def test_seeds_and_menus_are_those_that_are_named() -> None:
    lines = [run(f"good uniform --hands 100 --seed {seed}").stdout for seed in (1, 1, 2)]
    figures = [line.partition(" chips")[0] for line in lines]
    assert figures[0] == figures[1] != figures[2]
    result = run("good random --hands 1000")
    assert result.stdout.startswith("good against random: +0."), result.stderr
    assert len(result.stdout.splitlines()) == 1, "random knows no infoset, which needs no remark"


@pytest.mark.usefixtures("uncompiled")
def test_several_get_a_table() -> None:
    result = run("good poor uniform --hands 200")
    assert result.exit_code == 0, result.stderr
    heading, *rows = [line.split() for line in result.stdout.splitlines()[:4]]
    assert heading == ["wins", "from", "good", "poor", "uniform"]
    assert [row[0] for row in rows] == ["good", "poor", "uniform"]
    assert float(rows[0][1]) == -float(rows[1][1])
    assert rows[0][1:4] != rows[0][4:]
    assert rows[0][2] == rows[1][2] == "±"


@pytest.mark.usefixtures("uncompiled")
def test_names_are_numbered_and_who_plays_itself_wins_nothing(here: Path) -> None:
    (here / "old").mkdir()
    run_folder(here / "old" / "good", "blood.kuhn", Kuhn(), 5)
    assert run("good old/good --hands 40").stdout.startswith("good against old/good: ")
    same = run("old/good old/good --hands 40").stdout
    assert same.startswith("good against good (2): +0.000 ± 0.000")
    result = run("good good uniform good --hands 40")
    heading, *rows = [" ".join(line.split()) for line in result.stdout.splitlines()[:5]]
    assert heading == "wins from good good (2) uniform good (3)"
    assert rows[0].startswith("good +0.000 ± 0.000 ")
    assert rows[1].startswith("good (2) +0.000 ± 0.000 ")
    assert rows[3].startswith("good (3) +0.000 ± 0.000 +0.000 ± 0.000 ")


def test_ctrl_c_ends_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def few(agents, deals, seed, **options):
        return play_seats(agents, deals // 2, seed, **options)

    monkeypatch.setattr(zerosum.play.rounds, "play_seats", few)
    result = run("good poor uniform --hands 400")
    assert result.exit_code == 130
    assert result.stderr == "Stopped after 200 of 1,200 hands.\n"
    assert result.stdout.startswith("wins from")

    def none(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(zerosum.play.rounds, "play_seats", none)
    result = run("good poor")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "Stopped after 0 of 20,000 hands.\n"


def test_an_error_leaves_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(agents, *numbers, **options):
        if agents[1].name == "uniform":
            raise ZeroSumError("A process died.")
        return play_seats(agents, *numbers, **options)

    monkeypatch.setattr(zerosum.play.rounds, "play_seats", failing)
    result = run("good poor uniform --hands 400")
    assert result.exit_code == 2
    assert result.stderr == "Stopped after 400 of 1,200 hands.\nA process died.\n"
    assert result.stdout.startswith("wins from")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("good", "Agents must be at least two: name another run folder, or uniform. Try --help."),
        ("good poor --hands 7", "--hands must be even and at least 4, since all cards are"),
        ("good poor --hands 2", "got 2. Try --help."),
        ("good poor --last-street", "--last-street belongs to --think: give both, or leave it out"),
        ("good poor --think 0ms", "it must be 1ms to 60s, such as 20ms; got '0ms'."),
        ("uniform good --think 20ms", "--think needs a run folder as the first agent; got uniform"),
        ("good poor --think 20ms", "The game Kuhn must declare what solves its parts again, to "),
        ("good poor --hands 8 --matches 4", "--hands and --matches must not be given together"),
        ("good poor --aivat 0", "--aivat must be at least 1, with a run folder among the agents, "),
        ("good poor --aivat 9 --matches 4", "--aivat and --matches must not be given together"),
        ("good goud", "there is no 'goud'"),
        ("good unifrom", "did you mean uniform?"),
        ("good rollout", "The game of rollout must be River of Blood, or hold'em with 52 cards"),
        ("good uniform --game blood.leduc", "that is played, Leduc; it is of Kuhn"),
        ("uniform uniform --game blood.ledus", "did you mean blood.leduc?"),
        ("uniform uniform --game blood.match", "must declare TrainingAbstraction, the game"),
    ],
)
def test_mistakes_get_a_sentence(words: str, sentence: str) -> None:
    assert sentence in refused(words)


def test_runs_of_two_games_are_refused(here: Path) -> None:
    run_folder(here / "leduc", "blood.leduc", Leduc(), 0)
    assert "differs in states" in refused("good leduc")


def test_who_plays_any_game_plays_river_of_blood_or_the_game_that_is_named() -> None:
    for game, hands in (("", 4), (" --game blood.leduc", 40)):
        result = run(f"uniform uniform{game} --hands {hands}")
        words = f"uniform against uniform (2): +0.000 ± 0.000 chips a hand over {hands} hands"
        assert result.stdout.startswith(words), result.stderr


TrainingAbstraction = KuhnThree
THREE = f"--game {__name__}"


def test_more_than_two_sit_at_one_table() -> None:
    result = run(f"uniform uniform uniform {THREE} --hands 30")
    heading, *rows, hands = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert heading == "wins chips a hand"
    assert rows == [f"uniform{n} +0.000 ± 0.000" for n in ("", " (2)", " (3)")]
    assert hands.startswith(
        "30 hands: 10 deals, each with an order of the agents that is drawn; ro"
    )
    assert "rotations: all 3 (" in hands


@pytest.mark.usefixtures("uncompiled")
def test_larger_tables_show_both(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = ByFunction(lambda game: (0.0, 0.0, 0.0))
    monkeypatch.setattr(blood.match, "SelfPlay", lambda agent, playouts: values)
    run_folder(here / "three", __name__, KuhnThree(), 1)
    result = run("three uniform uniform --hands 30 --aivat 20")
    heading, *rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert heading == "wins chips a hand without AIVAT"
    assert [row.split(") ")[-1].count("±") for row in rows[:3]] == [2, 2, 2]


@pytest.mark.usefixtures("uncompiled")
def test_two_are_one_among_copies() -> None:
    result = run(f"call uniform {THREE} --hands 60")
    first, hands = result.stdout.splitlines()
    assert first.startswith("call against 2 copies of uniform: "), result.stderr
    assert first.endswith(" chips a hand over 60 hands.")
    assert "rotations: all 3 (" in hands


@pytest.mark.slow
def test_holdem_is_told_in_big_blinds_too() -> None:
    words = "call uniform --game blood.holdem --hands"
    chips, blinds = (float(word) for word in run(f"{words} 40").stdout.split()[3:10:6])
    assert blinds == chips != 0
    assert chips == round(chips, 3)


@pytest.mark.usefixtures("uncompiled")
def test_holdem_without_blinds_is_told_in_chips(tmp_path: Path) -> None:
    game = "NoLimitHoldem(stacks=(9,), blinds=(0, 0), antes=(1,))"
    (tmp_path / "no_blinds.py").write_text(
        f"from zerosum.pkr import NoLimitHoldem\nTrainingAbstraction = {game}\n"
    )
    result = run(f"call uniform --game {tmp_path / 'no_blinds.py'} --hands 8")
    assert "chips a hand over 8 hands" in result.stdout, result.stderr


def test_some_rotations_and_all_hands_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run(f"uniform uniform uniform {THREE} --hands 20 --rotations 2").stdout
    assert "rotations: 2 of 3, drawn by deal; the others were left out (" in shown
    assert "+0.000 ± 0.000" not in shown
    monkeypatch.setattr(blood.match, "HANDS", 100)
    assert "102 hands: 34 deals" in run(f"uniform uniform uniform {THREE}").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("uniform uniform uniform call", "must have 3 agents, one for each player; got 4: name"),
        ("uniform random", "random must play with a run, whose menu it takes; got uniform, random"),
        ("uniform uniform uniform --hands 20", "must be a multiple of 3 and at least 6, since all"),
        ("uniform uniform uniform --rotations 4", "must be at most 3, one for each player; got 4"),
        ("uniform uniform uniform --rotations 1 --hands 1", "at least 2, since an interval needs"),
        ("uniform uniform uniform --rotations 0", "must be a whole number, at least 1; got 0"),
    ],
)
def test_mistakes_at_larger_tables_get_a_sentence(words: str, sentence: str) -> None:
    assert sentence in refused(f"{words} {THREE}")
