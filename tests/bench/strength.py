"""Measure the mean equity of each class of hands, and print the module that holds them.

    python -m tests.bench.strength > zerosum/pkr/abstraction/equities.py

Takes about ten minutes. A class with few hands or none leans towards the mean of its stage
and categories.
"""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.cards import NO_CARDS, Cards, draw, is_black
from zerosum.pkr.hands.classes import HOLE_CLASSES, MADE_CLASSES, hole_class, made_class
from zerosum.pkr.hands.values import evaluate
from zerosum.rng import Random

Counts: TypeAlias = NDArray[np.float64]

DEALS = 2_000_000
SEED = 1
KIN = 8
"""Classes that share a stage and two categories."""
WEIGHT = 20
"""Hands that the mean of its family counts as in a class."""

HEADER = '''"""Mean equities of classes of hands, in thousandths.

Against one random hand to the end of the run, over {deals:,} random deals. Made by

    python -m tests.bench.strength > zerosum/pkr/abstraction/equities.py
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


def measure(deals: int, rng: Random) -> tuple[Counts, Counts]:
    """Deal hands to the end of the run; count the classes of hole cards and of made hands.

    Returns
    -------
    Two arrays of shape (2, classes): hands seen, and points won, 0, 0.5 or 1 a hand.
    """
    holes, made = np.zeros((2, HOLE_CLASSES)), np.zeros((2, MADE_CLASSES))
    for _ in range(deals):
        hands, boards = deal(rng)
        board = boards[-1][0]
        values = [evaluate(hand.mask | board) for hand in hands]
        for hand, own, other in zip(hands, values, reversed(values), strict=True):
            seen = 1.0, 0.5 if own == other else float(own > other)
            holes[:, hole_class(hand.mask)] += seen
            for mask, last in boards:
                made[:, made_class(hand.mask, mask, last)] += seen
    return holes, made


def thousandths(counts: Counts, kin: int) -> list[int]:
    """Return the mean points of each class, 0 to 999; ``kin`` classes in a row are one family."""
    families = counts.reshape(2, -1, kin)
    means = _mean(families, _mean(families.sum(axis=2, keepdims=True), 0.5))
    found: list[int] = np.minimum(999, (1000 * means).astype(int)).ravel().tolist()
    return found


def _mean(counts: Counts, prior: Counts | float) -> Counts:
    """Return points a hand; the prior counts as ``WEIGHT`` hands."""
    hands, points = counts
    mean: Counts = (points + WEIGHT * prior) / (hands + WEIGHT)
    return mean


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
    holes, made = measure(DEALS, Random(SEED))
    sys.stdout.write(HEADER.format(deals=DEALS))
    sys.stdout.write("\n" + array_text("HOLE_EQUITIES", thousandths(holes, 1)))
    sys.stdout.write(array_text("MADE_EQUITIES", thousandths(made, KIN)))


if __name__ == "__main__":
    main()
