"""The information of one player of a small hold'em: hand, board and betting, with perfect recall.

The betting of a street is a number. Bit 0 is set if its first player checked or, before the board,
called the larger blind. The bits above hold the raises: in limit hold'em their number, in no-limit
hold'em bit ``p`` for a bet to ``p`` chips. Players raise in turn and to more each time, so this
determines who did what.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, ClassVar

from zerosum.actions import UpTo, offered
from zerosum.cards import Cards, popcount
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.rules import added_chips, bet_bounds, cost_to_call

MOST_BOARDS = 3
"""The most streets after the first one."""

MOST_STREETS = MOST_BOARDS + 1
MOST_EARLIER = MOST_BOARDS - 1
MOST_SIZES = 6
MOST_STACK = 61
"""The most chips of no-limit hold'em: a bet to each is a bit of a key, which holds 62."""


@dataclass(frozen=True)
class InfoSet:
    """The common part of limit and no-limit hold'em; it has perfect recall.

    Parameters
    ----------
    hand, community
        The player's cards and the board.
    boards
        The board on each earlier street that had one.
    player
        The player who knows this.
    stacks
        Chips at the start of the street, before pips are subtracted.
    pips
        Chips put in on this street.
    pot
        Chips of the finished streets, including antes.
    lines
        The betting of each earlier street, a number as above.
    line
        The betting of this street.
    """

    hand: Cards
    community: Cards
    boards: Annotated[tuple[Cards, ...], UpTo(MOST_EARLIER)]
    player: int
    stacks: tuple[int, int]
    pips: tuple[int, int]
    pot: int
    lines: Annotated[tuple[int, ...], UpTo(MOST_STREETS)]
    line: int

    max_actions: ClassVar[int] = 12

    @property
    def cost(self) -> int:
        """Chips that a call adds."""
        return cost_to_call(self.pips, self.player)

    @property
    def total(self) -> int:
        """Chips of the total pot, including this street."""
        return self.pot + self.pips[0] + self.pips[1]

    @property
    def bets(self) -> int:
        """Bets and raises on this street, without blinds."""
        raise NotImplementedError

    def bounds(self) -> tuple[int, int]:
        """Return the minimum and the maximum number of chips that a bet may add.

        A bet is legal if the most exceeds ``cost``.
        """
        raise NotImplementedError

    def actions(self) -> tuple[PokerAction, ...]:
        """Return the legal actions, bets from the smallest to the largest."""
        raise NotImplementedError

    def quantity(self, action: PokerAction) -> int:
        """Return the chips that an action of this player adds."""
        return added_chips(action, self.stacks, self.pips, self.pot, self.player)

    def concrete(self, action: PokerAction) -> PokerAction:
        """Return an action as it stands on the game's menu, a named raise as a bet of chips."""
        if isinstance(action, Fold | Check | Call | Bet):
            return action
        return Bet(self.quantity(action))

    def spell(self, line: int) -> str:
        """Return the betting of a street as letters."""
        raise NotImplementedError

    def __str__(self) -> str:
        return " ".join([str(self.hand), *self.spell_public()])

    def spell_public(self) -> list[str]:
        """Return the cards of each street and the betting, with a slash between streets."""
        seen = [Cards(), *self.boards, self.community]
        cards = [str(after - before) for before, after in pairwise(seen) if after != before]
        return [*cards, "/".join([self.spell(line) for line in (*self.lines, self.line)])]


@dataclass(frozen=True)
class LimitInfoSet(InfoSet):
    """What a player of limit hold'em knows.

    Parameters
    ----------
    size
        Chips of a raise on this street; 0 if no more are allowed.
    """

    size: int

    @property
    def bets(self) -> int:
        """Bets and raises on this street, without blinds."""
        return self.line >> 1

    def bounds(self) -> tuple[int, int]:
        """Return the chips that a bet adds, twice; a bet is legal if they exceed ``cost``."""
        return self.cost + self.size, self.cost + self.size

    def spell(self, line: int) -> str:
        """Return x if the first player passed, and b for each bet or raise."""
        return "x" * (line & 1) + "b" * (line >> 1)

    def actions(self) -> tuple[PokerAction, ...]:
        """Return the legal actions: at most three."""
        cost, size = self.cost, self.size
        return offered(
            (
                (Fold(), cost > 0),
                (Check(), cost == 0),
                (Call(), cost > 0),
                (Bet(cost + size), size > 0),
            )
        )


@dataclass(frozen=True)
class NoLimitInfoSet(InfoSet):
    """What a player of no-limit hold'em knows.

    Parameters
    ----------
    least
        Chips of the smallest bet.
    sizes
        The bets of the game's menu, in per cent of the total pot; empty to allow every number of
        chips.
    """

    least: int
    sizes: Annotated[tuple[int, ...], UpTo(MOST_SIZES)]

    @property
    def bets(self) -> int:
        """Bets and raises on this street, without blinds."""
        return popcount(self.line >> 1)

    def bounds(self) -> tuple[int, int]:
        """Return the minimum and the maximum number of chips that a bet may add.

        A bet is legal if the most exceeds ``cost``.
        """
        return bet_bounds(self.stacks, self.pips, self.player, self.least)

    def spell(self, line: int) -> str:
        """Return x if the first player passed, and b with its total of chips for each bet."""
        pips = [pip for pip in range(1, MOST_STACK + 1) if line >> pip & 1]
        return "x" * (line & 1) + "".join([f"b{pip}" for pip in pips])

    def actions(self) -> Annotated[tuple[PokerAction, ...], UpTo(MOST_STACK + 2)]:
        """Return the actions of the menu, bets from the smallest to the largest."""
        cost = self.cost
        menu: list[PokerAction] = []
        if cost > 0:
            menu.append(Fold())
            menu.append(Call())
        else:
            menu.append(Check())
        lower, upper = self.bounds()
        if upper <= cost:
            return tuple(menu)
        if len(self.sizes) == 0:
            for quantity in range(lower, upper):
                menu.append(Bet(quantity))
        for percent in self.sizes:
            quantity = self.total * percent // 100
            if lower <= quantity < upper:
                menu.append(Bet(quantity))
                lower = quantity + 1
        menu.append(Bet(upper))
        return tuple(menu)
