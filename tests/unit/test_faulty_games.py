"""A faulty game is refused in a sentence that names the history, or solved right."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.faulty import FAULTS
from tests.games.faulty.abstractions import ABSTRACTIONS
from zerosum.abstraction import Abstracted
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import ZeroSumError
from zerosum.evaluation import expected_values
from zerosum.testing import check, check_abstraction, check_game

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


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_is_refused_or_right(fault: str, door: str) -> None:
    kind, *wanted = FAULTS[fault]
    check_outcome(lambda: DOORS[door](kind()), *wanted)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("fault", ABSTRACTIONS)
def test_a_faulty_abstraction_is_refused_or_right(fault: str, door: str) -> None:
    kind, states, actions, wanted = ABSTRACTIONS[fault]
    if door == "check_game":
        check_outcome(lambda: check_abstraction(kind, states, actions, examples=10), wanted)
    else:
        check_outcome(lambda: DOORS[door](Abstracted(kind(), states, actions)), wanted)
