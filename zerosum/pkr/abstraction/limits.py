"""Limits of menus: bets on some streets only, and up to a number on each street.

They use ``community`` and ``bets`` of an infoset.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import NOTHING, Algebraic, Menu, equals, where
from zerosum.abstraction.combined import Combined
from zerosum.abstraction.menus import parts_of
from zerosum.cards import popcount
from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.infoset import InfoSet

_LAST = 52  # cards of the longest board there may be
_SEATS = 10
_ANY = 1 << 30  # more bets than a hand may have


@dataclass(frozen=True, repr=False)
class FewerBets(Combined):
    """The record behind :func:`fewer_bets`."""

    cap: int

    def __call__(self, infoset: InfoSet) -> bool:
        """Return whether fewer bets than the cap have been made since the last card."""
        return infoset.bets < self.cap

    def __repr__(self) -> str:
        return f"fewer_bets({self.cap})"


@dataclass(frozen=True, repr=False)
class OnStreets(Combined):
    """The record behind :func:`on_streets`."""

    first: int
    last: int

    def __call__(self, infoset: InfoSet) -> bool:
        """Return whether the board has so many cards."""
        return self.first <= len(infoset.community) <= self.last

    def __repr__(self) -> str:
        return f"on_streets({self.first}{'' if self.last == _LAST else f', {self.last}'})"


@dataclass(frozen=True, repr=False)
class FewerSized(Combined):
    """The record behind :func:`limited`."""

    street: int
    hand: int

    def __call__(self, infoset: Any) -> bool:
        """Return whether few bets and raises other than all-ins have been made."""
        public = infoset.public
        few = public.sized < self.street and public.sized + public.earlier < self.hand
        return bool(few)


@dataclass(frozen=True, repr=False)
class WithSeats(Combined):
    """The record behind :func:`by_seats`."""

    first: int
    last: int

    def __call__(self, infoset: Any) -> bool:
        """Return whether so many seats have not folded."""
        return self.first <= popcount(infoset.public.live) <= self.last

    def __repr__(self) -> str:
        return f"with_seats({self.first}{'' if self.last == _SEATS else f', {self.last}'})"


def fewer_bets(cap: int) -> Algebraic:
    """Make a predicate: fewer than ``cap`` bets were made on the street.

    Bets of both players count, but blinds do not.

    Raises
    ------
    AbstractionError
        If the cap is not a whole number, at least 0.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> fewer_bets(1)(RiverOfBlood().infoset(0))
    True
    """
    check_count("The cap on bets", cap, 0, "write 3", AbstractionError)
    return Algebraic(FewerBets(cap))


def on_streets(first: int, last: int = _LAST) -> Algebraic:
    """Make a predicate: the board has at least ``first`` and at most ``last`` cards.

    Raises
    ------
    AbstractionError
        If the numbers are not whole numbers in ascending order.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> on_streets(3)(RiverOfBlood().infoset(0)), on_streets(3), on_streets(0, 2)
    (False, on_streets(3), on_streets(0, 2))
    """
    given: tuple[Any, ...] = (first, last)
    if not all(isinstance(size, int) for size in given) or not 0 <= first <= last:
        raise AbstractionError(
            f"Streets must be two sizes of the board, the smaller first; got {first!r} and "
            f"{last!r}: write on_streets(0, 2) for all before the flop.",
            (first, last),
        )
    return Algebraic(OnStreets(first, last))


def capped(offers: Menu, cap: int = 3) -> Menu:
    """Offer the bets of a menu as long as fewer than ``cap`` have been made on the street.

    It distributes: ``capped(A + B, n) == capped(A, n) + capped(B, n)``. Actions that are not
    bets have rank 0 and are always offered: ``capped(passive, n) == passive``.

    Parameters
    ----------
    offers
        The menu.
    cap
        Bets on a street, by both players; blinds don't count.

    Raises
    ------
    AbstractionError
        If ``offers`` is not a menu, or the cap is not a whole number, at least 0.

    Examples
    --------
    >>> from zerosum.pkr.abstraction import passive, pot_bets
    >>> capped(passive + pot_bets(1), 3)
    passive + capped(pot_bets(1), 3)
    """
    few = fewer_bets(cap)
    return Menu(
        tuple(
            part if part.rank == 0 else part.at(few, f"capped({part!r}, {cap})")
            for part in parts_of(offers, "capped")
        )
    )


def limited(offers: Menu, street: int | None = None, hand: int | None = None) -> Menu:
    """Offer the bets of a menu as long as few have been made on the street, and in the hand.

    Bets and raises of all seats count, but neither blinds nor all-ins. Like :func:`capped` it
    distributes over sums, and leaves actions that are not bets alone. For hold'em of several
    seats.

    Parameters
    ----------
    offers
        The menu.
    street, hand
        The most bets and raises on a street, and in a hand; None for any number.

    Raises
    ------
    AbstractionError
        If ``offers`` is not a menu, or a limit is not a whole number, at least 0.

    Examples
    --------
    >>> from zerosum.pkr.abstraction import allin, passive, raises
    >>> passive + limited(raises(1, 2), street=2, hand=4) + allin
    passive + limited(raises(1), 2, 4) + limited(raises(2), 2, 4) + allin
    """
    few = Algebraic(FewerSized(_limit(street), _limit(hand)))
    return Menu(
        tuple(
            part if part.rank == 0 else part.at(few, f"limited({part!r}, {street}, {hand})")
            for part in parts_of(offers, "limited")
        )
    )


def _limit(number: Any) -> int:
    if number is None:
        return _ANY
    advice = "write limited(raises(1), street=2, hand=4)"
    check_count("A limit of bets", number, 0, advice, AbstractionError)
    return int(number)


def bet_or_raise(bets: Menu, raises: Menu) -> Menu:
    """Offer one menu before the first bet of a street, and another one after it.

    Blinds are not bets.

    Parameters
    ----------
    bets, raises
        The menus.

    Raises
    ------
    AbstractionError
        If one is not a menu.

    Examples
    --------
    >>> from zerosum.pkr.abstraction import pot_bets, raises
    >>> bet_or_raise(pot_bets(1/2, 1), raises(2))
    where(fewer_bets(1), pot_bets(1/2)) + where(fewer_bets(1), pot_bets(1)) + \
