"""Nodes that external sampling touches per second of CPU time, natively and interpreted.

    python -m tests.bench.external [--repeats N]

Touched nodes are chance and decision nodes, as in Lanctot's thesis; terminals are not counted.

The last lines compare threads by the clock on the wall, each with the best of its runs, which take
turns; and by CPU time, which says what remains of the ratio where other processes keep cores busy.
"""

from __future__ import annotations

import tempfile
import time
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from blood.quick import TrainingAbstraction
from tests.bench.clock import options
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.native.lowering import lowering_of
from zerosum.pkr.abstraction import allin, by_street, limited, passive, pot_bets, raises
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.hands.values import evaluate
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player, raises_of_hand, seats, street
from zerosum.rng import Random
from zerosum.support.cores import cores


def six_seats() -> Abstracted:
    """Return no-limit hold'em without cards, for six seats with 100 big blinds each."""
    first, flop = limited(raises(1, 2), 2, 4), limited(pot_bets(1, 2, 4), 2, 4)
    turn = limited(pot_bets(1 / 2, 1, 2, 4), 1, 4)
    menu = passive + by_street({0: first, 3: flop, 5: turn}) + allin
    game = NoLimitHoldem(players=6, stacks=(10_000,), blinds=(50, 100))
    return Abstracted(game, player * street * seats * raises_of_hand * menu, menu)


class Case(NamedTuple):
    name: str
    game: Any
    native: int
    interpreted: int


CASES = (
    Case("Kuhn", Kuhn, 2_000_000, 2_000),
    Case("Leduc", Leduc, 300_000, 300),
    Case("blood.quick", TrainingAbstraction, 20_000, 8),
    Case("six seats", six_seats, 3_000, 8),
)


def measure(case: Case, repeats: int) -> tuple[float, float]:
    """Return million nodes a second, natively, and interpreted from where that ended."""
    solver = ExternalSampling(case.game(), seed=1)
    assert solver.native
    solver.run(case.native // 4)
    rates = [rate(solver, case.native) for _ in range(repeats)]
    with tempfile.TemporaryDirectory() as place:
        solver.save(place)
        slow = ExternalSampling.load(place, case.game(), native=False)
    return max(rates), rate(slow, case.interpreted)


def rate(solver: ExternalSampling, iterations: int) -> float:
    """Return million nodes touched in a second of CPU time."""
    touched, begin = solver.touched, time.process_time()
    solver.run(iterations)
    return (solver.touched - touched) / (time.process_time() - begin) / 1e6


def hands_a_second(repeats: int) -> float:
    """Return million seven-card hands a second, from masks in memory."""
    native, rng = lowering_of(RiverOfBlood).callable(evaluate), Random(1)
    masks = np.zeros(200_000, np.int64)
    for place in range(masks.size):
        mask = 0
        while mask.bit_count() < 7:
            mask |= 1 << rng.integer(52)
        masks[place] = mask

    @njit
    def evaluate_all(masks: Any) -> int:
        total = 0
        for place in range(masks.size):
            total += native(masks[place])
        return total

    assert evaluate_all(masks[:1000]) == sum(evaluate(int(mask)) for mask in masks[:1000])
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        for _ in range(5):
            evaluate_all(masks)
        times.append(time.process_time() - begin)
    return 5 * masks.size / min(times) / 1e6


class Pace(NamedTuple):
    """Million nodes touched a second: by the clock on the wall, and of CPU time of one thread."""

    wall: float
    cpu: float


def pace_of_threads(numbers: tuple[int, ...], iterations: int, repeats: int) -> dict[int, Pace]:
    """Return the best pace on blood.quick, by number of threads."""
    solvers = {n: ExternalSampling(TrainingAbstraction(), seed=1, threads=n) for n in numbers}
    best = dict.fromkeys(numbers, Pace(0.0, 0.0))
    for solver in solvers.values():
        solver.run(iterations)
    for _ in range(2 * repeats):
        for n, solver in solvers.items():
            touched, wall, cpu = solver.touched, time.perf_counter(), time.process_time()
            solver.run(iterations)
            done = (solver.touched - touched) / 1e6
            found = done / (time.perf_counter() - wall), done / (time.process_time() - cpu)
            best[n] = Pace(max(best[n].wall, found[0]), max(best[n].cpu, found[1]))
    return best


def main() -> None:
    repeats = options(__doc__, repeats=3).repeats
    print("million nodes a second of CPU time, one core")
    print(f"{'game':12} {'native':>9} {'interpreted':>12} {'ratio':>7}")
    for case in CASES:
        natively, plainly = measure(case, repeats)
        print(f"{case.name:12} {natively:9.2f} {plainly:12.4f} {natively / plainly:7.0f}")
    paces = pace_of_threads((1, cores()), 20_000, repeats)
    for n, pace in paces.items():
        wall, cpu = pace.wall / paces[1].wall, n * pace.cpu / paces[1].cpu
        print(f"threads: {n}; {pace.wall:.2f} on the wall ({wall:.2f}); {cpu:.2f} by CPU time")
    print(f"seven-card hands: {hands_a_second(repeats):.1f} million a second")


if __name__ == "__main__":
    main()
