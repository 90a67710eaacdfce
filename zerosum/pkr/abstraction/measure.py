"""Measure the mean equity of each class of hands, and print the module that holds them.

    python -m zerosum.pkr.abstraction.measure > zerosum/pkr/abstraction/equities.py

Takes about ten minutes. A class that no hand or few hands have seen leans on the mean of its
stage and categories.
"""

from __future__ import annotations

import sys
from textwrap import wrap

from zerosum.cards import NO_CARDS, Cards, draw, is_black
from zerosum.pkr.abstraction.classes import HOLE_CLASSES, MADE_CLASSES, hole_class, made_class
from zerosum.pkr.hands import evaluate
from zerosum.rng import Random

DEALS = 2_000_000
SEED = 1
KIN = 8
"""Classes that share a stage and two categories."""
WEIGHT = 20
"""Hands that the mean of its kin counts for in a class."""

HEADER = '''"""Mean equities of classes of hands, in thousandths.

Against one random hand to the end of the run, over {deals:,} random deals. Made by

    python -m zerosum.pkr.abstraction.measure > zerosum/pkr/abstraction/equities.py
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def _read(text: str) -> NDArray[np.int64]:
    """Return the integers of a text as a read-only array."""
    numbers = np.array([int(word) for word in text.split()], np.int64)
    numbers.setflags(write=False)
    return numbers
'''


class Tally:
    """Points won and hands seen, by class.

    Parameters
    ----------
    classes
        How many classes there are.
    """

    def __init__(self, classes: int) -> None:
        self.points = [0.0] * classes
        self.hands = [0] * classes

    def add(self, seen: int, points: float) -> None:
        """Count a hand of a class, which won 0, 0.5 or 1."""
        self.points[seen] += points
        self.hands[seen] += 1

    def mean(self, kin: range, prior: float) -> float:
        """Return the mean points of some classes; the prior counts as ``WEIGHT`` hands."""
        points = sum(self.points[one] for one in kin)
        hands = sum(self.hands[one] for one in kin)
        return (points + WEIGHT * prior) / (hands + WEIGHT)

    def thousandths(self, family: int) -> list[int]:
        """Return the mean of each class, 0 to 999; ``family`` classes in a row are kin."""
        means = []
        for one in range(len(self.hands)):
            start = one - one % family
            prior = self.mean(range(start, start + family), 0.5)
            means.append(min(999, int(1000 * self.mean(range(one, one + 1), prior))))
        return means


def measure(deals: int, rng: Random) -> tuple[Tally, Tally]:
    """Deal hands to the end of the run; tally the classes of hole cards and of made hands."""
    holes, made = Tally(HOLE_CLASSES), Tally(MADE_CLASSES)
    for _ in range(deals):
        hands, boards = deal(rng)
        board = boards[-1][0]
        values = [evaluate(hand.mask | board) for hand in hands]
        for hand, own, other in zip(hands, values, reversed(values), strict=True):
            points = 0.5 if own == other else float(own > other)
            holes.add(hole_class(hand.mask), points)
            for mask, last in boards:
                made.add(made_class(hand.mask, mask, last), points)
    return holes, made


def deal(rng: Random) -> tuple[list[Cards], list[tuple[int, int]]]:
    """Deal two hands and a run; return the hands, and each street's board and last card."""
    used = NO_CARDS
    hands = []
    for _ in range(2):
        before = used
        for _ in range(2):
            used = used.with_card(draw(used, rng))
        hands.append(used - before)
    hole_cards = used
    boards: list[tuple[int, int]] = []
    last = -1
    while len(used) < 9 or not is_black(last):
        last = draw(used, rng)
        used = used.with_card(last)
        if len(used) >= 7:
            boards.append(((used - hole_cards).mask, last))
    return hands, boards


def array_text(name: str, numbers: list[int]) -> str:
    """Return the definition of an array of small integers."""
    rows = wrap(" ".join(f"{number:03d}" for number in numbers), 99)
    return "\n".join([f"\n{name} = _read(", '    """', *rows, '"""', ")", ""])


def main() -> None:
    """Print the module of equities."""
    holes, made = measure(DEALS, Random(SEED))
    sys.stdout.write(HEADER.format(deals=DEALS))
    sys.stdout.write("\n" + array_text("HOLE_EQUITIES", holes.thousandths(1)))
    sys.stdout.write(array_text("MADE_EQUITIES", made.thousandths(KIN)))


if __name__ == "__main__":
    main()
