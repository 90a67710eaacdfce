"""Kuhn poker in words, for a player at a terminal."""

from typing import Any, ClassVar

from zerosum.kuhn.game import BET_PASS, PASS_BET_PASS, Move, spell_betting, spell_card
from zerosum.terms import Moment, Terms


class KuhnTerms(Terms):
    """A pass is a check or a fold, a bet may be a call."""

    public_actions: ClassVar[bool | None] = True

    def private(self, moment: Moment, player: int) -> int:
        """Return the player's card."""
        return int(moment.base.private(player))

    def spell(self, private: Any) -> str:
        """Return the letter of a card."""
        return spell_card(private)

    def chips(self, moment: Moment, player: int) -> str:
        """Return the pot, and the bet if there is one to call."""
        bets = spell_betting(moment.base.history).count("b")
        return f"pot {2 + bets}{', 1 to call' if bets else ''}"

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb, and the chip that a bet or a call adds."""
        owes = spell_betting(moment.base.history).endswith("b")
        if action == Move.PASS:
            return "fold" if owes else "check", ""
        return "call" if owes else "bet", " 1"

    def shown(self, moment: Moment) -> bool:
        """Return whether nobody folded."""
        return moment.base.history not in {BET_PASS, PASS_BET_PASS}
