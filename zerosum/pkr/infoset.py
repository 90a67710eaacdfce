"""The information of one player of River of Blood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from zerosum.actions import UpTo
from zerosum.cards import Cards
from zerosum.game import aside
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.rules import added_chips, bet_bounds, cost_to_call
from zerosum.support.rendering import infoset_page


@dataclass(frozen=True)
class InfoSet:
    """What a player knows: the visible cards and the chips.

    Parameters
    ----------
    hand, community
        The player's cards and the board.
    last
        The board card revealed last, -1 before the flop: its colour ends the run.
    player
        The player who knows this.
    stacks
        Chips at the start of the street, before pips are subtracted.
    pips
        Chips put in on this street.
    pot
        Chips of the finished streets.
    bets
        Bets and raises of both players since the last card, without blinds.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> small_blind = RiverOfBlood().infoset(0)
    >>> small_blind.cost, small_blind.total, small_blind.behind, small_blind.bounds()
    (1, 3, 399, (3, 399))
    """

    hand: Cards
    community: Cards
    last: int
    player: int
    stacks: tuple[int, int]
    pips: tuple[int, int]
    pot: int
    bets: int

    max_actions: ClassVar[int] = 12

    _repr_html_ = infoset_page

    @property
    def cost(self) -> int:
        """Chips that a call adds."""
        return cost_to_call(self.pips, self.player)

    @property
    def total(self) -> int:
        """Chips of the total pot, including this street."""
        return self.pot + self.pips[0] + self.pips[1]

    @property
    @aside
    def behind(self) -> int:
        """Chips that the player has left."""
        return self.stacks[self.player] - self.pips[self.player]

    @property
    @aside
    def effective(self) -> int:
        """Chips that the player can still lose after a call, to a player who has chips."""
        return max(0, min(self.stacks[0], self.stacks[1]) - max(self.pips[0], self.pips[1]))

    @property
    @aside
    def street(self) -> int:
        """The number of finished streets."""
        return max(0, len(self.community) - 2)

    def bounds(self) -> tuple[int, int]:
        """Return the minimum and the maximum number of chips that a bet may add.

        A bet is legal if the most exceeds ``cost``.
        """
        return bet_bounds(self.stacks, self.pips, self.player)

    _bounds = bounds

    def quantity(self, action: PokerAction) -> int:
        """Return the chips that an action of this player adds."""
        return added_chips(action, self.stacks, self.pips, self.pot, self.player)

    def concrete(self, action: PokerAction) -> PokerAction:
        """Return the action of the full game that an action amounts to: a bet of so many chips.

        >>> from zerosum.cards import NO_CARDS
        >>> from zerosum.pkr.actions import RaisePot
        >>> small_blind = InfoSet(NO_CARDS, NO_CARDS, -1, 0, (400, 400), (1, 2), 0, 0)
        >>> small_blind.concrete(RaisePot()), small_blind.concrete(Call())
        (Bet(quantity=3), Call())
        """
        if isinstance(action, Fold | Check | Call):
            return action
        return Bet(self.quantity(action))

    def actions(self) -> Annotated[tuple[PokerAction, ...], UpTo(404)]:
        """Return every legal action of the full game, bets from the smallest to the largest."""
        menu: list[PokerAction] = []
        if self.cost > 0:
            menu.append(Fold())
            menu.append(Call())
        else:
            menu.append(Check())
        lower, upper = self.bounds()
        if upper > self.cost:
            for quantity in range(lower, upper + 1):
                menu.append(Bet(quantity))
        return tuple(menu)
