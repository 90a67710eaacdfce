"""The time of a histogram, and the share of features in the time of training.

    python -m pytest -m bench -s tests/bench/test_bucket_speed.py

Pinned to one core, CPU time, medians of rounds that take turns. Fits the buckets of
``blood.river`` first where they are not in the cache.
"""

from __future__ import annotations

import time

import numpy as np
import pytest

from blood.basic import linearpot, player, run, street, strength
from blood.river import TrainingAbstraction, actions
from tests.bench.clock import Bars, each, pin, rounds, seconds
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.pkr.buckets.river.features import DECK, Deals, cumulate_all, dealer
from zerosum.pkr.game import RiverOfBlood
from zerosum.workshop import workshop

ROUNDS = 3


@pytest.mark.bench
def test_a_histogram() -> None:
    pin()
    measured = workshop().compile(cumulate_all)
    counts, deck = np.zeros((4_000, 50), np.int64), np.zeros(DECK, np.int64)
    turn, river = dealer(4, 4)(0, 4_000), dealer(5, 5)(0, 4_000)

    def measure(deals: Deals, overs: np.ndarray) -> None:
        measured(deals.hands, deals.boards, overs, 30, 20, counts, deck)

    over = np.ones(4_000, np.bool_)
    measure(turn, turn.overs)
    found = rounds(
        {
            "before the end": each(lambda _: measure(turn, turn.overs), 4_000),
            "the end of the run": each(lambda _: measure(river, over), 4_000),
        },
        ROUNDS,
    )
    bars = Bars()
    bars.at_most("a histogram, microseconds", 1e6 * found["before the end"], 12)
    bars.at_most("one at the end of the run", 1e6 * found["the end of the run"], 2.5)
    bars.show()


@pytest.mark.bench
def test_the_share_of_features() -> None:
    """The same betting with a table of 1,440 classes instead, and with no cards at all."""
    begin = time.perf_counter()
    whole = ExternalSampling(TrainingAbstraction(), seed=1)
    print(f"building the solver took {time.perf_counter() - begin:.1f} s")
    pin()
    rest = run * street * player * linearpot(20) * actions
    solvers = {
        "buckets": whole,
        "strength(40)": ExternalSampling(
            Abstracted(RiverOfBlood(), rest * strength(40), actions), seed=1
        ),
        "no cards": ExternalSampling(Abstracted(RiverOfBlood(), rest, actions), seed=1),
    }
    for solver in solvers.values():
        solver.run(5_000)
    found = rounds({name: lambda s=s: node(s) for name, s in solvers.items()}, ROUNDS)
    for name, took in found.items():
        print(f"{name:14} {1e9 * took:6.0f} ns a node, {1e-6 / took:6.2f} million nodes a second")


def node(solver: ExternalSampling) -> float:
    touched = solver.touched
    took = seconds(lambda: solver.run(5_000))
    return took / (solver.touched - touched)
