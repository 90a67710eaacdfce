"""What two exploiters win from runs of River of Blood as they play, on the same deals and states.

    python -m tests.bench.responses RUN ... [--deals 400] [--walks 30000]

Local best response also makes bets that no menu has: 1.5, 3, 10 and 25 pots, and half of what is
allowed. The learned response sees the same of every strategy, whatever that sees itself: the exact
chips, the bets of the street, and the hand in 20 steps.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from blood.basic import bets, player, run, street, strength
from zerosum.abstraction import Abstracted, base_and_view, fields
from zerosum.evaluation import LowerBound, approximate_best_response
from zerosum.experiment import Run
from zerosum.pkr.abstraction.beside import SIZES, bets_beside
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.think.compare import PairedDeals
from zerosum.pkr.think.opponents import by_strategy
from zerosum.tables import Storage

SEEN = run * street * player * fields("pot", "pips") * bets * strength(20)


def local(opened: Run, deals: int) -> LowerBound:
    """Return what local best response wins, with bets off the menu on all streets."""
    follower = Follower(opened.played, opened.game)
    table = PairedDeals(
        [by_strategy], follower, seed=0, beside=lambda place: bets_beside(place.infoset, SIZES)
    )
    table.play(1, deals)
    return LowerBound.of(np.reshape(table.hands, (-1, 2)), table.unknown / table.asked)


def learned(opened: Run, walks: int) -> LowerBound:
    """Return what an exploiter wins that has learned from so many walks in each seat."""
    base, view = base_and_view(opened.game)
    own = Abstracted(base, SEEN * view.actions, view.actions)
    storage = Storage("float32", fingerprint=64)
    found = approximate_best_response(
        opened.game, opened.played, walks, 100_000, own=own, storage=storage
    )
    return found.bound


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--walks", type=int, default=30_000)
    options = parser.parse_args()
    for place in options.runs:
        opened, begin = Run.open(place), time.process_time()
        won = [local(opened, options.deals), learned(opened, options.walks)]
        figures = " | ".join(f"{bound.mean:.2f} ± {1.96 * bound.error:.2f}" for bound in won)
        print(f"| {place.name} | {figures} | {time.process_time() - begin:.0f} |", flush=True)


if __name__ == "__main__":
    main()
