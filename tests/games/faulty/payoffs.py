"""Games with a fault in payoff."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from tests.games.faulty.base import (
    GENERAL,
    NUMBER,
    RAISED,
    STEADY,
    VALUE,
    Guess,
    game,
    paying,
    raising,
    shaped,
    turning,
)


def deep(self: Any, player: int) -> float:
    """Call itself without end."""
    return float(deep(self, player))


def with_memory() -> Any:
    """Return a game whose payoff depends on how often a guess was made."""
    made: list[int] = []

    def apply(self: Any, action: int) -> Any:
        if self.call >= 0:
            made.append(action)
        return Guess.apply(self, action)

    def payoff(self: Any, player: int) -> float:
        return Guess.payoff(self, player) * (1 + len(made) % 2)

    return game(apply=apply, payoff=payoff)


BOARD = np.zeros(1, np.int64)


def with_array() -> Any:
    """Return a game whose histories share one array, into which apply writes."""

    @dataclass(frozen=True)
    class Shared(Guess):
        board: Any = field(default_factory=lambda: BOARD, compare=False)

        def apply(self, action: int) -> Any:
            after = Guess.apply(self, action)
            if self.call >= 0:
                self.board[0] = action
            return after

        def payoff(self, player: int) -> float:
            won = 1.0 if self.board[0] == self.coin else -1.0
            return won if player == 1 else -won

    Shared.__name__ = Shared.__qualname__ = "Faulty"
    return Shared


def random_payoff() -> Any:
    """Return a game of random payoffs, which cancel where both players are asked."""
    last = [0.0]

    def payoff(self: Any, player: int) -> float:
        if player == 0:
            last[0] = random.random()
        return last[0] if player == 0 else -last[0]

    return paying(payoff)


TURNS = turning([1, 1, 2, 2])

PAYOFFS: dict[str, tuple[Any, Any]] = {
    "the same payoff for both": (paying(lambda self, player: Guess.payoff(self, 0)), GENERAL),
    "a rake": (paying(lambda self, player: Guess.payoff(self, player) - 0.1 * self.coin), GENERAL),
    "a payoff that is NaN": (paying(lambda self, player: math.nan), NUMBER.format("nan")),
    "an infinite payoff": (paying(lambda self, player: math.inf), NUMBER.format("inf")),
    "payoffs of both infinities": (shaped(lambda won: won * math.inf), NUMBER.format("-?inf")),
    "no payoff": (paying(lambda self, player: None), NUMBER.format("None")),
    "a tuple of payoffs": (paying(lambda self, player: (1, -1)), NUMBER.format(r"\(1, -1\)")),
    "a payoff of text": (shaped(str), NUMBER.format("'-?1.0'")),
    "a complex payoff": (shaped(complex), NUMBER.format(r"\(.*j\)")),
    "a decimal payoff": (shaped(Decimal), NUMBER.format(r"Decimal\(.*\)")),
    "a payoff of a huge int": (
        shaped(lambda won: int(won) * 10**400),
        r"payoff of Faulty must be at most 1e\+100 in size; got -?10+, at Faulty",
    ),
    "payoffs near the largest float": (
        shaped(lambda won: won * 1e308),
        r"payoff of Faulty must be at most 1e\+100 in size; got -?1e\+308, at Faulty",
    ),
    "a payoff of an array": (shaped(lambda won: np.array([won])), NUMBER.format(r"array\(.*")),
    "payoffs of ints": (shaped(int), VALUE),
    "payoffs of NumPy": (shaped(np.float32), VALUE),
    "payoffs of fractions": (shaped(Fraction), VALUE),
    "payoffs of -0.0": (shaped(lambda won: won * 0.0), 0.0),
    "a payoff without player": (
        paying(lambda self: 1.0),
        r"payoff of Faulty must be `def payoff\(self, player\)`; got `def payoff\(self\)`",
    ),
    "a payoff that calls itself": (
        paying(deep),
        r"payoff of Faulty must end; got RecursionError: .* \(line \d+ of .*faulty.*py\), at",
    ),
    "an error in payoff": (paying(raising), RAISED.format("payoff", "Faulty", "ValueError")),
    "a random payoff": (
        paying(lambda self, player: random.random() * (1 - 2 * player)),
        STEADY.format("payoff", "Faulty"),
    ),
    "a random payoff that cancels": (random_payoff(), STEADY.format("payoff", "Faulty")),
    "payoffs in turn": (
        paying(lambda self, player: Guess.payoff(self, player) * TURNS()),
        STEADY.format("payoff", "Faulty"),
    ),
    "a payoff of what was played before": (with_memory(), STEADY.format("payoff", "Faulty")),
    "an array that histories share": (with_array(), STEADY.format("payoff", "Faulty")),
}
