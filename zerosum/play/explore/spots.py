"""Records of what an explorer finds at one public state: plain values, which JSON can hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.play.explore.public import Event
from zerosum.support.rendering import Report, TextTable, chips, table

NEVER = "The strategy never comes here: hands are as likely as chance deals them."


@dataclass(frozen=True)
class Option:
    """What may happen next: an action of the seat to act, or what is shown to all players.

    Parameters
    ----------
    token
        The word that leads there, to append to the line. Where not all players see what a seat
        does, all its actions have the same.
    label
        What a button says, complete by itself.
    probability
        Its probability if all players play the strategy.

    Examples
    --------
    >>> Option(token="b", label="Bet 1", probability=0.5)
    Option(token='b', label='Bet 1', probability=0.5)
    """

    token: str
    label: str
    probability: float


@dataclass(frozen=True)
class Row:
    """What the strategy does with one private state of the seat to act.

    Parameters
    ----------
    hand
        The private state in words.
    dealt
        Its probability by chance alone, given what chance has shown to all; rows sum to 1.
    reach
        The probability that the seat itself does what it did on the line with it.
    probability
        Its probability given the line, if all players play the strategy: by chance, by ``reach``
        and by what the other seats did; rows sum to 1. By chance alone if the strategy never comes
        here.
    visited
        Whether the strategy knows the infoset; it is uniform elsewhere.
    strategy
        The probability of each option, None where it is not legal.

    Examples
    --------
    >>> row = Row("K", dealt=1 / 3, reach=0.5, probability=0.2, visited=True, strategy=(0.0, 1.0))
    >>> row.hand, row.strategy
    ('K', (0.0, 1.0))
    """

    hand: str
    dealt: float
    reach: float
    probability: float
    visited: bool
    strategy: tuple[float | None, ...]


@dataclass(frozen=True)
class Spot(Report):
    """A public state of a game, and what a strategy does there.

    Parameters
    ----------
    line
        The tokens that lead here: letters, digits and ``-_.~*``, which no URL has to quote.
    seats
        The names of all seats.
    kind
        ``decision``; ``event`` if something is shown to all players next, of which the caller may
        choose; ``over`` at the end.
    seat
        The seat to act; None if none is.
    events
        What all players have seen, in order.
    board
        What lies open; may be empty.
    status
        What is at stake, and what the seat to act owes; empty if it depends on its private state.
    options
        What may happen next.
    rows
        The private states of the seat to act.
    reach
        The probability of the line if all players play the strategy, chance included.
    payoffs
        At the end what each player wins: the mean by the probabilities of the private states.
        None before, and where hands of poker are shown down.
    settled
        Whether payoffs are the same whatever players hold.
    notes
        Sentences to show beside it, such as one that says what the probabilities are.
    hint
        What a line goes on with, where options do not list it; empty if they do.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Explorer
    >>> spot = Explorer(lambda seen: dict.fromkeys(seen.actions(), 0.5), Kuhn()).at("p")
    >>> spot.kind, spot.seat, round(spot.reach, 3), spot.text
    ('decision', 1, 0.5, 'p')
    >>> spot.said[:2]
    ['Player 0 checks.', 'Player 1 is to act; pot 2.']
    """

    line: tuple[str, ...]
    seats: tuple[str, ...]
    kind: str
    seat: int | None
    events: tuple[Event, ...]
    board: str
    status: str
    options: tuple[Option, ...]
    rows: tuple[Row, ...]
    reach: float
    payoffs: tuple[float, ...] | None = None
    settled: bool = True
    notes: tuple[str, ...] = ()
    hint: str = ""

    def content(self) -> list[Any]:
        """Return what has happened, and a table of what may happen next."""
        shown = table_of(self)
        return [*self.said, *([] if shown is None else [shown])]

    @property
    def text(self) -> str:
        """The line as a text, which :meth:`Explorer.at` reads."""
        return " ".join(self.line)

    @property
    def said(self) -> list[str]:
        """What has happened and what is next, in sentences."""
        words = "; ".join(event.words for event in self.events)
        happened = words[:1].upper() + words[1:]
        board = f"On the board: {self.board}" if self.board else ""
        steps = dict.fromkeys(f"{one.token} ({one.label})" for one in self.options)
        onward = (
            f"Continue the line with {', '.join(steps)}" if self.seat is not None else self.hint
        )
        unknown = unvisited(sum(not row.visited for row in self.rows), len(self.rows))
        said = (happened, board, self.now, onward, unknown, *self.notes)
        return [f"{text.removesuffix('.')}." for text in said if text]

    @property
    def now(self) -> str:
        """Who is to act, what is shown next or how the game has ended; may be empty."""
        if self.kind == "over":
            return self._result()
        if self.seat is None:
            return "All players see one of these next" if self.options else ""
        acts, status = self.seats[self.seat], f"; {self.status}" if self.status else ""
        return f"{acts[:1].upper()}{acts[1:]} is to act{status}"

    def _result(self) -> str:
        if self.payoffs is None:
            return "The game is over, and hands are shown down"
        own = len(self.seats) == len(self.payoffs)  # each player has one seat
        names = self.seats if own else [f"player {player}" for player in range(len(self.payoffs))]
        both = zip(names, self.payoffs, strict=True)
        won = ", ".join(f"{name} {chips(one, sign=True)}" for name, one in both)
        return f"The game is over: {won}{'' if self.settled else ' on average'}"


def unvisited(count: int, infosets: int) -> str:
    """Return a sentence about infosets that training did not visit; empty if it visited all."""
    if not count:
        return ""
    which = "this infoset" if infosets == 1 else f"{count} of these infosets"
    return f"Training did not visit {which}; all actions are equally likely there."


def table_of(spot: Spot) -> TextTable | None:
    """Return what may happen next: by hand at a decision; None at the end.

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Explorer
    >>> explorer = Explorer(lambda seen: dict.fromkeys(seen.actions(), 0.5), Kuhn())
    >>> print(table_of(explorer.at("p")))
    hand  likely  check  bet 1
    J      33.3%  50.0%  50.0%
    Q      33.3%  50.0%  50.0%
    K      33.3%  50.0%  50.0%
    """
    if spot.kind == "decision":
        labels = [option.label for option in spot.options]
        hands = [row.hand for row in spot.rows]
        odds = [[row.probability, *row.strategy] for row in spot.rows]
        return table_of_hands(["likely", *labels], hands, odds)
    rows = [[option.token, option.label, f"{option.probability:.1%}"] for option in spot.options]
    return table(["line", "shown", "likely"], rows, "llr") if rows else None


def table_of_hands(
    labels: list[str], hands: list[str], shares: list[list[float | None]]
) -> TextTable:
    """Return a table with a row for each hand, or for each action if there are more actions."""
    rows = [
        [hand, *("" if share is None else f"{share:.1%}" for share in own)]
        for hand, own in zip(hands, shares, strict=True)
    ]
    if len(labels) <= len(hands):
        return table(["hand", *labels], rows)
    heads, *columns = zip(["", *labels], *rows, strict=True)
    return table(heads, columns)
