"""Cases of docs/reference/native.md: functions, constants and statements."""

import math

import numpy as np

from tests.native import board as house
from tests.native.board import (
    CORNERS,
    LONG,
    MENU,
    NESTED,
    ORIGIN,
    PRIMES,
    RATE,
    STEP,
    Bet,
    Board,
    Call,
    Face,
    Fold,
    Hand,
    Refused,
    Side,
    Suit,
    adder,
    count,
    cube,
    factorial,
    square,
)
from tests.native.both import Cases

case = Cases("Functions and statements")
add_three = adder(3, (10, 20))


@case("helper functions of a module, including recursive ones", 5)
def helpers(n):
    return count(n) + factorial(n)


@case("`module.function(x)` and `module.CONSTANT`", 5)
def dotted(n):
    return (
        house.count(n) + house.STEP,
        house.NESTED[1][0],
        house.Point(n),
        math.sqrt(n),
        np.int64(n),
    )


@case("functions decorated with `functools.cache` or `lru_cache`", 5)
def cached(n):
    return square(n) + cube(n)


@case("closures, nested functions and lambdas", 5)
def closures(n):
    twice = lambda x: 2 * x + STEP  # noqa: E731
    return add_three(n) + twice(n)


FIELD = "x"


def field_named(name):
    return lambda point: getattr(point, name)


upper = field_named("y")


@case(
    "`getattr` with a name that is a constant or a closed-over value",
    house.Point(3),
    house.Point(1, 2),
)
def attributes(point):
    return getattr(point, FIELD), getattr(point, "y"), upper(point)  # noqa: B009 - the case


@case("constants: numbers, tuples of them, nested and long ones, frozensets, enum members", 2, 7)
def constants(n):
    return (
        (STEP * n, RATE, NESTED[n % 3], LONG[n + 20], n in PRIMES, n in (2, 4), n in {7, 9}),
        (Side.LEFT, Face.HIGH),
    )


@case("constants: records and tuples of records", 0, 1)
def record_constants(n):
    return ORIGIN.x + n, CORNERS[n], MENU[n + 1], len(MENU)


@case(
    "`for` over ranges, tuples, bounded tuples, records; `while`, `break`, `continue`, `else`",
    Board(trick=(3, 1)),
)
def loops(board):
    total = 0
    for a in range(3):
        for b in board.pair:
            if b == 5:
                continue
            total += a * b
    for point in board.points:
        total += point.x
    for row in NESTED:
        total += row[1]
    while total > 0:
        total -= 7
        if total == 5:
            break
    else:
        total += 100
    return total


@case(
    "`enumerate`, `zip` (`strict` is ignored) and `reversed` of any of these", Board(trick=(3, 1))
)
def walkers(board):
    total = 0
    for place, card in enumerate(board.trick, start=2):
        total += place * card
    for a, b in zip(board.trick, board.pair, strict=True):
        total += a * b
    for place, (a, b) in enumerate(zip(board.pair, board.trick)):
        total += place * (a - b)
    for card in reversed(board.pair):
        total = 3 * total + card
    return total


@case(
    "generators inside `sum`, `any`, `all`, `min`, `max`, `tuple`, `list`, `sorted`",
    Board(trick=(3, 1)),
    Board(),
)
def generators(board):
    return (
        (sum(c * c for c in board.trick), any(c > 2 for c in board.trick)),
        (all(c > 2 for c in board.trick), min(c - 3 for c in board.pair)),
        (max(c for c in board.pair if c > 1), tuple(c + 1 for c in board.trick)),
        (tuple(sorted(-c for c in board.pair)), len(list(c for c in board.trick if c > 1))),
        any(a == b for a in board.pair for b in board.trick if a > 0),
        sum(1 for point in board.points if point.x > board.count),
    )


@case(
    "`sum`, `any`, `all`, `min`, `max`, `sorted`, `list`, `tuple` of a sequence",
    Board(trick=(3, 1)),
)
def folds(board):
    return (
        (sum(board.pair), any(board.pair), all(board.mixed[:2]), min(board.trick)),
        (max(board.trick), tuple(sorted(board.trick)), tuple(sorted(board.pair, reverse=True))),
        (len(list(board.trick)), min(board.count, 2), max(1, 2, board.count), tuple(range(3))),
        tuple(Hand(5)),
    )


