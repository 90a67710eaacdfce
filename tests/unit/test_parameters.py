"""Parameters of an experiment's game: declared, on the command line, in a run folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from blood import evaluate, export, match, play, show, study, train
from tests.counter import Counter
from tests.runs import inside, invoked, refused, run_folder
from zerosum.bluff import Bluff
from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment import (
    Experiment,
    Run,
    comparison,
    load,
    open_run,
    read_runs,
    with_parameters,
)
from zerosum.experiment.agents import agent_of
from zerosum.experiment.groups import grouped
from zerosum.experiment.load import start_of, walk_of
from zerosum.experiment.pack import pack, unpack

pytestmark = pytest.mark.usefixtures("uncompiled")
DICE = """
from tests.counter import Counter
from zerosum.bluff import Bluff
from zerosum.experiment import Experiment

def TrainingAbstraction(dice: tuple[int, int] = (1, 1), faces: int | None = 6) -> Bluff:
    return Bluff(*dice)

experiment = Experiment(TrainingAbstraction, algorithm=Counter, iterations=20, limit=5)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a current folder with an experiment, ``dice``, whose game has parameters."""
    monkeypatch.setattr("zerosum.experiment.show._VISITS", 100)  # for the first infosets
    (tmp_path / "dice.py").write_text(DICE)
    with inside(tmp_path):
        yield tmp_path


def run(words: str, command: Any = train, typed: str = "") -> Result:
    return invoked(command, words, typed)


def config(folder: str | Path) -> dict[str, Any]:
    return json.loads((Path(folder) / "config.json").read_text())


def dice_run(place: Path, dice: tuple[int, int]) -> Path:
    """Write a run of ``dice`` with a strategy that was hardly trained."""
    run_folder(place, "dice", Bluff(*dice))
    (place / "config.json").write_text(json.dumps(config(place) | {"game": {"dice": list(dice)}}))
    return place


def deal(
    up: tuple[int, int] = (6, 6),
    dealer: int | None = 2,
    share: float = 0.5,
    names: tuple[str, ...] = (),
    *,
    wild: bool = False,
) -> Bluff:
    return Bluff()


def declared(**game: Any) -> Experiment:
    return Experiment(deal, algorithm=Counter, name="here", game=game)


def test_parameters_have_their_defaults() -> None:
    assert declared().game == {"up": (6, 6), "dealer": 2, "share": 0.5, "names": (), "wild": False}
    assert declared(up=(1, 2)).game["up"] == (1, 2)
    assert declared(up=(1, 2)) == declared(up=(1, 2)) != declared()
    assert Experiment(Bluff).game == {}


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("up=10,10", "up", (10, 10)),
        ("dealer=none", "dealer", None),
        ("wild=yes", "wild", True),
        ("names=a,b,none", "names", ("a", "b", "none")),
    ],
)
def test_texts_set_parameters(text: str, name: str, value: Any) -> None:
    found = with_parameters(declared(), [text]).game
    assert found == {**declared().game, name: value}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("up=10", "The parameter up must be 2 values with a comma between them, each a whole n"),
        ("dealer=x", "The parameter dealer must be a whole number or None; got 'x'"),
        ("dealr=2", "The parameter must be one of deal's own; got 'dealr': did you mean dealer"),
        ("dealer", "Each parameter must be set as name=value; got 'dealer'"),
        (f"dealer={2**60}", r"The parameter dealer must be below 2\*\*60"),
    ],
)
def test_texts_that_make_no_sense(text: str, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        with_parameters(declared(), [text])


def needs(size: int) -> Bluff:
    return Bluff()


def wrong(size: int = "x") -> Bluff:  # type: ignore[assignment]
    return Bluff()


@pytest.mark.parametrize(
    ("training", "game", "words"),
    [
        (deal, {"up": (1, 2.5)}, r"The parameter up must be 2 values .*; got \(1, 2\.5\)"),
        (deal, {"dealer": object()}, "The parameter dealer of an experiment must be a number, a "),
        (deal, [1], r"The parameters of an experiment must be values by their names; got \[1\]"),
        (needs, {}, "The parameter size of needs must have a default; it has none: write size="),
        (wrong, {}, "The parameter size must be a whole number; got 'x'"),
    ],
)
def test_declarations_that_make_no_sense(training: Any, game: Any, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        Experiment(training, game=game)


def test_the_walk_has_the_same_parameters() -> None:
    def walk(**given: Any) -> Any:
        return given

    assert walk_of(Experiment(deal, play=walk, game={"dealer": 3}))["dealer"] == 3
    assert walk_of(Experiment(deal, play=Bluff)) is Bluff
    with pytest.raises(ExperimentError, match=r"Abstraction of .* called with \(dealer=, names=, "):
        walk_of(Experiment(deal, play=lambda up: up))


def test_a_run_keeps_its_parameters(here: Path) -> None:
    result = run("dice --game dice=2,1 --iterations 10")
    assert result.exit_code == 0, result.output
    assert "Training dice with dice=2,1 faces=6 by Counter" in result.stderr
    assert config("runs/dice")["game"] == {"dice": [2, 1], "faces": 6}
    assert run("dice --resume --iterations 20").exit_code == 0
    assert run("dice --resume --iterations 30 --game dice=2,1").exit_code == 0
    assert run("--resume --out runs/dice --iterations 40").exit_code == 0
    assert config("runs/dice")["game"] == {"dice": [2, 1], "faces": 6}
    assert refused(train, "dice --resume --iterations 50 --game faces=none") == (
        "The set of game parameters of a resumed run must be that of runs/dice, dice=2,1 faces=6; "
        "got dice=2,1 faces=None: leave it out, or begin another run with --out."
    )


def test_a_run_from_before_there_were_parameters(here: Path) -> None:
    assert run("dice --iterations 10").exit_code == 0
    file = here / "runs" / "dice" / "config.json"
    file.write_text(json.dumps({k: v for k, v in config(file.parent).items() if k != "game"}))
    assert run("dice --resume --iterations 20").exit_code == 0
    assert start_of(load("dice")) == Bluff(1, 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dice --game dice=0,1", "The dice of Bluff must be at least one each"),
        ("blood.kuhn --game dice=2,1", "must be one of Kuhn's own; got 'dice': Kuhn has none."),
        ("blood.holdem --game stack=0", "stack of blood.holdem must be a whole number, at least 1"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    assert sentence in refused(train, words)
    assert not (here / "runs").exists()
    assert "The dice of Bluff must" in run("dice --game dice=0,1", study).stderr


def test_a_run_is_opened_and_packed_with_its_game(here: Path) -> None:
    place = dice_run(here / "two", (2, 1))
    assert open_run(place)[1] == Bluff(2, 1)
    assert agent_of(place).base == Bluff(2, 1)
    for words, command in (
        ("two", show),
        ("two --hands 1 --seed 1", play),
        ("two two.csv", export),
        ("two uniform --hands 4 --workers 1", match),
        ("two --deals 100 --limit 5 --seconds 0.01", evaluate),
    ):
        result = run(words, command, "1-1\n")
        assert result.exit_code == 0, (words, result.output)
    pack(Run.open(dice_run(here / "two", (2, 1))), here / "packed", {})
    assert config(here / "packed")["game"] == {"dice": [2, 1]}
    unpack(Run.open(here / "packed"))


def test_a_run_whose_parameters_are_gone(here: Path) -> None:
    place = dice_run(here / "two", (2, 1))
    (place / "config.json").write_text(json.dumps(config(place) | {"game": {"dise": [2, 1]}}))
    with pytest.raises(StoreError, match="parameters of a run must be those of TrainingAbstractio"):
        open_run(place)
    (place / "config.json").write_text(json.dumps(config(place) | {"game": [2]}))
    with pytest.raises(StoreError, match="it cannot be read"):
        open_run(place)


def test_reports_are_labelled_by_parameters_that_differ(here: Path) -> None:
    for number, dice in enumerate(("1,1", "2,1"), 1):
        assert run(f"dice --game dice={dice} --iterations 10 --out {number}").exit_code == 0
    runs = read_runs(["1", "2"])
    assert [group.label for group in grouped(runs)] == ["dice=1,1", "dice=2,1"]
    table = comparison(runs)
    assert [row[1] for row in table.rows] == ["dice=1,1", "dice=2,1"]
    assert "game" not in comparison(runs[:1]).headings
