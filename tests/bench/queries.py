"""How long questions take: to a run of hold'em, or to a database of Setback.

    python -m tests.bench.queries RUN
    python -m tests.bench.queries [--iterations 1500]

With a run folder, :mod:`tests.bench.asking` measures. Without one, a database of Setback is
written, opened and asked. Infosets are those of random playouts, in a random order, known to the
strategy or not. A look-up finds the probabilities of a hash; an answer computes the factors too.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench import asking
from tests.bench.clock import Bars, pin, seconds
from zerosum.abstraction import split
from zerosum.algorithms import ExternalSampling
from zerosum.experiment import export, load
from zerosum.experiment.load import start_of
from zerosum.kernels.hashing import hash_row
from zerosum.rng import Random
from zerosum.strategy import Database


def decisions(game: Any, number: int, rng: Random) -> list[Any]:
    """Return infosets with a choice, from random playouts."""
    found: list[Any] = []
    while len(found) < number:
        history = game
        while not history.terminal:
            if history.chance:
                history = history.apply(history.sample(rng))
                continue
            menu = history.infoset(history.active).actions()
            if len(menu) > 1:
                found.append(split(history)[0].infoset(history.active))
            history = history.apply(menu[rng.integer(len(menu))])
    return found


def times(ask: Callable[[Any], Any], questions: Iterable[Any]) -> tuple[float, float]:
    """Return the milliseconds of a question: the median, and what 95 % stay below."""
    middle, most, *_ = asking.times(ask, questions, 1)
    return middle, most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", nargs="?", help="a run of hold'em")
    parser.add_argument("--iterations", type=int, default=1_500)
    parser.add_argument("--questions", type=int, default=20_000)
    options = parser.parse_args()
    pin()
    if options.run is not None:
        asking.measure(options.run)
        return
    game = start_of(load("blood.setback"))
    solver = ExternalSampling(game, seed=1)
    solver.run(options.iterations)
    strategy = solver.strategy()
    with TemporaryDirectory() as place:
        path = Path(place) / "setback.sqlite"
        taken, size = seconds(lambda: export(strategy, path)), path.stat().st_size
        lines = strategy.probabilities.size
        print(f"{len(strategy):,} infosets, {lines:,} lines, {size / 1e6:,.0f} MB")
        print(f"written in {taken:.1f} s of CPU time, {lines / taken:,.0f} lines a second")
        opened, _ = times(lambda _: Database(path, game), range(20))
        database = Database(path, game)
        asked = decisions(game, options.questions, Random(5))
        known, unknown = ([i for i in asked if strategy.knows(i) == truth] for truth in (1, 0))
        rows = [database.view.row(infoset, database.menu(infoset)) for infoset in known]
        hashes = [hash_row(row, start, len(row)) for row, start in rows]
        found = {
            "answer, known": times(database, known),
            "answer, unknown": times(database, unknown),
            "look-up": times(database._read, hashes),
        }
    print(f"opened in {opened:.2f} ms; {len(known):,} known infosets, {len(unknown):,} unknown")
    print(f"{'milliseconds':20} {'median':>8} {'95 %':>8}")
    for name, (middle, most) in found.items():
        print(f"{name:20} {middle:8.4f} {most:8.4f}")
    bars = Bars()
    bars.at_most("ms of a known answer, 95 %", found["answer, known"][1], 1.0)
    bars.show()


if __name__ == "__main__":
    main()
