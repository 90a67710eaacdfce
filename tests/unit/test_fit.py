"""Samples are compared with chances: what is found, after how many draws, and what never is."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.laws import Fit, Place
from zerosum.rng import Random

VIEW = View(None, None)


@dataclass(frozen=True)
class Draws:
    """A history where chance moves; only its number and the move before it count here."""

    number: int

    def chances(self) -> Any: ...

    def sample(self, rng: Random) -> int:
        return rng.integer(2)


def place(number: int = 0, move: Any = None) -> Place:
    return Place(Draws(number), VIEW, None, move)


def even(outcomes: int) -> dict[int, float]:
    return dict.fromkeys(range(outcomes), 1 / outcomes)


def needed(listed: Mapping[int, float], real: Mapping[int, float], batch: int, most: int) -> int:
    """Return after how many draws a difference is found."""
    fit, dice, rng = Fit(), random.Random(7), Random(7)
    for draws in range(batch, most + batch, batch):
        drawn = dice.choices(list(real), list(real.values()), k=batch)
        try:
            fit.see(place(draws), listed, drawn, rng)
        except GameError:
            return draws
    raise AssertionError("nothing is found")


# What is listed, what is drawn, and the number of draws that shows it: about 25 / KL.
FOUND = {
    "fair for .9": ({0: 0.9, 1: 0.1}, even(2), 100),
    ".9 for fair": (even(2), {0: 0.9, 1: 0.1}, 130),
    ".6 for fair": (even(2), {0: 0.6, 1: 0.4}, 2_400),
    "always the same": (even(2), {1: 1.0}, 70),
    "no six": (even(6), even(5), 200),
    "no ace of spades": (even(52), even(51), 1_600),
    "equal hands": ({n: (1 + n % 2) / 1_989 for n in range(1_326)}, even(1_326), 1_300),
    "the first half": (even(1_326), even(663), 80),
}


@pytest.mark.parametrize("name", FOUND)
def test_a_difference_is_found(name: str) -> None:
    listed, real, most = FOUND[name]
    draws = needed(listed, real, 32 if most > 200 else 1, 2 * most)
    divergence = sum(q * math.log(q / listed[outcome]) for outcome, q in real.items())
    assert draws <= most
    assert draws > 10 / divergence


def test_what_depends_on_the_move_before_is_found_at_histories_that_are_all_new() -> None:
    fit, rng = Fit(), Random(1)

    def draw() -> None:
        for number in range(400):
            move = number % 2
            fit.see(place(number, move), even(2), [move if number % 5 else 1 - move], rng)

    with pytest.raises(GameError, match=r"sample of Draws must .*; got [01] in \d+ of \d+ draws"):
        draw()


@pytest.mark.parametrize("outcomes", [2, 3, 52])
def test_wealth_is_a_martingale(outcomes: int) -> None:
    """The mean of the final wealth of each bettor is at most 1, whatever it was on the way."""
    rng, dice = Random(3), random.Random(3)
    listed = {n: 2 * (n + 1) / (outcomes * (outcomes + 1)) for n in range(outcomes)}
    fits = [Fit() for _ in range(60)]
    for fit in fits:
        for number in range(20):
            drawn = dice.choices(list(listed), list(listed.values()), k=3)
            fit.see(place(number % 4, number % 2), listed, drawn, rng)
    finals = [fit.wealths() for fit in fits]
    for wealths in zip(*finals, strict=True):
        assert math.fsum(map(math.exp, wealths)) / len(fits) < 3
        assert max(wealths) < math.log(1e5)
