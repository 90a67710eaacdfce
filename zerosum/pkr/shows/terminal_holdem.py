"""Hold'em in words, for a player at a terminal."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rich.console import RenderableType
from rich.text import Text

from zerosum.cards import FULL_DECK, popcount
from zerosum.game import History
from zerosum.pkr.hands.values import best_five
from zerosum.pkr.holdem.pots import pots_of
from zerosum.pkr.shows.grid import hand_grid
from zerosum.pkr.shows.river import table
from zerosum.pkr.shows.terminal import RiverTerms, spelled_cards
from zerosum.pkr.text import Line
from zerosum.support.rendering import chips
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
        """Return the hole cards, the higher first; at the end, empty if the seat has folded."""
        if moment.base.terminal and not moment.base.live >> player & 1:
            return Text()
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
        owed = f", {chips(infoset.cost)} to call" if infoset.cost > 0 else ""
        return f"pot {chips(infoset.total)}{owed}, {chips(infoset.behind)} left"

    def setting(self, moment: Moment) -> str:
        """Return the blinds and stacks, if there are more than two seats."""
        base = moment.base
        if base.players == 2:
            return ""
        blinds, antes = (
            [
                f"{self.seat(seat)} {chips(paid_by_seat)}"
                for seat, paid_by_seat in enumerate(paid)
                if paid_by_seat
            ]
            for paid in (base.paid, base.posted)
        )
        left = [purse + posted for purse, posted in zip(base.purses, base.posted, strict=True)]
        alike = f"All begin with {chips(left[0])} chips"
        stacks = ", ".join(f"{self.seat(seat)} {chips(stack)}" for seat, stack in enumerate(left))
        parts = [f"The button is at {self.seat(base.players - 1)}"]
        parts += [f"blinds: {', '.join(blinds)}"] if blinds else []
        parts += [f"antes: {', '.join(antes)}"] if antes else []
        return f"{'; '.join(parts)}. {alike if len(set(left)) == 1 else f'Stacks: {stacks}'}."

    def around(self, moment: Moment, player: int) -> str:
        """Return the chips that each seat has put in, if there are more than two."""
        base = moment.base
        if base.players == 2:
            return ""
        parts = []
        for seat in range(base.players):
            live, able = base.live >> seat & 1, base.able >> seat & 1
            note = " (folded)" if not live else "" if able else " (all-in)"
            who, paid = self.seat(seat), base.paid[seat] + base.posted[seat]
            parts.append(f"{'you' if seat == player else who} {chips(paid)}{note}")
        return f"Put in so far: {', '.join(parts)}."

    def settled(self, moment: Moment, names: Mapping[int, str]) -> Iterator[str]:
        """Yield who takes each pot, if there are more than two seats."""
        base = moment.base
        if base.players == 2:
            return
        if popcount(base.live) == 1:
            (seat,) = _seats(base.live)
            yield f"{names[seat]} {_verb('take', names[seat])} the pot of {chips(base.total)}."
            return
        pots = pots_of(base)
        for number, (pot, among, best) in enumerate(pots):
            what = "pot" if len(pots) == 1 else "main pot" if number == 0 else "side pot"
            of = f" of {_joined([names[seat] for seat in _seats(among)])}" if number else ""
            winners = [
                names[seat] for seat in sorted(_seats(best), key=lambda s: names[s] != "You")
            ]
            verb = "split" if len(winners) > 1 else _verb("win", winners[0])
            yield f"{_joined(winners)} {verb} the {what}{of.replace('You', 'you')}: {chips(pot)}."

    def shown(self, moment: Moment) -> bool:
        """Return whether the hand ended by a showdown."""
        return popcount(moment.base.live) > 1

    def best(self, moment: Moment, player: int) -> str:
        """Return the best five cards in words, on a deck with the usual order of hands."""
        base = moment.base
        cards = base.hand(player) | base.community
        return "" if base.deck.short or len(cards) < 5 else best_five(cards)

    def by_hand(
        self, ask: Ask, start: History, moment: Moment, watch: Watch
    ) -> RenderableType | None:
        """Return the table of the 169 classes of hands; on other decks as for any game.

        Cards of other seats are face down, so that nothing about them is revealed.
        """
        base = moment.base
        if base.hole != 2 or len(list(base.deck.cards)) != len(FULL_DECK):
            return Terms.by_hand(self, ask, start, moment, watch)
        seat, steps = base.active, moment.steps[base.players * base.hole :]
        line = Line.taken(start, steps)
        grid = hand_grid(ask, start, line, watch, lambda game, player: (game, player))
        return table(replace(grid, title=f"The strategy at {self.seat(seat)}"))


def _seats(some: int) -> list[int]:
    """Return the seats of a set."""
    return [seat for seat in range(some.bit_length()) if some >> seat & 1]


def _verb(verb: str, name: str) -> str:
    return verb if name == "You" else f"{verb}s"


def _joined(names: list[str]) -> str:
    """Return names as a list in words.

    >>> _joined(["You"]), _joined(["You", "seat 2", "seat 3"])
    ('You', 'You, seat 2 and seat 3')
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
