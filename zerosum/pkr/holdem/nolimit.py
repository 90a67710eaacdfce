"""No-limit hold'em on a small deck, with all legal bets or a menu of bets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from zerosum.actions import UpTo
from zerosum.pkr.holdem.checks import check_deck, check_no_limit, check_stakes
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.holdem.infosets import MOST_SIZES, NoLimitInfoSet


@dataclass(frozen=True)
class NoLimitHoldem(Holdem):
    """No-limit hold'em; by default with eight cards, hands of two cards, and one board card.

    The betting is that of :class:`zerosum.pkr.RiverOfBlood`. A raise is by at least the larger
    blind, or one chip without blinds, and at least as large as the raise that it answers.

    Parameters
    ----------
    stack
        Chips of each player before the ante; at most 61.
    sizes
        The bets of the menu, in per cent of the total pot and ascending: ``(50, 100)`` adds half
        the pot or the pot, rounded down, as ``RaiseHalfPot`` and ``RaisePot`` do. Those below the
        least bet are left out, and all-in is always offered. Empty for every whole chip.

    Raises
    ------
    GameError
        If the deck is too small, or a parameter is out of range.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Call, Check, Deal, RaisePot
    >>> game = NoLimitHoldem(ante=0, blinds=(1, 2), stack=10, sizes=(50, 100))
    >>> for card in (*parse("QcQd"), *parse("AcKc")):
    ...     game = game.apply(Deal(card))
    >>> game.infoset(0).actions()
    (Fold(), Call(), Bet(quantity=3), Bet(quantity=9))
    >>> game = game.apply(RaisePot()).apply(Call())
    >>> for card in parse("Ad"):
    ...     game = game.apply(Deal(card))
    >>> print(game.apply(Check()))
    QdQc AcKc Ad b4/x
    """

    stack: int = 5
    sizes: Annotated[tuple[int, ...], UpTo(MOST_SIZES)] = ()

    def __post_init__(self) -> None:
        if len(self.hands[0]) == 0:
            check_deck(self)
            check_stakes(self)
            check_no_limit(self)

    @property
    def chips(self) -> int:
        """Chips that each player starts with."""
        return self.stack

    def infoset(self, player: int) -> NoLimitInfoSet:
        """Return what the player knows."""
        return NoLimitInfoSet(
            hand=self.hands[player],
            community=self.community,
            boards=self.boards,
            player=player,
            stacks=self.stacks,
            pips=self.pips,
            pot=self.pot,
            lines=self.lines,
            line=self.line,
            least=max(self.blinds[1], 1),
            sizes=self.sizes,
        )

    def marked(self, pip: int) -> int:
        """Return the betting of this street with another bet, to a number of chips."""
        return self.line | 1 << pip
