"""Cases of docs/reference/native.md: methods, attributes and constructors."""

import dataclasses
import typing
from dataclasses import replace
from typing import cast

import attrs

from tests.native.board import (
    Bet,
    Board,
    Both,
    Box,
    Fold,
    Hand,
    Modular,
    Move,
    Point,
    Side,
    Suit,
    Tall,
    Wide,
)
from tests.native.both import Cases

case = Cases("Methods")


@case("methods, with default and keyword arguments", (Board(), 4))
def methods(board, n):
    return board.add(n), board.add(n, twice=True), board.add(number=n)


@case("properties, `cached_property`, and methods with `functools.cache`", Board())
def properties(board):
    return board.double + board.triple + board.cubed()


@case("`staticmethod` and `classmethod`, called on the value and on the class", Board())
def unbound(board):
    return board.half(9), Board.half(7), Board.of(5), board.of(6).count


@case("class variables, read from the value and from the class", Board(), Wide())
def class_variables(board):
    return board.limit, Board.limit + 1, board.home.x, Board.steps[1], board.steps, board.opening


@case("`type(self)(...)` and `self.__class__`", Board(), Wide(5))
def own_class(board):
    return board.grown().count, board.grown().title()


@case(
    "subclasses, `super()` in methods and properties, diamond inheritance", Wide(), Tall(), Both()
)
def inherited(board):
    return board.title(), board.double, board.add(1)


@case("`dataclasses.replace` and `attrs.evolve`", Board())
def replaced(board):
    box = attrs.evolve(Box(width=1), depth=5)
    moved = dataclasses.replace(board.point, x=9)
    return replace(board, count=8, pair=(1, 2)).pair, box, moved


@case("constructors with positional, keyword and default arguments", 4)
def constructors(n):
    return Point(n), Point(y=n, x=1), Point(1, n), Box(width=n, point=Point(n))


@case("`typing.cast`", Board())
def casts(board):
    return cast(Board, board).count + typing.cast("int", board.count)


@case("`==` and `!=` of records, by their fields or their own `__eq__`", 3, 8)
def equality(n):
    return (
        Point(3, 8) == Point(3, n),
        Point(n) != Point(3),
        Modular(n) == Modular(3),
        Modular(n) != Modular(4),
    )


@case(
    "special methods: `len`, `in`, `|`, `+`, `<`, indexing, calling, truth value, iteration",
    Hand(0b1101),
    Hand(0),
)
def special(hand):
    total = 0
    for item in hand:
        total += item
    return (
        (len(hand), 2 in hand, hand | Hand(2), hand[0], hand(3), total, 1 if hand else 0),
        (Point(1) + Point(2), Point(1) < Point(2), 1 if Modular(0) else 2, not Modular(3)),
    )


@case(
    "fields, methods and properties of the records of a family, whichever one a value is",
    (Board(last=Bet(4)), 0),
    (Board(last=Fold()), 1),
)
def family(board, n):
    move = board.last
    if move is None:
        return None
    return (
        move.cost(),
        move.final,
        move.weight,
        move == Bet(4),
        replace(move, amount=n).cost() if isinstance(move, Bet) else 0,
    )


@case(
    "`isinstance` with a class, a tuple of classes, a union, an alias of a union, None",
    Board(last=Bet(4)),
    Board(last=Fold()),
    Board(),
)
def instances(board):
    from_union = isinstance(board.last, Fold | Bet)
    return (
        (isinstance(board.last, Bet), isinstance(board.last, (Fold, Bet)), from_union),
        (isinstance(board.last, Move), isinstance(board.count, int)),
        (isinstance(board.size, int), isinstance(board.maybe, int)),
    )


@case("iterating over the members of an enum, making a member from its value", 0, 1, 2)
def members(n):
    found = 0
    for suit in Suit:
        found += 1 if suit.red else 10
    return found, Side(n), len(Suit)
