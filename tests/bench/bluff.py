"""Speed, accuracy and memory on Bluff with one die each, two against one, and two each.

    python -m tests.bench.bluff [--minutes M]

Bluff(1,1) and Bluff(2,1) by public chance sampling, with their best responses; Bluff(2,2), which
is far from enumerable, for M minutes by external sampling. Each game in a process of its own, run
twice, so that the second finds everything compiled.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from typing import Any

from tests.bench.clock import Bars, pin, seconds
from tests.bench.memory import MEASURABLE, resident
from zerosum.algorithms import DCFR, ExternalSampling, PublicChanceSampling
from zerosum.bluff import Bluff

VALUE = 0.6189107786524395  # of Bluff(2,1) to player 0
TARGET = 1e-3
STEP = 20  # iterations between two looks at the best responses


def peak() -> float:
    """Return the megabytes that the process has held at the most."""
    return resident("VmHWM") if MEASURABLE else float("nan")


def one_each() -> None:
    """Print the iterations a second of Bluff(1,1), the median of five runs."""
    solver = PublicChanceSampling(Bluff())
    solver.run(100)
    found = sorted(seconds(lambda: solver.run(500)) / 500 for _ in range(5))
    print(1 / found[2])


def two_against_one() -> None:
    """Print seconds, iterations, NashConv, value and peak of Bluff(2,1), solved to the target."""
    begin = time.process_time()
    solver = PublicChanceSampling(Bluff(2, 1), rule=DCFR)
    made, gap = time.process_time() - begin, 1.0
    while gap > TARGET:
        solver.run(STEP)
        best, other = solver.responses()
        gap = best + other
    taken = time.process_time() - begin
    print(f"# tree {made:.1f} s; {solver.tree.statistics}; bracket {-other:.7f} to {best:.7f}")
    print(taken, solver.iterations, gap, solver.values()[0], peak())


def two_each(minutes: float) -> None:
    """Print nodes a second, infosets and bytes for each, after training Bluff(2,2)."""
    solver = ExternalSampling(Bluff(2, 2), seed=1)
    solver.run(100)
    touched, begin = solver.touched, time.process_time()
    while time.process_time() - begin < 60 * minutes:
        solver.run(10_000)
    taken = time.process_time() - begin
    arrays: dict[str, Any] = solver.work.arrays()
    index = 8 * (solver.work.table.mask + 1)
    size = sum(array.nbytes for array in arrays.values()) + index
    print((solver.touched - touched) / taken, solver.infosets, size / solver.infosets, peak())


def measured(part: str, minutes: float) -> list[float]:
    """Return what a part prints in a fresh process, once everything is compiled."""
    command = [sys.executable, "-m", "tests.bench.bluff", "--part", part, "--minutes"]
    subprocess.run([*command, "0.01"], check=True, stdout=subprocess.DEVNULL)
    run = subprocess.run([*command, str(minutes)], check=True, stdout=subprocess.PIPE, text=True)
    *notes, figures = run.stdout.splitlines()
    print(*notes, sep="\n")
    return [float(word) for word in figures.split()]


def show(minutes: float) -> None:
    """Measure all parts, print them and the bars."""
    bars = Bars()
    (rate,) = measured("1,1", minutes)
    bars.at_least("Bluff(1,1): public chance, iterations a second", rate, 1_000)
    taken, iterations, gap, value, most = measured("2,1", minutes)
    print(f"Bluff(2,1): {iterations:.0f} iterations, {iterations / taken:.2f} a second")
    bars.at_most("Bluff(2,1): seconds to NashConv .001", taken, 120)
    bars.at_most("Bluff(2,1): NashConv", gap, TARGET)
    bars.at_most("Bluff(2,1): the value is off by", abs(value - VALUE), 1e-3)
    bars.at_most("Bluff(2,1): MB at the most", most, 500)
    nodes, infosets, size, held = measured("2,2", minutes)
    print(f"Bluff(2,2): {nodes / 1e6:.2f}M nodes a second, {infosets:,.0f} infosets met,", end=" ")
    print(f"{size:.0f} bytes each, {held:,.0f} MB in all")
    bars.show()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="of Bluff(2,2)")
    parser.add_argument("--part", choices=["1,1", "2,1", "2,2"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    pin()
    if options.part is None:
        show(options.minutes)
    elif options.part == "2,2":
        two_each(options.minutes)
    else:
        {"1,1": one_each, "2,1": two_against_one}[options.part]()


if __name__ == "__main__":
    main()
