"""Nodes that external sampling touches per second of CPU time, compared with a yardstick.

    python -m tests.bench.external [--yardstick FOLDER] [--repeats N]

Touched nodes are chance and decision nodes, as in Lanctot's thesis. Programs that count
terminals as well show more for the same work; so the table gives both counts, the terminals of
ours being worked out from their share in an interpreted run of the same solver. The yardstick is
a folder with an ``external.py`` that prints ``name: ...; 1.23M nodes/s; ...``, terminals counted;
it runs in a process of its own, before and after, and the better figure counts.

The last lines compare threads by the clock on the wall, each with the best of its runs, which take
turns; and by CPU time, which says what remains of the ratio where other processes keep cores busy.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from blood.quick import TrainingAbstraction
from zerosum.algorithms import ExternalSampling
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.native.lowering import lowering_of
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.hands.values import evaluate
from zerosum.rng import Random
from zerosum.support.cores import cores


class Case(NamedTuple):
    name: str
    game: Any
    native: int
    interpreted: int
    counterpart: str


CASES = (
    Case("Kuhn", Kuhn, 2_000_000, 2_000, "kuhn"),
    Case("Leduc", Leduc, 300_000, 300, "kuhn"),
    Case("blood.quick", TrainingAbstraction, 20_000, 8, "river of blood betting"),
)


class Figures(NamedTuple):
    """Million nodes a second of CPU time, and how many terminals there are to a touched node."""

    touched: float
    terminals: float
    interpreted: float


def measure(case: Case, repeats: int) -> Figures:
    """Run a game natively, then go on interpreted from where that ended."""
    solver = ExternalSampling(case.game(), seed=1)
    assert solver.native
    solver.run(case.native // 4)
    rates = [rate(solver, case.native) for _ in range(repeats)]
    with tempfile.TemporaryDirectory() as place:
        solver.save(place)
        slow = ExternalSampling.load(place, case.game(), native=False)
    first, before = rate(slow, case.interpreted), slow.touched
    terminals = count_terminals(slow, case.interpreted)
    return Figures(max(rates), terminals / (slow.touched - before), first)


def rate(solver: ExternalSampling, iterations: int) -> float:
    """Return million nodes touched in a second of CPU time."""
    touched, begin = solver.touched, time.process_time()
    solver.run(iterations)
    return (solver.touched - touched) / (time.process_time() - begin) / 1e6


def count_terminals(solver: ExternalSampling, iterations: int) -> int:
    """Return how often an interpreted run asks for a payoff."""
    kind, count = type(solver.base), 0
    payoff = kind.payoff

    def counted(game: Any, player: int) -> float:
        nonlocal count
        count += 1
        return payoff(game, player)

    kind.payoff = counted
    try:
        solver.run(iterations)
    finally:
        kind.payoff = payoff
    return count


def yardstick(folder: Path) -> dict[str, float]:
    """Return million nodes a second, terminals counted, by the name that the program gives."""
    command = [sys.executable, "external.py"]
    shown = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(.+?): .*?([\d.]+)M nodes/s", shown, re.MULTILINE)
    return {name: float(figure) for name, figure in found}


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
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick", type=Path, help="a folder with external.py")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    known = yardstick(options.yardstick) if options.yardstick else {}
    figures = [(case, measure(case, options.repeats)) for case in CASES]
    for name, figure in (yardstick(options.yardstick) if options.yardstick else {}).items():
        known[name] = max(figure, known[name])
    head = ("game", "touched", "+ terminals", "interpreted", "ratio", "yardstick", "ratio")
    print("million nodes a second of CPU time, one core")
    print("{:12} {:>9} {:>12} {:>12} {:>7} {:>10} {:>6}".format(*head))
    for case, found in figures:
        everything = found.touched * (1 + found.terminals)
        line = f"{case.name:12} {found.touched:9.2f} {everything:12.2f} {found.interpreted:12.4f}"
        line += f" {found.touched / found.interpreted:7.0f}"
        if case.counterpart in known:
            line += f" {known[case.counterpart]:10.2f} {everything / known[case.counterpart]:6.2f}"
        print(line)
    paces = pace_of_threads((1, cores()), 20_000, options.repeats)
    for n, pace in paces.items():
        wall, cpu = pace.wall / paces[1].wall, n * pace.cpu / paces[1].cpu
        print(f"threads: {n}; {pace.wall:.2f} on the wall ({wall:.2f}); {cpu:.2f} by CPU time")
    print(f"seven-card hands: {hands_a_second(options.repeats):.1f} million a second")


if __name__ == "__main__":
    main()
