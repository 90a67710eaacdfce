"""A faulty game is refused in a sentence that names the history, or solved right."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from rich.console import Console

from tests.games.faulty import FAULTS
from tests.games.faulty.__init__ import SOME
from tests.games.faulty.abstractions import ABSTRACTIONS
from zerosum.abstraction import Abstracted
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import AbstractionError, ZeroSumError
from zerosum.evaluation import expected_values
from zerosum.play import StrategyAgent, play_match
from zerosum.play.explore.seats import seats_of, unseen_of
from zerosum.play.terminal import Table, play_session
from zerosum.strategy import Strategy
from zerosum.testing import check, check_abstraction, check_game
from zerosum.tree import enumerated

pytestmark = pytest.mark.usefixtures("uncompiled", "quick")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let playouts be shorter, and compare nothing natively."""
    for module in ("laws.playouts", "testing.strategies"):
        monkeypatch.setattr(f"zerosum.{module}.LONGEST", 300)
    monkeypatch.setattr(check, "check_native", lambda *_: None)


def solved(game: Any) -> float:
    """Return the value of player 0."""
    solver = CFR(game)
    solver.run(100)
    return float(expected_values(game, solver.strategy())[0])


def sampled(game: Any) -> None:
    ExternalSampling(game, seed=1, reserve=1 << 22).run(10)


DOORS: dict[str, Callable[[Any], float | None]] = {
    "check_game": lambda game: check_game(game, examples=10),
    "CFR": solved,
    "ExternalSampling": sampled,
}


def check_outcome(look: Callable[[], float | None], *wanted: float | str) -> None:
    """Check that a game is refused in the right words, or that its value is right."""
    sentences = [each for each in wanted if isinstance(each, str)]
    values = [each for each in wanted if isinstance(each, float)]
    try:
        found = look()
    except ZeroSumError as error:
        said = str(error)
    else:
        assert values
        assert found is None or found == pytest.approx(values[0], abs=0.05)
        return
    assert any(re.search(sentence, said) for sentence in sentences), said


# The checks look at all games; what they pass has a value; sampling begins as in test_laws.
LOOKS = [
    *((fault, "check_game") for fault in FAULTS),
    *((fault, "CFR") for fault in FAULTS if isinstance(FAULTS[fault][-1], float)),
    *((fault, "ExternalSampling") for fault in SOME),
]


@pytest.mark.parametrize(("fault", "door"), LOOKS)
def test_a_faulty_game_is_refused_or_right(fault: str, door: str) -> None:
    kind, *wanted = FAULTS[fault]
    check_outcome(lambda: DOORS[door](kind()), *wanted)


@pytest.mark.parametrize(
    ("fault", "door"),
    [*((fault, "check_game") for fault in ABSTRACTIONS), *zip(ABSTRACTIONS, cycle(DOORS))],
)
def test_a_faulty_abstraction_is_refused_or_right(fault: str, door: str) -> None:
    kind, states, actions, wanted = ABSTRACTIONS[fault]
    if door == "check_game":
        check_outcome(lambda: check_abstraction(kind, states, actions, examples=10), wanted)
    else:
        check_outcome(lambda: DOORS[door](Abstracted(kind(), states, actions)), wanted)


@pytest.mark.usefixtures("unchecked")
def test_a_walk_of_the_whole_game_notices_an_action_that_it_has_not() -> None:
    kind, states, actions, wanted = ABSTRACTIONS["an action that the game has not"]
    with pytest.raises(AbstractionError, match=wanted):
        enumerated(Abstracted(kind(), states, actions))


def test_a_match_and_a_terminal_refuse_an_action_that_the_game_has_not() -> None:
    kind, states, actions, wanted = ABSTRACTIONS["an action that the game has not"]
    game = Abstracted(kind(), states, actions)
    agent = StrategyAgent(Strategy.uniform(game), game)
    with pytest.raises(AbstractionError, match=wanted):
        play_match(agent, agent)
    with pytest.raises(AbstractionError, match=wanted):
        play_session(Table(game, agent, iter(["q"]), Console(quiet=True)), seed=1)


@pytest.mark.parametrize("look", [seats_of, unseen_of])
def test_the_terminal_refuses_a_game_without_end(look: Callable[[Any], Any]) -> None:
    with pytest.raises(ZeroSumError, match="Every playout of Faulty must end; got one of 10,000"):
        look(FAULTS["no end"][0]())
