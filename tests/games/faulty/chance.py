"""Games with a fault in chances or sample."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from tests.games.faulty.base import (
    ODDS,
    RAISED,
    SAMPLE,
    STEADY,
    VALUE,
    Guess,
    dealing,
    game,
    raising,
    sampling,
    turning,
)
from zerosum.rng import Random


def fair(self: Any, rng: Random | None = None) -> int:
    return (rng or Random()).integer(2)


def counting() -> Any:
    """Return a sample with the right odds that ignores its generator."""
    turn = turning([0, 1, 1, 1])
    return lambda self, rng=None: turn()


def with_shared_dict() -> Any:
    """Return a game whose chances are one dict, which apply empties."""
    odds = {0: 0.25, 1: 0.75}

    def apply(self: Any, action: int) -> Any:
        if self.coin < 0:
            odds[0], odds[1] = odds[1], odds[0]
        return Guess.apply(self, action)

    return game(chances=lambda self: odds, apply=apply)


CHANCE: dict[str, tuple[Any, Any]] = {
    "chances of .9": (dealing({0: 0.4, 1: 0.5}), ODDS),
    "chances a millionth off 1": (dealing({0: 0.25, 1: 0.750001}), ODDS),
    "chances of rounded thirds": (dealing({0: 0.1 + 0.15, 1: 0.75 + 1e-12}), VALUE),
    "a negative chance": (dealing({0: -0.5, 1: 1.5}), ODDS),
    "a chance that is NaN": (dealing({0: math.nan, 1: 0.5}), ODDS),
    "an infinite chance": (dealing({0: math.inf, 1: 0.5}), ODDS),
    "a chance of 0": (dealing({0: 0.25, 2: 0.0, 1: 0.75}), VALUE),
    "a chance of 0 that apply refuses": (
        game(
            chances=lambda self: {0: 0.25, 2: 0.0, 1: 0.75},
            apply=lambda self, action: Guess.apply(self, (0, 1)[action]),
        ),
        RAISED.format(r"apply\(2\)", "Faulty", "IndexError"),
    ),
    "no outcome": (dealing({}), r"chances of Faulty must .*; got {}, at .*let `chance` be False"),
    "a list of chances": (dealing([0.5, 0.5]), r"chances of Faulty must be a mapping; got \[0.5"),
    "None for chances": (dealing(None), "chances of Faulty must be a mapping; got None, at Fau"),
    "chances of texts": (dealing({0: "a", 1: "b"}), "chances of Faulty must map outcomes to num"),
    "complex chances": (dealing({0: 0.25 + 0j, 1: 0.75 + 0j}), "chances of Faulty must map out"),
    "chances of fractions": (dealing({0: Fraction(1, 4), 1: Fraction(3, 4)}), VALUE),
    "decimal chances": (
        dealing({0: Decimal("0.25"), 1: Decimal("0.75")}),
        "chances of Faulty must map out",
    ),
    "chances of NumPy": (dealing({0: np.float32(0.25), 1: np.float64(0.75)}), VALUE),
    "a certain outcome": (dealing({1: True}), -1.0),
    "chances in turn": (
        dealing(turning([{0: 0.25, 1: 0.75}, {0: 0.75, 1: 0.25}])),
        STEADY.format("chances", "Faulty"),
    ),
    "chances in another order": (
        dealing(turning([{0: 0.25, 1: 0.75}, {1: 0.75, 0: 0.25}])),
        STEADY.format("chances", "Faulty"),
    ),
    "random chances": (
        dealing(lambda: dict(enumerate((random.random(), 0.25)))),
        STEADY.format("chances", "Faulty"),
    ),
    "a dict that apply changes": (with_shared_dict(), STEADY.format("chances", "Faulty")),
    "a sample that is none of the chances": (
        sampling(lambda self, rng=None: 7),
        r"sample of Faulty must return an outcome of chances\(\) .*; got 7, not one of \[0, 1\]",
    ),
    "a sample of a chance of 0": (
        sampling(lambda self, rng=None: 2, chances=lambda self: {0: 0.25, 1: 0.75, 2: 0.0}),
        r"sample of Faulty must return an outcome of chances\(\) .*; got 2, not one of",
    ),
    "a fair sample": (sampling(fair), SAMPLE),
    "a sample that is always 1": (sampling(lambda self, rng=None: 1), SAMPLE),
    "a sample of a seed of its own": (
        sampling(lambda self, rng=None: Random(5).integer(2)),
        SAMPLE,
    ),
    "a sample that counts": (
        sampling(counting()),
        "sample of Faulty must draw from rng alone; got . and . for one seed, at Faulty",
    ),
    "a sample without rng": (sampling(lambda self: 1), SAMPLE),
    "a sample that leaves one of five out": (
        sampling(
            lambda self, rng=None: (rng or Random()).integer(4),
            chances=lambda self: dict.fromkeys(range(5), 0.2),
        ),
        SAMPLE,
    ),
    "a sample of another type": (
        sampling(lambda self, rng=None: (rng or Random()).random() < 0.75),
        r"Equal keys must have one row; .* where a part has another type",
    ),
    "sample as a property": (sampling(property(lambda self: 1)), "sample of Faulty must be a meth"),
    "an unhashable sample": (
        sampling(lambda self, rng=None: [1]),
        "hash of Faulty must not raise an error; got TypeError: unhashable",
    ),
    "an error in chances": (
        game(chances=raising),
        RAISED.format("chances", "Faulty", "ValueError"),
    ),
    "an error in sample": (sampling(raising), RAISED.format("sample", "Faulty", "ValueError")),
    "neither chances nor sample": (
        game(chances=None),
        "Chance of Faulty must have chances or sample; got neither, at Faulty",
    ),
    "chance that plays for all": (game(chance=True), -0.25),
}
