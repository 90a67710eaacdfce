"""Exact solving compared with OpenSpiel and a yardstick: one run, one core, CPU time.

    python -m tests.bench.exact [--yardstick FOLDER] [--no-openspiel] [--games NAME...]

Everything that is compared takes turns, and medians count. An iteration of CFR+ updates both
players. The yardstick is a folder with a ``sequence.py`` that solves Bluff by CFR+ and prints
``iter us ...``; it runs in a process of its own. What is absent is left out, and so are its bars.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.bench import growth, memory
from tests.bench.clock import Bars, each, pin, repeated, rounds
from zerosum.algorithms import CFR, PLUS
from zerosum.bluff import Bluff
from zerosum.evaluation import nash_conv
from zerosum.interop.openspiel import to_openspiel
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.tree import enumerated


class Case(NamedTuple):
    """A game; how many iterations and evaluations a measurement is of, ours and theirs."""

    game: Any
    iterations: int
    their_iterations: int
    evaluations: int
    their_evaluations: int
    faster: float = 0.0
    """How many times as fast as OpenSpiel an iteration must be."""
    their_iterations_of_ours: int = 0
    """How many iterations of OpenSpiel's on our game, which asks Python; 0 to leave it out."""


CASES = {
    "Kuhn": Case(Kuhn(), 200_000, 10_000, 300, 300, their_iterations_of_ours=100),
    "Leduc": Case(Leduc(), 5_000, 50, 100, 5, faster=150, their_iterations_of_ours=2),
    "Bluff": Case(Bluff(), 500, 5, 50, 1, faster=120),
}
OURS, OPENSPIEL, YARDSTICK = "zerosum", "OpenSpiel", "yardstick"
BRIDGED = "OpenSpiel on our game"


class Solved(NamedTuple):
    """A game with its solver, run for a while, and OpenSpiel's view of the strategy."""

    case: Case
    solver: CFR
    strategy: Any
    theirs: tuple[Any, Any] | None


def solved(case: Case, *, openspiel: bool) -> Solved:
    """Compile and solve; carry the strategy to OpenSpiel, where both must find it as good."""
    solver = CFR(case.game, rule=PLUS)
    solver.run(100)
    strategy = solver.strategy()
    if not openspiel:
        return Solved(case, solver, strategy, None)
    import pyspiel

    from tests.openspiel import exported, pair

    theirs = pair(case.game).game, exported(case.game, strategy)
    assert abs(pyspiel.nash_conv(*theirs) - nash_conv(solver.tree, strategy)) < 1e-9
    return Solved(case, solver, strategy, theirs)


def yardstick(folder: Path) -> float:
    """Return the seconds of an iteration that the yardstick says."""
    command = [sys.executable, "sequence.py"]
    shown = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    found = re.search(r"iter us ([\d.]+)", shown)
    assert found, shown
    return float(found[1]) / 1e6


def iterations_of(game: Any) -> Callable[[int], None]:
    """Return what runs OpenSpiel's CFR+ on from where it is."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(game)

    def run(count: int) -> None:
        for _ in range(count):
            solver.evaluate_and_update_policy()

    return run


def measure_iterations(case: Solved, folder: Path | None, repeats: int) -> dict[str, float]:
    """Return the seconds of an iteration of CFR+ by each program."""
    measures = {OURS: each(case.solver.run, case.case.iterations)}
    if case.theirs:
        theirs = iterations_of(case.theirs[0])
        measures[OPENSPIEL] = each(theirs, case.case.their_iterations)
        if count := case.case.their_iterations_of_ours:
            measures[BRIDGED] = each(iterations_of(to_openspiel(case.case.game)), count)
    if folder and isinstance(case.case.game, Bluff):
        measures[YARDSTICK] = partial(yardstick, folder)
    return rounds(measures, repeats)


def measure_evaluation(case: Solved, repeats: int) -> dict[str, float]:
    """Return the seconds of a NashConv on the enumerated tree, and of OpenSpiel's."""
    evaluate = partial(nash_conv, case.solver.tree, case.strategy)
    measures = {OURS: repeated(evaluate, case.case.evaluations)}
    if case.theirs:
        import pyspiel

        theirs = partial(pyspiel.nash_conv, *case.theirs)
        measures[OPENSPIEL] = repeated(theirs, case.case.their_evaluations)
    return rounds(measures, repeats)


