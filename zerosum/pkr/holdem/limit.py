"""Limit hold'em on a small deck: each street has one bet size and a number of raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from zerosum.actions import UpTo
from zerosum.pkr.holdem.checks import check_deck, check_limit, check_stakes
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.holdem.infosets import MOST_STREETS, LimitInfoSet


@dataclass(frozen=True)
class LimitHoldem(Holdem):
    """Limit hold'em; by default with eight cards, hands of two cards, and one board card.

    Each player has enough chips for all bets of all streets.

    Parameters
    ----------
    bets
        The chips of a bet or raise on each street.
    raises
        The largest number of bets and raises on each street, of both players together; blinds do
        not count.

    Raises
    ------
    GameError
        If the deck is too small, or a parameter is out of range.

    Examples
    --------
    With a card of six it is Leduc hold'em, with one of three and no board Kuhn poker:

    >>> from zerosum.cards import card
    >>> from zerosum.pkr import Bet, Call, Check, Deal
    >>> game = LimitHoldem(ranks=3, suits=2, hole=1)
    >>> kuhn = LimitHoldem(ranks=3, suits=1, hole=1, board=(), bets=(1,), raises=(1,))
    >>> game = game.apply(Deal(card("Qc"))).apply(Deal(card("Ad")))
    >>> game.infoset(0).actions()
    (Check(), Bet(quantity=2))
    >>> game = game.apply(Check()).apply(Bet(2)).apply(Call()).apply(Deal(card("Qd")))
    >>> print(game)
    Qc Ad Qd xb/
    >>> game.apply(Check()).apply(Check()).payoff(0)
    3.0
    """

    bets: Annotated[tuple[int, ...], UpTo(MOST_STREETS)] = (2, 4)
    raises: Annotated[tuple[int, ...], UpTo(MOST_STREETS)] = (2, 2)

    def __post_init__(self) -> None:
        if len(self.hands[0]) == 0:
            check_deck(self)
            check_stakes(self)
            check_limit(self)

    @property
    def chips(self) -> int:
        """The chips of each player at the start, which are enough for every bet."""
        found = self.ante + self.blinds[1]
        for size, count in zip(self.bets, self.raises, strict=True):
            found += size * count
        return found

    def infoset(self, player: int) -> LimitInfoSet:
        """Return what the player knows."""
        street = min(self.street, len(self.board))
        size = self.bets[street] if self.line >> 1 < self.raises[street] else 0
        return LimitInfoSet(
            hand=self.hands[player],
            community=self.community,
            boards=self.boards,
            player=player,
            stacks=self.stacks,
            pips=self.pips,
            pot=self.pot,
            lines=self.lines,
            line=self.line,
            size=size,
        )

    def marked(self, pip: int) -> int:  # noqa: ARG002
        """Return the betting of this street with one more raise."""
        return self.line + 2
