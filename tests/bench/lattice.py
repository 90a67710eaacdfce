"""How long abstractions of a game with a million infosets take to compare.

    python -m tests.bench.lattice [--length N] [--repeats N]

The game is ``tests.games.Ladder`` for four ranks. Asking the factors is measured apart from the
arithmetic on what they said, which is kept; CPU time, one core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.clock import options, pin, rounds, seconds
from tests.games import Ladder
from tests.games.ladder import Sight
from zerosum.abstraction import algebraic
from zerosum.lattice import equivalent, meet, partition, quotient, refines
from zerosum.lattice.classes import _KEPT
from zerosum.tree import Tree, enumerated


@algebraic
def card(infoset: Sight) -> int:
    """Return the own card."""
    return infoset.card


@algebraic
def is_low(infoset: Sight) -> bool:
    """Return whether the card is one of the lower half."""
    return infoset.card < 2


@algebraic
def climb(infoset: Sight) -> int:
    """Return all moves."""
    return infoset.climb


@algebraic
def recent(infoset: Sight) -> tuple[int, int]:
    """Return the last two moves."""
    return infoset.climb & 3, infoset.climb >> 2 & 3


@algebraic
def moves(infoset: Sight) -> int:
    """Return how many moves were made."""
    count, climb = 0, infoset.climb
    while climb > 1:
        climb >>= 2
        count += 1
    return count


FINE, COARSE = card * climb, is_low * recent * moves
CALLS: dict[str, Callable[[Tree], Any]] = {
    "partition, 2 factors": lambda tree: partition(tree, FINE),
    "partition, 3 factors": lambda tree: partition(tree, COARSE),
    "refines": lambda tree: refines(FINE, COARSE, tree),
    "equivalent": lambda tree: equivalent(FINE, FINE * COARSE, tree),
    "meet": lambda tree: partition(tree, meet(card * recent, is_low * climb, tree.base)),
    "quotient": lambda tree: quotient(tree, is_low * climb),
}


def table(length: int, repeats: int) -> Iterator[str]:
    """Yield the lines of the table, each as soon as it is measured."""
    tree = enumerated(Ladder(length, ranks=4))
    yield f"lattice: seconds on {tree.infoset_count:,} infosets of {tree.histories:,} histories"
    yield "{:22} {:>8} {:>8}".format("", "asked", "kept")
    for name, call in CALLS.items():
        call(tree)  # compiles
        first, later = measured(tree, call, repeats)
        yield f"{name:22} {first:8.2f} {later:8.2f}"


def measured(tree: Tree, call: Callable[[Tree], Any], repeats: int) -> tuple[float, float]:
    """Return the seconds of a call with the factors asked, and with what they said kept."""

    def asked() -> float:
        _KEPT.pop(tree, None)
        return seconds(lambda: call(tree))

    found = rounds({"asked": asked, "kept": lambda: seconds(lambda: call(tree))}, repeats)
    return found["asked"], found["kept"]


def main() -> None:
    arguments = options(__doc__, length=12, repeats=3)
    pin()
    for line in table(arguments.length, arguments.repeats):
        print(line, flush=True)


if __name__ == "__main__":
    main()
