"""A table at a terminal, and one hand there: a person against an agent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NoReturn

from rich.console import Console, Group, RenderableType
from rich.progress import track
from rich.text import Text

from zerosum.abstraction import split
from zerosum.abstraction.menus import come_to
from zerosum.errors import GameError, must_stay
from zerosum.game import Action, History, number_of_seats, players_of, seat_of
from zerosum.native.primitives import draw
from zerosum.play.agents import Agent
from zerosum.play.beside import whole_of
from zerosum.play.explore.seats import seats_of, unseen_of
from zerosum.play.terminal.rows import row_of_hand, rows_by_hand
from zerosum.rng import Random
from zerosum.support.rendering import line
from zerosum.terms import Ask, Moment, Terms, terms_of, third_person


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
    """

    game: History
    agent: Agent
    lines: Iterator[str]
    console: Console

    def __reduce__(self) -> NoReturn:
        raise must_stay("A table at a terminal", "copy its game and its agent, and make another")

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that decide; the others, such as a dealer, never act."""
        return seats_of(self.game)

    @cached_property
    def unseen(self) -> frozenset[tuple[int, int]]:
        """The pairs of seats where the second does not see what the first does."""
        return frozenset() if self.terms.public_actions else unseen_of(self.game)

    @property
    def terms(self) -> Terms:
        """The words of the game."""
        return terms_of(split(self.game)[0])

    @cached_property
    def players(self) -> int:
        """The number of players, each with one seat or more."""
        return players_of(self.game)

    def partners(self, seat: int) -> list[int]:
        """Return the other seats of the player to whom a seat belongs."""
        seats = range(seat % self.players, number_of_seats(split(self.game)[0]), self.players)
        return [other for other in seats if other != seat]

    def named(self, seat: int) -> str:
        """Return the name of a seat: the agent's, or its own if it has partners or never acts."""
        name = self.terms.seat(seat)
        if seat not in self.seats or self.partners(seat):
            return name[:1].upper() + name[1:]
        return self.agent.name if len(self.seats) < 3 else f"{self.agent.name} ({name})"

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

    The parameters are the same as for :func:`play_to_end`.
    """
    end = play_to_end(table, seat, deck, mind)
    return None if end is None else float(end.payoff(seat % table.players))


def play_to_end(table: Table, seat: int, deck: Random, mind: Random) -> History:
    """Play one hand; return its end, without abstraction, or None if the person leaves.

    Parameters
    ----------
    table
        The game, the opponent and the console.
    seat
        The person's seat.
    deck
        The random numbers of chance.
    mind
        The random numbers of the opponent's actions.
    """
    hand = _Hand(table, seat, mind)
    if words := hand.terms.setting(hand.now):
        table.say(words)
    while not hand.now.base.terminal:
        if hand.now.base.chance:
            hand.deal(deck)
        elif seat_of(hand.now.base) != seat:
            hand.answer()
        elif not hand.ask():
            return None
    hand.close()
    return hand.now.base


class _Hand:
    """A hand in progress, shown to the person who plays it.

    Parameters
    ----------
    table
        The game, the opponent and the console.
    seat
        The person's seat.
    mind
        The random numbers of the opponent's actions.
    """

    def __init__(self, table: Table, seat: int, mind: Random) -> None:
        self.table = table
        self.terms = table.terms
        self.seat = seat
        self.mind = mind
        self.now = Moment(table.game)
        self.start = table.agent.begin(table.game, mind)
        self.followed = self.start
        self.last: Moment | None = None  # where the opponent acted last

    def deal(self, deck: Random) -> None:
        """Let chance move while it does, and show what all players see of it."""
        before = self.now
        while self.now.base.chance and not self.now.base.terminal:
            self._go(draw(self.now.base, deck))
        if words := self.terms.dealt(before, self.now):
            self.table.say(words)

    def answer(self) -> None:
        """Let the opponent act."""
        action = self.table.agent.act(self.followed, self.mind)
        self.last, seat = self.now, seat_of(self.now.base)
        if (seat, self.seat) not in self.table.unseen and self.terms.tells(self.now):
            did = third_person(*self._words_of(action))
            self.table.say(f"{self.table.named(seat)} {did}.")
        self._act(action)

    def _words_of(self, action: Action) -> tuple[str, str]:
        """Return in words what an action does in the real game."""
        return self.terms.told(self.now, come_to(self.now.infoset, action))

    def ask(self) -> bool:
        """Let the person act; return whether the session continues.

        If only one action is legal, it is taken.
        """
        if len(self.now.menu) == 1:
            action = self.now.menu[0]
            if self.terms.tells(self.now):
                self.table.say("You ", *self._words_of(action), ".")
            self._act(action)
            return True
        self._status()
        while (words := self.table.hear()) is not None:
            if self._heard(words):
                return True
        return False

    def close(self) -> None:
        """Show all hands that are open at the end, and who wins what."""
        others = [seat for seat in range(number_of_seats(self.now.base)) if seat != self.seat]
        names = {self.seat: "You"} | {seat: self.table.named(seat) for seat in others}
        if self.terms.shown(self.now):
            self._show_down(names)
        for words in self.terms.settled(self.now, names):
            self.table.say(words)

    def _show_down(self, names: Mapping[int, str]) -> None:
        """Show the hands that are open."""
        board = self.terms.board(self.now)
        hands = {seat: self.terms.hand(self.now, seat) for seat in names}
        hands = {seat: hand for seat, hand in hands.items() if hand}
        if not hands:
            return
        self.table.say("Showdown", *((" on ", board) if board else ()), ":")
        width = max(len(names[seat]) for seat in hands)
        for seat, hand in hands.items():
            best = self.terms.best(self.now, seat)
            self.table.say(f"  {names[seat]:<{width}}  ", hand, f"  {best}" if best else "")

    def _heard(self, words: str) -> bool:
        """Take the action that the person types, or answer anything else; return whether it was."""
        word = words.strip().lower()
        answers = {"": self._list, "l": self._list}
        answers |= {"?": partial(self._show, self.now), "??": partial(self._show, self.last)}
        try:
            if word in answers:
                answers[word]()
                return False
            action = self.terms.read(self.now, words)
            self._check(action, words)
        except GameError as error:
            self.table.say(str(error))
            return False
        self._act(action)
        return True

    def _check(self, action: Action, words: str) -> None:
        """Check that an action is on the menu, or does what one on the menu does.

        Raises
        ------
        GameError
            If it is not legal.
        """
        menu = self.now.menu
        if action in menu:
            return
        try:
            after = self.now.apply(action)
        except GameError:
            raise
        except Exception:  # noqa: BLE001 (what the game does with an illegal action is not known)
            after = None
        if after is None or not any(self.now.apply(option).game == after.game for option in menu):
            raise GameError(
                f"The word {words.strip()!r} must be a legal action; {type(self.terms).__name__} "
                f"reads it as {action!r}: legal here are "
                f"{', '.join(choice.word for choice in self.terms.choices(self.now))}.",
                action,
            )

    def _status(self) -> None:
        board, hand = self.terms.board(self.now), self.terms.hand(self.now, self.seat)
        chips = self.terms.chips(self.now, self.seat)
        on = (" on ", board) if board else ()
        self.table.say("You have ", hand, *on, f"; {chips}." if chips else ".")
        if around := self.terms.around(self.now, self.seat):
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
            asked = ask, whole_of(self.start), moment, self.table.watched
            shown = self.terms.by_hand(*asked)
            shown = shown or rows_by_hand(self.terms, *asked, unseen=self.table.unseen)
            self.table.console.print(shown or self._own(ask, moment))

    def _own(self, ask: Ask, moment: Moment) -> RenderableType:
        """Return what a strategy does with the person's own hand, where not all can be shown."""
        words = "Not every hand can be asked for here"
        if moment is not self.now:
            return f"{words}."
        return Group(
            f"{words}; with yours:", row_of_hand(self.terms, ask, whole_of(self.followed), moment)
        )

    def _act(self, action: Action) -> None:
        """Take an action, and show what it brings about."""
        before = self.now
        self._go(action)
        if outcome := self.terms.outcome(before, self.now, self.seat):
            self.table.say(outcome)

    def _go(self, step: Action) -> None:
        self.now = self.now.apply(step)
        self.followed = self.followed.apply(step)
