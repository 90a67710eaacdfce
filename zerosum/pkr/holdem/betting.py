"""The betting of hold'em for two to ten seats: who acts, what is legal, who wins which chips.

The rules are those of PokerKit (Kim, "PokerKit: a comprehensive Python library for fine-grained
multi-variant poker game simulations", IEEE Transactions on Games 2023), of the dealer of the Annual
Computer Poker Competition (ACPC), or of casinos; ``docs/reference/holdem.md`` tells them apart.

Seats are numbered in the order in which they act after the first street. A set of seats is an int
with one bit a seat. Chips that a seat has *paid* are those of its blinds, calls, bets and raises in
the whole hand. Antes are *posted*, and count apart.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import Annotated, ClassVar, Self

from zerosum.actions import FIXED, UpTo, with_item
from zerosum.errors import GameError
from zerosum.pkr.actions import (
    PARTS,
    Allin,
    Bet,
    Call,
    Check,
    Fold,
    MinRaise,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
    RaiseTimes,
    RaiseToBlinds,
)
from zerosum.pkr.holdem.opening import after, asked, forced, has_acted, opening
from zerosum.pkr.holdem.rules import OddChips, Rules

MOST_SEATS = 10
CHIP_BITS = 21
MOST_CHIPS = (1 << CHIP_BITS) - 1  # of a seat, natively: three such numbers fit into a word
MOST_ACTIONS = 93
MOST_LEVELS = 18
END_BITS, SEAT_BITS = 16, 4  # of the end of a street: a number of actions, and a seat
UNIT = 2520
"""Winnings are counted in parts of a chip, of which there are so many: each number from 1 to 10
divides it, and so a pot that up to ten seats split stays a whole number."""

FOLDED, PASSED, RAISED = range(3)  # the actions of a line


@dataclass(frozen=True)
class Betting:
    """The chips of a hand of hold'em; the base class of its games.

    Parameters
    ----------
    players
        The number of seats, 2 to 10.
    stacks
        The chips of each seat at the start, or one number for all.
    blinds
        The chips that the first seats post, straddles included; the other seats post none. The
        seat after the largest one acts first on the first street.
    antes
        The ante of each seat, or one number for all. A seat whose stack is no larger posts all of
        it as its ante, no blind, and is all-in.
    least
        The smallest bet. If it is 0, that is the larger of the first two blinds, at least 1; with
        ACPC rules the largest of all.
    rules
        Whose rules hold where they differ, as :class:`Rules` or its text.
    trim
        Whether antes count for the layers of side pots, and what exceeds the second largest is
        given back. Otherwise they all join the main pot, as big-blind antes of tournaments do.
    whole
        Whether a pot is split into whole chips. Otherwise it is split exactly.
    odd
        Who gets the chips that are left over then, as :class:`OddChips` or its text.
    button
        The seat that acts last after the first street. Of two seats it is either, -1 for the one
        with the smaller blind, or the second one if they are equal; of more it is the last.
    posts
        The chips that the first seats post beside the blinds, as one that joins the table does.
        They count as bets, but do not change who acts first.
    posted, purses
        The antes that the seats have posted, and the chips that are left to each for the hand.
    opener
        The seat that acts first on the first street, if it can.
    mucked
        The seats that gave up without owing chips, the first one first; they are not live. A pot
        that no live seat contests goes to the last of them that does.
    paid
        The chips that each seat has paid.
    total
        The chips of all pots, antes and bets of this street included.
    level
        The chips that a seat must have paid to stay in.
    base
        The level at the start of the street.
    highest
        The most chips that a seat has paid: the level, or less if that is a short blind's.
    raised
        The largest bet or raise of the street, 0 if there was none.
    step
        The last bet or raise of the street; the smallest bet before there was one.
    aim
        What the smallest raise comes to, in chips that its seat has then paid.
    live, able, owed
        Sets of seats: those not folded, those of them with chips, those still to act on the street.
    active
        The seat to act.
    street
        The number of finished streets.
    wagers
        The bets and raises of this street, without blinds.
    sized, earlier
        Those of this street, and of the finished ones, that were not all-in.
    line
        What the seats did, in turn: ``FOLDED``, ``PASSED`` for a check or a call, or ``RAISED``.
    levels
        What each bet and raise of the hand came to.
    raiser
        The seat that bet or raised last in the hand, -1 if none did.
    ends
        What :meth:`begun_at` and :meth:`initiative_at` return, in 16 bits a street, last lowest.
    terminal
        Whether the hand is over.
    """

    most_chips: ClassVar[int] = MOST_CHIPS

    players: Annotated[int, FIXED] = 2
    stacks: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = (200,)
    blinds: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = (1, 2)
    antes: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = ()
    least: Annotated[int, FIXED] = 0
    rules: Annotated[Rules, FIXED] = Rules.POKERKIT
    trim: Annotated[bool, FIXED] = True
    whole: Annotated[bool, FIXED] = False
    odd: Annotated[OddChips, FIXED] = OddChips.EACH
    button: Annotated[int, FIXED] = -1
    posts: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = ()
    _: KW_ONLY
    posted: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = ()
    purses: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS), FIXED] = ()
    opener: Annotated[int, FIXED] = 0
    mucked: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=4), FIXED] = ()
    paid: Annotated[tuple[int, ...], UpTo(MOST_SEATS, bits=CHIP_BITS)] = ()
    total: int = 0
    level: int = 0
    base: int = 0
    highest: int = 0
    raised: int = 0
    step: int = 0
    aim: int = 0
    live: int = 0
    able: int = 0
    owed: int = 0
    active: int = 0
    street: int = 0
    wagers: int = 0
    sized: int = 0
    earlier: int = 0
    line: Annotated[tuple[int, ...], UpTo(MOST_ACTIONS, bits=2)] = ()
    levels: Annotated[tuple[int, ...], UpTo(MOST_LEVELS, bits=CHIP_BITS)] = ()
    raiser: int = -1
    ends: int = 0
    terminal: bool = False

    def __post_init__(self) -> None:
        if not self.paid:
            for name, value in opening(self).items():
                object.__setattr__(self, name, value)

    @property
    def begun(self) -> int:
        """The actions of the finished streets."""
        return self.begun_at(self.street)

    def begun_at(self, street: int) -> int:
        """Return the number of actions before a street began, which must have begun."""
        return 0 if street == 0 else self._end_before(street) >> SEAT_BITS

    def initiative_at(self, street: int) -> int:
        """Return the seat that had bet or raised last when a street began, -1 if none had."""
        return -1 if street == 0 else (self._end_before(street) & (1 << SEAT_BITS) - 1) - 1

    def _end_before(self, street: int) -> int:
        return self.ends >> END_BITS * (self.street - street) & (1 << END_BITS) - 1

    @property
    def pips(self) -> tuple[int, ...]:
        """The chips that each seat has paid on this street."""
        return tuple([max(paid - self.base, 0) for paid in self.paid])

    @property
    def behind(self) -> tuple[int, ...]:
        """The chips that each seat has left."""
        return tuple([self.purses[seat] - self.paid[seat] for seat in range(self.players)])

    @property
    def pot(self) -> int:
        """The chips of the finished streets, antes included."""
        found = self.total
        for paid in self.paid:
            found -= max(paid - self.base, 0)
        return found

    def cost_of(self, seat: int) -> int:
        """Return the chips that a call of a seat adds, at most those that it has left."""
        return min(self.level, self.purses[seat]) - self.paid[seat]

    def bounds_of(self, seat: int) -> tuple[int, int]:
        """Return the minimum and the maximum number of chips that a bet of a seat may add.

        A bet is legal if the most exceeds the cost of a call.
        """
        cost, own = self.cost_of(seat), self.paid[seat]
        if not self.may_raise(seat):
            return cost, cost
        least, most = self.limits(self.purses[seat])
        return least - own, most - own

    def limits(self, purse: int) -> tuple[int, int]:
        """Return the least and the most that a legal raise comes to.

        Parameters
        ----------
        purse
            The chips that its seat can pay at most, which exceed the level.
        """
        return min(self.aim, purse), purse

    def may_raise(self, seat: int) -> bool:
        """Return whether a seat may bet or raise, if it is to act."""
        if self.purses[seat] <= self.level:
            return False
        others = self.able & ~(1 << seat)
        if self.rules == Rules.ACPC:
            return others != 0
        casino = self.rules == Rules.CASINO
        least = max(self.raised, self.full) if casino else self.raised
        if self.level - self.paid[seat] < least and (not casino or has_acted(self, seat)):
            return False
        for other in range(self.players):
            if others >> other & 1 and self.purses[other] > self.level:
                return True
        return False

    @property
    def full(self) -> int:
        """The least bet or raise that lets seats raise again that have acted, in a casino."""
        return self.least

    def quantity_of(self, action: PokerAction, own: int, purse: int, least: int) -> int:
        """Return the chips that an action of a seat adds.

        Parameters
        ----------
        action
            The action.
        own, purse
            The chips that the seat has paid, and those that it can pay at most.
        least
            The chips that its smallest raise adds.
        """
        if isinstance(action, Bet):
            return action.quantity
        if isinstance(action, Allin):
            return purse - own
        if isinstance(action, Call):
            return min(self.level, purse) - own
        if isinstance(action, MinRaise):
            return least
        # All others are so many parts of a number of chips, over what the seat has paid.
        parts, chips, over = 0, self.total, own
        if isinstance(action, RaiseHalfPot):
            parts = PARTS // 2
        elif isinstance(action, Raise75Pot):
            parts = 3 * PARTS // 4
        elif isinstance(action, RaisePot):
            parts = PARTS
        elif isinstance(action, RaiseShare):
            parts = action.parts
        elif isinstance(action, RaiseTimes):
            parts, chips, over = action.parts, self.step, self.level
        elif isinstance(action, RaiseToBlinds):
            parts, chips, over = action.parts, self.least, self.base
        return parts * chips // PARTS + over - own

    def act(self, action: PokerAction) -> Self:
        """Return the hand after an action of the seat to act.

        Raises
        ------
        GameError
            If the rules forbid it.
        """
        seat = self.active
        cost = self.cost_of(seat)
        if isinstance(action, Fold | Call) and cost == 0:
            raise GameError("A player who owes nothing must check, not call or fold")
        if isinstance(action, Fold):
            return self.advance(FOLDED, 0)
        if isinstance(action, Call):
            return self.advance(PASSED, cost)
        if isinstance(action, Check):
            if cost > 0:
                raise GameError("A player who owes chips must call or fold, not check")
            return self.advance(PASSED, 0)
        lower, upper = self.bounds_of(seat)
        quantity = self.quantity_of(action, self.paid[seat], self.purses[seat], lower)
        if upper <= cost or quantity < lower or quantity > upper:
            raise GameError("A bet must be legal and add chips within the bounds of its infoset")
        return self.advance(RAISED, quantity)

    def advance(self, done: int, quantity: int) -> Self:
        """Return the hand after the seat to act has folded, passed or raised; without a check.

        For those who know that it is legal, such as :meth:`act`, or who follow a real hand with
        other chips.

        Parameters
        ----------
        done
            ``FOLDED``, ``PASSED`` for a check or a call, or ``RAISED`` for a bet or a raise.
        quantity
            The chips that the seat adds.
        """
        # All fields are made at once, with few branches: natively a state is many words, which each
        # copy of it moves.
        seat, me = self.active, 1 << self.active
        own = self.paid[seat] + quantity
        folds, raises = done == FOLDED, done == RAISED
        live = self.live & ~me if folds else self.live
        able = self.able & ~me if folds or own == self.purses[seat] else self.able
        owed = able & ~me if raises else self.owed & ~me
        paid = with_item(self.paid, seat, own)
        level = own if raises else self.level
        highest = max(self.highest, own)
        # If nobody has called the rest of a short blind, the last seat that could does not owe it.
        level = level if able & (able - 1) != 0 else min(level, highest)
        owed = asked(owed, able, paid, level) if self.rules == Rules.CASINO else owed
        by = level - self.level
        raised = max(self.raised, by)
        if self.rules == Rules.ACPC:
            aim = max(self.aim, level + by)
        else:
            aim = level + max(self.least, raised)
        sized = self.sized + 1 if raises and able == self.able else self.sized
        alone = live & (live - 1) == 0
        ends = owed == 0 and not alone
        if ends and able & (able - 1) != 0:
            owed = able
        line = (*self.line, done)
        raiser = seat if raises else self.raiser
        return replace(
            self,
            paid=paid,
            total=self.total + quantity,
            level=level,
            highest=highest,
            base=level if ends else self.base,
            raised=0 if ends else raised,
            step=self.least if ends else by if raises else self.step,
            aim=level + self.least if ends else aim if raises else self.aim,
            live=live,
            able=able,
            owed=owed,
            active=seat if owed == 0 else after(owed, self.button if ends else seat),
            street=self.street + 1 if ends else self.street,
            wagers=0 if ends else self.wagers + 1 if raises else self.wagers,
            sized=0 if ends else sized,
            earlier=self.earlier + sized if ends else self.earlier,
            line=line,
            levels=(*self.levels, level) if raises else self.levels,
            raiser=raiser,
            ends=self.ends << END_BITS | len(line) << SEAT_BITS | raiser + 1 if ends else self.ends,
            terminal=alone or (ends and self.on_last_street),
        )

    @property
    def on_last_street(self) -> bool:
        """Whether no street follows this one."""
        raise NotImplementedError

    @property
    def opened(self) -> int:
        """The level at the start of the hand."""
        found, casino = 0, self.rules == Rules.CASINO
        for seat in range(self.players):
            found = max(found, self.blinds[seat] if casino else forced(self, seat))
        return found

    @property
    def first(self) -> int:
        """The seat that acts first after the first street, if it can."""
        return (self.button + 1) % self.players
