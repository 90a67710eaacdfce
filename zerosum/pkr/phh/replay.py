"""Hand histories replayed: each action is checked, and applied to a game value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from zerosum.cards import Cards, card, name
from zerosum.errors import GameError
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem, Rules
from zerosum.pkr.holdem.betting import FOLDED
from zerosum.pkr.holdem.game import FACE_DOWN
from zerosum.pkr.holdem.pots import put_in
from zerosum.pkr.phh.amounts import read_amount, shown, written
from zerosum.pkr.text.line import Line

Game = NoLimitHoldem | LimitHoldem

_ACTION = re.compile(r"\s*(?:d d[bh]|p\d+ (?:f|cc|cbr|sm))\b")
STREETS = ("preflop", "flop", "turn", "river")


def next_street(game: Game) -> int:
    """Return the number of the street whose cards are dealt next."""
    return next(at for at in range(1, 4) if sum(game.board[:at]) > len(game.dealt))


def word_of(before: Game, action: PokerAction, unit: Fraction) -> str:
    """Return an action as the format writes it, without its player.

    Parameters
    ----------
    before
        The game before it.
    action
        The action; bets and raises are by their chips.
    unit
        What a chip of the game is in the history.
    """
    if isinstance(action, Bet):
        return f"cbr {written(unit * (before.pips[before.active] + action.quantity))}"
    return "f" if isinstance(action, Fold) else "cc"


def is_actions(text: str) -> bool:
    """Return whether a text is of actions of the format.

    >>> is_actions("p3 cbr 300, p1 f"), is_actions("r300 f")
    (True, False)
    """
    return _ACTION.match(text) is not None


def line_of(actions: str | Sequence[str], start: Game) -> Line:
    """Return the line of actions of the format, of a hand whose chips are those of the game.

    Parameters
    ----------
    actions
        The actions; a text has commas, semicolons or ends of lines between them.
    start
        The start of the game.

    Raises
    ------
    GameError
        If one is not legal.
    """
    seats = tuple(range(start.players))
    replay = Replay(start, seats[::-1] if start.first == 1 else seats, Fraction(1))
    for action in re.split(r"[,;\n]", actions) if isinstance(actions, str) else actions:
        try:
            replay.do(action)
        except GameError as error:
            raise GameError(f"The action {action.strip()!r} must {error}.", action) from None
    return Line.of(replay.game)


class Replay:
    """A hand as it is replayed.

    Parameters
    ----------
    start
        The start of the game.
    seats
        The seat of the game for each player of the history.
    unit
        What a chip of the game is in the history.
    unknown
        The seats whose stacks are not known, which may be all-in.

    Attributes
    ----------
    game
        The game after the actions so far.
    """

    def __init__(
        self, start: Game, seats: tuple[int, ...], unit: Fraction, unknown: int = 0
    ) -> None:
        self.game = start
        self._seats, self._unit, self._unknown = seats, unit, unknown
        self._held: list[list[int]] = [[] for _ in seats]
        self._shown = 0  # a set of seats

    def do(self, action: str) -> None:
        """Apply an action.

        Raises
        ------
        GameError
            If it is not legal; the message is the end of a sentence, and says what it must be.
        """
        match action.partition("#")[0].split():
            case []:
                return
            case ["d", "dh", player, cards]:
                self._deal_hole(self._seat(player), self._cards(cards))
            case ["d", "db", cards]:
                self._deal_board(self._cards(cards))
            case [player, "f" | "cc" as word]:
                self._act(self._seat(player), word)
            case [player, "cbr", amount]:
                self._act(self._seat(player), "cbr", amount)
            case [player, "sm"]:
                self._muck(self._seat(player))
            case [player, "sm", cards]:
                seat = self._seat(player)
                own = [one for one in self._held[seat] if one != FACE_DOWN]
                self._show(seat, own if cards == "-" else self._cards(cards))
            case _:
                raise GameError(
                    "be like 'd dh p1 AhKd', 'd db 7c8c9c', 'p1 f', 'p1 cc', 'p1 cbr 200', "
                    "'p1 sm AhKd', 'p1 sm' or a commentary that begins with #"
                )

    def _name(self, seat: int) -> str:
        return f"p{self._seats.index(seat) + 1}"

    def _seat(self, player: str) -> int:
        names = [f"p{number}" for number in range(1, len(self._seats) + 1)]
        if player in names:
            return self._seats[names.index(player)]
        raise GameError(f"be of p1 to {names[-1]}; got {player!r}")

    def _cards(self, text: str) -> list[int]:
        """Return the cards that a text names; those that are not known are ``FACE_DOWN``."""
        pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
        try:
            cards = [FACE_DOWN if pair == "??" else card(pair) for pair in pairs]
        except GameError as error:
            raise GameError(f"name cards: {str(error).rstrip('.')}") from None
        for index, one in enumerate(cards):
            if one != FACE_DOWN and one not in self.game.deck.cards:
                raise GameError(f"name cards of the deck; {name(one)} is not in it")
            if one != FACE_DOWN and one in cards[:index]:
                raise GameError(f"name different cards; got {name(one)} twice")
        return cards

    def _check_new(self, cards: list[int]) -> None:
        for one in cards:
            for seat, held in enumerate(self._held):
                if one != FACE_DOWN and one in held:
                    raise GameError(f"deal cards that are left; {self._name(seat)} has {name(one)}")
            if one in self.game.community:
                raise GameError(f"deal cards that are left; {name(one)} is on the board")

    def _deal_hole(self, seat: int, cards: list[int]) -> None:
        if self.game.dealt or self.game.line:
            raise GameError("stand before the first bet, as all hole cards do")
        if len(self._held[seat]) + len(cards) > self.game.hole:
            total = len(self._held[seat]) + len(cards)
            own = self._name(seat)
            raise GameError(f"leave {own} with {self.game.hole} cards; {own} would have {total}")
        self._check_new(cards)
        self._held[seat] += cards
        self._lay()

    def _lay(self) -> None:
        """Put hole cards in the game, for the first seats, as long as all their cards are known."""
        hands: list[int] = []
        for held in self._held:
            if len(held) < self.game.hole:
                break
            hands += sorted(held)
        known = sum(1 << one for one in hands if one != FACE_DOWN)
        used = Cards(known | self.game.community.mask)
        self.game = replace(self.game, hands=tuple(hands), used=used)

    def _begin(self) -> None:
        """Put cards that were not dealt face down."""
        if len(self.game.hands) == self.game.players * self.game.hole:
            return
        for held in self._held:
            held.extend([FACE_DOWN] * (self.game.hole - len(held)))
        self._lay()

    def _run_out(self) -> None:
        """End the betting if nobody has acted on a street, and all but one may be all-in."""
        game, known = self.game, self.game.able & ~self._unknown
        begun = game.street > 0 and len(game.line) == game.begun and game.owed != 0
        if begun and game.able & self._unknown and known & (known - 1) == 0:
            game = replace(game, owed=0)
            self.game = replace(game, terminal=game.terminal or game.due == 0)

    def _deal_board(self, cards: list[int]) -> None:
        self._begin()
        if not self.game.chance:
            self._run_out()
        game = self.game
        if not game.chance:
            over = "the hand is over" if game.terminal else f"{self._name(game.active)} is to act"
            raise GameError(f"wait for the end of the street; {over}")
        street = next_street(game)
        if len(cards) != game.board[street - 1] or FACE_DOWN in cards:
            wanted = "three known cards" if game.board[street - 1] == 3 else "one known card"
            raise GameError(f"deal the {STREETS[street]}: {wanted}")
        self._check_new(cards)
        used = Cards(game.used.mask | sum(1 << one for one in cards))
        game = replace(game, dealt=(*game.dealt, *sorted(cards)), used=used)
        self.game = replace(game, terminal=game.owed == 0 and game.due == 0)

    def _act(self, seat: int, word: str, amount: str = "") -> None:
        self._begin()
        game = self.game
        if game.terminal:
            raise GameError("be left out; the hand is over")
        if game.chance:
            if self._asked(seat) and word != "cbr":
                self.game = without(game, seat) if word == "f" else game
                return
            street = next_street(game)
            raise GameError(f"wait for the {STREETS[street]}, which must be dealt first")
        if game.active != seat:
            raise GameError(
                f"be one of {self._name(game.active)}, who is to act: look for an action that is "
                f"missing before it, or one too many"
            )
        owes = game.cost_of(seat) > 0
        if word == "f" and not owes:  # at tables, though not in our games
            self.game = replace(game.advance(FOLDED, 0), mucked=(*game.mucked, seat))
            return
        done: PokerAction = Fold() if word == "f" else Call() if owes else Check()
        self.game = game.apply(self._bet(amount) if word == "cbr" else done)

    def _asked(self, seat: int) -> bool:
        """Return whether a file may ask a seat that alone has chips and owes none, before a flop.

        Casinos do not ask it, but some files with their rules tell its check.
        """
        game = self.game
        casino = game.rules == Rules.CASINO and game.able == 1 << seat
        return casino and game.street == 1 and not game.dealt

    def _bet(self, text: str) -> Bet:
        """Return the bet or raise to a number of chips on this street."""
        game, amount = self.game, read_amount(text)
        infoset, pip = game.infoset(game.active), game.pips[game.active]
        lower, upper = infoset.bounds()
        if upper <= infoset.cost:
            own = self._name(game.active)
            raise GameError(f"be '{own} cc' or '{own} f', since {own} may not bet or raise here")
        least, most = (shown(self._unit * (pip + bound)) for bound in (lower, upper))
        if amount is None:
            raise GameError(f"say to how many chips on this street, as in 'cbr {least}'")
        added = amount / self._unit - pip
        if lower <= added <= upper and added.denominator == 1:
            return Bet(int(added))
        bounds = f"exactly {least}" if lower == upper else f"{least} at least and {most} at most"
        if lower <= added <= upper:
            bounds = f"a number of chips that {shown(self._unit)} divides"
        raise GameError(f"be to {bounds}; got {shown(amount)}")

    def _check_showdown(self, seat: int) -> None:
        self._begin()
        self._run_out()
        game = self.game
        if not game.terminal and game.owed != 0:
            raise GameError(f"wait for the showdown; {self._name(game.active)} is to act")
        if not game.live >> seat & 1:
            raise GameError(f"be of a player still in the hand; {self._name(seat)} is not")

    def _show(self, seat: int, cards: list[int]) -> None:
        self._check_showdown(seat)
        held = self._held[seat]
        hidden = [one for one in cards if one != FACE_DOWN and one not in held]
        if len(cards) > self.game.hole or len(hidden) > held.count(FACE_DOWN):
            dealt = "".join("??" if one == FACE_DOWN else name(one) for one in held)
            raise GameError(f"show the cards that {self._name(seat)} was dealt, {dealt}")
        self._check_new(hidden)
        if any(one != FACE_DOWN for one in cards):
            self._shown |= 1 << seat
        known = [one for one in held if one != FACE_DOWN] + hidden
        self._held[seat] = known + [FACE_DOWN] * (self.game.hole - len(known))
        self._lay()

    def _muck(self, seat: int) -> None:
        self._check_showdown(seat)
        if self.game.live == 1 << seat:
            raise GameError("be left out; the last player in the hand wins it")
        self.game = without(self.game, seat)

    @property
    def settled(self) -> Game:
        """The game; if it is over and some have shown their cards, the others have given up.

        Not if a pot is then left to several of them.
        """
        game, shown = self.game, self.game.live & self._shown
        if not game.terminal or shown == 0:
            return game
        live = [seat for seat in self._seats if game.live >> seat & 1]
        highest = max(put_in(game, game.level, seat) for seat in live if shown >> seat & 1)
        hidden = [seat for seat in live if not shown >> seat & 1]
        hidden.sort(key=lambda seat: put_in(game, game.level, seat))
        if sum(put_in(game, game.level, seat) > highest for seat in hidden) > 1:
            return game
        for seat in hidden:
            game = without(game, seat)
        return game


def without(game: Game, seat: int) -> Game:
    """Return the game after a live player has given up all pots that another one contests.

    Parameters
    ----------
    game
        The game at its showdown.
    seat
        The seat of the player, which is not the last one in the hand.
    """
    live = game.live & ~(1 << seat)
    over = game.terminal or live & (live - 1) == 0
    return replace(game, live=live, mucked=(*game.mucked, seat), terminal=over)
