"""A game whose payoff fails in each way that could end the process, natively.

    python -m tests.native.crashing

Writes how each failure ends, on one thread and on two, in short histories and in long ones. What
fails is data, so that the game is compiled once.
Where a method reaches its end, what is said must be what the interpreted run says.
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zerosum.algorithms import ExternalSampling

TABLE = np.arange(8)
SQUARE = np.arange(16).reshape(4, 4)
MOST = 2**63 - 1
ENDS = ("apply", "payoff", "infoset", "actions", "active", "terminal", "chance")
FAULTS = ("none", "recursion", "far", "overrun", "negative", "square", "wrapped", "product", *ENDS)
FIRST = len(FAULTS) - len(ENDS)
SHORT, LONG = 30, 10_000


def depth(n: int) -> int:
    return 0 if n <= 0 else depth(n - 1) + 1


@dataclass(frozen=True)
class Seen:
    player: int
    moves: int
    ends: bool = False

    def actions(self) -> tuple[int, int]:
        if not self.ends:
            return 0, 1


@dataclass(frozen=True)
class Crashing:
    """A player may stop or go on; the end pays what a look-up or a recursion gives. Before it,
    one of the methods may reach its end.

    Uniform play hardly ever comes to the end, so that no check plays into the fault; training does.
    """

    fault: int = 0
    length: int = SHORT
    moves: int = 0
    over: bool = False

    def ends(self, method: int) -> bool:
        """Return whether one of the methods reaches its end here."""
        return self.fault == FIRST + method and self.moves == self.length - 1

    @property
    def terminal(self) -> bool:
        if not self.ends(5):
            return self.over or self.moves == self.length

    @property
    def chance(self) -> bool:
        if not self.ends(6):
            return False

    @property
    def active(self) -> int:
        if not self.ends(4):
            return 0

    def chances(self) -> dict[int, float]:
        raise NotImplementedError

    def infoset(self, player: int) -> Seen:
        if not self.ends(2):
            return Seen(player, self.moves, self.ends(3))

    def apply(self, action: int) -> Crashing:
        match self.ends(0):
            case False:
                return replace(self, moves=self.moves + 1, over=action == 0)

    def payoff(self, player: int) -> float:
        won = float(self.found()) if self.moves == self.length else 0.0
        if player == 1:
            return -won
        elif not self.ends(1):
            return won

    def found(self) -> int:
        if self.fault == 1:
            return depth(100_000_000)
        if self.fault == 2:
            return int(TABLE[10**15 + self.moves])
        if self.fault == 3:
            return int(TABLE[7 + self.fault])
        if self.fault == 4:
            return int(TABLE[-5 - self.fault])
        if self.fault == 5:
            return int(SQUARE[3, self.fault])
        if self.fault == 6:
            return int(TABLE[MOST + self.fault])
        if self.fault == 7:
            return 10**10 * 10**8 * self.fault * self.fault
        return 1


def ending(fault: int, length: int, threads: int) -> str:
    """Return how a run ends."""
    said = _said(fault, length, threads=threads)
    if FAULTS[fault] in ENDS and length == SHORT and threads == 1:
        assert said == _said(fault, length, native=False)
    return said.partition(":")[0]


def _said(fault: int, length: int, **options: Any) -> str:
    """Return the error with which a run ends."""
    solver = ExternalSampling(Crashing(fault, length), seed=1, **options)
    assert solver.native is options.get("native", True)
    try:
        solver.run(50)
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return "well"


def main() -> None:
    """Run each fault in short and long histories."""
    warnings.simplefilter("error")
    for threads in (1, 2):
        for length in (SHORT, LONG):
            for fault, name in enumerate(FAULTS):
                end = ending(fault, length, threads)
                sys.stdout.write(f"{name} {length} {threads} {end}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
