"""Blackjack++ in words, for a player at a terminal."""

from typing import Any, ClassVar

from rich.text import Text

from zerosum.blackjack.game import BUST, DEALER, spell
from zerosum.terms import Moment, Terms


class BlackjackTerms(Terms):
    """The cards up and the moves are the board; a hand is the card down."""

    public_actions: ClassVar[bool | None] = True

    def seat(self, player: int) -> str:
        """Return "the dealer" for seat 2."""
        return "the dealer" if player == DEALER else super().seat(player)

    def private(self, moment: Moment, player: int) -> int:
        """Return the card down; of the dealer the card up, 0 if there is none."""
        game = moment.base
        return int(game.dealer or 0) if player == DEALER else int(game.down[player])

    def hand(self, moment: Moment, player: int) -> Text:
        """Return the card, empty if there is none."""
        return Text(self.spell(self.private(moment, player) or ""), "bold")

    def board(self, moment: Moment) -> Text:
        """Return the cards up and the moves of both players, and the dealer's."""
        game = moment.base
        return Text(spell(game.up, (0, 0), game.dealer, game.final))

    def chips(self, moment: Moment, player: int) -> str:
        """Return the player's total, and what a hit costs."""
        return f"{self.best(moment, player)}; a hit costs 1"

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb."""
        return self.name(moment, action), ""

    def shows(self, moment: Moment, outcome: Any) -> str:
        """Return a card, or the total of the dealer."""
        return str(outcome) if outcome < BUST else "above 21"

    def shown(self, moment: Moment) -> bool:
        """Return True: all cards are turned at the end."""
        return True

    def best(self, moment: Moment, player: int) -> str:
        """Return a total."""
        total = moment.base.final if player == DEALER else moment.base.total(player)
        return f"{total} in all" if total < BUST else "above 21"
