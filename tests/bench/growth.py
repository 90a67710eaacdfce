"""How the cost of exact solving grows with the game; it should be linear.

    python -m tests.bench.growth [--lengths 4 6 8 10] [--repeats N]

Games of one shape, ``tests.games.Ladder``, each nine times the one before. The table gives the
histories enumerated in a second, and the nanoseconds that an iteration of CFR+ (both players)
takes for each history, on either form; then, as a limit, how fast this core reads memory. CPU
time, one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from tests.bench.clock import each, pin, repeated, rounds
from tests.games import Ladder
from zerosum.algorithms import CFR, PLUS
from zerosum.tree import enumerated

LENGTHS = (4, 6, 8, 10)
FORMS = ("sequence", "history")
WORK = 100_000_000
"""Histories times iterations of one measurement."""


class Growth(NamedTuple):
    """The size of a game, histories enumerated a second, nanoseconds by form of tree."""

    histories: int
    infosets: int
    enumerated: float
    nanoseconds: tuple[float, ...]


def growth(length: int, repeats: int) -> Growth:
    """Measure a game of one length."""
    game = Ladder(length)
    statistics = enumerated(game).statistics
    size = statistics.histories
    count = max(1, 1_000_000 // size)
    unfolding = rounds({"": repeated(lambda: enumerated(game), count)}, repeats)[""]
    costs = []
    for form in FORMS:
        solver = CFR(game, rule=PLUS, form=form)
        solver.run(2)
        iteration = rounds({"": each(solver.run, max(4, WORK // size))}, repeats)[""]
        costs.append(iteration / size * 1e9)
        del solver
    return Growth(size, statistics.infosets, size / unfolding, tuple(costs))


def gigabytes_a_second(repeats: int) -> float:
    """Return how fast floats far beyond the caches are read and added."""
    numbers = np.ones(100_000_000)

    @njit(fastmath=True)
    def add(numbers: Any) -> float:
        total = 0.0
        for number in numbers:
            total += number
        return total

    assert add(numbers) == numbers.size
    return numbers.nbytes / rounds({"": repeated(lambda: add(numbers), 3)}, repeats)[""] / 1e9


def table(lengths: Sequence[int], repeats: int) -> Iterator[str]:
    """Yield the lines of the table, each as soon as it is measured."""
    yield "growth: histories enumerated a second; ns a history and iteration of CFR+"
    head = ("game", "histories", "infosets", "enumerated", *(f"{form} form" for form in FORMS))
    yield "{:16} {:>11} {:>9} {:>14} {:>14} {:>14}".format(*head)
    for length in lengths:
        found = growth(length, repeats)
        line = f"{f'Ladder({length})':16} {found.histories:11,} {found.infosets:9,}"
        line += f" {found.enumerated / 1e6:10.2f} M/s"
        yield line + "".join(f" {cost:11.2f} ns" for cost in found.nanoseconds)
    yield f"memory is read at {gigabytes_a_second(repeats):.1f} GB/s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    pin()
    for line in table(options.lengths, options.repeats):
        print(line, flush=True)


if __name__ == "__main__":
    main()
