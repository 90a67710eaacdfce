"""Sizes of bets on each street and for each player, and the menu that they make.

Sizes are written as in ``"50%, e, allin"``:

=========  ==============================================================================
``50%``    so much of the pot, after a call if there is a bet
``2.5x``   raise to so many times the bet that is faced
``120``    a bet of 120 chips, or a raise to 120 on the street
``e``      such a part of the pot that, bet on each street that is left, it is all-in
``2e``     the same, on this street and the next
``allin``  all chips
=========  ==============================================================================

Chips are rounded to the nearest. What is less than the least raise becomes that, what is more than
all chips all-in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

from zerosum.abstraction import Menu, menu
from zerosum.abstraction.combined import Combined
from zerosum.actions import UpTo
from zerosum.errors import GameError, is_number
from zerosum.pkr.abstraction import passive
from zerosum.pkr.actions import Bet, PokerAction
from zerosum.pkr.holdem.nolimit import MOST_BETS, NoLimitInfoSet

STREETS = ("flop", "turn", "river")
PLAYERS = ("oop", "ip")
WAYS = ("bet", "raise", "donk")
_SIZE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)?\s*(%|x|e|a|all-?in)?", re.ASCII)
_KINDS = {"%": 0, "x": 1, "e": 2, "a": 3, "allin": 3, "all-in": 3, None: 4}
_PLACE = re.compile(r"(?:(flop|turn|river)\.)?(?:(oop|ip)\.)?(bet|raise|donk)")
_SIZES = "50%, 2.5x, e and allin, with commas between them"
_MOST = 1_000_000


class Kind(IntEnum):
    """How a size is meant."""

    SHARE = 0
    TIMES = 1
    GEOMETRIC = 2
    ALLIN = 3
    CHIPS = 4


@dataclass(frozen=True)
class Size:
    """A size of a bet at one kind of place.

    Parameters
    ----------
    place
        The number of the street, way and player: see :func:`place_of`.
    kind
        How it is meant, of :class:`Kind`.
    amount
        Of the pot, times the bet faced, streets (0 for all that are left), or chips.
    """

    place: int
    kind: int
    amount: float


def place_of(street: int, way: int, player: int) -> int:
    """Return the number of a kind of place; the flop is street 0, the player out of position 0."""
    return (street * len(WAYS) + way) * len(PLAYERS) + player


@dataclass(frozen=True)
class Bets:
    """The sizes of bets in a spot; :meth:`of` makes it.

    Parameters
    ----------
    sizes
        What is written, by place: pairs such as ``("bet", "50%")`` and ``("turn.ip.bet", "e")``,
        sorted. A place is ``bet``, ``raise`` or ``donk``, after a street, a player (``oop``,
        ``ip``), both or neither; the more exact one counts, a street before a player. A donk bet is
        one of the player out of position where the other one bet or raised last on an earlier
        street; without sizes of its own, it has those of bets.
    add_allin
        All-in is offered where it is at most so many pots.
    force_allin
        A bet is all-in if, after a call, so much of the pot or less would be left.
    merge
        Of two sizes, the smaller is left out if the pot after it is smaller by no more than such a
        part.

    Examples
    --------
    >>> Bets.of({"bet": "50%, allin", "turn.ip.bet": "e", "raise": "2.5x"}).sizes
    (('bet', '50%, allin'), ('raise', '2.5x'), ('turn.ip.bet', 'e'))
    """

    sizes: tuple[tuple[str, str], ...]
    add_allin: float
    force_allin: float
    merge: float

    @classmethod
    def of(
        cls,
        sizes: str | Mapping[str, str],
        *,
        add_allin: float | None = None,
        force_allin: float = 0.15,
        merge: float = 0.1,
    ) -> Bets:
        """Return the bets that are written.

        Parameters
        ----------
        sizes
            The sizes by place, or one text for all bets and raises.
        add_allin, force_allin, merge
            As in the class. By default all-in is added up to 1.5 pots, and where there are no
            sizes, not at all: then nobody bets.

        Raises
        ------
        GameError
            If a place or a size cannot be read, or a threshold is no number from 0 on.
        """
        if not isinstance(sizes, str | Mapping):
            raise GameError(
                f"Bets must be sizes or sizes by place; got {sizes!r}: write {_SIZES}.", sizes
            )
        given = {"bet": sizes, "raise": sizes} if isinstance(sizes, str) else dict(sizes)
        add_allin = (1.5 if given else 0.0) if add_allin is None else add_allin
        for name, value in (
            ("add_allin", add_allin),
            ("force_allin", force_allin),
            ("merge", merge),
        ):
            if not is_number(value) or not 0.0 <= value < 1e6:
                raise GameError(
                    f"The threshold {name} must be a number from 0 on, a part of the pot; got "
                    f"{value!r}: write 0.15.",
                    value,
                )
        for place, text in given.items():
            _check_place(place)
            for _ in _read(place, text):
                pass
        ordered = tuple(sorted((place, ", ".join(_words(text))) for place, text in given.items()))
        return cls(ordered, float(add_allin), float(force_allin), float(merge))

    def at(self, street: int, way: int, player: int) -> str | None:
        """Return the sizes written for a place; None if there are none."""
        known = dict(self.sizes)
        for before in (
            f"{STREETS[street]}.{PLAYERS[player]}.",
            f"{STREETS[street]}.",
            f"{PLAYERS[player]}.",
            "",
        ):
            if (found := known.get(before + WAYS[way])) is not None:
                return found
        return None

    @property
    def menu(self) -> Menu:
        """The menu: fold, check or call, and the bets, from the smallest to the largest."""
        entries: list[Size] = []
        for street in range(len(STREETS)):
            for way, name in enumerate(WAYS):
                for player in range(len(PLAYERS)):
                    text = self.at(street, way, player)
                    if text is None and name == "donk":
                        text = self.at(street, 0, player)
                    place = place_of(street, way, player)
                    entries += [Size(place, kind, size) for kind, size in _read(name, text or "")]
        bets = SpotBets(tuple(entries), self.add_allin, self.force_allin, self.merge)
        return passive + menu(bets, rank=1, name=repr(bets))


def _check_place(place: object) -> None:
    if not isinstance(place, str) or not _PLACE.fullmatch(place):
        raise GameError(
            f"A place of bets must be bet, raise or donk, after a street and a player if need be; "
            f"got {place!r}: write turn.ip.bet, river.raise or oop.donk.",
            place,
        )


def _read(place: str, text: object) -> Iterator[tuple[int, float]]:
    """Yield the kinds and amounts of the sizes of a text.

    Raises
    ------
    GameError
        If one cannot be read.
    """
    if not isinstance(text, str):
        raise GameError(f"The sizes of {place} must be a text; got {text!r}: write {_SIZES}.", text)
    for word in _words(text):
        match = _SIZE.fullmatch(word.lower())
        kind = Kind(_KINDS[match[2]]) if match else Kind.ALLIN
        amount = float((match and match[1]) or 0)
        bare = kind is Kind.ALLIN or (kind is Kind.GEOMETRIC and not amount)
        whole = kind in (Kind.SHARE, Kind.TIMES) or amount == int(amount)
        if not match or not whole or bare == (amount > 0) or amount > _MOST:
            raise GameError(
                f"A size of {place} must be a part of the pot, a multiple, chips, e or allin; got "
                f"{word!r}: write {_SIZES}.",
                text,
            )
        if kind is Kind.TIMES and (not place.endswith("raise") or amount <= 1):
            raise GameError(
                f"A multiple must be of a bet that is raised, and above 1; got {word!r} for "
                f"{place}: write 50%, or name the place raise.",
                text,
            )
        yield kind, amount / 100 if kind is Kind.SHARE else amount


def _words(text: str) -> list[str]:
    return [word for word in (" ".join(part.split()) for part in text.split(",")) if word]


def nearest(chips: float) -> int:
    """Return the nearest whole number, the larger one of two."""
    return math.floor(chips + 0.5)


@dataclass(frozen=True, repr=False)
class SpotBets(Combined):
    """The record behind the bets of a spot, in hold'em for two.

    Parameters
    ----------
    sizes
        The sizes of all places.
    add, force, merge
        The thresholds of :class:`Bets`.
    """

    sizes: Annotated[tuple[Size, ...], UpTo(256)]
    add: float
    force: float
    merge: float

    def __call__(
        self, infoset: NoLimitInfoSet
    ) -> Annotated[tuple[PokerAction, ...], UpTo(MOST_BETS)]:
        """Return the bets at an infoset, from the smallest to the largest."""
        public, cost = infoset.public, infoset.cost
        bets: list[PokerAction] = []
        lower, upper = infoset.bounds()
        if upper <= cost:
            return tuple(bets)
        # Chips on this street: the player's own, after a call, and all; and the pot after a call.
        own = infoset.own - public.base
        top, most, pot = own + cost, own + upper, infoset.total + cost
        player, street, before = infoset.player, public.street, public.initiative_at(public.street)
        way = 1 if top > 0 else 2 if player == 0 and before == 1 else 0
        place = place_of(street - 1, way, player)
        left = len(public.board) - street + 1
        found: list[int] = []
        for size in self.sizes:
            if size.place == place:
                found.append(_chips(size, top, most, pot, left))
        if most <= top + nearest(pot * self.add):
            found.append(most)
        legal: list[int] = []
        for chips in found:
            least = min(max(chips, own + lower), most)
            grown = pot + 2 * (least - top)
            legal.append(most if most <= least + nearest(grown * self.force) else least)
        kept: list[int] = []
        for chips in sorted(legal, reverse=True):
            if not kept or _apart(kept[-1], chips, top, pot, self.merge):
                kept.append(chips)
        for chips in sorted(kept):
            bets.append(Bet(chips - own))
        return tuple(bets)

    def __repr__(self) -> str:
        return f"spot_bets({len(self.sizes)} sizes)"


def _chips(size: Size, top: int, most: int, pot: int, left: int) -> int:
    """Return what a size comes to on the street, whether or not it is legal."""
    if size.kind == Kind.SHARE:
        return top + nearest(pot * size.amount)
    if size.kind == Kind.TIMES:
        return nearest(top * size.amount)
    if size.kind == Kind.CHIPS:
        return int(size.amount)
    if size.kind == Kind.GEOMETRIC:
        streets = left if size.amount == 0.0 else size.amount
        growth = (2 * (most - top) / pot + 1) ** (1 / streets)
        return top + nearest(pot * (growth - 1) / 2)
    return most


def _apart(larger: int, smaller: int, top: int, pot: int, merge: float) -> bool:
    """Return whether two bets differ, in the pot after a call, by more than a part."""
    if larger == smaller:
        return False
    ratio = (1 + (larger - top) / pot) / (1 + (smaller - top) / pot)
    return ratio >= 1 + merge
