"""Spellings that a user would try: those that compile, and those that are refused with advice.

A refused spelling stands with a part of the sentence.
"""

from __future__ import annotations

import collections
import copy
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from tests.native.board import ROW, Bet, Board, Point, Suit, square
from tests.native.both import Cases
from zerosum.actions import with_item

case = Cases("Functions and statements")
REFUSED: list[tuple[Callable[..., Any], str]] = []

BOARD = Board(trick=(3, 1, 2), moves=(Bet(2),))
LOW = Board(trick=(1, 2, 3), moves=(Bet(1),), count=1)
TEMPLATE = "{}"
PRICES = {"x": 1}
WIDE = np.array([[1, 2], [3, 4]])


class Letter(StrEnum):
    A = "a"
    B = "b"


@dataclass(frozen=True)
class Countdown:
    n: int = 3

    def even(self):
        return True if self.n == 0 else Countdown(self.n - 1).odd()

    def odd(self):
        return False if self.n == 0 else Countdown(self.n - 1).even()

    def member(self):
        if self.n > 2:
            return self.n
        return Suit.CLUBS


def refused(words):
    def take(function):
        REFUSED.append((function, words))
        return function

    return take


# --- what compiles -------------------------------------------------------------------------------


@case("`int(x == y)`, `float(x == y)` and `bool(x)` of anything", BOARD, LOW)
def numbers_of_tests(board):
    return (
        int(float(board.count == 3) * 2),
        int(board.suit is Suit.CLUBS) + int(board.count in (1, 3)),
        (int(float(board.flag) + float(board.side)), bool(board.count), bool(board.trick)),
        (bool(board.maybe), board.flag + board.flag),
    )


@case(
    "`zip`, `enumerate`, `map` and `filter` in a loop, or inside `sum`, `list` and their kind",
    BOARD,
    LOW,
)
def zips(board):
    return (
        list(zip(board.trick, board.pair))[0],
        tuple(zip(board.pair, board.pair)),
        list(enumerate(board.trick))[1],
        list(zip((1, 2, 3), (4, 5, 6)))[board.count - 3][1],
        len(list(zip(board.trick, board.trick, strict=True))),
    )


@case(
    "`zip`, `enumerate`, `map` and `filter` in a loop, or inside `sum`, `list` and their kind",
    BOARD,
    LOW,
)
def maps(board):
    found = 0
    for n in map(abs, board.trick):
        found += n
    return (
        (found, tuple(map(square, board.trick)), sum(map(pow, board.trick, (2, 1, 3)))),
        tuple(map(lambda a, b: a - b, board.trick, reversed(board.trick))),
        (sum(filter(None, board.trick)), any(map(lambda n: n > 2, board.trick))),
        (max(*board.pair), tuple(filter(lambda n: n > 1, board.pair))),
    )


@case("`next` of a generator, with or without a default", BOARD, LOW)
def firsts(board):
    return next(n for n in board.trick if n < 3), next((n for n in board.trick if n > 9), None)


@case("a set whose order does not matter, as in `len(set(items))`", BOARD, LOW)
def sets(board):
    return len(set(board.trick)), sum({n % 2 for n in board.trick}), board.count in {1, 3}


@case("`type(x) is C`, and `isinstance` with the classes of Python", BOARD, LOW)
def classes(board):
    return (
        (type(board.count) is int, type(board.flag) is not int, type(board.moves[0]) is Bet),
        (type(board.moves[0]) == Point, isinstance(board.flag, int)),
        (isinstance(board.size, float), isinstance(board.side, int)),
        (isinstance(list(board.trick), list), isinstance(board.trick, list | tuple)),
    )


@case("`case C():` of any class", BOARD, LOW)
def patterns(board):
    found = 0
    match board.suit:
        case Suit():
            found += 1
    match board.count:
        case str():
            found += 10
        case int():
            found += 100
    match board.last:
        case Bet() as bet:
            found += bet.amount
        case None:
            found += 1000
    return found


@case("inner functions with defaults and keyword-only parameters; `nonlocal`", BOARD, LOW)
def inner_functions(board):
    def scaled(n, *, by=2, plus=0):
        return n * by + plus

    total = 0

    def add(n):
        nonlocal total
        total += n

    add(board.count)
    doubled = lambda n, by=2, plus=0: n * by + plus  # noqa: E731
    calls = scaled(board.count), scaled(1, plus=5), scaled(n=2, by=3), scaled(2, by=5)
    return calls, doubled(3, 4), doubled(3), total


@case("`a, b = items` of a tuple or a list of any length", BOARD, LOW)
def unpacked(board):
    a, b, c = board.trick
    x, y = sorted(board.pair)
    return a, b, c, x, y


@case('`math.inf` and `float("inf")`', BOARD, LOW)
def infinite(board):
    best = -math.inf
    for n in board.trick:
        best = max(best, n / 2)
    return board.size < math.inf, board.count < math.inf, int(best), math.isinf(best)


@case("arrays made in a function, and the methods of arrays of ints", BOARD, LOW)
def arrays(board):
    found = np.zeros(3)
    found[1] = board.count
    return int(found[1]), int(np.argmax(ROW)), int(ROW.sum()), WIDE.shape[0], int(WIDE[1, 0])


