"""Cases of docs/reference/native.md: what is refused, and what the refusal says to write."""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass, field, replace
from enum import Enum, IntFlag, StrEnum
from typing import Any

import numpy as np

from tests.native.board import GRID, ROW, Limits, Point, Side, Table, count
from tests.native.both import Cases

case = Cases("Refused")

PRICES = {0: 5, 1: 7}
HALVED = functools.partial(count, 3)
HALF = Limits(rate=0.5)
HALVES = np.array([0.5, 1.5])


class Letter(StrEnum):
    A = "a"
    B = "b"


class Word(Enum):
    YES = "yes"
    NO = "no"


class Bits(IntFlag):
    A = 1
    B = 2


@dataclass(frozen=True)
class Named:
    name: str = ""


@dataclass(frozen=True)
class Listed:
    items: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Unbounded:
    items: tuple[int, ...] = ()


@dataclass(frozen=True)
class Mixed:
    item: int | Point = 0


@dataclass(frozen=True)
class Flagged:
    bits: Bits = Bits.A


@dataclass
class Loose:
    number: int = 0


@dataclass(frozen=True)
class Holder:
    loose: Loose = field(default_factory=Loose)


@dataclass(frozen=True)
class Computed:
    number: int = 0
    double: int = field(init=False, default=0)


@dataclass(frozen=True)
class OwnInit:
    number: int

    def __init__(self, number: int) -> None:
        object.__setattr__(self, "number", number)


@dataclass(frozen=True)
class Completed:
    number: int
    double: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * self.number)


case("a dictionary as a constant of the module: a tuple or a NumPy array indexed by an int")(
    lambda seat: PRICES[seat.chips]
)
case("a dictionary: a chain of if and elif, or a tuple by index")(lambda seat: {0: 1}[seat.chips])
case("a set: a tuple, or the bits of an int")(lambda seat: len({seat.chips, 1}))


@case("`try`: a test before the act")
def trying(seat):
    try:
        return 1 // seat.chips
    except ZeroDivisionError as error:
        return len(error.args)


@case("`with`: the plain statements")
def context(seat):
    with np.errstate():
        return 1


@case("`yield`, except in `__iter__`: a list filled by append, and `return tuple(...)`")
def yielding(seat):
    yield seat.chips


@case("a generator as a value: a list filled by append")
def generator(seat):
    found = (k for k in range(seat.chips))
    return sum(found)


case("a string in a field: write an enum instead of a string")(
    lambda seat: len(Named("a").name) + seat.chips
)
case("an f-string: an int or an enum")(lambda seat: len(f"{seat.chips}"))
case("the value of an enum that is a string: compare the members, or use ints as values")(
    lambda seat: (Word.YES if seat.chips else Word.NO).value == "yes"
)
case("an enum member made from a value that is not an int: write its members by name")(
    lambda seat: 1 if Word("yes") == Word.YES else seat.chips
)
case("an `enum.Flag`: write an int and constants of its bits")(
    lambda seat: 1 if Flagged().bits else seat.chips
)
case("a list or a dict in a field: write a tuple annotated UpTo(n) instead of a list")(
    lambda seat: len(Listed().items)
)
case(
    "a tuple of any length in a field: write items: Annotated[tuple[int, ...], UpTo(n)] in "
    "Unbounded"
)(lambda seat: len(Unbounded().items))
case("any other union: of frozen records, or of one type and None")(
    lambda seat: 1 if Mixed().item == 0 else 2
)
case("a record that is not frozen: write @dataclass(frozen=True) above it")(
    lambda seat: Holder().loose.number
)
case("a field with `init=False`: write a property")(lambda seat: Computed(seat.chips).double)
case("a hand-written `__init__`: write a class method that returns the record")(
    lambda seat: OwnInit(seat.chips).number
)
case(
    "making a record whose `__post_init__` sets fields, by `object.__setattr__`: replace(...) of "
    "one that is there"
)(lambda seat: Completed(seat.chips).double)
case("`round` to digits: round(x * 100), an int")(lambda seat: int(round(seat.chips / 3, 2) * 100))
case("`np.sum` and similar functions, which add in an order of their own: the loop, `total += x`")(
    lambda seat: int(np.sum(ROW)) + seat.chips
)
case("`sum` of floats: write a loop with `total += x` instead")(
    lambda seat: round(sum([0.5, seat.chips / 2]))
)
case("ints beyond 63 bits: ints below 63 bits, or several of them")(
    lambda seat: (1 << 64) % (seat.chips + 1)
)


@case("functions that call each other in turn: write it as a loop, or let it call only itself")
def even(seat):
    return is_even(seat.chips)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


ONE_OR_OTHER = (
    "a bool or a member of an `IntEnum` on one path and an int on another, which only Python "
    "distinguishes: return ints everywhere"
)


case(ONE_OR_OTHER)(lambda seat: True if seat.chips == 2 else seat.chips)


@case(ONE_OR_OTHER)
def member_or_int(seat):
    if seat.chips == 2:
        return Side.RIGHT
    return seat.chips


@case(
    "a menu of bools and ints, or of an enum and ints: append records of one family, or ints only"
)
def mixed_menu(seat):
    menu = [1]
    menu.append(seat.chips == 2)
    return tuple(menu)


@case("a menu of ints on one path and of members of an `IntEnum` on another: int(Side.RIGHT)")
def menu_of_two_kinds(seat):
    if seat.chips == 2:
        return (0, 1, 2)
    return (Side.RIGHT, Side.LEFT)


