"""The time to price abstractions of Leduc, and the tables in the docs.

    python -m tests.bench.prices [--iterations N]

By the clock, with what is compiled at hand: everything is done once before it is timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.bench.clock import Bars, options
from zerosum.abstraction import algebraic
from zerosum.evaluation import ablate, best, loss, sweep
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import (
    betting,
    board_rank,
    by_rank,
    is_king,
    pairs,
    rank,
    round_betting,
)


@algebraic
def suit(infoset: Any) -> int:
    return int(infoset.card & 1)


SIX = rank * board_rank * pairs * round_betting * betting * suit
MANY = [
    cards * board * bets
    for cards in (is_king, rank, rank * suit)
    for board in (pairs, board_rank)
    for bets in (round_betting, betting)
]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a call returns, and the seconds that it takes by the clock, done twice."""
    work()
    begin = time.perf_counter()
    found = work()
    return found, time.perf_counter() - begin


def main() -> None:
    count = options(__doc__, iterations=1_000).iterations
    bars = Bars()
    for states in (by_rank, is_king * pairs * betting, rank * board_rank * round_betting):
        found, lasted = timed(partial(loss, Leduc, states, iterations=count))
        _, alone = timed(partial(best, Leduc, states, iterations=count))
        print(f"\n{states}: {lasted:.2f} s, best alone {alone:.2f} s\n{found}")
    found, lasted = timed(partial(ablate, Leduc, SIX, iterations=count))
    print(f"\nablate: {lasted:.2f} s\n{found}")
    bars.at_most("Leduc: seconds to ablate six factors", lasted, 30)
    found, lasted = timed(partial(sweep, Leduc, MANY, iterations=count))
    print(f"\nsweep: {lasted:.2f} s\n{found}\n")
    bars.show()


if __name__ == "__main__":
    main()
