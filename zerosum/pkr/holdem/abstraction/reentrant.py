"""Reentrant streets: forget how a street was reached, and keep what the betting after it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import Algebraic
from zerosum.abstraction.combined import Combined
from zerosum.errors import AbstractionError
from zerosum.pkr.holdem.betting import CHIP_BITS, RAISED
from zerosum.pkr.holdem.game import MOST_STREETS
from zerosum.pkr.holdem.infosets import InfoSet

_ACTIONS = 31  # of a line in one number


@dataclass(frozen=True, repr=False)
class Reentrant(Combined):
    """The record behind :func:`reentrant`; of the streets there is one bit each."""

    streets: int
    initiative: bool

    def __call__(self, infoset: InfoSet) -> tuple[int, int, int, tuple[int, ...], int, int]:
        """Return the betting since the last of the streets began, and what is kept of before.

        Long keys cost half the speed of a solver, so that all but the levels is put into few
        numbers: see :func:`reentrant`.
        """
        public = infoset.public
        entered = reentered(self.streets, public.street)
        begun = public.begun_at(entered)
        actions = len(public.line) - begun
        first = second = third = raises = 0
        for place in range(actions):
            done = public.line[begun + place]
            raises += done == RAISED
            if place < _ACTIONS:
                first = first << 2 | done
            elif place < 2 * _ACTIONS:
                second = second << 2 | done
            else:
                third = third << 2 | done
        before = len(public.levels) - raises
        levels = public.levels[before:]
        if entered == 0:
            return first, second, third, levels, actions << 3 | public.street, 0
        level = public.levels[before - 1] if before > 0 else public.opened
        chips, live = public.total, public.live
        for seat in range(public.players):
            paid = public.paid[seat]
            # A seat that had folded by then had paid less.
            if paid >= level:
                live |= 1 << seat
                chips -= paid - level
        raiser = public.initiative_at(entered) if self.initiative else -1
        seats = live << 4 | raiser + 1
        state = (public.sized + public.earlier) << 10 | actions << 3 | public.street
        return first, second, third, levels, seats << 20 | state, chips << CHIP_BITS | level

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

    Its value are six items: the actions in three numbers, 31 in each, two bits an action (0 a fold,
    1 a check or a call, 2 a bet or a raise); what each bet and raise came to; and two numbers. The
    first of these is ((seats * 16 + raiser) * 1024 + sized) * 128 + actions) * 8 + street, with a
    bit for each seat that had not folded, the raiser counted from 1, the bets and raises of the
    hand that were not all-in, and the length of the line; the second is the chips of all pots
    times 2**21 plus the level. What was forgotten is 0.

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
    (37, 0, 0, (4,), 25, 0)
    >>> reentrant(1)(infoset)
    (1, 0, 0, (), 50332681, 16777220)
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