@case("a value of another type on each branch: give it one type on every path, or None on some")
def unlike(seat):
    if seat.chips > 1:
        return seat.chips
    return seat, seat.chips


@case("a tuple extended by `+=` in a helper function: fill a list by append and return tuple(list)")
def growing(seat):
    found = ()
    for k in range(seat.chips):
        found += (k,)
    return len(found)


case(
    "an attribute that the class does not have: check that the annotation names the "
    "class which has it"
)(lambda seat: seat.chps)
case("`functools.partial`: a function of its own")(lambda seat: HALVED() + seat.chips)


@case("`min`, `max` and `sorted` with a key: the loop")
def keyed(seat):
    return min((3, seat.chips), key=lambda n: -n)


case("starred arguments: each argument by itself")(lambda seat: Point(*(1, 2)).x + seat.chips)
case("an assignment by `:=` that is not always reached: an assignment before it")(
    lambda seat: seat.chips if seat.chips > 1 and (half := seat.chips // 2) > half - 1 else 0
)


@case("a starred pattern, or one of a mapping: a test of the length, and slices")
def pattern(seat):
    match seat.trick:
        case [first, *_]:
            return first
        case _:
            return 0


@case("a name bound in one of several patterns: a case for each of them")
def alternatives(seat):
    match seat.trick:
        case (a, 1) | (1, a):
            return a
        case _:
            return 0


case("a list returned as a menu of actions: write `return tuple(...)`")(lambda seat: [seat.chips])


@case("`print`: write no output, or run with native=False")
def printing(seat):
    print(seat.chips)
    return seat.chips


@case("a starred target, `a, *b = items`: a test of the length, and slices, as in t[0] and t[1:]")
def starred_target(seat):
    first, *rest = seat.trick
    return first, len(rest)


@case("`del`: a new list or tuple without the item")
def deleting(seat):
    found = [seat.chips, 1]
    del found[0]
    return len(found)


@case("`global`: a field of the game, or an argument")
def changing(seat):
    global total
    total = seat.chips
    return total


@case("`async`: write def instead of async def")
async def waiting(seat):
    return seat.chips


@case("a class inside a function: a frozen dataclass at the top of the module")
def class_inside(seat):
    class Inside:
        pass

    return seat.chips


@case("an import inside a function: the import at the top of the module")
def import_inside(seat):
    import math

    return math.floor(seat.chips / 2)


@case("a decorator inside a function: the inner function without it")
def decorator_inside(seat):
    @functools.cache
    def half(n):
        return n // 2

    return half(seat.chips)


@case("an inner function that calls itself: write it at the top of the module")
def recursive_inside(seat):
    def down(n):
        return 0 if n == 0 else down(n - 1)

    return down(seat.chips)


@functools.cache
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)


case("a cached function that calls itself more than once: a loop that fills a list")(
    lambda seat: ways(seat.chips)
)
case("a class as a value: a call of it")(lambda seat: (Point if seat.chips else Table)(1, 2))


@case("a list of functions: a chain of if and elif")
def functions_listed(seat):
    return [lambda n: n, lambda n: -n][0](seat.chips)


@case("an iterator as a value: list(zip(...))")
def iterator(seat):
    pairs = zip(seat.trick, seat.trick)
    return sum(a * b for a, b in pairs)


case("`itertools`: nested loops")(
    lambda seat: sum(a * b for a, b in itertools.combinations(seat.trick, 2))
)


@case("`functools.reduce`: write the loop")
def reduced(seat):
    return functools.reduce(lambda a, b: a + b, seat.trick, 0)


case(
    "random numbers, other than those of `rng`: chances(), or sample(self, rng) with rng.random()"
)(lambda seat: 1 if random.random() < 0.5 else seat.chips)
case("the name of a member of an enum: compare the members")(
    lambda seat: (Word.YES if seat.chips else Word.NO).name == "YES"
)
case("a member of a `StrEnum` beside a string: compare members, as in x == Letter.A")(
    lambda seat: (Letter.A if seat.chips else Letter.B) == "a"
)
case("the name of a class: isinstance(x, ...)")(lambda seat: len(seat.__class__.__name__))
case("a float as the value of a factor: cut it into steps, as in `return round(x * 20)`")(
    lambda seat: seat.chips / 2
)
case("the methods of an array of floats that add: write the loop, `total += x`")(
    lambda seat: int(HALVES.sum()) + seat.chips
)
case("a product of matrices: the loop, `total += x * y`")(lambda seat: int(ROW @ ROW) + seat.chips)


@case("an assignment to a field: replace(value, chips=...)")
def assigned(seat):
    seat.chips = 3
    return seat.chips


case("a record made that has a field that is FIXED: write replace(...) of one that is there")(
    lambda seat: Limits().used + seat.chips
)
case("`replace` of a field that is FIXED: replace other fields only, or leave FIXED out")(
    lambda seat: replace(seat.limits, rate=0.5).used
)
case("a constant of the module whose class has a field that is FIXED: make it a field of the game")(
    lambda seat: HALF.used + seat.chips
)


@case("a function without source, from `exec` or a console: keep it in a file")
def placeholder(seat):
    raise NotImplementedError


_made: dict[str, Any] = {}
exec("def unwritten(seat):\n    return seat.chips\n", _made)
case.cases[-1] = type(case.cases[-1])("Refused", case.cases[-1].line, _made["unwritten"], ())


case("an array with gaps, such as `row[::2]`, in a field: write np.ascontiguousarray(...)")(
    lambda infoset: int(Table(ROW[::2], GRID).row[0])
)
