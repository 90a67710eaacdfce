"""How close bounds are to the exact value on Leduc: ``python -m tests.bench.bounds``."""

from __future__ import annotations

import time
from typing import Any

from zerosum.algorithms import LINEAR, PLUS, ExternalSampling
from zerosum.evaluation import (
    LowerBound,
    approximate_best_response,
    exploitability,
    local_best_response,
)
from zerosum.leduc import Leduc


def main() -> None:
    for iterations in (0, 100, 1_000, 10_000, 100_000):
        solver = ExternalSampling(Leduc(), seed=1)
        solver.run(iterations)
        strategy = solver.strategy()
        exact = exploitability(Leduc(), strategy)
        print(f"{iterations:>7,} exact {exact:.4f}", end="", flush=True)
        told("local", exact, lambda s=strategy: local_best_response(Leduc(), s, 20_000))
        for rule in (LINEAR, PLUS):
            told(
                rule.name,
                exact,
                lambda s=strategy, rule=rule: (
                    approximate_best_response(Leduc(), s, 1_000_000, 200_000, rule=rule).bound
                ),
            )
        print()


def told(name: str, exact: float, measure: Any) -> None:
    """Print a bound, its share of the exact value, and the seconds that it took."""
    before = time.process_time()
    found: LowerBound = measure()
    seconds = time.process_time() - before
    width = 1.96 * found.error
    print(
        f" | {name} {found.mean:.4f} ± {width:.4f} = {found.mean / exact:.2f}, {seconds:.1f} s",
        end="",
        flush=True,
    )


if __name__ == "__main__":
    main()
