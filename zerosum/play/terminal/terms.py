"""What a terminal must know of a game to show it to a person, and to read what the person types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from rich.console import Console, RenderableType
from rich.text import Text

from zerosum.abstraction import split

T = TypeVar("T")
Watch: TypeAlias = Callable[[Sequence[Any]], Iterable[Any]]


@dataclass(frozen=True)
class Moment:
    """Where a hand stands, and what led there.

    Parameters
    ----------
    game
        The history; of a game, or of an abstraction of it, whose menus count.
    steps
        The outcomes of chance and the actions from the start on.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> Moment(Kuhn()).apply(0).apply(2).steps
    (0, 2)
    """

    game: Any
    steps: tuple[Any, ...] = ()

    @property
    def base(self) -> Any:
        """The history as no abstraction sees it."""
        return split(self.game)[0]

    @property
    def menu(self) -> tuple[Any, ...]:
        """The actions of the player to act."""
        return tuple(self.game.infoset(self.game.active).actions())

    def apply(self, step: Any) -> Moment:
        """Return where an action or an outcome of chance leads."""
        return Moment(self.game.apply(step), (*self.steps, step))


@dataclass(frozen=True)
class Choice:
    """A legal action, or many that differ in a number, as the person is told.

    Parameters
    ----------
    word
        What to type.
    says
        What it does, with its chips; empty where the word says it.
    more
        What a list of the actions says beyond that; empty where there is nothing.
    """

    word: str
    says: str = ""
    more: str = ""


class Ask(Protocol):
    """Asks a strategy, as :class:`zerosum.play.Answers`.

    Attributes
    ----------
    unknown
        How many times an unknown infoset was answered uniform.
    """

    unknown: int

    def __call__(self, game: Any, player: int) -> Mapping[Any, float]:
        """Return the probability of each action at a history, as the strategy sees that."""
        ...


class Terms(Protocol):
    """How a game is spoken of. A player's cards are told where that player's number is given."""

    def seat(self, player: int) -> str:
        """Return which seat a player has, as in "the small blind"."""
        ...

    def hand(self, moment: Moment, player: int) -> Text:
        """Return what the player alone sees."""
        ...

    def board(self, moment: Moment) -> Text:
        """Return what lies open; empty where nothing does."""
        ...

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return what chance has just shown to both players; empty where nothing."""
        ...

    def chips(self, moment: Moment, player: int) -> str:
        """Return what is at stake, and what the player owes; empty where nothing is to be said."""
        ...

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb of an action and what follows it: "raise", " to 4"."""
        ...

    def choices(self, moment: Moment) -> list[Choice]:
        """Return the legal actions of the player to act."""
        ...

    def read(self, moment: Moment, words: str) -> Any:
        """Return the legal action that the words say; a GameError says what is legal."""
        ...

    def shown(self, moment: Moment) -> bool:
        """Tell whether both hands are open at the end, as at a showdown."""
        ...

    def best(self, moment: Moment, player: int) -> str:
        """Return what the player's hand is worth at the showdown; empty where cards say it all."""
        ...

    def by_hand(self, ask: Ask, start: Any, moment: Moment, watch: Watch) -> RenderableType | None:
        """Return what a strategy does with every hand of the player to act.

        Parameters
        ----------
        ask
            Asks the strategy.
        start
            The hand as the strategy follows it, before the deal.
        moment
            The decision.
        watch
            Yields the hands that it is given, and may show how far they have come.

        Returns
        -------
        None where there are too many to ask for.
        """
        ...


def typed() -> Iterator[str]:
    """Yield the lines that a person types, up to the end of input."""
    while True:
        try:
            yield input()
        except EOFError:
            return


def echoed(lines: Iterable[str], console: Console) -> Iterator[str]:
    r"""Yield the lines of a script, each after it is shown as if typed.

    >>> console = Console()
    >>> list(echoed(["f\n"], console))
    f
    ['f']
    """
    for line in lines:
        words = line.rstrip("\r\n")
        console.print(Text(words), soft_wrap=True)
        yield words


def joined(words: str) -> str:
    """Return what was typed as one word, without spaces and in small letters.

    >>> joined(" Bet 12")
    'bet12'
    """
    return "".join(words.lower().split())
