"""The protocol of the match engine: its lines as events, and actions as replies.

The engine of MIT Pokerbots 2023 sends lines of clauses, separated by spaces, and expects a line
in reply to each but the last:

======  =============================================================
clause  meaning
======  =============================================================
``T``   the seconds that are left to the player; first in every line
``P``   the player's seat: 0 the small blind, 1 the big blind
``H``   the player's two cards; begins a hand
``F``   a fold of either player; a line repeats all actions since the
        last line, including the player's own
``C``   a call
``K``   a check
``R``   a bet or a raise to so many chips of the street
``B``   the whole board, when a street begins; the last card last
``O``   the opponent's two cards, at a showdown
``D``   the chips that the player has won; ends a hand
``Q``   the end of the match; alone, and not answered
======  =============================================================

A reply is ``F``, ``C``, ``K`` or ``R`` and chips; a line that holds ``D`` is answered ``K``.

>>> for event in read_message("T29.999 P1 H4d,6s R6"):
...     event
Clock(seconds=29.999)
Seat(player=1)
Held(hand=Cards(6s4d))
RaiseTo(chips=6)
>>> read_message("T29.9 C B2c,3d,4h")[-1], read_message("T29.9 K O5s,5d D-6"), read_message("Q")
(Board(cards=(0, 5, 10)), (Clock(seconds=29.9), Check(), Shown(hand=Cards(5s5d)),
Result(chips=-6)), (Quit(),))
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from zerosum.cards import RANKS, SUITS, Cards, card, parse
from zerosum.errors import GameError
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.infoset import InfoSet


@dataclass(frozen=True)
class Clock:
    """The seconds left to the player for the whole match."""

    seconds: float


@dataclass(frozen=True)
class Seat:
    """The player's seat in the hand: 0 the small blind, 1 the big blind."""

    player: int


@dataclass(frozen=True)
class Held:
    """The player's own two cards."""

    hand: Cards


@dataclass(frozen=True)
class RaiseTo:
    """A bet or a raise, by its player's total on the street."""

    chips: int


@dataclass(frozen=True)
class Board:
    """All cards of the board, in the order of dealing."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class Shown:
    """The opponent's two cards at a showdown."""

    hand: Cards


@dataclass(frozen=True)
class Result:
    """Chips that the player has won in the hand; negative if lost."""

    chips: int


@dataclass(frozen=True)
class Quit:
    """The end of the match."""


Move = Fold | Call | Check | RaiseTo
"""What a player does, as the protocol says it."""
Event = Clock | Seat | Held | Move | Board | Shown | Result | Quit

_ONE = f"[{RANKS}][{SUITS}]"
_CLAUSES: dict[str, tuple[str, str, Callable[[str], Event]]] = {
    "T": (r"-?\d{1,9}(\.\d{0,9})?", "T and seconds", lambda body: Clock(float(body))),
    "P": ("[01]", "P0 or P1", lambda body: Seat(int(body))),
    "H": (f"{_ONE},{_ONE}", "H and two cards", lambda body: Held(parse(body))),
    "F": ("", "F alone", lambda _: Fold()),
    "C": ("", "C alone", lambda _: Call()),
    "K": ("", "K alone", lambda _: Check()),
    "R": (r"\d{1,9}", "R and whole chips", lambda body: RaiseTo(int(body))),
    "B": (
        f"{_ONE}(,{_ONE}){{2,30}}",
        "B and three cards or more",
        lambda body: Board(tuple(map(card, body.split(",")))),
    ),
    "O": (f"{_ONE},{_ONE}", "O and two cards", lambda body: Shown(parse(body))),
    "D": (r"-?\d{1,9}", "D and whole chips", lambda body: Result(int(body))),
    "Q": ("", "Q alone", lambda _: Quit()),
}
_LETTERS: dict[type[Fold | Call | Check], str] = {Fold: "F", Call: "C", Check: "K"}


def read_message(line: str) -> tuple[Event, ...]:
    """Read a line of the engine, clause by clause.

    Raises
    ------
    GameError
        If a clause is not of the protocol, the first is not a clock, or ``Q`` is not alone.

    Examples
    --------
    >>> clock, seat, held, call = read_message("T29.999 P1 H4d,6s C")
    >>> clock, seat, held, call
    (Clock(seconds=29.999), Seat(player=1), Held(hand=Cards(6s4d)), Call())
    >>> read_message("Q")
    (Quit(),)
    """
    events = tuple(_read_clause(clause, line) for clause in line.split())
    if events != (Quit(),) and not (events and isinstance(events[0], Clock)):
        raise GameError(f"A line of the engine must begin with T and seconds; got {line!r}.", line)
    if Quit() in events[1:]:
        raise GameError(f"The clause 'Q' of the engine must stand alone; got {line!r}.", line)
    return events


def _read_clause(clause: str, line: str) -> Event:
    known = _CLAUSES.get(clause[0])
    if known is None:
        letters = ", ".join(_CLAUSES)
        raise _bad(clause, line, f"begin with one of {letters}")
    pattern, form, make = known
    body = clause[1:]
    if not re.fullmatch(pattern, body, re.ASCII):
        raise _bad(clause, line, f"be {form}")
    cards = body.split(",")
    if len(set(cards)) < len(cards):
        raise _bad(clause, line, f"be {form}, all different")
    return make(body)


def _bad(clause: str, line: str, constraint: str) -> GameError:
    message = f"The clause {clause!r} of the engine must {constraint}; got the line {line!r}."
    return GameError(message, clause)


def action_of(move: Move, infoset: InfoSet) -> PokerAction:
    """Return a move of the player to act as an action.

    Parameters
    ----------
    move
        As the protocol says it.
    infoset
        Of the player, in the real game.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> action_of(RaiseTo(6), RiverOfBlood().infoset(0))
    Bet(quantity=5)
    """
    if isinstance(move, RaiseTo):
        return Bet(move.chips - infoset.pips[infoset.player])
    return move


def move_of(action: PokerAction, infoset: InfoSet) -> Move:
    """Return an action of the player to act as a move.

    Parameters
    ----------
    action
        Of the real game, in chips or as a share of the pot.
    infoset
        Of the player, in the real game.

    Examples
    --------
    >>> from zerosum.pkr import RaisePot, RiverOfBlood
    >>> move_of(RaisePot(), RiverOfBlood().infoset(0))
    RaiseTo(chips=4)
    """
    if isinstance(action, Fold | Call | Check):
        return action
    return RaiseTo(infoset.pips[infoset.player] + infoset.quantity(action))


def spell(move: Move) -> str:
    """Return the reply that makes a move.

    >>> spell(RaiseTo(12)), spell(Check())
    ('R12', 'K')
    """
    return f"R{move.chips}" if isinstance(move, RaiseTo) else _LETTERS[type(move)]


def cautious(line: str) -> Move:
    """Return a check or a fold, whichever is legal after a line.

    A fold is legal if chips are owed: when the last clause is a raise, or deals the hand to the
    small blind. The line need not be well formed, and what was sent before it does not matter.

    >>> cautious("T29.5 R6"), cautious("T29.9 P0 HAh,Kd"), cautious("T29.5 C B2c,3d,4h")
    (Fold(), Fold(), Check())
    """
    letters = [clause[0] for clause in line.split()]
    owes = letters[-1:] in (["R"], ["H"]) and "D" not in letters
    return Fold() if owes else Check()
