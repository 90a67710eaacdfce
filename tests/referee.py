"""A small, independent engine of matches: deals, asks, checks and pays.

The bot is asked over a connection; its opponent is a function of the table. Betting is that of
:class:`tests.river.Engine`, in chips that are left, not the game's.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.acpc_dealer import serving
from tests.river import STACK, Engine
from zerosum.cards import Cards, card, is_black, name
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.bots.engine import Session, play
from zerosum.pkr.hands.values import evaluate
from zerosum.rng import Random
from zerosum.support.connecting import connect

WORDS: dict[type[PokerAction], str] = {Fold: "F", Call: "C", Check: "K"}
ACTIONS = {"F": Fold, "C": Call, "K": Check}

Opponent = Callable[[Engine], PokerAction]
Ask = Callable[[str], str | None]
"""Sends a line and returns the reply; None where the bot is gone."""


def shuffled(rng: Random) -> list[int]:
    """Return the 52 cards in random order."""
    deck = list(range(52))
    for place in range(51, 0, -1):
        other = rng.integer(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def decked(text: str) -> list[int]:
    """Return a deck that begins with these cards: player 0's, player 1's, the board."""
    letters = text.replace(" ", "")
    top = [card(letters[start : start + 2]) for start in range(0, len(letters), 2)]
    return top + [one for one in range(52) if one not in top]


def anything(rng: Random) -> Opponent:
    """Return an opponent that draws the kind of its action, then any legal size of a bet."""

    def act(table: Engine) -> PokerAction:
        kinds = sorted(table.legal(), key=lambda kind: kind.__name__)
        kind = kinds[rng.integer(len(kinds))]
        if kind is not Bet:
            return kind()
        least, most = table.bet_bounds()
        return Bet(least + rng.integer(most - least + 1))

    return act


def scripted(words: str) -> Opponent:
    """Return an opponent that makes these moves, spelled as on the wire, in turn."""
    moves = iter(words.split())
    return lambda table: action(table, next(moves))


def action(table: Engine, word: str) -> PokerAction | None:
    """Return the action of the player to act that a word of the wire is; None where illegal."""
    if re.fullmatch(r"R[0-9]+", word):
        least, most = table.bet_bounds()
        quantity = int(word[1:]) - table.pips[table.active]
        legal = Bet in table.legal() and least <= quantity <= most
        return Bet(quantity) if legal else None
    kind = ACTIONS.get(word)
    return kind() if kind in table.legal() else None


@dataclass
class Referee:
    """Plays hands of a bot, which is asked line by line, against an opponent."""

    ask: Ask
    opponent: Opponent
    timer: Callable[[], float] = time.perf_counter
    clock: float = 30.0
    """Seconds that are left to the bot."""
    illegal: list[tuple[str, str | None]] = field(default_factory=list)
    """Lines of the engine and the replies to them that were illegal."""
    paid: list[int] = field(default_factory=list)
    """What the bot has won in each hand."""
    finals: dict[int, int] = field(default_factory=dict)
    """How many hands came to a showdown, by the size of the board."""
    deck: Sequence[int] = ()
    steps: list[PokerAction] = field(default_factory=list)
    """The cards of the hand, and its actions so far."""

    def match(self, decks: Iterable[Sequence[int]], seat: int = 0) -> None:
        """Play a hand for each deck, swap seats after each, and say that the match is over."""
        for deck in decks:
            self.paid.append(self.hand(deck, seat))
            seat = 1 - seat
        self.ask("Q")

    def hand(self, deck: Sequence[int], seat: int) -> int:
        """Play a hand with the bot in a seat; return what the bot has won."""
        table, board = Engine.start(), 0
        self.deck, self.steps = deck, []
        holes = deck[:2], deck[2:4]
        news = [f"P{seat}", f"H{listed(holes[seat])}"]
        while True:
            done = self.move(table, seat, news)
            news.append(spelled(table, done))
            table.act(done)
            self.steps.append(done)
            if table.folded is not None:
                gain = STACK - table.stacks[table.folded]
                delta = -gain if table.folded == seat else gain
                break
            if not table.closed:
                continue
            if board >= 5 and is_black(deck[3 + board]):
                self.finals[board] = self.finals.get(board, 0) + 1
                delta = showdown(holes, deck[4 : 4 + board], seat) * (STACK - table.stacks[0])
                news.append(f"O{listed(holes[1 - seat])}")
                break
            board = board + 1 if board else 3
            table.next_street(board)
            news.append(f"B{listed(deck[4 : 4 + board])}")
        self.question([*news, f"D{delta}"], {"K"})
        return delta

    def move(self, table: Engine, seat: int, news: list[str]) -> PokerAction:
        """Return the legal action of the player to act."""
        if table.active != seat:
            done = self.opponent(table)
            assert done is not None
            return done
        reply = self.question(news, None)
        news.clear()
        done = None if reply is None else action(table, reply)
        if done is None:
            self.illegal.append((f"after {table}", reply))
            return Check() if Check in table.legal() else Fold()
        return done

    def question(self, news: Sequence[str], expected: set[str] | None) -> str | None:
        line = " ".join([f"T{self.clock:.3f}", *news])
        begun = self.timer()
        reply = self.ask(line)
        self.clock -= self.timer() - begun
        if expected is not None and reply not in expected:
            self.illegal.append((line, reply))
        return reply


def spelled(table: Engine, done: PokerAction) -> str:
    """Return what the wire says of an action of the player to act, before it is made."""
    if isinstance(done, Bet):
        return f"R{table.pips[table.active] + done.quantity}"
    return WORDS[type(done)]


def listed(cards: Sequence[int]) -> str:
    return ",".join(map(name, cards))


def showdown(holes: Sequence[Sequence[int]], board: Sequence[int], seat: int) -> int:
    """Return 1, 0 or -1: whether the player in a seat wins."""
    own, other = (strength(holes[player], board) for player in (seat, 1 - seat))
    return (own > other) - (own < other)


def strength(hole: Sequence[int], board: Sequence[int]) -> int:
    return evaluate(Cards(sum(1 << one for one in (*hole, *board))).mask)


class Line:
    """A connection to a bot, as the engine has it; so many bytes are sent at once."""

    def __init__(self, connection: socket.socket, packet: int = 4096) -> None:
        self.connection, self.packet = connection, packet
        self.replies = connection.makefile("r", encoding="ascii", newline="\n")
        self.spoken: list[str] = []  # ``>`` the engine's lines, ``<`` the bot's

    def close(self) -> None:
        self.replies.close()
        self.connection.close()

    def ask(self, line: str) -> str | None:
        self.spoken.append(f"> {line}")
        try:
            data = f"{line}\n".encode("ascii")
            for start in range(0, len(data), self.packet):
                self.connection.sendall(data[start : start + self.packet])
            reply = self.replies.readline()
        except ConnectionError:
            return None
        if not reply:
            return None
        assert reply.endswith("\n"), reply
        self.spoken.append(f"< {reply[:-1]}")
        return reply[:-1]


def seated(session: Session, packet: int = 4096) -> Any:
    """Return a context with a connection to a session that plays in a thread."""

    def played(port: int) -> None:
        with connect(port) as connection:
            play(session, connection)

    return serving(played, lambda connection: Line(connection, packet))
