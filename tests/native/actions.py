"""Cases of docs/reference/native.md: actions, chance and factors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from tests.native.board import ROW, Bet, Call, Fold, Move, Point, Side, Suit
from tests.native.both import Cases
from zerosum.abstraction import (
    algebraic,
    equals,
    fields,
    first_of,
    given,
    menu,
    per_player,
    quantise,
    unless,
    when,
    where,
)
from zerosum.actions import UpTo, offered
from zerosum.cards import is_black, popcount
from zerosum.rng import Random

case = Cases("Actions")
chance = Cases("Chance")
factor = Cases("Factors")


@dataclass(frozen=True)
class Seat:
    """An infoset whose menus are written in many ways."""

    chips: int
    trick: Annotated[tuple[int, ...], UpTo(4)] = ()

    max_actions: ClassVar[int] = 6

    def actions(self):
        return Fold(), Call(), Bet(self.chips)


class Chosen(Seat):
    def actions(self):
        if self.chips > 3:
            return (Fold(), Call(), Bet(3))
        if self.chips > 1:
            return Call(), Bet(1)
        return (Call(),)


class Either(Seat):
    def actions(self):
        return (Fold(), Bet(2)) if self.chips > 1 else (Fold(),)


class Appended(Seat):
    def actions(self) -> tuple[Move, ...]:
        menu: list[Move] = [Fold()]
        for amount in range(1, self.chips):
            menu.append(Bet(amount))
        if len(menu) == 1:
            menu.append(Call())
        return tuple(menu)


class Comprehended(Seat):
    def actions(self):
        return tuple([Bet(k) for k in range(self.chips)])


class Generated(Seat):
    def actions(self):
        return tuple(Bet(k) for k in range(self.chips) if k != 1)


class Added(Seat):
    def actions(self):
        passive = (Fold(), Call())
        return passive + tuple([Bet(k) for k in range(self.chips)])


class Starred(Seat):
    def actions(self):
        return (Fold(), *[Bet(k) for k in range(self.chips)], Call())


class Grown(Seat):
    def actions(self):
        menu = (Fold(),)
        for k in range(self.chips):
            menu += (Bet(k),)
        return menu


class Reassigned(Seat):
    def actions(self):
        menu = (Fold(), Call())
        if self.chips > 2:
            menu = (Fold(), Call(), Bet(2))
        return menu


class Offered(Seat):
    def actions(self):
        return offered(((Fold(), self.chips > 1), (Call(), True), (Bet(1), self.chips > 2)))


class Constant(Seat):
    menu: ClassVar[tuple[Move, ...]] = (Fold(), Call())

    def actions(self):
        return self.menu


class Numbered(Seat):
    def actions(self):
        return tuple(range(self.chips))


class Members(Seat):
    def actions(self):
        return (Side.LEFT, Side.RIGHT) if self.chips > 1 else (Side.LEFT,)


class Suits(Seat):
    def actions(self):
        return (Suit.HEARTS, Suit.CLUBS)


def seats(kind):
    return [kind(1), kind(2), kind(4)]


@case("a literal tuple, or a constant one", *seats(Seat), *seats(Constant), *seats(Numbered))
@case(
    "`tuple([... for ...])` and `tuple(... for ...)`, which allocate nothing if they are returned",
    *seats(Comprehended),
    *seats(Generated),
)
@case(
    "a tuple extended by `+=`, or assigned in several branches", *seats(Grown), *seats(Reassigned)
)
@case("`zerosum.actions.offered`, which allocates nothing", *seats(Offered))
def offered_by(seat):
    return seat.actions()


@case(
    "literal tuples of different lengths, by `if` or by a conditional expression",
    *seats(Chosen),
    *seats(Either),
)
def choice(seat):
    return seat.actions(), len(seat.actions()), seat.actions()[0]


@case(
    "a list filled by `append` and returned as `tuple(menu)`; it allocates nothing if only its "
    "`len` and truth value are used before",
    *seats(Appended),
)
def appended(seat):
    menu = seat.actions()
    return menu, menu[-1], Call() in menu, len(menu)


@case("tuples concatenated by `+` and by `*`", *seats(Added), *seats(Starred))
def joined(seat):
    return seat.actions()


@case("`tuple(range(...))`, which allocates nothing", *seats(Numbered))
def ranged(seat):
    menu = seat.actions()
    return menu, menu[-1], 2 in menu, menu == (0, 1)


@case(
    "ints, members of an enum or an `IntEnum`, or records of one family",
    *seats(Members),
    *seats(Suits),
    *seats(Numbered),
)
def kinds(seat):
    found = 0
    for action in seat.actions():
        found = found * 2 + (1 if action == seat.actions()[0] else 0)
    return found, seat.actions()


@case("the menu of another infoset or factor, tested and concatenated", *seats(Offered))
def borrowed(seat):
    menu = seat.actions()
    bold = [action for action in menu if isinstance(action, Bet)]
    return tuple(bold) + (Fold(),), Fold() in menu, menu[1:], menu == (Call(),)


@dataclass(frozen=True)
class Deck:
    """A game of chance whose methods are written in many ways."""

    left: int = 0b10110
    maybe: int | None = None

    def __len__(self) -> int:
        return popcount(self.left)

    def chances(self):
        return {card: 1 / len(self) for card in range(5) if self.left >> card & 1}

    def sample(self, rng: Random | None = None):
        if rng is None:
            rng = Random()
        while True:
            card = rng.integer(5)
            if self.left >> card & 1 == 1:
                return card

    def apply(self, action: int):
        return self


class Coin(Deck):
    def chances(self):
        return {0: 0.25, 1: 0.75}

    def sample(self, rng=None):
        rng = rng or Random()
        return 0 if rng.random() < 0.25 else 1


class Keys(Deck):
    def chances(self):
        return dict.fromkeys((1, 2, 4), 1 / 3)

    def sample(self, rng=None):
        rng = Random() if rng is None else rng
        return 1 << rng.integer(3)


class Built(Deck):
    def chances(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for card in range(5):
            if self.left >> card & 1:
                found[card] = 1 / len(self)
        return found

    sample = None


class Walked(Built):
    def sample(self, rng: Random) -> int:
        rest = rng.random()
        for card, probability in self.chances().items():
            rest -= probability
            if rest < 0:
                return card
        return 4


class Fixed(Deck):
    def sample(self):
        return 2


class Stub(Deck):
    def sample(self, rng=None):
        raise NotImplementedError


class Dots(Deck):
    def sample(self, rng=None):
        """Say nothing."""
        ...


class Nothing(Deck):
    def chances(self):
        raise NotImplementedError

    def sample(self):
        raise NotImplementedError


class NotEven(Deck):
    chances = None
    sample = None


class Empty(Deck):
    def chances(self):
        return {}

    sample = None


def decks(*kinds):
    return [kind() for kind in kinds]


@chance(
    "`sample(self, rng=None)`, which may make a generator in three ways if it is None",
    *decks(Deck, Coin, Keys),
)
@chance("no `sample`, or a stub: outcomes are sampled from `chances`", *decks(Built, Stub, Dots))
def sampled(deck):
    return deck


@chance("`sample(self)`, without a generator", *decks(Fixed))
def sampled_alone(deck):
    return deck.sample()


@chance(
    "`chances` as a literal, a comprehension, `dict.fromkeys`, or filled in a loop",
    *decks(Deck, Coin, Keys, Built),
)
def listed(deck):
    found = 0.0
    for outcome, probability in deck.chances().items():
        found = 2 * found + outcome * probability
    return found


@chance("`chances().items()`, `.keys()` and `.values()` in another method", *decks(Walked))
def walked(deck):
    total = 0
    for card in deck.chances().keys():
        total += card
    return total, len([p for p in deck.chances().values() if p > 0])


@chance("`chances` that returns `{}`, if chance never moves", *decks(Empty))
def no_chances(deck):
    return len(deck.chances().items())


@chance("no chance at all: both methods are stubs, or both are missing", *decks(Nothing, NotEven))
def never(deck):
    return deck.maybe


@algebraic
def street(seat):
    return len(seat.trick)


@algebraic
def run(seat):
    if not seat.trick:
        return None
    return is_black(seat.trick[-1])


def steps(acc):
    @algebraic
    def steps(seat):
        return round(seat.chips / 8 * acc)

    return steps


fine = algebraic(lambda seat: (seat.chips > 2, seat.trick[:2], Point(seat.chips)))


@algebraic
def bold(seat):
    return tuple([Bet(k) for k in range(seat.chips)])


@algebraic
def capped(seat):
    if seat.chips > 2:
        return bold(seat)
    return (Fold(),)


@algebraic
@dataclass(frozen=True)
class Bucket:
    """A factor with data."""

    table: NDArray[np.int64]
    scale: int = 2

    def __call__(self, seat):
        return int(self.table[seat.chips % len(self.table)]) * self.scale


bucket = Bucket(ROW)
FULL = (Seat(3, (8, 3)), Seat(1), Seat(5, (2,)))


@factor("a function that returns an int, bool, None, enum, record, or a tuple of these", *FULL)
def values(seat):
    return street(seat), run(seat), fine(seat), Side(seat.chips % 2)


@factor("None on some paths and a value on others", *FULL)
def sometimes(seat):
    return run(seat)


@algebraic
def small(seat):
    if seat.chips == 5:
        return None
    if seat.chips == 3:
        return False, 3
    return seat.chips == 1, seat.chips


@algebraic
def sided(seat):
    if seat.chips == 3:
        return Side.LEFT, 3
    return Side(seat.chips % 2), seat.chips


@factor(
    "a tuple of bools, ints and members of an `IntEnum` on several paths, each in the same place",
    *FULL,
)
def bools_and_ints(seat):
    return small(seat), sided(seat)


@factor("a closure over parameters, and a lambda", *FULL)
def closed(seat):
    return steps_of_twenty(seat), fine(seat)


steps_of_twenty = steps(20)


@factor("a tuple of actions, also from another factor", *FULL)
def menus(seat):
    return capped(seat), len(bold(seat))


@factor("a frozen record with `__call__`, also with arrays as fields", *FULL)
def records(seat):
    return bucket(seat)


@algebraic
def rich(seat):
    return seat.chips > 2


@algebraic
def suit_of(seat):
    return Suit.CLUBS if seat.chips > 3 else Suit.HEARTS


@algebraic
@dataclass(frozen=True)
class Poor:
    chips: int

    @property
    def buckets(self):
        return self.chips

    def __call__(self, seat):
        return seat.chips if 0 <= seat.chips < self.chips else -1


def owned(seat):
    return seat.chips / 4


poor_trick = unless(rich, steps(4)).factors[0]
rich_chips = given(rich, fields("chips")).factors[0]
suited = given(suit_of, fields("chips")).factors[0]
quarters = quantise(owned, (0.25, 0.5, 1))
two_chips = equals(fields("chips"), 2)
chosen = when(rich, steps(4), steps(20)).factors[1]
first_poor = first_of(Poor(3), Poor(8))
second = per_player(steps(4), steps(20), player=rich).factors[2]


@factor(
    "`given`, `unless`, `when`, `equals`, `per_player`, `first_of`, `quantise` and `fields`", *FULL
)
def combined(seat):
    either = chosen(seat), second(seat), suited(seat), first_poor(seat)
    return poor_trick(seat), rich_chips(seat), quarters(seat), two_chips(seat), either


def careful(seat):
    return Fold(), Call()


def eager(seat):
    return Call(), Bet(seat.chips)


added = menu(careful, rank=0) + where(rich, where(suit_of, menu(eager)))


@factor("menus, sums of menus, and `where`", *FULL)
def added_menus(seat):
    return added(seat)


@algebraic
def varying(seat):
    if seat.chips > 4:
        return ()
    return tuple(sorted(seat.trick)) if seat.trick else (0, seat.chips, 2)


@factor("tuples whose length depends on the infoset", *FULL)
def lengths(seat):
    return varying(seat)
