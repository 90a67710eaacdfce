"""Match states of the ACPC dealer: ``MATCHSTATE:<position>:<hand number>:<betting>:<cards>``.

The betting has a part for each street, with ``/`` between them: ``f`` folds, ``c`` checks or calls,
``r`` raises in limit games, and ``r300`` raises so that the seat has paid 300 chips in the whole
hand, blinds and earlier streets included. The cards of the seats have ``|`` between them, with
nothing where they are unknown; after each ``/`` come the cards that a street adds to the board.
After an all-in, the remaining streets have no actions: ``r300r20000c///``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zerosum.cards import RANKS, SUITS, card, name
from zerosum.errors import GameError

Event = str | tuple[int, ...]
"""What a state says: a word of the betting, or the cards that a street adds to the board."""

_STATE = re.compile(r"MATCHSTATE:(\d{1,2}):(\d{1,10}):([^:]*):([^:]*)", re.ASCII)
_STREET = re.compile(r"(?:[fc]|r\d{0,10})*", re.ASCII)
_WORD = re.compile(r"[fc]|r\d*", re.ASCII)
_CARDS = re.compile(f"(?:[{RANKS}][{SUITS}])*")


@dataclass(frozen=True)
class MatchState:
    """A match state, as one position sees it.

    Parameters
    ----------
    position
        The seat that it was sent to, counted from the one after the button; with two seats and
        reversed blinds 0 is the big blind.
    number
        The number of the hand.
    betting
        The words of each street.
    hands
        The cards of each position in the order sent, none where they are unknown.
    boards
        The cards that each street after the first adds to the board, in the order sent.

    Examples
    --------
    >>> state = read_state("MATCHSTATE:0:30:cc/r250:9s8h|/8c8d5c")
    >>> state.position, state.number, state.betting
    (0, 30, (('c', 'c'), ('r250',)))
    >>> print(state)
    MATCHSTATE:0:30:cc/r250:9s8h|/8c8d5c
    """

    position: int
    number: int
    betting: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The betting with the boards between the streets.

        >>> read_state("MATCHSTATE:0:0:rc/:TdAs|/2c8c3h").events
        ('r', 'c', (0, 24, 6))
        """
        events: list[Event] = list(self.betting[0])
        for board, words in zip(self.boards, self.betting[1:], strict=True):
            events += [board, *words]
        return tuple(events)

    def __str__(self) -> str:
        betting = "/".join("".join(words) for words in self.betting)
        hands = "|".join("".join(map(name, hand)) for hand in self.hands)
        boards = ["".join(map(name, board)) for board in self.boards]
        return f"MATCHSTATE:{self.position}:{self.number}:{betting}:{'/'.join([hands, *boards])}"


def read_state(line: str) -> MatchState:
    """Read a match state; spaces and ends of lines around it do not count.

    Raises
    ------
    GameError
        If the line is no match state, or a part of it has no meaning.

    Examples
    --------
    >>> state = read_state("MATCHSTATE:1:7:cr300c/:|QhJc/2c8c3h")
    >>> state.position, state.betting, len(state.boards[0])
    (1, (('c', 'r300', 'c'), ()), 3)
    """
    line = line.strip()
    match = _STATE.fullmatch(line)
    if match is None:
        raise GameError(
            f"A line of the dealer must be MATCHSTATE, a position, a hand number, the betting and "
            f"the cards with colons between; got {line!r}.",
            line,
        )
    streets = match[3].split("/")
    if wrong := [street for street in streets if not _STREET.fullmatch(street)]:
        raise _bad("betting", wrong[0], "c, f and r with whole chips", line)
    hands, *boards = match[4].split("/")
    sets = [*hands.split("|"), *boards]
    if wrong := [cards for cards in sets if not _CARDS.fullmatch(cards)]:
        raise _bad("cards", wrong[0], "cards such as Td", line)
    if len(boards) != len(streets) - 1:
        raise _bad("cards", match[4], f"those of {len(streets)} streets", line)
    read = [tuple(card(text[at : at + 2]) for at in range(0, len(text), 2)) for text in sets]
    every = [card for cards in read for card in cards]
    if len(set(every)) < len(every):
        raise _bad("cards", match[4], "different cards", line)
    count = len(sets) - len(boards)
    position = int(match[1])
    if position >= count:
        raise _bad("position", match[1], f"one of the {count} whose cards follow", line)
    words = tuple(tuple(_WORD.findall(street)) for street in streets)
    return MatchState(position, int(match[2]), words, tuple(read[:count]), tuple(read[count:]))


def _bad(part: str, got: str, constraint: str, line: str) -> GameError:
    message = f"The {part} of a match state must be {constraint}; got {got!r} in the line {line!r}."
    return GameError(message, got)


def cautious(line: str, blinds: tuple[int, ...]) -> str | None:
    """Return a check or a fold for a state that cannot be followed; None if it is over.

    Whose turn it is cannot be told then. The dealer ignores answers that it has not asked for.

    Parameters
    ----------
    line
        The line, which need not be well formed.
    blinds
        The blind of each position.

    Examples
    --------
    >>> cautious("MATCHSTATE:0:3:r300:AhKd|", (100, 50)), cautious("# GAME", (100, 50))
    ('f', None)
    >>> [cautious(f"MATCHSTATE:{place}:3:c:AhKd|", (100, 50)) for place in (0, 1)]
    ['c', 'f']
    """
    parts = line.strip().split(":")
    if len(parts) != 5 or parts[0] != "MATCHSTATE":
        return None
    hands = parts[4].split("/")[0].split("|")
    if sum(map(bool, hands)) > 1:  # a showdown
        return None
    street = parts[3].split("/")[-1]
    position = int(parts[1]) if re.fullmatch("[0-9]", parts[1], re.ASCII) else 0
    first = "/" not in parts[3]
    owes = first and position < len(blinds) and blinds[position] < max(blinds)
    return "f" if "r" in street or owes else "c"
