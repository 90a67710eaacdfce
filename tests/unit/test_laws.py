"""A faulty game is refused in the same words by whatever runs it, before anything is compiled."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import cycle
from typing import Any, ClassVar

import pytest

from tests.games.faulty import FAULTS
from tests.games.faulty.__init__ import SOME
from tests.games.faulty.base import GENERAL, NUMBER, ODDS, PLAYER, Guess
from zerosum.abstraction import base_and_view
from zerosum.algorithms import ExternalSampling, LinearProgram, OutcomeSampling
from zerosum.errors import ZeroSumError
from zerosum.evaluation import (
    approximate_best_response,
    best,
    best_response,
    expected_values,
    exploitability,
    local_best_response,
    loss,
    nash_conv,
    sampled_values,
    sweep,
)
from zerosum.experiment.study import study
from zerosum.lattice import quotient, recall
from zerosum.laws import check_playouts, playouts
from zerosum.native import facts
from zerosum.native.facts import keep_facts, recall_facts
from zerosum.play import Uniform, play_match
from zerosum.testing import check_native

DOORS: dict[str, Callable[[Any], Any]] = {
    "OutcomeSampling": OutcomeSampling,
    "sampled_values": lambda game: sampled_values(game, None),
    "local_best_response": lambda game: local_best_response(game, None),
    "play_match": lambda game: play_match(Uniform(), Uniform(), game=game),
    "recall": recall,
    "recall of a sample": lambda game: recall(game, deals=5),
    "study": study,
}


@pytest.mark.parametrize(
    ("fault", "door"),
    [*zip(SOME, cycle(DOORS), strict=False), *zip(cycle(SOME[:1]), DOORS, strict=False)],
)
def test_a_faulty_game_is_refused(fault: str, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 300)
    kind, sentence = FAULTS[fault]
    with pytest.raises(ZeroSumError, match=sentence):
        DOORS[door](kind())


@pytest.mark.parametrize(
    "look",
    [
        lambda game: expected_values(game, None),
        lambda game: best_response(game, 0, None),
        lambda game: exploitability(game, None),
        lambda game: nash_conv(game, None),
        lambda game: approximate_best_response(game, None),
        lambda game: loss(game, None),
        lambda game: best(game, None),
        lambda game: sweep(game, [None]),
        lambda game: quotient(game, None),
        LinearProgram,
    ],
)
def test_a_general_sum_game_has_no_figures(look: Callable[[Any], Any]) -> None:
    kind, sentence = FAULTS["a rake"]
    with pytest.raises(ZeroSumError, match=sentence):
        look(kind())


def test_the_sound_game_passes() -> None:
    played = check_playouts(*base_and_view(Guess))
    assert (played.playouts, played.moves) == (300, 900)


@dataclass(frozen=True)
class Worth(Guess):
    """A game with a field that is not compared, and an attribute of its class."""

    stake: float = field(default=1.0, compare=False)
    chip: ClassVar[float] = 1.0

    def payoff(self, player: int) -> float:
        return super().payoff(player) * self.stake * self.chip


def test_equal_games_are_checked_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Worth(stake=math.nan) == Worth()
    sound = check_playouts(*base_and_view(Worth()))
    with pytest.raises(ZeroSumError, match=NUMBER.replace("Faulty", "Worth").format("nan")):
        check_playouts(*base_and_view(Worth(stake=math.nan)))
    with monkeypatch.context() as patch:
        patch.setattr(playouts, "_check", None)
        assert check_playouts(*base_and_view(Worth())) == sound
    monkeypatch.setattr(Worth, "chip", math.inf)
    with pytest.raises(ZeroSumError, match=NUMBER.replace("Faulty", "Worth").format("-?inf")):
        check_playouts(*base_and_view(Worth()))


@dataclass(frozen=True)
class Plain(Guess):
    """A game that draws from a generator that is not seeded."""

    def sample(self) -> int:  # type: ignore[override]
        return int(random.random() < 0.75)


@pytest.mark.usefixtures("own_cache")
def test_the_next_process_recalls_the_checks_of_the_same_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And of no other one: of other fields, an edited class, or one that plays otherwise."""
    monkeypatch.setattr(facts, "_KNOWN", {})
    check_playouts(*base_and_view(Worth(stake=3.0)))  # before anyone looked
    for game in (Worth(), Plain(), Worth(stake=3.0)):
        recall_facts(*base_and_view(game))
        played = check_playouts(*base_and_view(game))
        keep_facts(*base_and_view(game))
    monkeypatch.setattr(facts, "_KNOWN", {})
    monkeypatch.setattr(playouts, "_check", lambda *_: (0, 0))

    def is_recalled(game: Any) -> bool:
        recall_facts(*base_and_view(game))
        return check_playouts(*base_and_view(game)) == played

    assert is_recalled(Worth())
    assert not any(map(is_recalled, (Worth(stake=2.0), Worth(stake=3.0), Plain())))
    monkeypatch.setattr(Worth, "chip", 2.0)
    assert not is_recalled(Worth())


class Fault(IntEnum):
    """What is wrong with a game; a field, so that one compilation serves all."""

    NONE = 0
    GENERAL = 1
    NAN = 2
    INFINITE = 3
    SHORT = 4
    NEGATIVE = 5
    NO_NUMBER = 6
    THIRD = 7
    BEFORE = 8
    IDLE = 9
    TWICE = 10
    DEEP = 11
    OUTSIDE = 12
    DIVISION = 13
    WIDE = 14
    UNREAL = 15
    ENDLESS = 16
    OVERFLOW = 17


