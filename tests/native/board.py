"""Small records, enums, helpers and constants for the cases of tests/native."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import Annotated, ClassVar, Optional

import attrs
import numpy as np
from numpy.typing import NDArray

from zerosum.actions import FIXED, UpTo
from zerosum.cards import Cards


class Suit(Enum):
    """An enum with string values."""

    CLUBS = "c"
    HEARTS = "h"

    @property
    def red(self) -> bool:
        return self is Suit.HEARTS

    def other(self) -> Suit:
        return Suit.CLUBS if self == Suit.HEARTS else Suit.HEARTS


class Face(Enum):
    LOW = 10
    HIGH = 50


class Odds(Enum):
    EVEN = 0.5
    LONG = 0.125


class Coin(Enum):
    """An enum whose members are not all true."""

    HEADS = "h"
    TAILS = "t"

    def __bool__(self) -> bool:
        return self is Coin.HEADS


class Turned(IntEnum):
    """An enum of ints whose 0 is true, and whose 1 is not."""

    NEVER = 1
    ALWAYS = 0

    def __bool__(self) -> bool:
        return self is Turned.ALWAYS


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1

    def flipped(self) -> Side:
        return Side.RIGHT if self == Side.LEFT else Side.LEFT


@dataclass(frozen=True)
class Move:
    """Base of a family."""

    weight: ClassVar[int] = 0

    def cost(self) -> int:
        return 0

    @property
    def final(self) -> bool:
        return False


class Fold(Move):
    @property
    def final(self) -> bool:
        return True


class Call(Move):
    weight: ClassVar[int] = 1


@dataclass(frozen=True)
class Bet(Move):
    amount: int
    weight: ClassVar[int] = 2

    def cost(self) -> int:
        return self.amount


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 7

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __lt__(self, other: Point) -> bool:
        return self.x < other.x


@dataclass(frozen=True, slots=True)
class Hand:
    """A set with the special methods of one."""

    mask: int = 0

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, item: int) -> bool:
        return self.mask >> item & 1 == 1

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.mask | other.mask)

    def __getitem__(self, place: int) -> int:
        return self.mask >> place & 1

    def __iter__(self) -> Iterator[int]:
        item, rest = 0, self.mask
        while rest:
            if rest & 1:
                yield item
            item += 1
            rest >>= 1

    def __call__(self, shift: int) -> int:
        return self.mask << shift


@dataclass(frozen=True)
class Modular:
    """A number whose equality is its own."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Modular) and self.number % 5 == other.number % 5

    def __hash__(self) -> int:
        return self.number % 5

    def __bool__(self) -> bool:
        return self.number != 0


@attrs.frozen
class Box:
    """A record of attrs, its fields by keyword."""

    width: int = attrs.field(kw_only=True)
    depth: int = attrs.field(default=2, kw_only=True)
    point: Point = attrs.field(factory=lambda: Point(1), kw_only=True)


@dataclass(frozen=True, kw_only=True)
class Tag:
    number: int
    note: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Table:
    """A record that holds arrays."""

    row: NDArray[np.int64]
    grid: NDArray[np.float64]


@dataclass(frozen=True)
class Board:
    """A record with a field of every kind; the game of all cases."""

    count: int = 3
    flag: bool = True
    size: float = 0.5
    suit: Suit = Suit.HEARTS
    face: Face = Face.LOW
    side: Side = Side.RIGHT
    pair: tuple[int, int] = (4, 5)
    mixed: tuple[int, bool, Side] = (1, False, Side.LEFT)
    point: Point = Point(1, 2)
    points: tuple[Point, Point] = (Point(3), Point(4))
    maybe: int | None = None
    trump: Optional[Suit] = None
    place: Optional[Point] = None
    trick: Annotated[tuple[int, ...], UpTo(4)] = ()
    stacks: Annotated[tuple[int, ...], UpTo(5, bits=21)] = ()
    moves: Annotated[tuple[Move, ...], UpTo(3)] = ()
    last: Move | None = None
    cards: Cards = Cards(0b1011)

    limit: ClassVar[int] = 9
    home: ClassVar[Point] = Point(8, 9)
    steps: ClassVar[tuple[int, ...]] = (1, 2, 4)
    opening: ClassVar[Suit] = Suit.CLUBS

    @property
    def double(self) -> int:
        return 2 * self.count

    @functools.cached_property
    def triple(self) -> int:
        return 3 * self.count

    @functools.cache  # noqa: B019 - spelled as users do
    def cubed(self) -> int:
        return self.count**3

    @staticmethod
    def half(number: int) -> int:
        return number // 2

    @classmethod
    def of(cls, count: int) -> Board:
        return cls(count=count)

    def add(self, number: int, *, twice: bool = False) -> int:
        return self.count + (2 * number if twice else number)

    def grown(self) -> Board:
        return type(self)(self.count + 1)

    def title(self) -> int:
        return 1

    def apply(self, action: Move) -> Board:
        return replace(self, last=action)


@dataclass(frozen=True)
class Limits:
    """A record with parameters."""

    bets: Annotated[tuple[int, ...], UpTo(4, bits=8), FIXED] = (1, 2)
    point: Annotated[Point, FIXED] = Point(1, 2)
    rate: Annotated[float, FIXED] = 0.25
    limit: Annotated[Suit | None, FIXED] = Suit.CLUBS
    used: int = 0


class Wide(Board):
    """A plain subclass."""

    def title(self) -> int:
        return super().title() + 10

    @property
    def double(self) -> int:
        return super().double + 1


class Tall(Board):
    def title(self) -> int:
        return super().title() + 100


class Both(Wide, Tall):
    """The bottom of a diamond."""


def count(mask: int) -> int:
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


def depth(n: int) -> int:
    return 0 if n <= 0 else depth(n - 1) + 1


@functools.cache
def square(n: int) -> int:
    return n * n


@functools.lru_cache(maxsize=8)
def cube(n: int) -> int:
    return n * square(n)


def adder(step: int, table: tuple[int, ...]):
    def add(n: int) -> int:
        def inner(m: int) -> int:
            return m + step

        return inner(n) + table[0]

    return add


class Refused(ValueError):
    """An error of the cases' own."""


STEP = 3
RATE = 0.25
NESTED = ((1, 2), (3, 4), (5, 6))
LONG = tuple(range(40))
PRIMES = frozenset({2, 3, 5})
ORIGIN = Point(0, 0)
CORNERS = (Point(1, 1), Point(2, 2))
MENU = (Fold(), Call(), Bet(2))
LOW = (1 << 62) - 1
ROW = np.array([5, 6, 7])
GRID = np.array([[0.5, 1.5], [2.5, 3.5]])
TABLE = Table(np.array([1, 2, 3]), np.array([[0.25, 0.5], [0.75, 1.0]]))