@case("lists of lists, `insert`, `pop`, `index`, `[1, *items]`", BOARD, LOW)
def lists(board):
    table = [[0] * 2 for _ in range(2)]
    table[1][0] = board.count
    found = [1, *board.trick]
    found.insert(0, 9)
    found.pop()
    return table[1][0], found[0], len(found), found.index(3)


@case("`count` and `index` of tuples", BOARD, LOW)
def counted_items(board):
    return (
        board.trick.count(3),
        board.pair.count(4),
        board.trick.index(1),
        board.pair.index(5),
        board.points.count(Point(3)),
    )


@case("`int(x)` and `float(x)` of an `Optional[T]`, if it is not None", BOARD, Board(maybe=4))
def number_of_an_optional(board):
    return int(board.maybe) + int(float(board.maybe))


@case(
    "`zerosum.actions.with_item`, of fixed, bounded and packed tuples",
    (Board(trick=(1, 2, 3), stacks=(4, 5, 6)), 0),
    (Board(trick=(1, 2, 3), stacks=(4, 5, 6)), -1),
    (Board(trick=(1, 2), stacks=(4, 5, 6), moves=(Bet(1),)), 2),
    (Board(trick=(1, 2), stacks=(4, 5, 6)), -3),
)
def another_item(board, place):
    pair = with_item(board.pair, min(place, 1), 9)
    stacks = with_item(board.stacks, place, 8)
    points = with_item(board.points, board.side, Point(7, 7))
    after = replace(board, stacks=with_item(stacks, 1, 3), trick=with_item(board.trick, place, 7))
    return pair, stacks, points, after.stacks, after.trick, with_item(tuple([4, place]), 1, 2)


@case("a variable that is None at first", BOARD, LOW)
def none_at_first(board):
    best = None
    for n in board.trick:
        if best is None or n > best:
            best = n
    return best


# --- what is refused -----------------------------------------------------------------------------


@refused("an inner function of any number of arguments")
def several_arguments(board):
    def first(*numbers):
        return numbers[0]

    return first(board.count, 2)


@refused("x is int on one path and tuple[int, ...] on another")
def another_variable(board):
    x = 0
    if board.count > 2:
        x = (1, 2)
    return x


@refused("nothing says what the items of found are")
def empty_list(board):
    found = []
    return len(found) + board.count


@refused("`append(Suit)` of list[int]")
def unlike_items(board):
    found = [1]
    found.append(board.suit)
    return len(found)


@refused("__setattr__, which has no native form; write replace(")
def set_field(board):
    object.__setattr__(board, "count", 4)
    return board.count


@refused("nowhere, a name that is not defined")
def undefined(board):
    return nowhere  # noqa: F821 - the case


@refused("a loop over int has no native form")
def loop_over_an_int(board):
    found = 0
    for n in board.count:
        found += n
    return found


refused("zip(int, tuple[int, int])`")(lambda board: len(list(zip(board.count, board.pair))))
refused("index it by numbers, as in t[0]")(
    lambda board: sum(a * b for a, b in zip(board.mixed, board.pair))
)
refused("collections.Counter, which has no native form; write a tuple indexed by an int")(
    lambda board: collections.Counter(board.trick)[3]
)
refused("use an int or an enum instead of a string")(lambda board: len(TEMPLATE.format(board.size)))
refused("use an int or an enum instead of a string")(lambda board: len("%d" % board.count))
refused("got str")(lambda board: "a" if board.count else "b")
refused("Side has no attribute name natively")(lambda board: len(board.side.name))
refused("compare members, as in x == Letter.A")(lambda board: Letter.B == "a" or board.flag)
refused("`tuple[Suit, Suit][str]`")(lambda board: Suit["HEARTS"] == board.suit)
refused("`Suit < Suit` has no native form")(lambda board: board.suit < Suit.HEARTS)
refused("max with a key or a default")(lambda board: max(board.trick, default=0))
refused("frozenset, which has no native form")(lambda board: frozenset(board.trick))
refused("`max(array, axis=int)` has no native form")(lambda board: np.max(WIDE, axis=0)[0])
refused("array has no attribute tolist natively")(lambda board: ROW.tolist()[0])
refused("it calls itself through another method")(lambda board: Countdown(board.count).even())
refused("it returns int on one path and Suit on another")(
    lambda board: Countdown(board.count).member()
)
refused("copy.copy, which has no native form; write the value itself")(
    lambda board: copy.copy(board.point).x
)
refused("write tuple([x for _ in range(n)])")(lambda board: (0,) * board.count)
refused("compare or add the items one by one")(lambda board: board.trick < (5, 6))
refused("use its fields, or define __getitem__")(lambda board: board.point[0])
refused("bin, which has no native form; write x.bit_count()")(
    lambda board: bin(board.count).count("1")
)
refused("math.comb, which has no native form; write a tuple of the values")(
    lambda board: math.comb(5, board.count)
)
refused("missing a required argument: 'number'")(lambda board: board.add())
refused("int is called like a function")(lambda board: board.count(3))
refused("uses something that has no native form")(lambda board: int(np.array(board.trick)[0]))
