"""Memory to enumerate, solve and evaluate a game; runs in a separate process.

    python -m tests.bench.memory MODULE:GAME [ITERATIONS]

Kuhn is solved first, so that what remains is the game's and not the compilers'. Prints the
megabytes resident before, and how many more at the end and at the most. Code should be compiled
already: run it twice.
"""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from zerosum.algorithms import CFR, PLUS
from zerosum.evaluation import nash_conv
from zerosum.kuhn import Kuhn

STATUS = Path("/proc/self/status")
MEASURABLE = STATUS.exists()


class Megabytes(NamedTuple):
    """Resident before the game; above that at the end, and at the most in between."""

    before: float
    kept: float
    most: float


def resident(field: str) -> float:
    """Return the megabytes that the system says of this process: VmRSS now, VmHWM at most."""
    found = re.search(rf"^{field}:\s+(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    assert found
    return int(found[1]) / 1000


def solve(game: Any, iterations: int) -> tuple[Any, ...]:
    """Enumerate, solve and evaluate; return all that a user would hold on to."""
    solver = CFR(game, rule=PLUS)
    solver.run(iterations)
    strategy = solver.strategy()
    return solver, strategy, nash_conv(solver.tree, strategy)


def measured(place: str, iterations: int = 100) -> Megabytes:
    """Measure in a fresh process, twice, so that the second finds everything compiled."""
    command = [sys.executable, "-m", "tests.bench.memory", place, str(iterations)]
    for _ in range(2):
        shown = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Megabytes(*map(float, shown.split()))


def main() -> None:
    module, _, name = sys.argv[1].partition(":")
    game = getattr(import_module(module), name)()
    solve(Kuhn(), 10)
    gc.collect()
    before = resident("VmRSS")
    held = solve(game, int(sys.argv[2]) if len(sys.argv) > 2 else 100)
    gc.collect()
    print(before, resident("VmRSS") - before, resident("VmHWM") - before)
    del held


if __name__ == "__main__":
    main()
