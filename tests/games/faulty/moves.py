"""Games with a fault in apply, in properties, or in fields."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tests.games.faulty.base import (
    GENERAL,
    PLAYER,
    PROPERTY,
    RAISED,
    STEADY,
    VALUE,
    Guess,
    applying,
    fact,
    game,
    hash_0,
    raising,
    turning,
)


def changing(self: Any, action: int) -> Any:
    after = Guess.apply(self, action)
    if self.coin >= 0:
        object.__setattr__(self, "coin", 1 - self.coin)
    return after


TURNS, ENDS = turning([0, 0, 1, 1]), turning([False, False, False, True])

SEAT = r"seat of Faulty must be a seat of the player to act, \d; got {}, at Faulty"

APPLY: dict[str, tuple[Any, Any]] = {
    "apply without return": (
        applying(lambda self, action: None),
        "apply of Faulty must return a history of its class; got None, at .*: write `return`",
    ),
    "apply that changes its history": (
        applying(changing),
        r"apply of Faulty must not change the history, Faulty\(coin=\d.*got Faulty\(coin=\d",
    ),
    "apply that returns itself": (
        applying(lambda self, action: self),
        r"Every playout of Faulty must end; got one of [\d,]+ moves, at Faulty",
    ),
    "apply of another class": (
        applying(lambda self, action: Guess(*vars(Guess.apply(self, action)).values())),
        r"apply of Faulty must return a history of its class; got Guess\(",
    ),
    "apply with an assignment": (
        applying(lambda self, action: setattr(self, "coin", action)),
        r"apply\([01]\) of Faulty must not raise an error; got FrozenInst.*: return replace\(self",
    ),
    "an error in apply": (
        applying(lambda self, action: self.nothing),
        r"apply\([01]\) of Faulty must not raise an error; got AttributeError: .* \(line \d+ of",
    ),
    "apply as a property": (fact("apply", lambda self: self), "apply of Faulty must be a method"),
    "a random apply": (
        applying(lambda self, action: Guess.apply(self, random.randrange(2))),
        r"apply of Faulty must return equal histories for equal moves; got",
    ),
    "apply in turn": (
        applying(lambda self, action: Guess.apply(self, action ^ TURNS())),
        r"apply of Faulty must return equal histories for equal moves; got",
    ),
    "apply that ignores the guess": (
        applying(lambda self, action: Guess.apply(self, 0 if self.call >= 0 else action)),
        0.5,
    ),
}


FACTS: dict[str, tuple[Any, Any]] = {
    "terminal as a method": (
        game(terminal=lambda self: self.guess >= 0),
        PROPERTY.format("terminal", "terminal"),
    ),
    "chance as a method": (game(chance=lambda self: False), PROPERTY.format("chance", "chance")),
    "active as a method": (game(active=lambda self: 0), PROPERTY.format("active", "active")),
    "terminal of None": (
        fact("terminal", lambda self: None),
        "terminal of Faulty must be True or False; got None, at Faulty",
    ),
    "terminal of text": (
        fact("terminal", lambda self: ""),
        "terminal of Faulty must be True or False; got '', at Faulty",
    ),
    "terminal and chance at once": (
        fact("chance", lambda self: self.coin < 0 or self.guess >= 0),
        VALUE,
    ),
    "terminal in turn": (
        fact("terminal", lambda self: self.guess >= 0 or ENDS()),
        STEADY.format("terminal", "Faulty"),
    ),
    "chance at random": (
        fact("chance", lambda self: self.coin < 0 and random.random() < 0.5),
        STEADY.format("chance", "Faulty"),
    ),
    "active in turn": (fact("active", turning([0, 0, 1, 1])), STEADY.format("active", "Faulty")),
    "public in turn": (
        game(public=property(turning([0, 0, 1, 1])), private=lambda self, player: self.coin),
        STEADY.format("public", "Faulty"),
    ),
    "over before it begins": (game(terminal=True), -1.0),
    "a third player": (fact("active", lambda self: 2), PLAYER.format(2)),
    "a player of -1": (fact("active", lambda self: -1), PLAYER.format(-1)),
    "a player of None": (fact("active", lambda self: None), PLAYER.format(None)),
    "a player of 0.0": (fact("active", lambda self: 0.0), PLAYER.format("0.0")),
    "players of NumPy": (fact("active", lambda self: np.int64(0 if self.call < 0 else 1)), VALUE),
    "players of bools": (fact("active", lambda self: self.call >= 0), VALUE),
    "an error in terminal": (
        fact("terminal", raising),
        RAISED.format("terminal", "Faulty", "ValueError"),
    ),
    "an error in active": (
        fact("active", raising),
        RAISED.format("active", "Faulty", "ValueError"),
    ),
    "players of text": (game(players="2"), "players of Faulty must be a whole number, at least"),
    "no players": (game(players=0), "players of Faulty must be a whole number, at least 1; got 0"),
    "one player": (game(players=1), r"active of Faulty must be a player, 0 to 0; got 1, at"),
    "three players of two": (game(players=3), GENERAL),
    "a seat that is none": (game(seats=2, seat=property(lambda self: 5)), SEAT.format(5)),
    "a seat of the other player": (
        game(seats=4, seat=property(lambda self: 1 if self.call < 0 else 0)),
        SEAT.format(1),
    ),
    "a seat of None": (
        game(seats=2, seat=property(lambda self: None)),
        "seat of Faulty must not raise an error; got TypeError",
    ),
    "seats of None": (game(seats=None), "seats of Faulty must be a whole number, at least 2"),
    "no end": (
        game(terminal=False),
        r"Every playout of Faulty must end; got one of [\d,]+ moves, at Faulty.*apply\(\) leads",
    ),
    "a number of NumPy that overflows": (
        applying(
            lambda self, action: replace(
                Guess.apply(self, action), coin=np.int8(100) + np.int8(100)
            )
        ),
        "apply.* of Faulty must .*overflow",
    ),
}


def holding(default: Callable[[], Any], **options: Any) -> Any:
    """Return the game with one more field."""
    held = field(default_factory=default, **options)
    members = {"held": held, "__annotations__": {"held": Any}}
    return dataclass(frozen=True)(type("Faulty", (Guess,), members))


def plain(**members: Any) -> Any:
    """Return the game as a class that is no dataclass."""

    def begin(self: Any, coin: int = -1, call: int = -1, guess: int = -1) -> None:
        self.coin, self.call, self.guess = coin, call, guess

    def apply(self: Any, action: int) -> Any:
        after = vars(Guess.apply(Guess(self.coin, self.call, self.guess), action))
        return type(self)(**after)

    rules = {name: vars(Guess)[name] for name in RULES}
    return type("Faulty", (), rules | {"__init__": begin, "apply": apply} | members)


RULES = ("terminal", "payoff", "chance", "chances", "active", "infoset")
FROZEN = r"A history of Faulty must be a frozen dataclass of hashable fields"

# Some of these are right for a solver, and only check_game, which is stricter, refuses them.
FIELDS: dict[str, tuple[Any, ...]] = {
    "a list in a history": (holding(list), FROZEN, VALUE),
    "an array in a history": (
        holding(lambda: np.zeros(2)),
        f"{FROZEN}|== of Faulty must not raise an error; got ValueError: The truth value",
    ),
    "an array that is not compared": (holding(lambda: np.zeros(2), compare=False), VALUE),
    "a history that is no dataclass": (plain(), FROZEN, VALUE),
    "a history without ==": (dataclass(frozen=True, eq=False)(type("Faulty", (Guess,), {})), VALUE),
    "a history that equals all": (game(__eq__=lambda *_: True, __hash__=hash_0), VALUE),
    "a history that equals none": (
        game(__eq__=lambda *_: False, __ne__=lambda *_: True, __hash__=hash_0),
        "apply of Faulty must not change the history",
    ),
    "an error in ==": (
        game(__eq__=raising, __hash__=hash_0),
        RAISED.format("==", "Faulty", "ValueError"),
    ),
    "no infoset": (
        plain(infoset=None),
        "infoset of Faulty must not raise an error; got TypeError: 'NoneType' .* not callable",
    ),
}