def count_down(n: int) -> int:
    return count_down(n - 1) + 1 if n > 0 else 0


@dataclass(frozen=True)
class Sight:
    """What a player sees, with a number that may be none, and a menu that may be faulty."""

    coin: int
    player: int
    weight: float
    fault: Fault

    def actions(self) -> tuple[int, ...]:
        if self.fault == Fault.IDLE:
            return ()
        return (0, 1, 1) if self.fault == Fault.TWICE else (0, 1)


@dataclass(frozen=True)
class Faulty(Guess):
    """The game with a fault, and with fields that are native."""

    coin: int = -1
    call: int = -1
    guess: int = -1
    fault: Fault = Fault.NONE

    @property
    def terminal(self) -> bool:
        return self.guess >= 0 and self.fault != Fault.ENDLESS

    def payoff(self, player: int) -> float:
        fault = self.fault
        if fault == Fault.GENERAL:
            return 1.0 if self.guess == self.coin else -1.0
        if fault == Fault.NAN:
            return math.nan
        if fault == Fault.INFINITE:
            return math.inf
        if fault == Fault.DEEP:
            return float(count_down(10**9))
        won = 1.0 if self.guess == self.coin else -1.0
        return won if player == 1 else -won

    def chances(self) -> dict[int, float]:
        fault = self.fault
        if fault == Fault.SHORT:
            return {0: 0.4, 1: 0.5}
        if fault == Fault.NEGATIVE:
            return {0: -0.5, 1: 1.5}
        if fault == Fault.NO_NUMBER:
            return {0: math.nan, 1: 0.5}
        return {0: 0.5, 1: 0.5}

    @property
    def active(self) -> int:
        if self.fault == Fault.THIRD:
            return 2
        if self.fault == Fault.BEFORE:
            return -1
        return 0 if self.call < 0 else 1

    def infoset(self, player: int) -> Sight:
        seen = self.coin if player == 0 else self.call
        if self.fault == Fault.WIDE:
            seen += 1 << 62
        if self.fault == Fault.OVERFLOW:
            seen += (self.coin + 4_000_000_000) * 4_000_000_000 % 7
        weight = math.nan if self.fault == Fault.UNREAL else 0.5
        return Sight(seen, player, weight, self.fault)

    def apply(self, action: int) -> Faulty:
        if self.coin < 0:
            return replace(self, coin=action)
        if self.fault == Fault.OUTSIDE:
            return replace(self, call=(0, 1)[action + 2])
        if self.fault == Fault.DIVISION:
            return replace(self, call=action // (self.coin - self.coin))
        return replace(self, call=action) if self.call < 0 else replace(self, guess=action)


RUN = {
    Fault.GENERAL: GENERAL,
    Fault.NAN: NUMBER.format("nan"),
    Fault.INFINITE: NUMBER.format("inf"),
    Fault.SHORT: ODDS,
    Fault.NEGATIVE: ODDS,
    Fault.NO_NUMBER: ODDS,
    Fault.THIRD: PLAYER.format(2),
    Fault.BEFORE: PLAYER.format(-1),
    Fault.IDLE: r"actions of Sight must be at least one; got none, at Faulty",
    Fault.TWICE: r"actions of Sight must all be different; got \(0, 1, 1\), at Faulty\(.* after \[",
    Fault.DEEP: r"payoff of Faulty must end; got RecursionError: .* \(line \d+ of .*test_laws.py\)",
    Fault.OUTSIDE: r"apply\([01]\) of Faulty must not raise an error; got IndexError: .* \(line ",
    Fault.DIVISION: r"apply\([01]\) of Faulty must not raise .* got ZeroDivisionError: .* \(line ",
    Fault.WIDE: r"An integer of a key must stay within 62 bits; got 46\d+, at Faulty",
    Fault.UNREAL: r"A number of a key must be equal to itself; got nan, at Faulty",
    Fault.OVERFLOW: r"native run of Faulty must not raise .* got OverflowError.*, near Faulty",
    Fault.ENDLESS: r"Every playout of Faulty must end; got one of [\d,]+ moves",
}
# One of each kind of check: of payoffs, chances, calls, keys; and what only native code raises.
INTERPRETED = Fault.GENERAL, Fault.SHORT, Fault.DEEP, Fault.WIDE, Fault.OVERFLOW


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("fault", "native"),
    [*((fault, True) for fault in RUN), *((fault, False) for fault in INTERPRETED)],
)
def test_a_fault_that_playouts_missed_is_met_by_the_kernel(fault: Fault, native: bool) -> None:
    solver = ExternalSampling(Faulty(fault=fault), seed=1, native=native, reserve=1 << 24)
    assert solver.native is native
    if fault is Fault.OVERFLOW and not native:
        solver.run(10)
        return
    with pytest.raises(ZeroSumError, match=RUN[fault]):
        solver.run(3_000)


@pytest.mark.parametrize("fault", [Fault.OVERFLOW, Fault.DIVISION])
def test_a_comparison_with_native_runs_names_the_history(fault: Fault) -> None:
    with pytest.raises(ZeroSumError, match=RUN[fault]):
        check_native(Faulty(fault=fault), playouts=100)
