"""What colours take, and how much faster CFR is with them: ``python -m tests.bench.minimise``."""

from __future__ import annotations

from functools import partial
from statistics import median

from tests.bench.clock import pin, seconds
from tests.games import goofspiel
from tests.laws.test_minimise_laws import KNOWN
from zerosum.algorithms import CFR
from zerosum.lattice import minimise
from zerosum.lattice.colours import colours
from zerosum.tree import enumerated

HISTORIES, ROUNDS = 20_000_000, 5


def main() -> None:
    pin()
    goofspiel.CARDS = 4
    for name, (start, native, _, _) in KNOWN.items():
        tree = enumerated(start(), native=native)
        small = minimise(tree)
        taken = min(seconds(partial(colours, tree)) for _ in range(ROUNDS))
        count = HISTORIES // tree.histories
        runs = [partial(CFR(game).run, count) for game in (tree, small)]
        ratio = median(seconds(runs[0]) / seconds(runs[1]) for _ in range(ROUNDS))
        sizes = f"{tree.infoset_count:,} | {small.infoset_count:,}"
        print(f"| {name} | {sizes} | {taken:.2f} | {ratio:.1f} |", flush=True)


if __name__ == "__main__":
    main()
