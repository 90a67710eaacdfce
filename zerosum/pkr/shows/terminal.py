"""Poker in words, for a player at a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text

from zerosum.abstraction import Abstracted, split
from zerosum.cards import FULL_DECK, Cards, is_black, name, popcount
from zerosum.drawn import Bets, Choice, Drawn
from zerosum.game import History
from zerosum.pkr.actions import NAMED_BETS, Bet, Deal, PokerAction, WithBets, label_of
from zerosum.pkr.face import seats_of
from zerosum.pkr.hands.values import best_five
from zerosum.pkr.holdem.pots import pots_of
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.shows.grid import strategy_grid
from zerosum.pkr.text import Line, seat_name, word_of
from zerosum.pkr.text.line import Spot
from zerosum.pkr.text.reading import read_action
from zerosum.pkr.text.spelling import MOST_LISTED_BETS, PASSIVE, bet_letter, bet_word, stakes, told
from zerosum.support.rendering import Parts, chips
from zerosum.terms import Ask, Moment, Terms, Watch, joined

_HOLE_CARDS = 4
_STREETS = {1: "The flop", 2: "The turn", 3: "The river"}


class PokerTerms(Terms):
    """The words of :mod:`zerosum.pkr.text`, and seats by their numbers, as in hold'em.

    If every number of chips may be bet, some sizes have words of their own on the list.

    Examples
    --------
    >>> from zerosum.pkr import Deal
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> moment = Moment(NoLimitHoldem())
    >>> for card in (50, 51, 0, 1):
    ...     moment = moment.apply(Deal(card))
    >>> terms = PokerTerms()
    >>> terms.chips(moment, 0), terms.read(moment, "to 10")
    ('pot 3, 1 to call, 199 left', Bet(quantity=9))
    """

    public_actions: ClassVar[bool | None] = True

    def seat(self, player: int) -> str:
        """Return the number of the seat, from 1."""
        return f"seat {player + 1}"

    def private(self, moment: Moment, player: int) -> Cards:
        """Return the cards of the seat."""
        cards: Cards = moment.base.hand(player)
        return cards

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
        board, street = self.board(after), after.base.street
        if board == self.board(before):
            return Text()
        others = "The board" if street == 0 else f"Card {len(after.base.community)}"
        return Text.assemble(f"{_STREETS.get(street, others)}: ", board)

    def chips(self, moment: Moment, player: int) -> str:
        """Return the pot, the cost to call and what is left to the player."""
        return stakes(moment.base.infoset(player))

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
            (seat,) = seats_of(base.live)
            yield f"{names[seat]} {_verb('take', names[seat])} the pot of {chips(base.total)}."
            return
        pots = pots_of(base)
        for number, (pot, among, best) in enumerate(pots):
            what = "pot" if len(pots) == 1 else "main pot" if number == 0 else "side pot"
            of = f" of {_joined([names[seat] for seat in seats_of(among)])}" if number else ""
            winners = [
                names[seat] for seat in sorted(seats_of(best), key=lambda s: names[s] != "You")
            ]
            verb = "split" if len(winners) > 1 else _verb("win", winners[0])
            yield f"{_joined(winners)} {verb} the {what}{of.replace('You', 'you')}: {chips(pot)}."

    def shows(self, moment: Moment, outcome: Deal) -> str:
        """Return the name of a card."""
        return name(outcome.card)

    def token(self, moment: Moment, action: PokerAction) -> str:
        """Return the word of lines of play, bets by their chips."""
        return word_of(moment.infoset.concrete(action), moment.infoset)

    def told(self, moment: Moment, action: PokerAction) -> tuple[str, str]:
        """Return the verb, and for a bet its player's total on this street."""
        return told(action, moment.infoset)

    def tells(self, moment: Moment) -> bool:
        """Return whether there is a choice: after an all-in, checks are not told."""
        return len(moment.menu) > 1

    def drawn(self, moment: Moment, seat: int, viewer: int | None) -> Drawn:
        """Return the cards and chips of a seat."""
        base, live = moment.base, bool(moment.base.live >> seat & 1)
        behind = getattr(base, "behind", None)
        if behind is None:  # River of Blood has stacks at the start of the street
            behind = [stack - pip for stack, pip in zip(base.stacks, base.pips, strict=True)]
        shown = seat == viewer or (base.terminal and self.shown(moment))
        cards = self.hand(moment, seat).plain if shown else ""
        down = base.hole if live and not cards else 0
        chips, bet = float(behind[seat]), float(base.pips[seat])
        return Drawn(cards, down, chips, bet, live, seat == base.button)

    def pot(self, moment: Moment) -> float:
        """Return the chips of all pots."""
        return float(moment.base.infoset(0).total)

    def bets(self, moment: Moment, sizes: Sequence[PokerAction] = ()) -> Bets | None:
        """Return the smallest and the largest bet where many are legal."""
        infoset, bets = moment.infoset, _bets(moment.menu)
        if len(bets) <= MOST_LISTED_BETS:
            return None
        pip, blind = infoset.pips[infoset.player], max(1, *moment.base.start.pips)
        stops = {
            pip + infoset.quantity(size): label_of(size).lower()
            for size in (*NAMED_BETS, *sizes)
            if bets[0] <= infoset.quantity(size) <= bets[-1] and not isinstance(size, Bet)
        }
        return Bets(
            bet_letter(infoset),
            pip + bets[0],
            pip + bets[-1],
            pip,
            pip + infoset.cost,
            infoset.total + infoset.cost,
            blind,
            tuple(sorted(stops.items())),
        )

    def choices(self, moment: Moment) -> list[Choice]:
        """Return folds, checks and calls, the named bets, and the range of all other bets."""
        infoset, menu = moment.infoset, moment.menu
        bets = _bets(menu)
        many = len(bets) > MOST_LISTED_BETS
        if many:
            named = [bet for bet in NAMED_BETS if infoset.quantity(bet) in bets]
            others = menu.first if isinstance(menu, WithBets) else menu
            menu = (*[action for action in others if not isinstance(action, Bet)], *named)
        listed = []
        for action in menu:
            says, more = "".join(self.told(moment, action)), _more(infoset, action)
            listed.append(Choice(word_of(action, infoset), says, more))
        if many:
            span = " to ".join(bet_word(infoset, added) for added in (bets[0], bets[-1]))
            listed.append(Choice(span, more="any bet, by what it comes to on the street"))
        return listed

    def read(self, moment: Moment, words: str) -> PokerAction:
        """Return the legal action that the words say.

        Raises
        ------
        GameError
            If they name no legal action; the message lists those that are legal.
        """
        spot = Spot(moment.base, split(moment.game)[2])
        action = read_action(joined(words), spot)
        if spot.actions is None:
            return action
        named: PokerAction = moment.menu[spot.menu.index(action)]
        return named

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
        """Return the table of the 169 classes of hands; on other decks as for any game."""
        return table_of_hands(ask, start, moment) or Terms.by_hand(self, ask, start, moment, watch)


