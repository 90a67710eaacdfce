"""A faulty game is refused in the same words by whatever runs it, before anything is compiled."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from zerosum.abstraction import base_and_view
from zerosum.algorithms import CFR, ExternalSampling, LinearProgram, OutcomeSampling
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
from zerosum.laws import check_playouts
from zerosum.play import Uniform, play_match
from zerosum.testing import check_game


@dataclass(frozen=True)
class Seen:
    """What a player sees: the coin, if it is theirs to see, and who acts."""

    coin: int
    player: int

    def actions(self) -> Any:
        return (0, 1)


@dataclass(frozen=True)
class Guess:
    """A coin is tossed; player 0 sees it and calls, and player 1 guesses it for a chip."""

    coin: int = -1
    call: int = -1
    guess: int = -1

    @property
    def terminal(self) -> bool:
        return self.guess >= 0

    def payoff(self, player: int) -> float:
        won = 1.0 if self.guess == self.coin else -1.0
        return won if player == 1 else -won

    @property
    def chance(self) -> bool:
        return self.coin < 0

    def chances(self) -> dict[int, float]:
        return {0: 0.5, 1: 0.5}

    @property
    def active(self) -> int:
        return 0 if self.call < 0 else 1

    def infoset(self, player: int) -> Any:
        return Seen(self.coin if player == 0 else self.call, player)

    def apply(self, action: int) -> Any:
        if self.coin < 0:
            return replace(self, coin=action)
        return replace(self, call=action) if self.call < 0 else replace(self, guess=action)


def passive(infoset: Any) -> tuple[int]:
    """Return the action that local best response takes for a check or a call."""
    return (0,)


def game(**members: Any) -> Any:
    """Return the game with other members."""
    return dataclass(frozen=True)(type("Faulty", (Guess,), members))


def paying(payoff: Callable[..., Any]) -> Any:
    return game(payoff=payoff)


def dealing(chances: Any) -> Any:
    return game(chances=lambda self: chances)


def offering(actions: Callable[[Any], Any]) -> Any:
    infoset = dataclass(frozen=True)(type("Menu", (Seen,), {"actions": actions}))
    return game(infoset=lambda self, player: infoset(max(self.coin, 0), player))


def seeing(**members: Any) -> Any:
    infoset = dataclass(frozen=True)(type("Odd", (Seen,), members))
    return game(infoset=lambda self, player: infoset(self.coin, player))


def deep(self: Any, player: int) -> float:
    return float(deep(self, player))


def changing(self: Any, action: int) -> Any:
    after = Guess.apply(self, action)
    if self.coin >= 0:
        object.__setattr__(self, "coin", 1 - self.coin)
    return after


GENERAL = r"The payoffs of Faulty must sum to \S+ over all .*; got .* general-sum game.* the house"
ODDS = r"chances of Faulty must be 0 or more and sum to 1; got .*, at Faulty\(coin=-1"
PLAYER = r"active of Faulty must be a player, 0 to 1; got {}, at Faulty\(coin=.* after \["
NUMBER = r"payoff of Faulty must be a finite number; got {}, at Faulty\(.*\) after \[.*chips"
PROPERTY = r"{} of Faulty must be a property; got a method.*write @property above `def {}`"

FAULTS = {
    "the same payoff for both": (paying(lambda self, player: Guess.payoff(self, 0)), GENERAL),
    "a rake": (paying(lambda self, player: Guess.payoff(self, player) - 0.1 * self.coin), GENERAL),
    "a payoff that is NaN": (paying(lambda self, player: math.nan), NUMBER.format("nan")),
    "an infinite payoff": (paying(lambda self, player: math.inf), NUMBER.format("inf")),
    "no payoff": (paying(lambda self, player: None), NUMBER.format("None")),
    "a tuple of payoffs": (paying(lambda self, player: (1, -1)), NUMBER.format(r"\(1, -1\)")),
    "a payoff without player": (
        paying(lambda self: 1.0),
        r"payoff of Faulty must be `def payoff\(self, player\)`; got `def payoff\(self\)`",
    ),
    "a payoff that calls itself": (
        paying(deep),
        r"payoff of Faulty must end; got RecursionError: .* \(line \d+ of .*test_laws.py\), at",
    ),
    "chances of .9": (dealing({0: 0.4, 1: 0.5}), ODDS),
    "a negative chance": (dealing({0: -0.5, 1: 1.5}), ODDS),
    "a chance that is NaN": (dealing({0: math.nan, 1: 0.5}), ODDS),
    "an infinite chance": (dealing({0: math.inf, 1: 0.5}), ODDS),
    "no outcome": (dealing({}), r"chances of Faulty must .*; got {}, at .*let `chance` be False"),
    "a list of chances": (
        dealing([0.5, 0.5]),
        r"chances of Faulty must be a mapping; got \[0.5, 0.5\], at .*return a dict",
    ),
    "chances of texts": (dealing({0: "a", 1: "b"}), "chances of Faulty must map outcomes to num"),
    "a sample of its own": (
        game(sample=lambda self, rng=None: 7),
        r"sample of Faulty must return an outcome of chances\(\) .*; got 7, not one of \[0, 1\]",
    ),
    "a third player": (game(active=property(lambda self: 2)), PLAYER.format(2)),
    "a player of -1": (game(active=property(lambda self: -1)), PLAYER.format(-1)),
    "a player of None": (game(active=property(lambda self: None)), PLAYER.format(None)),
    "no actions": (offering(lambda self: ()), r"actions of Menu must be at least one; got none"),
    "the same action twice": (
        offering(lambda self: (0, 1, 1)),
        r"actions of Menu must all be different; got \(0, 1, 1\), at Faulty",
    ),
    "an array of actions": (
        offering(lambda self: np.arange(2)),
        r"actions of Menu must be a tuple .*; got array\(\[0, 1\]\): write `return tuple",
    ),
    "None for actions": (offering(lambda self: None), r"actions of Menu must be a tuple .* None"),
    "terminal as a method": (
        game(terminal=lambda self: self.guess >= 0),
        PROPERTY.format("terminal", "terminal"),
    ),
    "chance as a method": (game(chance=lambda self: False), PROPERTY.format("chance", "chance")),
    "active as a method": (game(active=lambda self: 0), PROPERTY.format("active", "active")),
    "apply as a property": (game(apply=property(lambda self: self)), "apply of Faulty must be a m"),
    "terminal of None": (
        game(terminal=property(lambda self: None)),
        "terminal of Faulty must be True or False; got None, at Faulty",
    ),
    "players of a text": (game(players="2"), "players of Faulty must be a whole number, at least"),
    "apply without return": (
        game(apply=lambda self, action: None),
        "apply of Faulty must return a history of its class; got None, at .*: write `return`",
    ),
    "an apply that changes its game": (
        game(apply=changing),
        r"apply of Faulty must not change the history, Faulty\(coin=\d.*got Faulty\(coin=\d",
    ),
    "an error in apply": (
        game(apply=lambda self, action: self.nothing),
        r"apply\([01]\) of Faulty must not raise an error; got AttributeError: .* \(line \d+ of",
    ),
    "a list in an infoset": (
        game(infoset=lambda self, player: Seen([self.coin], player)),
        r"The key of Faulty must not raise an error; got TypeError: .*: write a tuple or a frozen",
    ),
    "an assignment in apply": (
        game(apply=lambda self, action: setattr(self, "coin", action)),
        r"apply\([01]\) of Faulty must not raise an error; got FrozenInst.*: return replace\(self",
    ),
    "no end": (
        game(terminal=False),
        r"Every playout of Faulty must end; got one of 10,000 moves, at Faulty.*apply\(\) leads",
    ),
    "an infoset with its own ==": (
        seeing(__eq__=lambda self, other: True, __hash__=lambda self: 0),
        r"A record of a key must be compared by its fields; .*Odd has an == of its own: .*, at Fa",
    ),
    "an int beyond 62 bits": (
        game(infoset=lambda self, player: Seen(10**19 + self.coin, player)),
        r"An integer of a key must stay within 62 bits; got 1000000000000000000[01], at Faulty\(",
    ),
    "infosets of an array": (
        game(infoset=lambda self, player: np.arange(2)),
        r"infoset of Faulty must have a method actions\(\); got array\(\[0, 1\]\), at Faulty",
    ),
}

DOORS: dict[str, Callable[[Any], Any]] = {
    "ExternalSampling": ExternalSampling,
    "OutcomeSampling": OutcomeSampling,
    "CFR": CFR,
    "check_game": lambda game: check_game(game, examples=20),
    "sampled_values": lambda game: sampled_values(game, None),
    "local_best_response": lambda game: local_best_response(game, None),
    "play_match": lambda game: play_match(Uniform(), Uniform(), game=game),
    "recall": recall,
    "recall of a sample": lambda game: recall(game, deals=5),
    "study": study,
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_is_refused(fault: str, door: str) -> None:
    if (fault, door) == ("no end", "check_game"):
        pytest.skip("Hypothesis is slow with long playouts; tests/unit/test_testing.py has a test")
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
    """The game with a fault."""

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


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
@pytest.mark.parametrize("fault", RUN, ids=lambda fault: fault.name.lower())
def test_a_fault_that_playouts_missed_is_met_by_the_kernel(fault: Fault, native: bool) -> None:
    solver = ExternalSampling(Faulty(fault=fault), seed=1, native=native, reserve=1 << 24)
    assert solver.native is native
    if fault is Fault.OVERFLOW and not native:
        solver.run(10)
        return
    with pytest.raises(ZeroSumError, match=RUN[fault]):
        solver.run(3_000)
