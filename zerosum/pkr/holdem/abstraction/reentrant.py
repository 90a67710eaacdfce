"""Reentrant streets: forget how a street was reached, and keep what the betting after it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import Algebraic
from zerosum.abstraction.combined import Combined
from zerosum.errors import AbstractionError
from zerosum.pkr.holdem.betting import RAISED
from zerosum.pkr.holdem.game import MOST_STREETS
from zerosum.pkr.holdem.infosets import InfoSet


@dataclass(frozen=True, repr=False)
class Reentrant(Combined):
    """The record behind :func:`reentrant`; of the streets there is one bit each."""

    streets: int
    initiative: bool

    def __call__(
        self, infoset: InfoSet
    ) -> tuple[tuple[int, ...], tuple[int, ...], int, int, int, int, int, int]:
        """Return the betting since the last of the streets began, and what is kept of before."""
        public = infoset.public
        entered = reentered(self.streets, public.street)
        begun = public.begun_at(entered)
        line, raises = public.line[begun:], 0
        for done in line:
            raises += done == RAISED
        before = len(public.levels) - raises
        levels = public.levels[before:]
        if entered == 0:
            return line, levels, public.street, 0, 0, 0, 0, -1
        level = public.levels[before - 1] if before > 0 else public.opened
        chips, live = 0, public.live
        for seat in range(public.players):
            # A seat that had folded by then had paid less.
            chips += public.posted[seat] + min(public.paid[seat], level)
            live |= (1 if public.paid[seat] >= level else 0) << seat
        sized = public.sized + public.earlier
        raiser = public.initiative_at(entered) if self.initiative else -1
        return line, levels, public.street, chips, level, live, sized, raiser

    def __repr__(self) -> str:
        told = [str(street) for street in range(MOST_STREETS) if self.streets >> street & 1]
        return f"reentrant({', '.join(told + ['initiative=True'] * self.initiative)})"


def reentered(streets: int, street: int) -> int:
    """Return the last street of a set that has begun on a street; 0 if none has."""
    found = street
    while found > 0 and streets >> found & 1 == 0:
        found -= 1
    return found


def reentrant(*streets: int, initiative: bool = False) -> Algebraic:
    """Make the factor of the betting that forgets all earlier betting when a street begins.

    It knows what the seats did since the last of these streets began, as
    :data:`~zerosum.pkr.holdem.abstraction.history` tells it. Of all before, it knows the chips of
    all pots, the level (what each seat had to pay to stay in), the seats that had not folded, and
    so which of them were all-in and who acts, and how many bets and raises of the hand were not
    all-in, which :func:`zerosum.pkr.abstraction.limited` limits.

    Forgotten are the order and the sizes of the bets before, who made them, how much each of the
    folded seats had paid, and on which street chips went in. With equal stacks, equal values
    therefore imply the same menus, and the same betting from there on. With unequal stacks the
    dead chips of side pots are forgotten too, where seats had folded before.

    Parameters
    ----------
    streets
        Numbers of streets, 1 for the flop. None for the whole betting; ``reentrant(1)`` forgets
        the betting before the flop from the flop on, and ``reentrant(1, 2, 3)`` knows the betting
        of one street at a time.
    initiative
        Whether the seat that had bet or raised last is known too.

    Raises
    ------
    AbstractionError
        If a number is not that of a street after the first.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Bet, Call, Check, Deal, NoLimitHoldem
    >>> game = NoLimitHoldem()
    >>> for card in (*parse("AcAd"), *parse("KcKd")):
    ...     game = game.apply(Deal(card))
    >>> game = game.apply(Bet(3)).apply(Call())
    >>> for card in parse("2d3d4d"):
    ...     game = game.apply(Deal(card))
    >>> infoset = game.apply(Check()).infoset(0)
    >>> reentrant()(infoset)
    ((2, 1, 1), (4,), 1, 0, 0, 0, 0, -1)
    >>> reentrant(1)(infoset)
    ((1,), (), 1, 8, 4, 3, 1, -1)
    """
    given: tuple[Any, ...] = streets
    for street in given:
        whole = isinstance(street, int) and not isinstance(street, bool)
        if not whole or not 0 < street < MOST_STREETS:
            raise AbstractionError(
                f"A reentrant street must be a number from 1 to {MOST_STREETS - 1}, since the "
                f"first street has no earlier betting; got {street!r}: write reentrant(1, 2, 3).",
                street,
            )
    return Algebraic(Reentrant(sum(1 << street for street in set(streets)), bool(initiative)))
