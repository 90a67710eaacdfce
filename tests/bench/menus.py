"""External sampling with menus written in different ways: nodes per second, compared with a range.

    python -m tests.bench.menus [--repeats N]

One game of ten ints, whose menu is spelled in several ways and holds the same actions each time.
The solvers take turns, in CPU time; each figure is the best of its runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tests.bench.clock import Bars, options, pin, seconds
from zerosum.algorithms import ExternalSampling
from zerosum.rng import Random

CARDS = 5


@dataclass(frozen=True)
class Hand:
    """What a player sees; the lowest cards are left, one less each turn."""

    player: int
    mask: int
    drawn: int
    played: int


class Range(Hand):
    def actions(self) -> tuple[int, ...]:
        return tuple(range(self.mask.bit_count()))


class Literal(Hand):
    def actions(self) -> tuple[int, ...]:
        if self.mask == 31:
            return (0, 1, 2, 3, 4)
        if self.mask == 15:
            return (0, 1, 2, 3)
        if self.mask == 7:
            return (0, 1, 2)
        return (0, 1) if self.mask == 3 else (0,)


class Loop(Hand):
    def actions(self) -> tuple[int, ...]:
        cards = []
        for card in range(CARDS):
            if self.mask >> card & 1:
                cards.append(card)
        return tuple(cards)


class Searched(Hand):
    """A list of which more is asked than a stack answers."""

    def actions(self) -> tuple[int, ...]:
        cards: list[int] = []
        for card in range(CARDS):
            if self.mask >> card & 1 and card not in cards:
                cards.append(card)
        return tuple(cards)


class Generated(Hand):
    def actions(self) -> tuple[int, ...]:
        return tuple(card for card in range(CARDS) if self.mask >> card & 1)


@dataclass(frozen=True)
class Ranged:
    """Each player draws a number; then both play the cards of one hand in turn."""

    first: int = 0
    second: int = 0
    drawn: int = 0
    turn: int = 0
    mask: int = (1 << CARDS) - 1
    played: int = 0
    won: int = 0
    lost: int = 0
    last: int = 0
    before: int = 0

    @property
    def terminal(self) -> bool:
        return self.mask == 0

    @property
    def chance(self) -> bool:
        return self.drawn < 2

    @property
    def active(self) -> int:
        return self.turn & 1

    def sample(self, rng: Random) -> int:
        return rng.integer(4)

    def infoset(self, player: int) -> Range:
        return Range(player, self.mask, self.own(player), self.played)

    def own(self, player: int) -> int:
        """Return what a player drew."""
        return self.first if player == 0 else self.second

    def payoff(self, player: int) -> float:
        balance = 3 * self.won - 3 * self.lost + 5 * self.first - 5 * self.second
        value = float((balance + self.last - self.before) % 7 - 3)
        return value if player == 0 else -value

    def apply(self, action: int) -> Any:
        if self.drawn == 0:
            return replace(self, first=action, drawn=1)
        if self.drawn == 1:
            return replace(self, second=action, drawn=2)
        won = self.won + (action * self.second if self.active == 0 else 0)
        lost = self.lost + (action * self.first if self.active == 1 else 0)
        return replace(
            self,
            turn=self.turn + 1,
            mask=self.mask >> 1,
            played=8 * self.played + action,
            won=won,
            lost=lost,
            last=action,
            before=self.last,
        )


class Literals(Ranged):
    def infoset(self, player: int) -> Literal:
        return Literal(player, self.mask, self.own(player), self.played)


class Looped(Ranged):
    def infoset(self, player: int) -> Loop:
        return Loop(player, self.mask, self.own(player), self.played)


class Listed(Ranged):
    def infoset(self, player: int) -> Searched:
        return Searched(player, self.mask, self.own(player), self.played)


class Comprehended(Ranged):
    def infoset(self, player: int) -> Generated:
        return Generated(player, self.mask, self.own(player), self.played)


GAMES = {
    "tuple(range(n))": Ranged,
    "literal tuples": Literals,
    "a list that is filled": Looped,
    "tuple(x for x in ...)": Comprehended,
    "a list that is searched": Listed,
}


def measure(repeats: int, iterations: int) -> dict[str, float]:
    """Return million nodes touched in a second of CPU time, by spelling."""
    solvers = {name: ExternalSampling(game(), seed=1) for name, game in GAMES.items()}
    best = dict.fromkeys(solvers, 0.0)
    for solver in solvers.values():
        assert solver.native
        solver.run(iterations)
    for _ in range(repeats):
        for name, solver in solvers.items():
            touched = solver.touched
            taken = seconds(lambda solver=solver: solver.run(iterations))  # type: ignore[misc]
            best[name] = max(best[name], (solver.touched - touched) / taken / 1e6)
    return best


def main() -> None:
    """Measure, and print one table and the bar."""
    pin()
    found = measure(options(__doc__, repeats=15).repeats, 10_000)
    usual = found["tuple(range(n))"]
    print("million nodes touched in a second of CPU time, and to those of a range")
    for name, rate in found.items():
        print(f"{name:24} {rate:6.2f} {rate / usual:6.2f}")
    bars = Bars()
    filled, literal = found["a list that is filled"], found["literal tuples"]
    bars.at_least("a list that is filled, to literal tuples", filled / literal, 0.9)
    bars.show()


if __name__ == "__main__":
    main()