@case("list comprehensions, `append`, lists that stay within a method", 5)
def lists(n):
    found = [k * k for k in range(n) if k % 2]
    found.append(n)
    found[0] = 7
    return tuple(found), len(found), found[-1], sum(found)


@case("chained comparisons, `and`, `or`, `not`, ternaries, `:=`", 2, 5, 9)
def conditions(n):
    if (half := n // 2) > 1 and not n == 5:
        return half
    if not range(n - 2):
        return -2
    return 10 if 3 <= n < 9 else -(n or 1)


@case(
    "`match` on values, classes, tuples, None, with captures, guards and `|`",
    (Board(last=Bet(4)), 1),
    (Board(last=Bet(2)), 2),
    (Board(last=Fold()), 3),
    (Board(), 9),
)
def matches(board, n):
    match board.last:
        case None:
            found = 0
        case Fold() | Call():
            found = 1
        case Bet(amount) if amount > 3:
            found = amount
        case Bet(amount=2):
            found = 20
        case _:
            found = 30
    match n, board.flag:
        case (1, True):
            found += 100
        case 2 | 3, _:
            found += 200
        case other, _:
            found += other
    match board.suit:
        case Suit.HEARTS:
            return found
        case Suit.CLUBS:
            return -found


@case("early returns, also of None on some paths", 1, 2, 3)
def early(n):
    if n == 1:
        return None
    for k in range(n):
        if k == 2:
            return True
    return False


@case(
    "`assert` and `raise`, also of your own exceptions; formatted values are missing from messages",
    0,
    1,
    2,
    3,
)
def raises(n):
    assert n != 1, f"not {n}"
    if n == 2:
        raise Refused(f"two of {n}")
    if n == 3:
        raise ValueError("three")
    return n


@case("`bit_count()` and `bit_length()` of ints", 0, 1, 0b1011, -0b1011, 1 << 61)
def bits(n):
    return n.bit_count(), n.bit_length()


@case("`+ - * // % ** & | ^ ~ << >>` of ints below 63 bits", (7, 3), (-7, 3), (7, -3))
def integers(a, b):
    return (
        (a + b, a - b, a * b, a // b, a % b, a & b, a | b, a ^ b, ~a, a << 2, a >> 1, a**2),
        (a**5, divmod(a, b)[0], abs(a)),
    )


@case(
    "`+ - * / // % **` of floats, `round(x)`, `int(x)`, `math`", (7.5, 2.0), (-0.3, 0.7), (2.5, 1.5)
)
def floats(a, b):
    return (
        (a + b, a * b, a / b, a // b, a % b, a**2, a**3, round(a), round(b), int(a)),
        (abs(a) ** b, abs(a) ** 0.5, math.floor(a), math.sqrt(abs(a)), min(a, b)),
    )


@case("`/` of ints", (7, 2), (-1, 3), (1, 3))
def division(a, b):
    return a / b, round(a / b * 20)


@case("division by zero raises ZeroDivisionError", (1, 0), (1, 2))
def by_zero(a, b):
    return a // b + a % b


@case(
    "an index beyond the end of a tuple, a list or a NumPy array raises IndexError",
    (Board(trick=(3, 1)), 1),
    (Board(trick=(3, 1)), 2),
    (Board(), -3),
    (Board(trick=(3, 1, 4, 1)), 3),
    (Board(trick=(3, 1, 4, 1)), -4),
)
def beyond(board, n):
    return board.trick[n], [n, 2 * n, n, n][n], int(house.ROW[n])


@case("a product, power or shift beyond 64 bits raises OverflowError", 5, -7)
def within(n):
    return 1000 * n, n**3, n << 40, n >> 70


@case("of `(x * y + z) & MASK` and `(x << n) & MASK`, the low bits", (3, 5), (-(2**61), 70))
def masked(x, n):
    seed = (x * 6364136223846793005 + 1442695040888963407) & house.LOW
    return (seed ^ seed << 13) & house.LOW, ((x << n) * x | n) & 0xFFFF, x * (n << 2 & 0xFF) & 1


@case("recursion that goes too deep raises RecursionError", 9, 1_000_000)
def too_deep(n):
    return house.depth(n)


@case("an unknown value of an enum raises ValueError", 0, 7)
def unknown_member(n):
    return Side(n), Face.HIGH if n else Face.LOW
