"""Setback in words, for a player at a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from rich.text import Text

from zerosum.cards import RANKS, SUITS, Cards, card, name
from zerosum.drawn import Drawn
from zerosum.errors import GameError
from zerosum.setback.actions import PASS
from zerosum.setback.game import Setback
from zerosum.setback.rules import game_points, highest, jack_of, lowest, of_suit
from zerosum.setback.words import spell
from zerosum.terms import Choice, Moment, Terms, joined

T = TypeVar("T")

_SEATS = "West", "North", "East", "South"
_SUITS = "clubs", "diamonds", "hearts", "spades"
_BIDS = "", "pass", "", "2", "3", "4"  # by their digits
_WHOSE = "theirs", "ours"
_BID = re.compile(r"(?:b|bid)?([2-4])")
_CARD = re.compile(f"(10|[{RANKS.lower()}])([{SUITS}])")


class SetbackTerms(Terms):
    """Bids and cards of the game itself, as ``3``, ``pass`` and ``As``.

    The seats are West, at the dealer's left, North, East, and South, the dealer.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> moment = Moment(Setback())
    >>> for hand in ("AsKsJs 4h3h2d", "Qs9s2s KhTd5c", "Ts8s AhQh AdKd", "7s6s5s 9c8c7c"):
    ...     moment = moment.apply(parse(hand).mask)
    >>> SetbackTerms().hand(moment, 1).plain, SetbackTerms().read(moment, "bid 2")
    ('Qs9s2s Kh Td 5c', 62)
    """

    unit: ClassVar[str] = "points"
    round: ClassVar[tuple[str, str]] = ("deal", "deals")
    full_menu: ClassVar[bool] = True
    public_actions: ClassVar[bool | None] = True

    def seat(self, player: int) -> str:
        """Return the name of a seat."""
        return _SEATS[player]

    def private(self, moment: Moment, player: int) -> Cards:
        """Return the cards that a seat holds."""
        deal: Setback = moment.base
        return deal.dealt[player] - deal.played

    def spell(self, private: Any) -> str:
        """Return the cards of a hand, suit by suit."""
        suits = (private & Cards(of_suit(suit)) for suit in range(3, -1, -1))
        return " ".join(str(cards) for cards in suits if cards)

    def chips(self, moment: Moment, player: int) -> str:
        """Return the bids; later the contract, what each team has taken, and the trick so far."""
        return _View(moment.base, player).status()

    def drawn(self, moment: Moment, seat: int, viewer: int) -> Drawn:
        """Return the own hand; of others the card in the trick, and how many are left."""
        deal, left = moment.base, self.private(moment, seat)
        if seat == viewer:
            return Drawn(self.spell(left))
        trick = _cards(deal, deal.count - deal.count % deal.seats) if deal.trump >= 0 else []
        at = (seat - deal.seat) % deal.seats - deal.seats  # of the last cards that were played
        return Drawn(trick[at] if -at <= len(trick) else "", len(left))

    def name(self, moment: Moment, action: Any) -> str:
        """Return a bid or a card, also of an abstract action."""
        return spell(moment.infoset.concrete(action))

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb, and the bid or the card."""
        verb, _, bid = self.name(moment, action).partition(" ")
        return (verb, f" {bid}" if bid else "") if moment.infoset.bidding else ("play", f" {verb}")

    def outcome(self, before: Moment, after: Moment, player: int) -> Text:
        """Return who has the auction, what is trump, who takes a trick, and how a deal ends."""
        return Text("\n".join(_View(after.base, player).news(before.base)))

    def standing(self, series: Any, side: int) -> str:
        """Return the scores of a match."""
        own, other = series.scores[side], series.scores[1 - side]
        return f"The match: {own} to your team, {other} to the others."

    def choices(self, moment: Moment) -> list[Choice]:
        """Return the legal bids or cards."""
        if moment.infoset.bidding:
            return [Choice(spell(action).removeprefix("bid ")) for action in moment.menu]
        return [Choice(name(card)) for card in sorted(moment.menu, key=lambda c: (-(c & 3), -c))]

    def read(self, moment: Moment, words: str) -> Any:
        """Return the bid or the card that the words say, if the rules allow it.

        Raises
        ------
        GameError
            If they say neither, or the rules forbid it.
        """
        action = _action(joined(words))
        if action is None:
            legal = ", ".join(choice.word for choice in self.choices(moment))
            raise GameError(
                f"The word {words.strip()!r} must be a bid or a card: legal here are {legal}.",
                words,
            )
        moment.apply(action)
        return action


