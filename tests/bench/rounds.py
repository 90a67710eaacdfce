"""What larger rounds cost: ``python -m tests.bench.rounds``.

For each game and way of sampling: nodes a second, and NashConv after so many nodes.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

from zerosum.algorithms import ExternalSampling, RoundSampling
from zerosum.bluff import Bluff
from zerosum.evaluation import exploitability
from zerosum.leduc import Leduc
from zerosum.support.rendering import table

GAMES = {"Leduc": Leduc, "Bluff(1, 1)": Bluff}
SIZES = (16, 64, 256, 1_024, 4_096)


def measured(solver: Any, nodes: int) -> tuple[float, float]:
    """Return nodes a second and NashConv after at least so many nodes."""
    step = getattr(solver, "round", 1_024)
    solver.run(step)  # compiles
    before, begin = solver.touched, perf_counter()
    while solver.touched < nodes:
        solver.run(max(step, 4_096))
    rate = (solver.touched - before) / (perf_counter() - begin)
    return rate, 2 * exploitability(solver.game, solver.strategy())


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name, game in GAMES.items():
        seed = given.seed
        ways = {
            "one after another": ExternalSampling(game(), seed=seed),
            "two threads": ExternalSampling(game(), seed=seed, threads=2),
        }
        for size in SIZES:
            ways[f"rounds of {size:,}"] = RoundSampling(game(), seed=seed, round=size)
        ways["rounds of 1,024, two walkers"] = RoundSampling(
            game(), seed=seed, round=1_024, threads=2
        )
        rows = []
        for way, solver in ways.items():
            rate, gap = measured(solver, given.nodes)
            rows.append([way, f"{solver.iterations:,}", f"{rate / 1e6:.1f}", f"{gap:.4f}"])
        print(name)
        print(table(["", "iterations", "M nodes/s", "NashConv"], rows))


if __name__ == "__main__":
    main()
