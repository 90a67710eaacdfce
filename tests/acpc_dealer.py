"""A dealer of the ACPC protocol in plain Python, which knows nothing of the library's games.

Betting, repairs, pots and lines are those of the protocol's specification (version 2.0.0, 2010),
hands are compared by PokerKit. Seats are asked over connections, or they are functions.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from threading import Thread
from typing import Any, Protocol

from pokerkit import StandardHighHand

from zerosum.pkr.acpc import Definition

MOST_ACTIONS = 64
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@dataclass(frozen=True)
class Stakes:
    """A game: blinds and stacks by position, who is first on each street, bets if it is limit."""

    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    first: tuple[int, ...]
    bets: tuple[int, ...] = ()
    raises: tuple[int, ...] = (255,) * 4
    board: tuple[int, ...] = (0, 3, 1, 1)


THREE = Stakes((50, 100, 0), (20_000,) * 3, (2, 0, 0, 0))
SIX = Stakes((50, 100, 0, 0, 0, 0), (20_000,) * 6, (2, 0, 0, 0))
TWO = Stakes((100, 50), (20_000,) * 2, (1, 0, 0, 0))
LIMIT = Stakes((10, 5), (10**9,) * 2, (1, 0, 0, 0), (10, 10, 20, 20), (3, 4, 4, 4))
LIMIT_THREE = Stakes((5, 10, 0), (10**9,) * 3, (2, 0, 0, 0), (10, 10, 20, 20), (3, 4, 4, 4))


@dataclass
class Hand:
    """A hand, by position."""

    stakes: Stakes
    number: int
    deck: Sequence[str]
    street: int = 0
    over: bool = False
    spent: list[int] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    betting: list[list[str]] = field(default_factory=list)
    waiting: set[int] = field(default_factory=set)
    """Positions that must still act on this street."""
    actor: int = 0
    least: int = 0
    """What the smallest raise comes to."""

    def __post_init__(self) -> None:
        self.spent = list(self.stakes.blinds)
        self.betting = [[] for _ in self.stakes.board]
        self.least = 2 * max(self.spent) or 1
        self.begin_street()

    @property
    def seats(self) -> int:
        return len(self.stakes.blinds)

    @property
    def able(self) -> set[int]:
        """Positions that have not folded and have chips."""
        every = set(range(self.seats)) - self.folded
        return {p for p in every if self.spent[p] < self.stakes.stacks[p]}

    def begin_street(self) -> None:
        self.waiting = self.able
        self.pass_on(self.stakes.first[self.street] - 1)

    def pass_on(self, last: int) -> None:
        """Let the next position after one act."""
        circle = [(last + step) % self.seats for step in range(1, self.seats + 1)]
        self.actor = next(position for position in circle if position in self.able)

    def bounds(self) -> tuple[int, int] | None:
        """Return what the least and the greatest raise come to; None if none is valid."""
        level, stack = max(self.spent), self.stakes.stacks[self.actor]
        words = self.betting[self.street]
        count = sum(word.startswith("r") for word in words)
        if count >= self.stakes.raises[self.street] or len(words) + self.seats > MOST_ACTIONS:
            return None
        if len(self.able) <= 1 or stack <= level:
            return None
        if self.stakes.bets:
            to = min(level + self.stakes.bets[self.street], stack)
            return to, to
        return min(self.least, stack), stack

    def repaired(self, word: str) -> str:
        """Return the word that the dealer takes instead of one; the same if it is valid."""
        limit = bool(self.stakes.bets)
        if word == "f":
            return "f" if self.spent[self.actor] < max(self.spent) else "c"
        if not re.fullmatch("r" if limit else "r[0-9]+", word) or (bounds := self.bounds()) is None:
            return "c"
        return "r" if limit else f"r{min(max(int(word[1:]), bounds[0]), bounds[1])}"

    def act(self, word: str) -> None:
        """Do what a valid word says."""
        actor, level = self.actor, max(self.spent)
        bounds = self.bounds()
        self.betting[self.street].append(word)
        self.waiting.discard(actor)
        if word == "f":
            self.folded.add(actor)
        elif word == "c":
            self.spent[actor] = min(level, self.stakes.stacks[actor])
        else:
            assert bounds is not None
            self.spent[actor] = bounds[0] if self.stakes.bets else int(word[1:])
            self.least = max(self.least, 2 * self.spent[actor] - level)
            self.waiting = self.able - {actor}
        self.waiting &= self.able
        if len(self.folded) == self.seats - 1:
            self.over = True
        elif self.waiting:
            self.pass_on(actor)
        elif len(self.able) < 2 or self.street == len(self.stakes.board) - 1:
            self.over, self.street = True, len(self.stakes.board) - 1
        else:
            self.street += 1
            self.least = max(self.spent) + max(1, *self.stakes.blinds)
            self.begin_street()

    def hole(self, position: int) -> list[str]:
        return list(self.deck[2 * position : 2 * position + 2])

    @property
    def boards(self) -> list[list[str]]:
        """The cards that each street so far has added."""
        sizes, at = self.stakes.board[: self.street + 1], 2 * self.seats
        found = []
        for size in sizes:
            found.append(list(self.deck[at : at + size]))
            at += size
        return found

    def line(self, viewer: int) -> str:
        """Return the state as one position sees it."""
        showdown = self.over and len(self.folded) < self.seats - 1
        known = [p == viewer or (showdown and p not in self.folded) for p in range(self.seats)]
        hands = "|".join("".join(self.hole(p)) if known[p] else "" for p in range(self.seats))
        betting = "/".join("".join(words) for words in self.betting[: self.street + 1])
        board = "".join(f"/{''.join(cards)}" for cards in self.boards[1:])
        return f"MATCHSTATE:{viewer}:{self.number}:{betting}:{hands}{board}"

    def values(self) -> list[Fraction]:
        """Return what each position wins."""
        live = [p for p in range(self.seats) if p not in self.folded]
        won = [Fraction(-chips) for chips in self.spent]
        if len(live) == 1:
            won[live[0]] += sum(self.spent)
            return won
        board = "".join(card for cards in self.boards for card in cards)
        best = {p: strength("".join(self.hole(p)), board) for p in live}
        below = 0
        for level in sorted({chips for chips in self.spent if chips > 0}):
            inside = [p for p in range(self.seats) if self.spent[p] >= level]
            sharing = [p for p in inside if p in best]
            winners = [p for p in sharing if best[p] == max(best[q] for q in sharing)]
            for winner in winners:
                won[winner] += Fraction((level - below) * len(inside), len(winners))
            below = level
        return won


@cache
def strength(hole: str, board: str) -> Any:
    return StandardHighHand.from_game(hole, board)


class Seat(Protocol):
    """Who sits at a seat: is sent every state, and is asked to act."""

    def send(self, line: str) -> None: ...

    def read(self, hand: Hand) -> str:
        """Return the next line that the seat has sent."""
        ...


@dataclass
class Function:
    """A seat whose words come from a function of the hand."""

    choose: Callable[[Hand], str]

    def send(self, line: str) -> None:
        pass

    def read(self, hand: Hand) -> str:
        return f"{hand.line(hand.actor)}:{self.choose(hand)}"


@dataclass
class Answering:
    """A seat that a session plays, without a connection."""

    answer: Callable[[str], str | None]
    said: list[str] = field(default_factory=list)

    def send(self, line: str) -> None:
        if (reply := self.answer(line)) is not None:
            self.said.append(reply)

    def read(self, hand: Hand) -> str:
        return self.said.pop(0)


class Remote:
    """A seat at the other end of a connection, to which so many bytes are sent at once."""

    def __init__(self, connection: socket.socket, packet: int = 4096) -> None:
        self.connection, self.packet = connection, packet
        self.lines = connection.makefile("r", encoding="ascii", newline="\n")
        self.version = self.lines.readline()
        self.unsent = b""

    def send(self, line: str) -> None:
        """Send a line; in small packets, its end goes with the next one."""
        data = self.unsent + f"{line}\r\n".encode("ascii")
        for start in range(0, len(data), self.packet):
            self.connection.sendall(data[start : start + self.packet])

    def read(self, hand: Hand) -> str:
        line = self.lines.readline()
        assert line.endswith("\r\n"), line
        return line[:-2]

    def close(self) -> None:
        self.lines.close()
        self.connection.close()


@dataclass
class Dealer:
    """Plays hands; the seats move by one position after each."""

    stakes: Stakes
    seats: Sequence[Seat]
    rng: Random
    invalid: list[list[str]] = field(default_factory=list)
    """By seat, the lines that it sent and that were not taken as they are."""
    totals: list[Fraction] = field(default_factory=list)
    """By seat, the chips won."""
    finals: list[Hand] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.invalid = [[] for _ in self.seats]
        self.totals = [Fraction(0) for _ in self.seats]

    def match(self, hands: int) -> None:
        for number in range(hands):
            deck = self.rng.sample(DECK, 2 * len(self.seats) + sum(self.stakes.board))
            self.play(Hand(self.stakes, number, deck))

    def play(self, hand: Hand) -> None:
        """Play a hand to its end, and show the end to all."""
        n = len(self.seats)
        while not hand.over:
            for seat in range(n):
                self.seats[seat].send(hand.line((seat - hand.number) % n))
            seat = (hand.actor + hand.number) % n
            hand.act(self.asked(hand, seat))
        for seat in range(n):
            position = (seat - hand.number) % n
            self.seats[seat].send(hand.line(position))
            self.totals[seat] += hand.values()[position]
        self.finals.append(hand)

    def asked(self, hand: Hand, seat: int) -> str:
        """Return the valid word of a seat, or what the dealer makes of an invalid one."""
        line = hand.line(hand.actor)
        while True:
            reply = self.seats[seat].read(hand)
            asked, _, word = reply.rpartition(":")
            if asked == line:
                break
            self.invalid[seat].append(reply)  # not asked for
        done = hand.repaired(word)
        if done != word:
            self.invalid[seat].append(reply)
        return done


def anything(rng: Random) -> Callable[[Hand], str]:
    """Return an opponent that draws the kind of its action, then any size, now and then invalid."""

    def choose(hand: Hand) -> str:
        kind = rng.choices("fcr", (1, 4, 3))[0]
        if kind != "r" or hand.stakes.bets:
            return kind
        level, stack = max(hand.spent), hand.stakes.stacks[hand.actor]
        small = max(level, min(stack, 3 * level + 100))
        return (
            f"r{rng.choice((rng.randint(0, stack + 9), rng.randint(level, small), small, stack))}"
        )

    return choose


def called(hand: Hand) -> str:
    """Return the word of an opponent that calls."""
    return "c"


@contextmanager
def serving(client: Callable[[int], None], make: Callable[[socket.socket], Any]) -> Iterator[Any]:
    """Yield what is made of the connection of a client, a function of a port, in a thread."""
    with socket.create_server(("localhost", 0)) as server:
        thread = Thread(target=client, args=(server.getsockname()[1],))
        thread.start()
        server.settimeout(30)
        connection, _ = server.accept()
    connection.settimeout(30)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    end = make(connection)
    try:
        yield end
    finally:
        end.close()
        thread.join(30)
        assert not thread.is_alive()


def listening(client: Callable[[int], None], packet: int = 4096) -> Any:
    """Return a context with the seat of a client."""
    return serving(client, lambda connection: Remote(connection, packet))


SHORT = Stakes((50, 100, 0), (60, 100, 1000), (2, 0, 0, 0))
STRADDLE = Stakes((50, 100, 200, 0), (1000, 700, 3000, 450), (3, 0, 0, 0))
COVERED = Stakes((100, 50), (1000, 50), (1, 0, 0, 0))


def defined(stakes: Stakes) -> Definition:
    bounded = max(stakes.stacks) < 10**9
    return Definition(
        blinds=stakes.blinds,
        stacks=stakes.stacks if bounded else (),
        bets=stakes.bets,
        raises=stakes.raises,
        first=tuple(seat + 1 for seat in stakes.first),
    )
