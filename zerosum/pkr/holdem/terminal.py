"""Hold'em in words, for a player at a terminal."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from zerosum.cards import popcount
from zerosum.pkr.hands import best_five
from zerosum.pkr.terminal import RiverTerms, spelled_cards
from zerosum.terms import Ask, Moment, Terms, Watch

_STREETS = {1: "The flop", 2: "The turn", 3: "The river"}


class HoldemTerms(RiverTerms):
    """The words of River of Blood, for the seats and streets of hold'em.

    Examples
    --------
    >>> from zerosum.pkr import Deal
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> moment = Moment(NoLimitHoldem())
    >>> for card in (50, 51, 0, 1):
    ...     moment = moment.apply(Deal(card))
    >>> terms = HoldemTerms()
    >>> terms.chips(moment, 0), terms.read(moment, "to 10")
    ('pot 3, 1 to call, 199 left', Bet(quantity=9))
    """

    def seat(self, player: int) -> str:
        """Return the number of the seat, from 1."""
        return f"seat {player + 1}"

    def hand(self, moment: Moment, player: int) -> Text:
        """Return the hole cards, the higher first."""
        return spelled_cards(sorted(moment.base.hand(player), reverse=True))

    def board(self, moment: Moment) -> Text:
        """Return the board street by street."""
        base, parts, at = moment.base, [], 0
        for size in base.board:
            parts.append(spelled_cards(list(base.dealt[at : at + size])))
            at += size
        return Text(" ").join([part for part in parts if part])

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return the street and its board."""
        if after.base.dealt == before.base.dealt:
            return Text()
        street = _STREETS.get(after.base.street, "The board")
        return Text.assemble(f"{street}: ", self.board(after))

    def chips(self, moment: Moment, player: int) -> str:
        """Return the pot, the cost to call and what is left to the player."""
        infoset = moment.base.infoset(player)
        owed = f", {infoset.cost} to call" if infoset.cost > 0 else ""
        return f"pot {infoset.total}{owed}, {infoset.behind} left"

    def shown(self, moment: Moment) -> bool:
        """Return whether the hand ended by a showdown."""
        return popcount(moment.base.live) > 1

    def best(self, moment: Moment, player: int) -> str:
        """Return the best five cards in words, on a deck with the usual order of hands."""
        base = moment.base
        cards = base.hand(player) | base.community
        return "" if base.deck.short or len(cards) < 5 else best_five(cards)

    def by_hand(self, ask: Ask, start: Any, moment: Moment, watch: Watch) -> RenderableType | None:
        """Return what the strategy does with every hand, as for any game."""
        return Terms.by_hand(self, ask, start, moment, watch)
