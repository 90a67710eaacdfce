"""What an experiment says of itself: in the help of training, and before it trains."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from blood.train import main
from tests.counter import Counter
from tests.runs import invoked, refused
from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment, game_words, module_words, parameter_words
from zerosum.kuhn import Kuhn

DICE = '''
"""Bluff with ``dice`` of your choice: :class:`zerosum.bluff.Bluff`.

Two dice each take
a minute.

    python -m blood.train dice
    python -m blood.train dice --game dice=2,1
"""
from tests.counter import Counter
from zerosum.bluff import Bluff
from zerosum.experiment import Experiment

def TrainingAbstraction(dice: tuple[int, int] = (1, 1), wild: bool = True, cut: int = 0):
    """Return Bluff.

    Parameters
    ----------
    dice
        The dice of player 0, who begins, and of
        player 1.
    wild, other
        Whether ``stars`` are wild.

    Raises
    ------
    GameError
        If there are too many.
    """
    return Bluff(*dice)

def about(game):
    return f"A game of {game.dice} dice."

experiment = Experiment(
    TrainingAbstraction, algorithm=Counter, iterations=5, limit=5, about=about
)
'''


@pytest.fixture
def here(own_folder: Path) -> Path:
    """Return a current folder with an experiment, ``dice``, that says what it is."""
    (own_folder / "dice.py").write_text(DICE)
    return own_folder


run = partial(invoked, main)


PLAIN = run("--help").stdout


@pytest.mark.parametrize("words", ["dice --help", "--help dice", "--seed 3 --help dice"])
def test_help_ends_with_what_the_experiment_says(here: Path, words: str) -> None:
    result = run(words)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(PLAIN)
    assert result.stdout.removeprefix(PLAIN).splitlines() == [
        "",
        "dice:",
        "  Bluff with dice of your choice: zerosum.bluff.Bluff.",
        "",
        "  Two dice each take a minute.",
        "",
        "      python -m blood.train dice",
        "      python -m blood.train dice --game dice=2,1",
        "",
        "Parameters of its game, for --game:",
        "  dice=1,1   The dice of player 0, who begins, and of player 1.",
        "  wild=True  Whether stars are wild.",
        "  cut=0      a whole number",
        "",
        "A game of 2 dice.",
    ]


def test_help_is_about_the_parameters_given_if_there_are_any(here: Path) -> None:
    shown = run("dice.py --game dice=2,1 --help").stdout
    assert "dice=2,1   The dice of player 0" in shown
    assert shown.endswith("A game of 3 dice.\n")
    shown = run("blood.kuhn --help").stdout.removeprefix(PLAIN)
    assert shown.startswith("\nblood.kuhn:\n  The whole of Kuhn poker: the smallest experiment")
    assert "Parameters" not in shown
    (here / "silent.py").write_text("from zerosum.kuhn import Kuhn as TrainingAbstraction")
    assert run("silent --help").stdout.endswith("\nsilent:\n  It has no docstring.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("blood.kuhm --help", "there is no 'blood.kuhm'; did you mean blood.kuhn?"),
        ("broken --help", "The experiment broken must import without an error; got ZeroDivision"),
        ("dice --game dise=1,1 --help", "The parameter must be one of TrainingAbstraction's own"),
        ("dice --game dice=9,9 --help", "The dice of Bluff must be at least one each and at most"),
        ("dice --help --rosw", "There is no option --"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    (here / "broken.py").write_text("1 / 0")
    assert sentence in refused(main, words)


def test_it_is_said_before_training(here: Path) -> None:
    result = run("dice --game dice=2,1")
    assert result.exit_code == 0, result.output
    announced, said = result.stderr.splitlines()[:2]
    assert announced.startswith("Training dice with cut=0 dice=2,1 wild=True by Counter with rule")
    assert said == "A game of 3 dice."


def failing(game: Kuhn) -> str:
    raise ValueError("no size")


@pytest.mark.parametrize(
    ("about", "words"),
    [
        (failing, r"The function about of here must take the start .*; got ValueError: no size"),
        (lambda game: 3, "The function about of here must take the start of a game .*; got 3"),
        (lambda: "x", "The function about of here must take the start of a game .* TypeError"),
    ],
)
def test_what_cannot_be_said(about, words: str) -> None:
    experiment = Experiment(Kuhn, algorithm=Counter, name="here", about=about)
    with pytest.raises(ExperimentError, match=words):
        game_words(experiment, Kuhn())


def test_nothing_is_said_of_an_experiment_that_says_nothing() -> None:
    experiment = Experiment(Kuhn, name="nowhere")
    assert (game_words(experiment, Kuhn()), module_words(experiment)) == ("", "")
    assert parameter_words(experiment) == []
    with pytest.raises(ExperimentError, match="about of an experiment must be a function of the"):
        Experiment(Kuhn, about="small")


def test_a_run_that_is_refused_by_its_words_leaves_nothing(here: Path) -> None:
    (here / "dice.py").write_text(DICE.replace('return f"', 'Bluff(3, 3); return f"'))
    words = "The dice of Bluff must be at least one each and at most four"
    assert refused(main, "dice").startswith(words)
    assert not (here / "runs").exists()