@dataclass(frozen=True)
class _View:
    """A deal as a seat is told of it.

    Parameters
    ----------
    deal
        The deal.
    place
        The seat.
    """

    deal: Setback
    place: int

    def status(self) -> str:
        """Return the bids; later the contract, what each team has taken, and the trick so far."""
        deal = self.deal
        if deal.made < deal.seats:
            bids = enumerate(deal.bids >> 3 * seat & 7 for seat in range(deal.made))
            told = [f"{self._who(seat)} {_BIDS[bid]}" for seat, bid in bids]
            own, other = self._teams(deal.scores)
            match = f"; the match is {own} to {other}" if own or other else ""
            return (", ".join(told) or "no bids yet") + match
        contract = f"{deal.high} bid by {self._who(deal.bidder)}"
        if deal.trump < 0:
            return f"{contract}; the suit that you lead is trump"
        won = [len(cards) // deal.seats for cards in self._teams(deal.taken)]
        trick = _cards(deal, deal.count - deal.count % deal.seats)
        seats = (self._who((deal.seat + at) % deal.seats) for at in range(-len(trick), 0))
        parts = (
            f"{contract}, trump is {_SUITS[deal.trump]}",
            f"so far tricks {won[0]} to {won[1]}, {', '.join(self._points())}",
            ", ".join(map(" ".join, zip(seats, trick, strict=True))) or "you lead",
        )
        return "; ".join(parts)

    def news(self, before: Setback) -> Iterator[str]:
        """Yield what the last action has brought about."""
        deal = self.deal
        if deal.made < deal.seats:
            return
        if before.made < deal.seats:
            bought = f"The auction goes to {self._who(deal.bidder)} for {deal.high}."
            yield bought if deal.high else "All pass: nobody scores."
            return
        if before.trump < 0:
            yield f"Trump is {_SUITS[deal.trump]}."
        if deal.count % deal.seats == 0:
            trick = " ".join(_cards(deal, deal.count - deal.seats))
            yield f"The trick goes to {self._who(deal.winner)}: {trick}."
        if deal.terminal:
            yield from self._end()

    def _end(self) -> Iterator[str]:
        """Yield who made which point, and what the deal is worth to both teams."""
        deal = self.deal
        if deal.count < deal.seats * deal.size:
            yield "The cards left decide nothing."
        yield f"Points: {', '.join(self._points())}."
        made = deal.points(deal.bidder & 1)
        done = f" and made {made}" if made >= deal.high else f", made {made} and was set back"
        ours = deal.bidder & 1 == self.place & 1
        yield f"{'Your team' if ours else 'The other team'} bid {deal.high}{done}."
        own, other = self._teams([deal.score(player) for player in range(2)])
        yield f"The deal: {own} to your team, {other} to the others."

    def _points(self) -> Iterator[str]:
        """Yield the points that teams have, the high at the end, with what they are made by."""
        deal, (own, other) = self.deal, self._teams(self.deal.taken)
        trumps, taken = of_suit(deal.trump), (own | other).mask
        if deal.terminal:
            top = highest(deal.everything.mask & trumps)
            yield f"high {name(top)} {_WHOSE[top in deal.hands_of(self.place & 1)]}"
        for what, mask in ("low", taken & trumps), ("jack", taken & jack_of(deal.trump)):
            if mask:
                yield f"{what} {name(lowest(mask))} {_WHOSE[lowest(mask) in own]}"
        yield f"game {game_points(own.mask)} to {game_points(other.mask)}"

    def _teams(self, of: Sequence[T]) -> Sequence[T]:
        """Return what the own team has, and then the other."""
        return of[:: -1 if self.place & 1 else 1]

    def _who(self, seat: int) -> str:
        return "you" if seat == self.place else _SEATS[seat]


def _cards(deal: Setback, first: int) -> list[str]:
    """Return the cards played from some number on."""
    infoset = deal.infoset(deal.active)
    return [name(infoset.card_at(number)) for number in range(first, deal.count)]


def _action(word: str) -> int | None:
    """Return the bid or the card that a word names."""
    if found := _BID.fullmatch(word):
        return PASS + int(found[1])
    if found := _CARD.fullmatch(word):
        return card(found[1].replace("10", "t").upper() + found[2])
    return PASS if word in {"p", "pass"} else None
