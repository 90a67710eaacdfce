"""Outcome sampling with and without baselines, after equal nodes and equal seconds.

    python -m tests.bench.baselines [--games NAME...] [--seeds N] [--nodes N...] [--seconds S...]

Shown is NashConv, in chips, the median of several seeds. Nodes are touched nodes in millions,
seconds are CPU seconds of one core. Rates take turns, so that all meet the same noise.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from statistics import median
from typing import Any

from tests.bench.clock import pin
from zerosum.algorithms import LINEAR, PLUS, VANILLA, OutcomeSampling
from zerosum.bluff import Bluff
from zerosum.evaluation import nash_conv
from zerosum.leduc import Leduc
from zerosum.rules import Rule
from zerosum.tree import enumerated

GAMES = {"Leduc": Leduc(), "Bluff": Bluff()}
RATES = (0.0, 0.02, 0.1, 0.5)
RULES = (VANILLA, LINEAR, PLUS)


@cache
def tree(name: str) -> Any:
    return enumerated(GAMES[name])


def distances(
    name: str, rule: Rule, rate: float, seed: int, nodes: list[float], seconds: list[float]
) -> list[float]:
    """Return NashConv after so many million nodes, then after so many seconds, each rising."""
    solver = OutcomeSampling(GAMES[name], rule=rule, seed=seed, baseline=rate)
    found = [distance(name, solver, count * 1e6) for count in nodes]
    # The kernel is loaded by now, and the clock counts iterations alone.
    solver = OutcomeSampling(GAMES[name], rule=rule, seed=seed, baseline=rate)
    spent = 0.0
    for limit in seconds:
        while spent < limit:
            begin = time.process_time()
            solver.run(2_000)
            spent += time.process_time() - begin
        found.append(float(nash_conv(tree(name), solver.strategy())))
    return found


def distance(name: str, solver: OutcomeSampling, nodes: float) -> float:
    """Run until so many nodes are touched; return NashConv."""
    while solver.touched < nodes:
        each = solver.touched / max(solver.iterations, 1) or 1_000.0
        solver.run(max(1, int((nodes - solver.touched) / each)))
    return float(nash_conv(tree(name), solver.strategy()))


def table(name: str, seeds: int, nodes: list[float], seconds: list[float]) -> None:
    """Measure, and print a line for every rule and rate."""
    columns = [f"{count:g}M nodes" for count in nodes] + [f"{limit:g} s" for limit in seconds]
    print(f"\n{name:9} {'baseline':>8}" + "".join(f"{column:>12}" for column in columns))
    for rule in RULES:
        found: dict[float, list[list[float]]] = {rate: [] for rate in RATES}
        for seed in range(seeds):
            for rate, runs in found.items():
                runs.append(distances(name, rule, rate, seed, nodes, seconds))
        for rate, runs in found.items():
            shown = "".join(f"{median(column):12.4f}" for column in zip(*runs, strict=True))
            print(f"{rule.name:9} {rate:8g}{shown}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--nodes", nargs="+", type=float, default=[1.0, 8.0, 32.0])
    parser.add_argument("--seconds", nargs="+", type=float, default=[0.25, 1.0])
    options = parser.parse_args()
    pin()
    for name in options.games:
        table(name, options.seeds, sorted(options.nodes), sorted(options.seconds))


if __name__ == "__main__":
    main()
