"""Cases of docs/reference/native.md: what fields may hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.native.board import (
    GRID,
    ROW,
    TABLE,
    Bet,
    Board,
    Box,
    Call,
    Coin,
    Face,
    Fold,
    Hand,
    Limits,
    Odds,
    Point,
    Side,
    Suit,
    Tag,
    Turned,
)
from tests.native.both import Cases
from zerosum.cards import Cards, card_set

case = Cases("Fields")


@case("`int`, `bool` and `float`", Board(), Board(4, False, 0.25))
def numbers(board):
    return (board.count + 1, not board.flag, board.size * 3, board.count / 2)


@case(
    "an enum with values of any type, its methods and properties", Board(), Board(suit=Suit.CLUBS)
)
def enum(board):
    return (
        (board.suit, board.suit == Suit.HEARTS, board.suit is Suit.HEARTS, board.suit.red),
        (board.suit.other(), board.suit != Suit.CLUBS),
    )


@case("`.value` of an enum whose values are ints or floats", Board(), Board(face=Face.HIGH))
def enum_value(board):
    return (
        board.face.value + 1,
        Odds.LONG.value * 2,
        (Odds.EVEN if board.flag else Odds.LONG).value,
    )


@case("an `IntEnum`, as a number and as an enum", Board(), Board(side=Side.LEFT))
def int_enum(board):
    return (
        (board.side, board.side + 1, board.side == Side.LEFT, board.side == 0, 1 - board.side),
        (board.side.value, int(board.side), board.side.flipped()),
    )


@case(
    "a member of an enum as a truth value: true, unless the class defines otherwise",
    Board(),
    Board(flag=False, suit=Suit.CLUBS, side=Side.LEFT, trump=Suit.CLUBS),
)
def enum_truth(board):
    coin = Coin.HEADS if board.flag else Coin.TAILS
    turned = Turned.ALWAYS if board.flag else Turned.NEVER
    return (
        (1 if board.suit else 2, not board.face, 1 if board.side else 2),
        (1 if board.trump else 2, 1 if coin else 2, not turned, any((coin, turned))),
        all((board.suit, board.face)),
    )


@case("a fixed tuple, of one type or of several", Board(), Board(pair=(9, -2)))
def fixed(board):
    a, b = board.pair
    return (
        (a, b, board.pair[board.side], board.pair[-1], len(board.mixed), board.mixed[2]),
        (board.pair == (4, 5), max(board.pair), min(board.pair), sum(board.pair)),
        9 in board.pair,
    )


@case("another frozen record, and a tuple of them", Board(), Board(point=Point(6)))
def nested(board):
    return (
        board.point.x,
        board.point.y,
        board.points[1].x,
        board.points[board.side],
        board.point == Point(1, 2),
    )


@case(
    "`T | None`: `is None`, `==`, `!=`, as a truth value", Board(), Board(maybe=0), Board(maybe=4)
)
def optional(board):
    return (
        (board.maybe is None, board.maybe == 4, board.maybe != 0),
        (bool(board.maybe is not None), 1 if board.maybe else 2, 3 if not board.maybe else 4),
        board.maybe,
    )


@case(
    "`Optional[T]` after a test for None: attributes, arithmetic, as an index, as an argument",
    Board(),
    Board(maybe=1, trump=Suit.CLUBS, place=Point(5)),
)
def optional_used(board):
    if board.maybe is None or board.place is None or board.trump is None:
        return -1
    return (
        board.pair[board.maybe]
        + board.place.x * board.maybe
        + abs(board.maybe)
        + (1 if board.trump.red else 0)
        + shifted(board.maybe)
        + board.place.y
    )


def shifted(n: int) -> int:
    return n << 1


@case(
    "an optional record or enum: comparing, replacing, passing as an argument",
    Board(),
    Board(trump=Suit.CLUBS, place=Point(5), last=Bet(3)),
)
def optional_record(board):
    return (
        (board.trump == Suit.CLUBS, board.place == Point(5), board.place != Point(5)),
        (replace(board, place=Point(1)).place, replace(board, place=None).place),
        (replace(board, trump=board.trump).trump, board.last == Bet(3), board.last),
    )


@case(
    "`Annotated[tuple[T, ...], UpTo(n)]`: index, slice, iterate, `in`, `len`, `==`, truth value",
    Board(),
    Board(trick=(7,)),
    Board(trick=(2, 7, 1)),
)
def bounded(board):
    total = 0
    for card in board.trick:
        total = total * 10 + card
    ends = (board.trick[0], board.trick[-1]) if board.trick else (0, 0)
    return (
        (total, ends, board.trick[1:], board.trick[:-1], board.trick[::-1], 7 in board.trick),
        (len(board.trick), board.trick == (7,), board.trick != (7,), board.trick == ()),
        (() != board.trick, not board.trick, sum(board.trick), tuple(board.trick)),
    )


@case(
    "a bounded tuple extended by `+ (x,)` and `(*items, x)`, up to its bound",
    (Board(), 5),
    (Board(trick=(1, 2)), 3),
)
def grows(board, card):
    after = replace(board, trick=board.trick + (card,))
    again = replace(after, trick=(*after.trick, 9))
    return after.trick, again.trick, len(again.trick)


@case(
    "`UpTo(n, bits=b)`, which packs ints of `b` bits into words: all of this",
    Board(),
    Board(stacks=(7,), trick=(7,)),
    Board(stacks=((1 << 21) - 1, 0, 7, 1, 5), trick=(1, 2)),
)
def packed(board):
    total = 0
    for stack in board.stacks:
        total = total * 10 + stack
    ends = (board.stacks[0], board.stacks[-1]) if board.stacks else (0, 0)
    last = replace(board, stacks=(*board.stacks[1:], total & 3) if board.stacks else (4, 5))
    return (
        (total, ends, board.stacks[1:], board.stacks[:-1], board.stacks[::-1]),
        (7 in board.stacks, len(board.stacks), board.stacks.count(7), not board.stacks),
        (board.stacks == (7,), board.stacks != (7,), board.stacks == (), () != board.stacks),
        (board.stacks == last.stacks, board.stacks == board.trick, board.trick != board.stacks),
        (sum(board.stacks), any(board.stacks), all(board.stacks), tuple(board.stacks)),
        min(board.stacks) + max(board.stacks) if board.stacks else 0,
        tuple([stack + place for place, stack in enumerate(board.stacks)]),
        sum(a * b for a, b in zip(board.stacks, board.stacks[1:], strict=False)),
        (board.stacks if board.flag else board.trick, last.stacks, last),
    )


@case(
    "a packed tuple extended by `+ (x,)` and `(*items, x)`, up to its bound",
    (Board(), 5),
    (Board(stacks=(1, 2)), 3),
)
def packed_grows(board, chips):
    after = replace(board, stacks=board.stacks + (chips,))
    again = replace(after, stacks=(*after.stacks, 9, chips))
    turned = replace(board, stacks=tuple([2 * chips for chips in again.stacks]))
    return after.stacks, again.stacks, len(again.stacks), turned.stacks, (chips,) + again.stacks


@case("a bounded tuple of records", Board(), Board(moves=(Fold(), Bet(4))))
def bounded_records(board):
    costs = 0
    for move in board.moves:
        costs += move.cost()
    after = replace(board, moves=board.moves + (Call(),))
    return costs, after.moves, Bet(4) in board.moves, board.moves == (Fold(), Bet(4))


@case(
    "`Annotated[T, FIXED]`: any of these, stored once for all histories; `replace` of other fields",
    (Limits(), Limits(), 0),
    (Limits((3, 4, 5), Point(1), 0.5, None, 2), Limits((3, 4, 5), Point(1), 0.5, None, 7), 2),
    (Limits((3, 4), limit=Suit.CLUBS), Limits((3, 4), limit=Suit.HEARTS), -1),
)
def fixed_fields(limits, other, place):
    after = replace(limits, used=limits.used + 1)
    return (
        (after, after.used, after.bets[place], after.point.x * after.rate, after.limit is None),
        (limits == other, replace(other, used=2) == limits, max(after.bets)),
    )


@case("a NumPy array with one or more dimensions, read-only", (TABLE, 1), (TABLE, -1))
def arrays(table, place):
    return (
        int(table.row[place]),
        table.grid[place, 0] + table.grid[0, 1],
        len(table.row),
        table.grid.shape[0],
        int(table.row[1:].max()),
    )


@case("`Cards`, a set of cards in one word", Board(), Board(cards=Cards(0)))
def cards(board):
    total = 0
    for card in board.cards:
        total += card
    return (
        (len(board.cards), 1 in board.cards, total, board.cards | card_set(5)),
        (board.cards & card_set(1), board.cards - card_set(1), bool(board.cards)),
        (board.cards.with_card(9), board.cards == Cards(11), 1 if board.cards else 0),
    )


@case("`dataclass` and `attrs.frozen`, `slots`, `kw_only`, defaults, factories", 3, 4)
def styles(n):
    box = Box(width=n)
    return (Hand(n), Box(width=n, depth=1), box.point, box.depth, Point(n), Tag(number=n).number)


@case("`field(compare=False)`: stored, but not part of the identity", 3, 4)
def uncompared(n):
    tag = Tag(number=n, note=n + 1)
    return tag == Tag(number=n, note=0), tag.note, tag


@dataclass(frozen=True)
class Sized:
    count: int = 0
    size: float = 0.5


@case("an int or an `IntEnum` where a float or an int is declared", 3, 4)
def widened(n):
    sized, other = Sized(Side.RIGHT, n), Sized(size=Side.LEFT)
    either = Sized(size=sized.size if n > 3 else Side.RIGHT)
    return sized.count + n, sized.size / 2, sized, other.size / 2, either


@case("arrays and records of arrays as constants of a module", 0, 1)
def constant_arrays(n):
    total = int(TABLE.row[n]) + TABLE.grid[1, n]
    return int(ROW[n]), GRID[n, 1], GRID[n][0], total, GRID[n, 0] > 1
