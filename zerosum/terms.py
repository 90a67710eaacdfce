"""The words of a game at a terminal: what a player is shown of a hand, and may type.

Any game can be played in the plain words of :class:`Terms`. A game with words of
its own derives a class from it and names that class in its body::

    hooks = Hooks(terms="zerosum.kuhn.terminal:KuhnTerms")  # Hooks of zerosum.game

The name is resolved when a hand is played, so that the game itself need not import the class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeAlias

from rich.console import RenderableType
from rich.text import Text

from zerosum.abstraction import split
from zerosum.drawn import Bets, Choice, Drawn
from zerosum.errors import GameError
from zerosum.game import hook_of, known_to

__all__ = ["Ask", "Choice", "Moment", "Terms", "Watch", "joined", "terms_of", "third_person"]

Watch: TypeAlias = Callable[[Sequence[Any]], Iterable[Any]]

_KEPT = {"l", "q"}  # mean something else at every decision
_LONGEST = 8  # letters of a key
_ALIASES = {"fold": ("f",), "check": ("k", "x"), "call": ("c",), "bet": ("b",), "raise": ("r",)}


@dataclass(frozen=True)
class Moment:
    """A history, and the steps that led to it.

    Parameters
    ----------
    game
        The history, of a game or of an abstraction of it, whose menus count.
    steps
        The outcomes of chance and the actions since the start.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> Moment(Kuhn()).apply(0).apply(2).steps
    (0, 2)
    """

    game: Any
    steps: tuple[Any, ...] = ()

    @cached_property
    def base(self) -> Any:
        """The history of the base game, without any abstraction."""
        return split(self.game)[0]

    @cached_property
    def infoset(self) -> Any:
        """What the player to act knows in the base game."""
        return self.base.infoset(self.base.active)

    @cached_property
    def menu(self) -> Sequence[Any]:
        """The actions of the player to act; those of a game with many are not written down."""
        choices = hook_of(self.base, "choices") if self.game is self.base else None
        if choices is None:
            return tuple(self.game.infoset(self.game.active).actions())
        menu: Sequence[Any] = choices(self.infoset)
        return menu

    def apply(self, step: Any) -> Moment:
        """Return the moment after an action or an outcome of chance."""
        return Moment(self.game.apply(step), (*self.steps, step))


class Ask(Protocol):
    """Asks a strategy, as :class:`zerosum.play.Answers` does.

    Attributes
    ----------
    strategy
        The strategy.
    unknown
        How many questions were about unknown infosets and got a uniform answer.
    """

    strategy: Any
    unknown: int

    def __call__(self, game: Any, player: int) -> Mapping[Any, float]:
        """Return the probability of each action at a history, as the strategy sees it."""
        ...


class Terms:
    """The plain words of any game with few actions; a subclass overrides some for its game.

    An action has a key to type: the initial of its name, the name, or its number on the menu.
    Private information is shown only by the methods that take a player's number. Where a player has
    several seats, they take the number of a seat (:class:`zerosum.game.Game`), which the
    ``infoset`` of a game does not: :func:`zerosum.game.known_to` does.

    Examples
    --------
    A game names its class, as ``hooks = Hooks(terms="my_module:Pennies")``. Here are other words
    for Kuhn:

    >>> from zerosum.kuhn import Kuhn
    >>> class Pennies(Terms):
    ...     unit = "pennies"
    ...     def seat(self, player):
    ...         return ("the dealer", "the guest")[player]
    ...     def spell(self, private):
    ...         return f"card {private.card + 1} of 3"
    ...     def told(self, moment, action):
    ...         return ("bet", " a penny") if action else ("pass", "")
    >>> terms, moment = Pennies(), Moment(Kuhn()).apply(0).apply(2)
    >>> terms.seat(0), str(terms.hand(moment, 0))
    ('the dealer', 'card 1 of 3')
    >>> [(choice.word, choice.says) for choice in terms.choices(moment)]
    [('p', 'pass'), ('b', 'bet a penny')]
    >>> terms.read(moment, "bet")
    <Move.BET: 1>
    """

    unit: ClassVar[str] = "chips"
    """What is won."""

    round: ClassVar[tuple[str, str]] = ("hand", "hands")
    """What a game from its start to its end is called, one and many."""

    series: ClassVar[tuple[str, str]] = ("match", "matches")
    """What a series of hands is called, one and many, if the game names one."""

    full_menu: ClassVar[bool] = False
    """Whether a person has all actions of the game, although a strategy was trained on others."""

    public_actions: ClassVar[bool | None] = None
    """Whether all seats see all actions; None to find out by random hands. At the terminal, what a
    seat does is told only to those that see it."""

    def seat(self, player: int) -> str:
        """Return the name of a seat, such as "the small blind", or "the dealer" who never acts."""
        return f"player {player}"

    def private(self, moment: Moment, player: int) -> Any:
        """Return what the player alone knows; None if the game does not say it here.

        That is the infoset here: anything else of an unknown game might be secret.
        """
        return known_to(moment.base, player)

    def spell(self, private: Any) -> str:
        """Return in words what a player alone knows."""
        return str(private)

    def hand(self, moment: Moment, player: int) -> Text:
        """Return what the player alone knows, as it is shown; empty to leave it out at the end."""
        private = self.private(moment, player)
        return Text() if private is None else Text(self.spell(private), "bold")

    def board(self, moment: Moment) -> Text:
        """Return what all players see, such as cards; may be empty."""
        return Text()

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return what chance has just shown to all players; may be empty."""
        board = self.board(after)
        return Text() if board == self.board(before) else Text("The board: ").append_text(board)

    def chips(self, moment: Moment, player: int) -> str:
        """Return what is at stake, and what the player owes; may be empty."""
        return ""

    def drawn(self, moment: Moment, seat: int, viewer: int) -> Drawn:
        """Return what lies before a seat, as the seat ``viewer`` sees it."""
        own = seat == viewer or (moment.base.terminal and self.shown(moment))
        return Drawn(self.hand(moment, seat).plain if own else "")

    def pot(self, moment: Moment) -> float | None:
        """Return the chips in the middle and before all seats; None in games without."""
        return None

    def bets(self, moment: Moment, sizes: Sequence[Any] = ()) -> Bets | None:
        """Return which bets of any number of chips are legal; None if there are none.

        ``sizes`` are actions of a menu, of which those that are legal here get a name.
        """
        return None

    def setting(self, moment: Moment) -> str:
        """Return what all players know before the first deal; may be empty."""
        return ""

    def around(self, moment: Moment, player: int) -> str:
        """Return what the seats have at stake, as a player is told; may be empty."""
        return ""

    def settled(self, moment: Moment, names: Mapping[int, str]) -> Iterable[str]:
        """Return who wins what at the end, line by line; may be empty.

        Parameters
        ----------
        moment
            The end.
        names
            The name of each seat; that of the person is "You".
        """
        return ()

    def name(self, moment: Moment, action: Any) -> str:
        """Return the name of an action in small letters."""
        return (action.name if isinstance(action, Enum) else str(action)).lower()

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb of an action and what follows it, such as "raise" and " to 4"."""
        return "choose", f" {self.name(moment, action)}"

    def label(self, moment: Moment, action: Any) -> str:
        """Return what an action does, complete by itself, such as "raise to 4"."""
        return "".join(self.told(moment, action))

    def token(self, moment: Moment, action: Any) -> str:
        """Return a word for an action in a line: an initial that no other has, or the name."""
        name = joined(self.name(moment, action))
        if not isinstance(action, Enum):
            return name
        initials = [joined(self.name(moment, member))[:1] for member in type(action)]
        own = initials.count(name[0]) == 1 and name[0] not in _KEPT
        return name[0] if own else name

    def shows(self, moment: Moment, outcome: Any) -> str:
        """Return in a word what chance shows to all players by an outcome."""
        return Terms.name(self, moment, outcome)

    def tells(self, moment: Moment) -> bool:
        """Return whether to tell an action that is taken here, also if no other is legal."""
        return True

    def outcome(self, before: Moment, after: Moment, player: int) -> Text:
        """Return what an action has brought about, such as who takes a trick; may be empty.

        Parameters
        ----------
        before, after
            The decision, and the moment after the action.
        player
            Who is told.
        """
        return Text()

    def standing(self, series: Any, side: int) -> str:
        """Return how a series stands after a hand, as one side sees it; may be empty."""
        return ""

    def choices(self, moment: Moment) -> list[Choice]:
        """Return the legal actions of the player to act, in the order of the menu."""
        return [
            Choice(key, self._says(moment, action, key), f"or {place}")
            for key, place, action in self._keys(moment)
        ]

    def read(self, moment: Moment, words: str) -> Any:
        """Return the legal action that the words say: a key, a name, a verb or a number.

        Raises
        ------
        GameError
            If the words name no legal action.
        """
        word, keys = joined(words), self._keys(moment)
        for key, place, action in keys:
            if word in {key, str(place), *self._others(moment, action)}:
                return action
        raise GameError(
            f"The word {words.strip()!r} must be an action: legal here are "
            f"{', '.join(key for key, _, _ in keys)}.",
            words,
        )

    def shown(self, moment: Moment) -> bool:
        """Return whether all hands are open at the end, as at a showdown."""
        return False

    def best(self, moment: Moment, player: int) -> str:
        """Return what the player's hand is worth at the showdown; may be empty."""
        return ""

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
            Yields the hands that it is given, and may show the progress.

        Returns
        -------
        None for a plain table with a row for each hand.
        """
        return None

    def _keys(self, moment: Moment) -> list[tuple[str, int, Any]]:
        """Return each action with what to type and its number, 1 for the first."""
        menu = enumerate(moment.menu, 1)
        return [(self._key(moment, action, place), place, action) for place, action in menu]

    def _key(self, moment: Moment, action: Any, place: int) -> str:
        """Return the token of an action, or the number if it has no short name."""
        name = joined(self.name(moment, action))
        long = name.isdigit() or len(name) > _LONGEST
        return str(place) if long else self.token(moment, action)

    def _others(self, moment: Moment, action: Any) -> set[str]:
        """Return the name of an action, and its verb if no other legal action has it."""
        name, verb = joined(self.name(moment, action)), self.told(moment, action)[0]
        words = set() if name.isdigit() else {name}
        if sum(self.told(moment, other)[0] == verb for other in moment.menu) == 1:
            words |= {verb, *_ALIASES.get(verb, ())}
        return words

    def _says(self, moment: Moment, action: Any, key: str) -> str:
        """Return what an action does here, beyond what its key says."""
        verb, rest = self.told(moment, action)
        if rest.strip() == key or verb == key:
            return verb if rest else ""
        name, says = self.name(moment, action), f"{verb}{rest}"
        return says if name in says else f"{name} ({says})"


def terms_of(game: Any) -> Terms:
    """Return the terms that a base game names, or the plain ones.

    Raises
    ------
    GameError
        If the hook is not a class of terms, or its name.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> type(terms_of(Leduc())).__name__
    'LeducTerms'
    """
    kind = hook_of(game, "terms") or Terms
    if isinstance(kind, type) and issubclass(kind, Terms):
        return kind()
    raise GameError(
        f"The hook terms of {type(game).__name__} must be a subclass of zerosum.terms.Terms, or "
        f"its name as module:Class; got {kind!r}.",
        game,
    )


def third_person(verb: str, rest: str = "") -> str:
    """Return what somebody does, from a verb and what follows it.

    >>> third_person("raise", " to 4"), third_person("pass")
    ('raises to 4', 'passes')
    >>> third_person("match"), third_person("go"), third_person("bury"), third_person("play")
    ('matches', 'goes', 'buries', 'plays')
    """
    stem = re.sub("(?<=[^aeiou])y$", "ie", verb)
    return f"{stem}{'e' * bool(re.search('(s|x|z|[cs]h|[^aeiou]o)$', verb))}s{rest}"


def joined(words: str) -> str:
    """Return what was typed as one word, without spaces and in small letters.

    >>> joined(" Bet 12")
    'bet12'
    """
    return "".join(words.lower().split())
