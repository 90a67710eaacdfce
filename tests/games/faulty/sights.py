"""Games with a fault in infosets or their actions."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np

from tests.games.faulty.base import (
    RAISED,
    STEADY,
    TUPLE,
    VALUE,
    Guess,
    Seen,
    applying,
    game,
    knowing,
    offering,
    raising,
    seeing,
    turning,
)


def asked_last() -> Any:
    """Return a game in which players see who was asked before them."""
    last = [0]

    def infoset(self: Any, player: int) -> Any:
        seen, last[0] = last[0], player
        return Seen((seen, self.coin if player == 0 else self.call), player)

    return game(infoset=infoset)


INFOSETS: dict[str, tuple[Any, Any]] = {
    "an infoset that shows all": (knowing(lambda self: self.coin), -1.0),
    "an infoset that forgets the coin": (
        game(infoset=lambda self, player: Seen(self.call if player else 0, player)),
        VALUE,
    ),
    "one infoset for both players": (
        game(infoset=lambda self, player: Seen(0, 0)),
        r"Equal keys must imply equal players .*player 0 with \(0, 1\) \(at .*player 1 with",
    ),
    "a list in an infoset": (
        game(infoset=lambda self, player: Seen([self.coin], player)),
        r"The key of Faulty must not raise an error; got TypeError: .*: write a tuple or a frozen",
    ),
    "a set in an infoset": (
        game(infoset=lambda self, player: Seen({self.coin}, player)),
        r"The key of Faulty must not raise an error; got TypeError: .*: write a tuple or a frozen",
    ),
    "an infoset with its own ==": (
        seeing(__eq__=lambda self, other: True, __hash__=lambda self: 0),
        r"A record of a key must be compared by its fields; .*Odd has an == of its own: .*, at Fa",
    ),
    "an infoset without ==": (
        seeing(__eq__=object.__eq__, __hash__=object.__hash__),
        r"A record of a key must be compared by its fields; .*Odd has no ==: leave eq=False out",
    ),
    "an int beyond 62 bits": (
        game(infoset=lambda self, player: Seen(10**19 + self.coin, player)),
        r"An integer of a key must stay within 62 bits; got 1000000000000000000[01], at Faulty\(",
    ),
    "NaN in an infoset": (knowing(lambda self: math.nan), r"A number of a key must be equal to i"),
    "an infinity in an infoset": (knowing(lambda self: math.inf), VALUE),
    "-0.0 in an infoset": (knowing(lambda self: -0.0 if self.coin else 0.0), VALUE),
    "1 and 1.0 in an infoset": (
        knowing(lambda self: 1 if self.coin else 1.0),
        r"Equal keys must have one row; .* \(at Faulty.* where a part has another type",
    ),
    "True and 1 in an infoset": (
        knowing(lambda self: True if self.coin else 1),
        r"Equal keys must have one row; .* \(at Faulty.* where a part has another type",
    ),
    "text in an infoset": (knowing(lambda self: "text"), VALUE),
    "a set that is frozen": (
        knowing(lambda self: frozenset({1})),
        "A value of a key must be an int, .*; got a b.*frozenset",
    ),
    "infosets of an array": (
        game(infoset=lambda self, player: np.arange(2)),
        r"infoset of Faulty must have a method actions\(\); got array\(\[0, 1\]\), at Faulty",
    ),
    "None for an infoset": (
        game(infoset=lambda self, player: None),
        r"infoset of Faulty must have a method actions\(\); got None, at Faulty",
    ),
    "a random infoset": (
        knowing(lambda self: random.random()),
        STEADY.format("infoset", "Faulty"),
    ),
    "infosets in turn": (knowing(turning([0, 0, 1, 1])), STEADY.format("infoset", "Faulty")),
    "an infoset of who was asked last": (asked_last(), STEADY.format("infoset", "Faulty")),
    "an error in infoset": (
        game(infoset=raising),
        RAISED.format("infoset", "Faulty", "ValueError"),
    ),
    "an error in a hash": (
        seeing(__hash__=raising),
        RAISED.format("The key", "Faulty", "ValueError"),
    ),
    "an error in repr": (
        game(payoff=lambda self, player: Guess.payoff(self, 0), __repr__=raising),
        r"The payoffs of Faulty must sum to .* at a Faulty without repr after \[",
    ),
}


ACTIONS: dict[str, tuple[Any, Any]] = {
    "no actions": (offering(lambda self: ()), r"actions of Menu must be at least one; got none"),
    "the same action twice": (
        offering(lambda self: (0, 1, 1)),
        r"actions of Menu must all be different; got \(0, 1, 1\), at Faulty",
    ),
    "0 and False": (
        offering(lambda self: (0, False)),
        r"actions of Menu must all be different; got \(0, False\), at Faulty",
    ),
    "an array of actions": (offering(lambda self: np.arange(2)), TUPLE.format(r"array\(\[0, 1")),
    "None for actions": (offering(lambda self: None), TUPLE.format("None")),
    "a set of actions": (offering(lambda self: {0, 1}), TUPLE.format("{0, 1}")),
    "text for actions": (offering(lambda self: "01"), TUPLE.format("'01'")),
    "a generator of actions": (offering(lambda self: (n for n in (0, 1))), TUPLE.format("<gen")),
    "a dict of actions": (offering(lambda self: {0: 1, 1: 0}), TUPLE.format("{0: 1, 1: 0}")),
    "a range of actions": (offering(lambda self: range(2)), -1.0),
    "unhashable actions": (
        offering(lambda self: ([0], [1])),
        r"The actions of Faulty must not raise an error; got TypeError: unhashable type",
    ),
    "actions in another order each time": (
        offering(turning([(0, 1), (1, 0)])),
        STEADY.format("actions", "Menu"),
    ),
    "actions in another order at times": (
        offering(turning([(0, 1)] * 12 + [(1, 0)] * 12)),
        r"(Equal keys must imply equal|actions of Menu must be the same)",
    ),
    "an error in actions": (offering(raising), RAISED.format("actions", "Faulty", "ValueError")),
    "an action that apply refuses": (
        applying(
            lambda self, action: (
                raising() if action and self.coin >= 0 else Guess.apply(self, action)
            )
        ),
        RAISED.format(r"apply\(1\)", "Faulty", "ValueError"),
    ),
    "actions of NumPy": (offering(lambda self: tuple(np.arange(2))), -1.0),
}
