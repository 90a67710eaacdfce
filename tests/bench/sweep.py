"""How a sweep scales, and what a task costs beside training: ``python -m tests.bench.sweep``.

All runs train equally long on one core; half of them measure exploitability. The cost of a task is
the time from its start to its end without the seconds trained: the first task of each worker starts
a process, imports, and loads compiled code.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter

from zerosum.scale import Processes, Task
from zerosum.scale.sweep import sweep, tasks_of
from zerosum.support.rendering import table

MODULE = """
from zerosum.experiment import Experiment
from zerosum.leduc import Leduc
from zerosum.scale.sweep import grid

def make(limit):
    return Experiment(Leduc, iterations={iterations}, limit=limit)

runs = grid(make, limit={{"measured": None, "not measured": 1}})
"""
PROBE = 200_000  # iterations that tell how fast one core is


def declare(folder: Path, name: str, iterations: int) -> str:
    """Write a module of two runs; return its name."""
    (folder / f"{name}.py").write_text(MODULE.format(iterations=iterations))
    return name


def measured(module: str, out: Path, runs: int, workers: int) -> tuple[list[str], float]:
    """Return a row of figures and the seconds of all."""
    begun, costs = dict[str, float](), dict[str, list[float]]()
    tasks = tasks_of(module, out, seeds=range(runs // 2))
    trained, start = 0.0, perf_counter()

    def begin(task: Task, where: str) -> None:
        begun[task.name] = perf_counter()

    with Processes(workers) as here:
        for number, done in enumerate(here.run(tasks, started=begin)):
            kind = "first" if number < workers else done.result.run
            cost = perf_counter() - begun[done.task.name] - done.result.seconds
            costs.setdefault(kind, []).append(cost)
            trained += done.result.seconds
    wall = perf_counter() - start
    kinds = [costs.get(kind, [0.0]) for kind in ("first", "measured", "not measured")]
    worst = [f"{mean(some):.2f} ({max(some):.2f})" for some in kinds]
    return [f"{workers}", f"{wall:.1f}", f"{trained / runs:.1f}", *worst], wall


def main() -> None:
    """Print a table with a line for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of training, of each run")
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    with TemporaryDirectory() as place:
        folder = Path(place)
        sys.path.insert(0, place)
        with Processes(1) as here:
            probe = declare(folder, "bench_probe", PROBE)
            found = sweep(probe, folder / "probe", here)[-1]
        iterations = int(given.seconds * PROBE / found.seconds)
        module = declare(folder, "bench_sweep", iterations)
        rows, walls = [], []
        for workers in given.workers:
            row, wall = measured(module, folder / f"by-{workers}", given.runs, workers)
            walls.append(wall)
            rows.append([*row, f"{walls[0] / wall:.2f}"])
    print(f"{given.runs} runs of {iterations:,} iterations; load {os.getloadavg()[0]:.1f}")
    headings = ["workers", "seconds", "trained each", "cost: first task", "measured"]
    print(table([*headings, "not measured", "times as fast"], rows))


if __name__ == "__main__":
    main()