class RiverTerms(PokerTerms):
    """The words of River of Blood: blinds for seats, and whether the run goes on.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> moment = Moment(RiverOfBlood())
    >>> for card in (50, 45, 0, 1):
    ...     moment = moment.apply(Deal(card))
    >>> terms = RiverTerms()
    >>> terms.read(moment, "r100%"), terms.read(moment, "to 10"), terms.told(moment, Bet(9))
    (Bet(quantity=3), Bet(quantity=9), ('raise', ' to 10'))
    """

    def seat(self, player: int) -> str:
        """Return the name of the blind."""
        return f"the {seat_name(player, 2)}"

    def board(self, moment: Moment) -> Text:
        """Return the board as it was dealt."""
        cards = _board(moment)
        flop, later = cards[:3], cards[3:]
        return Text(" ").join([spelled_cards(flop), *(spelled_cards([one]) for one in later)])

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return the street and its board, and from five cards on whether it is the last."""
        words = super().dealt(before, after)
        if words and len(after.base.community) >= 5:
            ends = after.base.on_last_street
            words.append(" (black: the last street)" if ends else " (red: the run goes on)")
        return words


def _bets(menu: Sequence[PokerAction]) -> Sequence[int]:
    """Return the chips of the bets of a menu that have no other name."""
    if isinstance(menu, WithBets):
        return menu.bets
    return [action.quantity for action in menu if isinstance(action, Bet)]


def _more(infoset: InfoSet, action: PokerAction) -> str:
    name = label_of(action).lower()
    return "" if name in PASSIVE else f"{name}, adds {chips(infoset.quantity(action))}"


def _board(moment: Moment) -> list[int]:
    return [step.card for step in moment.steps[_HOLE_CARDS:] if isinstance(step, Deal)]


def spelled_cards(cards: list[int]) -> Text:
    """Return cards as text: black ones, which end the run, and red ones."""
    return Text.assemble(*[(name(one), "bold" if is_black(one) else "bold red") for one in cards])


def _verb(verb: str, name: str) -> str:
    return verb if name == "You" else f"{verb}s"


def _joined(names: list[str]) -> str:
    """Return names as a list in words.

    >>> _joined(["You"]), _joined(["You", "seat 2", "seat 3"])
    ('You', 'You, seat 2 and seat 3')
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def table_of_hands(ask: Ask, start: History, moment: Moment) -> RenderableType | None:
    """Return a table of the 169 classes of hands of the seat to act; None on other decks.

    The cards of all seats are face down, so that nothing about them is revealed.

    Parameters
    ----------
    ask
        Asks the strategy.
    start
        The hand as the strategy follows it, before the deal.
    moment
        The decision.
    """
    base = moment.base
    if base.hole != 2 or base.deck.cards != FULL_DECK:
        return None
    follower = Follower(ask.strategy, Abstracted(base.start, *split(start)[1:]))
    line = Line.taken(base.start, moment.steps[base.players * base.hole :])
    place, _ = follower.follow(line.steps)
    grid = strategy_grid(place)
    real, seen = place.infoset, place.seen[0].infoset
    if (seen.total, seen.cost) == (real.total, real.cost):
        return grid
    owed = f" with {chips(seen.cost)} to call" if seen.cost > 0 else ""
    return Parts(grid, f"The strategy takes this for a pot of {chips(seen.total)}{owed}.")
