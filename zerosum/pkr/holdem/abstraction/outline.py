"""The public decisions of an abstraction of hold'em: what they go on from, and their buckets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import Algebraic, Menu, Product
from zerosum.abstraction.combinators import FirstOf
from zerosum.abstraction.combined import Combined
from zerosum.abstraction.outline import Outline
from zerosum.actions import with_item
from zerosum.pkr.buckets.holdem.factor import StreetBuckets
from zerosum.pkr.holdem.abstraction.betting import bets, player, position, pot, street
from zerosum.pkr.holdem.abstraction.buckets import buckets_in
from zerosum.pkr.holdem.abstraction.reentrant import Reentrant, reentered
from zerosum.pkr.holdem.infosets import InfoSet

STREETS = ("preflop", "flop", "turn", "river")
# What follows from the betting that a reentrant factor knows, an int each.
_FOLLOWING = frozenset({player, street, position, pot, bets})
# Menus of these depend neither on cards nor on the line of the hand.
_MENUS = ("zerosum.pkr.abstraction.", "zerosum.abstraction.")


@dataclass(frozen=True)
class Reentry(Combined):
    """The factor of the last of some streets that has begun, 0 if none has."""

    streets: int

    def __call__(self, infoset: InfoSet) -> int:
        """Return its number."""
        return reentered(self.streets, infoset.public.street)


@dataclass(frozen=True)
class Outlook(Combined):
    """The factor of all of a hand but its past and its cards.

    Two hands with equal values have the same menus and the same betting from there on, if menus
    depend neither on cards nor on the line of the hand. With ``initiative`` it is also the seat
    that bet or raised last.
    """

    initiative: bool

    def __call__(self, infoset: InfoSet) -> tuple[Any, ...]:
        """Return what decides the betting to come; of folded seats only the dead chips."""
        public = infoset.public
        paid = public.paid
        for seat in range(public.players):
            if public.live >> seat & 1 == 0:
                paid = with_item(paid, seat, 0)
        return (
            paid,
            public.total,
            public.level,
            public.base,
            public.raised,
            public.step,
            public.aim,
            public.live,
            public.able,
            public.owed,
            public.active,
            public.street,
            public.wagers,
            public.sized,
            public.earlier,
            public.raiser if self.initiative else -1,
        )


def outline(game: Any, states: Product | None, actions: Algebraic | None) -> Outline | None:
    """Return how the infosets of an abstraction are counted.

    None unless the states are a :func:`~zerosum.pkr.holdem.abstraction.reentrant` factor, at most
    one factor of buckets a street, and what follows from these; and the actions a menu of bets.
    """
    factors = () if states is None else states.factors
    public = {each: each.target for each in factors if isinstance(each.target, Reentrant)}
    rest = {*factors} - {*public} - {actions} - _FOLLOWING
    private = [target for factor in rest for target in buckets_in(factor)]
    known = all(isinstance(factor.target, StreetBuckets | FirstOf) for factor in rest)
    if len(public) != 1 or not known or not isinstance(actions, Menu) or not _is_plain(actions):
        return None
    streets = [each.plan.street for each in private]
    fits = all((each.plan.deck, each.plan.board) == (game.deck, game.board) for each in private)
    if len({*streets}) < len(streets) or any(each.recalled for each in private) or not fits:
        return None
    sizes = {each.plan.street: each.buckets for each in private}
    names = STREETS[: len(game.board) + 1]
    (key, kept), *_ = public.items()
    return Outline(
        outlook=Algebraic(Outlook(kept.initiative)),
        segment=Algebraic(Reentry(kept.streets)),
        part=street,
        names=names,
        buckets=tuple([sizes.get(place, 1) for place in range(len(names))]),
        key=key,
        others=len({*factors} - {*public} - {actions}),
        forgotten=(forgotten(kept),),
    )


def forgotten(kept: Reentrant) -> str:
    """Return what a reentrant factor forgets, in a sentence.

    >>> forgotten(Reentrant(0, initiative=False))
    'Nothing of the betting is forgotten.'
    """
    names = [f"the {STREETS[place]}" for place in range(1, 4) if kept.streets >> place & 1]
    if not names:
        return "Nothing of the betting is forgotten."
    listed = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    raiser = ", who bet or raised last" if kept.initiative else ""
    return (
        f"When {listed} begins, all earlier betting is forgotten but for its result: the chips of "
        f"all pots, what each seat had to pay, which seats are in and which of them are all-in, "
        f"how many bets and raises were not all-in{raiser}, and who acts. What each folded seat "
        f"had paid is part of the pot only."
    )


def _is_plain(actions: Any) -> bool:
    """Return whether a factor is one of the menus of bets, and so are all that it is made of."""
    return all(each.__module__.startswith(_MENUS) for each in _makers(actions))


def _makers(value: Any) -> Iterator[Any]:
    """Yield the functions, and the classes of the records, that a factor is made of."""
    if isinstance(value, Algebraic):
        if value.function is not None:
            yield value.function
        else:
            yield from _makers(value.target)
    elif isinstance(value, tuple):
        for part in value:
            yield from _makers(part)
    elif isinstance(value, Combined):
        yield type(value)
        yield from _makers(tuple(vars(value).values()))
