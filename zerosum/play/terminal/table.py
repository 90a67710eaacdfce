"""A table at a terminal, and one hand there: a person against an agent."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from rich.console import Console, Group, RenderableType
from rich.progress import track
from rich.text import Text

from zerosum.errors import GameError, must_stay
from zerosum.game import History
from zerosum.play.agents import Agent
from zerosum.play.beside import whole_of
from zerosum.play.hand import Hand, Lineup
from zerosum.play.terminal.rows import row_of_hand, rows_by_hand
from zerosum.rng import Random
from zerosum.support.rendering import line
from zerosum.terms import Ask, Moment


@dataclass(frozen=True)
class Table:
    """A game, an opponent, and a console.

    Parameters
    ----------
    game
        The start of a game, with the menus that the person chooses from.
    agent
        The opponent, at all other seats, including the seats of partners. If it has ``answers``,
        the person can ask for its strategy.
    lines
        What the person types.
    console
        Shows the hand.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> table = Table(Kuhn(), Uniform(), iter(["p"]), Console(width=60))
    >>> table.hear(), table.hear(), table.lineup().players
    > >
    ('p', None, 2)
    """

    game: History
    agent: Agent
    lines: Iterator[str]
    console: Console

    def __reduce__(self) -> NoReturn:
        raise must_stay("A table at a terminal", "copy its game and its agent, and make another")

    def lineup(self, own: int = 0) -> Lineup:
        """Return who sits where."""
        return Lineup(self.game, (self.agent,), own)

    def say(self, *parts: str | Text) -> None:
        """Show a line."""
        line(self.console, Text.assemble(*parts))

    def hear(self) -> str | None:
        """Return what the person types, or None to end the session."""
        self.console.print("> ", end="")
        words = next(self.lines, None)
        if words is None:
            self.console.print()
        return None if words is None or words.strip().lower() in {"q", "quit"} else words

    def watched(self, hands: Sequence[Any]) -> Iterable[Any]:
        """Yield hands, with a progress bar in a terminal."""
        return track(
            hands,
            "Asking for every hand",
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )


def play_hand(table: Table, seat: int, deck: Random, mind: Random) -> float | None:
    """Play one hand; return what the person's side wins, or None if the person leaves.

    Parameters
    ----------
    table
        The game, the opponent and the console.
    seat
        The person's seat.
    deck, mind
        As for :func:`play_to_end`.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> table = Table(Kuhn(), Uniform(), iter(["p", "p"]), Console(width=60))
    >>> play_hand(table, 0, Random(3), Random(3))
    You have J; pot 2.
    p pass (check), b bet 1
    > uniform checks.
    Showdown:
      You      J
      uniform  K
    -1.0
    """
    lineup = table.lineup(seat)
    end = play_to_end(table, lineup, deck, mind)
    return None if end is None else float(end.payoff(seat % lineup.players))


def play_to_end(table: Table, lineup: Lineup, deck: Random, mind: Random) -> History:
    """Play one hand; return its end, without abstraction, or None if the person leaves.

    Parameters
    ----------
    table
        The console.
    lineup
        Who sits where in this hand.
    deck
        The random numbers of chance.
    mind
        The random numbers of the opponent's actions.
    """
    hand = _Person(table, Hand.begin(lineup, mind))
    if setting := lineup.terms.setting(hand.now):
        table.say(setting)
    while hand.goes_on(deck, mind):
        if not hand.ask():
            return None
    for words in hand.hand.ending:
        table.say(words)
    return hand.now.base


class _Person:
    """A hand in progress, shown to the person who plays it.

    Parameters
    ----------
    table
        The console, and the opponent to ask.
    hand
        The hand.
    """

    def __init__(self, table: Table, hand: Hand) -> None:
        self.table = table
        self.hand = hand
        self.terms = hand.lineup.terms

    @property
    def now(self) -> Moment:
        """Where the hand stands."""
        return self.hand.now

    def goes_on(self, deck: Random, mind: Random) -> bool:
        """Let chance and the opponent move; return whether the person has a choice then."""
        for hand in self.hand.advance(lambda _: deck, lambda _: mind):
            self._go(hand)
        return not self.hand.over

    def ask(self) -> bool:
        """Let the person act; return whether the session continues."""
        self._status()
        while (words := self.table.hear()) is not None:
            if self._heard(words):
                return True
        return False

    def _heard(self, words: str) -> bool:
        """Take the action that the person types, or answer anything else; return whether it was."""
        word = words.strip().lower()
        answers = {"": self._list, "l": self._list}
        answers |= {"?": partial(self._show, self.now), "??": partial(self._show, self.hand.last)}
        try:
            if word in answers:
                answers[word]()
                return False
            after = self.hand.act(self.hand.read(words))
        except GameError as error:
            self.table.say(str(error))
            return False
        self._go(after)
        return True

    def _status(self) -> None:
        own = self.hand.lineup.own
        board, hand = self.terms.board(self.now), self.terms.hand(self.now, own)
        chips = self.terms.chips(self.now, own)
        on = (" on ", board) if board else ()
        self.table.say("You have ", hand, *on, f"; {chips}." if chips else ".")
        if around := self.terms.around(self.now, own):
            self.table.say(around)
        choices = self.terms.choices(self.now)
        self.table.say(", ".join(f"{one.word} {one.says}".rstrip() for one in choices))

    def _list(self) -> None:
        choices = self.terms.choices(self.now)
        word = max(len(choice.word) for choice in choices)
        says = max(len(choice.says) for choice in choices)
        for choice in choices:
            line = f"  {choice.word:<{word}}  {choice.says:<{says}}  {choice.more}"
            self.table.say(line.rstrip())

    def _show(self, moment: Moment | None) -> None:
        ask = getattr(self.table.agent, "answers", None)
        if ask is None:
            self.table.say(f"{self.table.agent.name} has no strategy to ask.")
        elif moment is None:
            self.table.say(f"{self.table.agent.name} has not acted in this hand yet.")
        else:
            asked = ask, whole_of(self.hand.starts[0]), moment, self.table.watched
            shown = self.terms.by_hand(*asked)
            shown = shown or rows_by_hand(self.terms, *asked, unseen=self.hand.lineup.unseen)
            self.table.console.print(shown or self._own(ask, moment))

    def _own(self, ask: Ask, moment: Moment) -> RenderableType:
        """Return what a strategy does with the person's own hand, where not all can be shown."""
        words = "Not every hand can be asked for here"
        if moment is not self.now:
            return f"{words}."
        followed = whole_of(self.hand.followed[0])
        return Group(f"{words}; with yours:", row_of_hand(self.terms, ask, followed, moment))

    def _go(self, hand: Hand) -> None:
        """Show what an event has brought about."""
        self.hand = hand
        for words in hand.news:
            self.table.say(words)