def kuhn_milliseconds() -> float:
    """Return the milliseconds, by the clock, of 1,000 iterations of a new solver on Kuhn."""
    found = []
    for _ in range(50):
        solver = CFR(Kuhn(), rule=PLUS)
        begin = time.perf_counter()
        solver.run(1_000)
        found.append(time.perf_counter() - begin)
    return 1000 * median(found)


def show(title: str, name: str, found: dict[str, float]) -> None:
    """Print a line: a game, microseconds by program, and how many times as long as ours."""
    line = f"{title:10} {name:6}"
    for program, value in found.items():
        line += f"   {program} {value * 1e6:,.1f} us"
        if program != OURS:
            line += f" ({value / found[OURS]:,.1f}x)"
    print(line, flush=True)


def compare(options: argparse.Namespace, bars: Bars) -> None:
    """Print iterations and evaluations of each game beside the other programs'."""
    for name in options.games:
        case = solved(CASES[name], openspiel=options.openspiel)
        iterations = measure_iterations(case, options.yardstick, options.repeats)
        show("iteration", name, iterations)
        evaluation = measure_evaluation(case, options.repeats)
        show("nash_conv", name, evaluation)
        if OPENSPIEL in iterations and case.case.faster:
            ratio = iterations[OPENSPIEL] / iterations[OURS]
            bars.at_least(f"{name}: CFR+ by OpenSpiel's, times", ratio, case.case.faster)
        if name == "Bluff":
            bars.at_least("Bluff: iterations a second, stretch", 1 / iterations[OURS], 1300)
        if YARDSTICK in iterations:
            ratio = iterations[YARDSTICK] / iterations[OURS]
            bars.at_least("Bluff: CFR+ by the yardstick's, times", ratio, 1)
        if name == "Bluff" and OPENSPIEL in evaluation:
            ratio = evaluation[OPENSPIEL] / evaluation[OURS]
            bars.at_least("Bluff: nash_conv by OpenSpiel's, times", ratio, 500)
        if name == "Kuhn":
            bars.at_most("Kuhn: ms of 1,000 iterations", kuhn_milliseconds(), 10)


def measure_enumeration(case: Case, repeats: int) -> tuple[int, float, float]:
    """Return the histories of a game, the seconds to enumerate it, and to evaluate it as well."""
    solver = CFR(case.game, rule=PLUS)
    solver.run(1)
    strategy = solver.strategy()

    def evaluate() -> float:
        # Of a game that it has seen lately nash_conv keeps the tree.
        return nash_conv(enumerated(case.game), strategy)

    count = max(1, 300_000 // solver.tree.histories)
    measures = {
        "enumerated": repeated(partial(enumerated, case.game), count),
        "and evaluated": repeated(evaluate, count),
    }
    evaluate()
    return solver.tree.histories, *rounds(measures, repeats).values()


def enumerate_each(options: argparse.Namespace, bars: Bars) -> None:
    """Print how fast each game is enumerated, and what Bluff takes of memory."""
    for name in options.games:
        size, alone, both = measure_enumeration(CASES[name], options.repeats)
        print(f"enumerate  {name:6}   {size:,} histories   {alone * 1e3:.2f} ms", end="   ")
        print(f"{size / alone / 1e6:.2f} M/s   with nash_conv {both * 1e3:.2f} ms", flush=True)
        if name == "Bluff":
            bars.at_most("Bluff: seconds to enumerate", alone, 3)
    if memory.MEASURABLE and "Bluff" in options.games:
        found = memory.measured("zerosum.bluff:Bluff")
        print(f"memory     Bluff    {found.before:.1f} MB before", end="   ")
        print(f"{found.kept:.1f} kept   {found.most:.1f} at the most")
        bars.at_most("Bluff: MB at the most, above solved Kuhn", found.most, 200)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick", type=Path, help="a folder with sequence.py")
    parser.add_argument("--openspiel", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--games", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--growth", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    options.openspiel = options.openspiel and importlib.util.find_spec("pyspiel") is not None
    bars = Bars()
    pin()
    # Before OpenSpiel, and growth in a process of its own: room that OpenSpiel gives back to the
    # allocator is not new, and would have to be zeroed.
    enumerate_each(options, bars)
    compare(options, bars)
    if options.growth:
        command = [sys.executable, "-m", growth.__name__, "--repeats", str(options.repeats)]
        subprocess.run(command, check=True)
    bars.show()


if __name__ == "__main__":
    main()