where(equals(fewer_bets(1), False), raises(2))
    """
    none = fewer_bets(1)
    return where(none, bets) + where(equals(none, False), raises)


def by_seats(table: Mapping[int, Menu]) -> Menu:
    """Offer a different menu by how many seats have not folded.

    It distributes over sums, as :func:`by_street` does. For hold'em of several seats.

    Parameters
    ----------
    table
        Menus by a number of seats, each for all numbers up to the next entry. Below the first
        entry nothing is offered.

    Raises
    ------
    AbstractionError
        If the table is empty, a key is not a number of seats, or an entry is not a menu.

    Examples
    --------
    >>> from zerosum.pkr.abstraction import pot_bets
    >>> by_seats({2: pot_bets(1/2, 1), 4: pot_bets(1)})
    where(with_seats(2, 3), pot_bets(1/2)) + where(with_seats(2, 3), pot_bets(1)) + \
where(with_seats(4), pot_bets(1))
    """
    given: Any = table
    numbers = sorted(given) if isinstance(given, Mapping) else []
    if not numbers or not all(isinstance(n, int) and 2 <= n <= _SEATS for n in numbers):
        raise AbstractionError(
            f"The table of by_seats must hold a menu for each of some numbers of seats; got "
            f"{table!r}: write by_seats({{2: pot_bets(1/2, 1), 3: pot_bets(1)}}).",
            table,
        )
    offers = NOTHING
    for first, later in zip(numbers, [*numbers[1:], _SEATS + 1], strict=True):
        offers += where(Algebraic(WithSeats(first, later - 1)), given[first])
    return offers


def by_street(table: Mapping[int, Menu] | Sequence[Menu]) -> Menu:
    """Offer a different menu on each street.

    It distributes over sums: a table of sums equals the sum of tables.

    Parameters
    ----------
    table
        Either menus by the number of cards on the board, each for all boards up to the next
        entry; or a sequence of menus for boards of 0, 3, 4, 5, ... cards. The last menu is for
        all longer boards too. Before the first entry nothing is offered.

    Raises
    ------
    AbstractionError
        If the table is empty, a key is not a size of a board, or an entry is not a menu.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> from zerosum.pkr.abstraction import allin, pot_bets
    >>> bets = by_street({0: pot_bets(1), 3: pot_bets(1/2) + allin})
    >>> bets
    where(on_streets(0, 2), pot_bets(1)) + where(on_streets(3), pot_bets(1/2)) + \
where(on_streets(3), allin)
    >>> bets == by_street([pot_bets(1), allin + pot_bets(1/2)])
    True
    """
    entries = _entries(table)
    sizes = [size for size, _ in entries]
    offers = NOTHING
    for (first, each), later in zip(entries, [*sizes[1:], _LAST + 1], strict=True):
        offers += where(on_streets(first, later - 1), each)
    return offers


def _entries(table: Any) -> list[tuple[int, Menu]]:
    """Return the menus of a table in order, each with the size of the first board for it."""
    if isinstance(table, Sequence):
        table = {_board(place): each for place, each in enumerate(table)}
    sizes = table if isinstance(table, Mapping) else {}
    if not sizes or not all(isinstance(n, int) and 0 <= n <= _LAST for n in sizes):
        raise AbstractionError(
            f"The table of by_street must hold a menu for each of some boards; got {table!r}: "
            "write by_street({0: passive, 3: passive + allin}).",
            table,
        )
    return sorted(table.items())


def _board(place: int) -> int:
    """Return the cards of the board on a street: 0, 3, 4, 5, ..."""
    return place + 2 if place else 0
