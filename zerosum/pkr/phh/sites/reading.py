"""The text of a hand, read line by line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from zerosum.errors import GameError
from zerosum.pkr.holdem import Rules
from zerosum.pkr.phh.amounts import written
from zerosum.pkr.phh.sites.header import Header
from zerosum.pkr.phh.sites.lines import CARDS, MONEY, OF_PLAYERS, REFUSED, Line, amount_of
from zerosum.pkr.phh.sites.seats import Post, Seat, big_blind, chips_of, in_order

_OUTCOME = re.compile(r"\b(?:folded|mucked|showed|collected|won|lost)\b")
_HELD = re.compile(rf"\b(?:mucked|showed) {CARDS}")
_WON = re.compile(rf"\b(?:won|collected) \(({MONEY})\)")
_FEE = re.compile(rf"\| *[A-Za-z ]+ ({MONEY})")


class Step(NamedTuple):
    """An action of PHH, with the line that says it, and the chips of the line."""

    action: str
    line: Line
    chips: Fraction = Fraction(0)


class SiteHand:
    """What the text of a hand says.

    Parameters
    ----------
    header
        What its first line says.

    Attributes
    ----------
    total, fees
        The pot and what the site took of it.
    end
        The line of the total pot, which is the last one that a hand must have.
    collected
        What each player got from the pots.
    """

    def __init__(self, header: Header) -> None:
        self.total = self.fees = Fraction(0)
        self.end: Line | None = None
        self.collected = defaultdict[str, Fraction](Fraction)
        self._header = header
        self._table: Line | None = None
        self._seats: dict[str, Seat] = {}
        self._posts: list[Post] = []
        self._lines: list[Line] = []  # actions, and cards that are seen
        self._cards: dict[str, str] = {}
        self._dealt: set[str] = set()
        self._won = defaultdict[str, Fraction](Fraction)  # as the summary says it
        self._ending, self._hero = False, ""

    def add(self, line: Line) -> None:
        """Read a line.

        Raises
        ------
        GameError
            If it cannot be a line of this hand; the message is the end of a sentence.
        """
        if line.kind in REFUSED:
            raise GameError(REFUSED[line.kind])
        player = line.part("player")
        if line.kind in OF_PLAYERS and player not in self._seats:
            raise GameError(f"name a player with a seat in this hand, not {player!r}")
        if self._ending:
            self._add_summary(line)
            return
        match line.kind:
            case "table" if self._table is None:
                self._table = line
            case "seat":
                self._add_seat(line, player)
            case "post":
                all_in = line.parts["all_in"] is not None
                self._posts.append(Post(player, line.part("what"), self._amount(line), all_in))
                self._dealt.add(player)
            case "act" | "dealt" | "show" | "muck":
                self._add_cards(line, player)
            case "board":
                self._add_board(line)
            case "collect":
                self.collected[player] += self._amount(line)
            case "summary":
                self._ending = True
            case "table" | "total" | "seated":
                raise GameError("be whole, and stand where the site writes it, once in a hand")

    def _amount(self, line: Line) -> Fraction:
        return amount_of(line.part("money"), self._header.notation)

    def _add_seat(self, line: Line, player: str) -> None:
        seat = Seat(int(line.part("seat")), player, self._amount(line))
        taken = any(seat.number == other.number for other in self._seats.values())
        if self._posts or taken or player in self._seats:
            raise GameError("stand before the first post, the only one of its seat and player")
        self._seats[player] = seat

    def _add_board(self, line: Line) -> None:
        before = [card for one in self._lines if one.kind == "board" for card in one.cards]
        if sorted(line.part("before").split()) != sorted(before):
            raise GameError(f"repeat the board of this hand, [{' '.join(before)}]")
        self._lines.append(line)

    def _add_cards(self, line: Line, player: str) -> None:
        """Add a line with the action of a player, or with cards of one, or both."""
        cards = "".join(line.cards)
        if len(cards) > len(self._cards.get(player, "")):
            self._cards[player] = cards
        if line.kind == "act":
            self._dealt.add(player)
            if line.parts["money"]:
                self._amount(line)  # it may be of another currency
        if line.kind == "dealt":
            self._hero = player if cards else self._hero
        else:
            self._lines.append(line)

    def _add_summary(self, line: Line) -> None:
        if line.kind == "total" and self.end is None:
            self.total, self.end = self._amount(line), line
            for fee in _FEE.findall(line.part("rest")):
                self.fees += amount_of(fee, self._header.notation)
        elif line.kind == "seated":
            self._add_outcome(line)
        elif line.kind not in {"", "chat"}:
            raise GameError("be of the summary, or of a hand with a first line of its own")

    def _add_outcome(self, line: Line) -> None:
        number, text = int(line.part("seat")), line.part("rest")
        player = next((one for one, seat in self._seats.items() if seat.number == number), "")
        if not player or not text.startswith(player):
            raise GameError("name the player of this hand with that seat")
        text = text.removeprefix(player)
        if _OUTCOME.search(text):
            self._dealt.add(player)
        if held := _HELD.search(text):
            self._cards[player] = held["cards"].replace(" ", "")
        if won := _WON.search(text):
            self._won[player] = amount_of(won[1], self._header.notation)

    def fields(self) -> tuple[dict[str, object], list[Step]]:
        """Return the fields of PHH, and the actions with their lines.

        Raises
        ------
        GameError
            If something is missing; the message is the end of a sentence.
        """
        if self.end is None:
            raise GameError("begin a hand that is whole, up to the total pot of its summary")
        if self._table is None:
            raise GameError("be of a hand with a line that names the table and the button")
        header, table = self._header, self._table
        seats = in_order(self._seats.values(), self._dealt, int(table.part("seat")))
        names = {seat.player: f"p{number}" for number, seat in enumerate(seats, 1)}
        blind = big_blind(self._posts, header.blind)
        bets = header.bets or {"min_bet": blind}
        # The site pays those who cash out; what they would have won is in the summary.
        self.collected = self._won | self.collected
        steps = [
            Step(f"d dh {name} {self._cards.get(player, '').ljust(4, '?')}", table)
            for player, name in names.items()
        ]
        steps += self._playing(names)
        fields = {"variant": header.variant} | chips_of(seats, self._posts, blind)
        fields |= {name: written(chips) for name, chips in bets.items()}
        fields |= {"actions": tuple([step.action for step in steps])} | header.fields
        fields |= {"table": table.part("table"), "players": tuple(names)}
        fields["seats"] = tuple([seat.number for seat in seats])
        if most := table.parts["most"]:
            fields["seat_count"] = int(most)
        fields["winnings"] = tuple([written(self.collected[player]) for player in names])
        if self._hero:
            fields["_hero"] = self._hero
        if self.fees:
            fields["_rake"] = written(self.fees)
        return fields | {"_rules": Rules.CASINO.value}, steps

    def _playing(self, names: dict[str, str]) -> Iterator[Step]:
        live = set(names)
        for line in self._lines:
            player, cards = line.part("player"), "".join(line.cards)
            name, verb = names.get(player, ""), line.part("verb")
            if line.kind == "board":
                yield Step(f"d db {cards}", line)
            elif verb == "folds":
                live.discard(player)
                yield Step(f"{name} f", line)
            elif verb:
                chips = self._amount(line) if line.parts["money"] else Fraction(0)
                word = "cc" if verb in {"checks", "calls"} else f"cbr {written(chips)}"
                yield Step(f"{name} {word}", line, chips)
            elif len(live) > 1 and player in live:  # who shows a single card wins nothing
                yield Step(f"{name} sm {cards if len(cards) == 4 else ''}".rstrip(), line)
