"""Nodes and seconds that pruning needs to reach the same exploitability as without it.

    python -m tests.bench.pruning [--games NAME...] [--rules NAME...] [--seeds N]

External sampling runs until NashConv is at most the target, looked at after every tenth more
iterations, which costs nothing that is counted. Medians of several seeds, CPU seconds of one core;
where a threshold needs five times the nodes it is given up, and the NashConv it had is shown.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from statistics import median
from typing import Any, NamedTuple

from tests.bench.clock import pin
from zerosum.algorithms import RULES, ExternalSampling, Pruning
from zerosum.bluff import Bluff
from zerosum.evaluation import nash_conv
from zerosum.leduc import Leduc
from zerosum.rules import Rule
from zerosum.tree import enumerated


class Case(NamedTuple):
    """A game, the NashConv to reach, and the thresholds to try, in chips."""

    game: Any
    targets: tuple[float, ...]
    thresholds: tuple[float, ...]


CASES = {
    "Leduc": Case(Leduc(), (0.2, 0.05), (-10.0, -100.0, -1_000.0, -10_000.0)),
    "Bluff": Case(Bluff(), (0.1, 0.03), (-1.0, -10.0, -100.0, -1_000.0)),
}
GIVEN_UP = 5


class Reached(NamedTuple):
    """What it took, and how good the strategy is."""

    nodes: float
    seconds: float
    value: float


@cache
def tree(name: str) -> Any:
    return enumerated(CASES[name].game)


def pursue(name: str, solver: ExternalSampling, most: float) -> list[Reached]:
    """Run until each target is reached in turn, or so many nodes are touched."""
    found: list[Reached] = []
    spent, step = 0.0, 1_000
    targets = list(CASES[name].targets)
    while targets:
        begin = time.process_time()
        solver.run(step)
        spent += time.process_time() - begin
        step = 1 + solver.iterations // 10
        value = float(nash_conv(tree(name), solver.strategy()))
        if value <= targets[0] or solver.touched > most:
            found.append(Reached(solver.touched, spent, value))
            targets.pop(0)
    return found


def middle(runs: list[list[Reached]]) -> list[Reached]:
    """Return the medians, target by target."""
    return [
        Reached(*(median(numbers) for numbers in zip(*of_target, strict=True)))
        for of_target in zip(*runs, strict=True)
    ]


def table(name: str, rule: Rule, seeds: int) -> None:
    """Print a game under a rule, a line for each threshold and target."""
    case, most, whole = CASES[name], float("inf"), []
    for threshold in (None, *case.thresholds):
        pruning = None if threshold is None else Pruning(threshold)
        runs = []
        for seed in range(seeds):
            solver = ExternalSampling(case.game, rule=rule, seed=seed, pruning=pruning)
            # What compiles does so before the clock runs.
            solver.run(1)
            runs.append(pursue(name, solver, most))
        found = middle(runs)
        if threshold is None:
            whole, most = found, GIVEN_UP * found[-1].nodes
        for target, reached, without in zip(case.targets, found, whole, strict=True):
            line = f"{name:6} {rule.name:8} {threshold or 'none':>9} {target:7.3g}"
            line += f" {reached.nodes / 1e6:9.2f} M {reached.seconds:8.2f} s"
            line += (
                f" {reached.nodes / without.nodes:6.2f} {reached.seconds / without.seconds:6.2f}"
            )
            print(line if reached.value <= target else f"{line}   {reached.value:.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--rules", nargs="+", default=["vanilla", "linear"])
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    pin()
    print(
        f"{'game':6} {'rule':8} {'threshold':>9} {'target':>7} {'touched':>11} {'CPU':>10}", end=""
    )
    print(f" {'nodes':>6} {'time':>6} of those without")
    for name in options.games:
        for rule in options.rules:
            table(name, RULES[rule], options.seeds)


if __name__ == "__main__":
    main()
