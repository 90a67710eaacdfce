"""Leduc hold'em in words, for a player at a terminal."""

from typing import Any, ClassVar

from rich.text import Text

from zerosum.leduc.game import DEAL, FOLD, Leduc, Move, spell
from zerosum.terms import Moment, Terms


class LeducTerms(Terms):
    """A call is a check if nothing is owed, and a raise is then a bet."""

    public_actions: ClassVar[bool | None] = True

    def private(self, moment: Moment, player: int) -> int:
        """Return the player's card."""
        return int(moment.base.private(player))

    def spell(self, private: Any) -> str:
        """Return the two letters of a card."""
        return spell((private,), DEAL)

    def board(self, moment: Moment) -> Text:
        """Return the card on the board, if there is one."""
        board = moment.base.board
        return Text("" if board < 0 else self.spell(board))

    def chips(self, moment: Moment, player: int) -> str:
        """Return the pot, and what the player owes."""
        owed = _owed(moment.base, player)
        return f"pot {sum(moment.base.paid)}{f', {owed} to call' if owed > 0 else ''}"

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb, and the chips of a call or a raise."""
        game: Leduc = moment.base
        owed = _owed(game, game.active)
        if action == Move.FOLD:
            return "fold", ""
        if action == Move.CALL:
            return ("call", f" {owed}") if owed > 0 else ("check", "")
        by = game.pay(action)[game.active] - game.paid[1 - game.active]
        return ("raise", f" by {by}") if owed > 0 else ("bet", f" {by}")

    def shows(self, moment: Moment, outcome: Any) -> str:
        """Return the card of the board."""
        return self.spell(outcome)

    def shown(self, moment: Moment) -> bool:
        """Return whether nobody folded."""
        return bool(moment.base.history & 3 != FOLD)


def _owed(game: Leduc, player: int) -> int:
    return game.paid[1 - player] - game.paid[player]
