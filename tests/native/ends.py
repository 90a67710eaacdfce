"""Cases of docs/reference/native.md: functions that reach their end, and what uses None."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from tests.native.board import Bet, Call, Fold, Move, Point, Suit
from tests.native.both import Cases
from zerosum.actions import with_item

case = Cases("Functions and statements")
menu = Cases("Actions")


def whole(n: int) -> int:
    if n > 0:
        return n


def pair(n: int) -> tuple[int, int]:
    match n:
        case 1 | 2 | 3:
            return n, n + 1


def many(n: int) -> tuple[int, ...]:
    if n > 0:
        return tuple([k + 1 for k in range(n)])


def listed(n: int) -> list[int]:
    while n > 0:
        return [n, 2]


def found(n: int) -> Point:
    for k in range(n):
        if k == 1:
            return Point(n)


def suit(n: int) -> Suit:
    def inner(m: int) -> Suit:
        if m > 0:
            return Suit.HEARTS

    return inner(n)


@dataclass(frozen=True)
class Strange:
    """A record whose special methods return None for 0."""

    number: int

    def __len__(self) -> int:
        if self.number:
            return self.number

    def __contains__(self, item: int) -> bool:
        if self.number:
            return item == self.number

    def __bool__(self) -> bool:
        if self.number:
            return True


@case("a function that reaches its end on some path, and returns None there", 0, 1, 2)
def reached(n):
    none = whole(n) is None, pair(n) is None, listed(n) is None, suit(n) is None
    return none, whole(n), suit(n), found(n), pair(n) == (1, 2), 1 if whole(n) else 0


def halved(n):
    return 0 if n < 0.1 else 1 + halved(n / 2)


def searched(n):
    return n > 0 and (n == 4 or any(searched(n - k) for k in (3, 5)))


def filled(n, before=None):
    if n > 0:
        return filled(n - 1, n)
    return 0 if before is None else before


@case("recursion with arguments of other types, and inside of a comprehension", 0, 5, 7)
def recursive(n):
    return halved(n), searched(n), filled(n)


@case(
    "None where Python raises an error: as a number, an index, a sequence, or a record",
    *product(range(11), (0, 2)),
)
def used(spelling, n):
    if spelling == 0:
        return (5, 6, 7)[whole(n)]
    if spelling == 1:
        return whole(n) ** 2
    if spelling == 2:
        return pair(n)[1]
    if spelling == 3:
        return sum(many(n))
    if spelling == 4:
        return with_item(pair(n), 0, 4)[0]
    if spelling == 5:
        return found(n).x
    if spelling == 6:
        return replace(found(n), x=3).y
    if spelling == 7:
        return len(Strange(n))
    if spelling == 8:
        return 1 if Strange(n) else 0
    if spelling == 9:
        return 1 if 2 in Strange(n) else 0
    a, b = pair(n)
    return a + b + whole(n)


@dataclass(frozen=True)
class Partial:
    chips: int

    def actions(self) -> tuple[Move, ...]:
        if self.chips == 1:
            return Fold(), Call()
        elif self.chips > 1:
            return Fold(), Call(), Bet(self.chips)


@dataclass(frozen=True)
class Matched:
    chips: int

    def actions(self):
        match self.chips:
            case 1 | 2:
                return Fold(), Bet(2)


@menu(
    "a choice by `if` and `elif` without `else`, or by `match` without `case _`",
    Partial(1),
    Partial(2),
    Matched(1),
)
def partial(seat):
    return seat.actions(), seat.actions()[1]
