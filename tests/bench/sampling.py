"""Samplers compared with OpenSpiel's in C++: one run, one core, CPU time, alternating.

    python -m tests.bench.sampling [--games NAME...] [--no-openspiel] [--repeats N]

An iteration is one walk for each player, and so is OpenSpiel's ``run_iteration``. It is called from
Python, as there is no loop in C++ to call: the last line of a game shows what a bare call costs,
which is part of OpenSpiel's figures. OpenSpiel counts no nodes. Both add to averages where the
opponent is sampled, which is OpenSpiel's default.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.bench.clock import Bars, each, pin, rounds
from zerosum.algorithms import VANILLA, ChanceSampling, ExternalSampling, OutcomeSampling, PureCFR
from zerosum.bluff import Bluff
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc


class Case(NamedTuple):
    """A game, and how many nodes a measurement of ours touches, and iterations of theirs."""

    game: Any
    nodes: int
    external: int
    outcome: int


CASES = {
    "Kuhn": Case(Kuhn(), 4_000_000, 40_000, 80_000),
    "Leduc": Case(Leduc(), 4_000_000, 8_000, 25_000),
    "Bluff": Case(Bluff(), 4_000_000, 2_000, 25_000),
}
SAMPLERS = (ExternalSampling, OutcomeSampling, ChanceSampling, PureCFR)
BARS = {"external": 8.0, "outcome": 6.0}


def calls(method: Callable[[], Any]) -> Callable[[int], None]:
    """Return what calls a method so many times."""

    def run(count: int) -> None:
        for _ in range(count):
            method()

    return run


def theirs(case: Case) -> dict[str, tuple[Callable[[int], None], int]]:
    """Return OpenSpiel's samplers, a bare call, and how often to run each."""
    import pyspiel

    from tests.openspiel import counterpart

    game = counterpart(case.game)
    external = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
    outcome = pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1)
    found = {
        "external": (calls(external.run_iteration), case.external),
        "outcome": (calls(outcome.run_iteration), case.outcome),
        "call": (calls(game.num_players), 200_000),
    }
    for run, count in found.values():
        run(count // 4)
    return found


def measure(name: str, *, openspiel: bool, repeats: int, bars: Bars) -> None:
    """Print the samplers of a game, ours and OpenSpiel's."""
    case, solvers, measures = CASES[name], {}, {}
    for algorithm in SAMPLERS:
        solver = algorithm(case.game, rule=VANILLA, seed=1)
        assert solver.native
        solver.run(200)
        count = max(1, int(case.nodes * solver.iterations / solver.touched))
        # Early on all is tried, and rows are made.
        solver.run(count)
        solvers[algorithm.name] = solver
        measures[algorithm.name] = each(solver.run, count)
    others = theirs(case) if openspiel else {}
    for program, (run, count) in others.items():
        measures[f"their {program}"] = each(run, count)
    before = {program: (solver.touched, solver.iterations) for program, solver in solvers.items()}
    found = rounds(measures, repeats)
    for program, solver in solvers.items():
        touched, iterations = before[program]
        nodes = (solver.touched - touched) / (solver.iterations - iterations)
        pace = 1 / found[program]
        line = (
            f"{name:6} {program:9} {pace:12,.0f} iterations/s {pace * nodes / 1e6:7.2f} M nodes/s"
        )
        if f"their {program}" in found:
            other = found[f"their {program}"]
            line += f"   OpenSpiel {1 / other:10,.0f} iterations/s   {other / found[program]:6.1f}x"
            if name != "Kuhn":
                bars.at_least(
                    f"{name}: {program} by OpenSpiel's", other / found[program], BARS[program]
                )
        print(line, flush=True)
    if others:
        print(f"{name:6} a bare call of OpenSpiel from Python: {found['their call'] * 1e6:.2f} us")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openspiel", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--games", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    openspiel = options.openspiel and importlib.util.find_spec("pyspiel") is not None
    bars = Bars()
    pin()
    for name in options.games:
        measure(name, openspiel=openspiel, repeats=options.repeats, bars=bars)
    bars.show()


if __name__ == "__main__":
    main()
