"""The protocol of a game: an immutable value that knows what may happen next.

A game is a frozen dataclass (``dataclasses`` or ``attrs``). ``apply`` returns a new game and never
changes the old one; ``infoset(player)`` returns everything that the player knows. ``Game()``
without arguments is the start. A class does not need to inherit from these protocols; it only needs
the methods.

    >>> from zerosum.kuhn import Kuhn
    >>> game = Kuhn().apply(0).apply(2)
    >>> game.chance, game.active
    (False, 0)
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Mapping, Sequence
from numbers import Integral
from types import FunctionType
from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from zerosum.errors import GameError
from zerosum.hooks import Hooks, aside, hook_of
from zerosum.rng import Random

__all__ = [
    "Action",
    "Game",
    "History",
    "Hooks",
    "InfoSet",
    "Player",
    "aside",
    "check_methods",
    "hook_of",
    "known_to",
    "number_of_seats",
    "players_of",
    "seat_of",
]

Player: TypeAlias = int

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
I_co = TypeVar("I_co", covariant=True)


class InfoSet(Hashable, Protocol[A_co]):
    """All that one player knows at one moment: histories with equal infosets look the same.

    Three more members are optional: ``max_actions``, a class variable, the length of the longest
    menu; ``street``, an int, for storage and pruning by street; and ``concrete(action)``, which
    returns the action of the game that an action of an abstraction stands for.
    """

    def actions(self) -> Sequence[A_co]:
        """Return the actions of the player to act, in a fixed order.

        Any sequence will do; only a tuple compiles.
        """
        ...


@runtime_checkable
class Game(Protocol[A, I_co]):
    """A history of a zero-sum game with hidden information.

    ``players`` is 2 by default. A game without chance may leave ``chances`` and ``sample`` out; a
    missing ``sample`` is drawn from ``chances``. What is no part of the rules, such as the words of
    the game at a terminal, is declared as :class:`Hooks`.

    Two more members are for algorithms that carry vectors over private hands along the public
    tree, such as public chance sampling (Johanson, Bard, Lanctot, Gibson & Bowling, "Efficient
    Nash equilibrium approximation through Monte Carlo counterfactual regret minimization", AAMAS
    2012). A game may declare both, or neither:

    - ``public``, a property: what every player has seen, such as the betting and the board. It
      does not depend on the private hands, and differs if every player can see a difference.
    - ``private(player)``: what that player alone knows, such as a card; before it is dealt, any
      value that stands for none. With ``public`` it determines the player's infoset.

    A player may be a team of seats that do not see each other's cards, as in Setback. Then the game
    declares ``seats``, their number, and ``seat``, the one to act. Seats sit in turns: seat ``s``
    plays for player ``s % players``, and ``infoset`` of the player to act returns what the seat to
    act knows. It takes a player, never a seat: use :func:`known_to` for that.

    A game that cannot compile, such as one that asks another library, may say so in
    ``interpreted``, a sentence: it runs interpreted, and the sentence is the warning that says why.

    If the hands of a series may begin differently, for example with other scores, ``origin``, a
    property, is the start that all of them share.

    >>> from zerosum.leduc import Leduc
    >>> game = Leduc().apply(0).apply(5)
    >>> game.public == Leduc().apply(2).apply(3).public, game.private(1)
    (True, 5)
    """

    players: ClassVar[int] = 2

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        ...

    def payoff(self, player: Player) -> float:
        """Return the payoff of a player at a terminal, in chips.

        The sum over players is zero, or another number that is the same at every terminal.
        """
        ...

    @property
    def chance(self) -> bool:
        """Whether chance moves next."""
        ...

    def chances(self) -> Mapping[A, float]:
        """Return each outcome of chance with its probability."""
        ...

    def sample(self, rng: Random | None = None) -> A:
        """Sample an outcome of chance."""
        ...

    @property
    def active(self) -> Player:
        """The player to act."""
        ...

    def infoset(self, player: Player) -> I_co:
        """Return what the player knows."""
        ...

    def apply(self, action: A) -> Self:
        """Return the game after an action or an outcome of chance."""
        ...


History: TypeAlias = Any
"""A history of a game, or a hand as an agent follows it, of a class that is known at run time only.

It has the methods of :class:`Game`, and all others that its class has."""
Action: TypeAlias = Any
"""An action, or an outcome of chance: hashable, of a class that is known at run time only."""


def players_of(game: Any) -> int:
    """Return the number of players of a game or a game class (2 by default).

    >>> from zerosum.kuhn import Kuhn
    >>> players_of(Kuhn)
    2
    """
    return int(getattr(game, "players", 2))


def number_of_seats(game: Any) -> int:
    """Return the number of seats at a table: ``seats`` if a game has it, else one a player.

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.setback import Setback
    >>> number_of_seats(Kuhn()), number_of_seats(Setback())
    (2, 4)
    """
    return int(getattr(game, "seats", players_of(game)))


def seat_of(game: Any) -> int:
    """Return the seat to act in a game without abstraction: that of the player, or of the team."""
    alone = number_of_seats(game) == players_of(game) and not hasattr(game, "seat")
    return int(game.active if alone else game.seat)


def known_to(game: Any, seat: int) -> Any:
    """Return the infoset of a seat in a game without abstraction.

    Where a player has several seats, a game knows the infoset of the seat to act only; of any other
    seat, the result is None.

    >>> from zerosum.kuhn import Kuhn
    >>> known_to(Kuhn().apply(0).apply(2), 1) == Kuhn().apply(0).apply(2).infoset(1)
    True
    """
    if number_of_seats(game) == players_of(game):
        return game.infoset(seat)
    acts = not game.terminal and not game.chance and seat_of(game) == seat
    return game.infoset(game.active) if acts else None


_FUNCTIONS = (FunctionType, staticmethod, classmethod)
_FACTS = ("terminal", "chance", "active", "public", "seat")
# A method, its arguments, and how its first line is written.
_METHODS = (
    ("payoff", 1, "def payoff(self, player)"),
    ("infoset", 1, "def infoset(self, player)"),
    ("apply", 1, "def apply(self, action)"),
    ("chances", 0, "def chances(self)"),
    ("private", 1, "def private(self, player)"),
)


def check_methods(game: Any, thing: str = "") -> None:
    """Check that a game has the members that every traversal needs, as properties and methods.

    Parameters
    ----------
    game
        A history; none of its properties is evaluated.
    thing
        The name to use in the error; by default its class.

    Raises
    ------
    GameError
        If one is missing, is a method instead of a property or the reverse, or takes other
        arguments; the error names the first.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> check_methods(Kuhn())
    """
    cls = type(game)
    thing = thing or f"The game {cls.__qualname__}"
    for name in ("terminal", "payoff", "chance", "active", "infoset", "apply"):
        if not hasattr(cls, name) and not hasattr(game, name):
            advice = "write a property that returns False if chance never moves; "
            raise GameError(
                f"{thing} must have {name}; {advice if name == 'chance' else ''}"
                f"see zerosum.game.Game for what it means.",
                game,
            )
    for name in _FACTS:
        if isinstance(inspect.getattr_static(cls, name, None), _FUNCTIONS):
            raise GameError(
                f"{name} of {cls.__qualname__} must be a property; got a method, which is always "
                f"true: write @property above `def {name}`.",
                game,
            )
    _check_no_property(game, "sample", "def sample(self, rng=None)")
    for name, count, line in _METHODS:
        _check_method(game, name, count, line)
    _check_whole(game, "players", 1)
    _check_hooks(game)
    if hasattr(game, "seats"):
        _check_whole(game, "seats", game.players if hasattr(game, "players") else 2)


def _check_whole(game: Any, name: str, least: int) -> None:
    number = getattr(game, name, 2)
    if isinstance(number, bool) or not isinstance(number, Integral) or number < least:
        raise GameError(
            f"{name} of {type(game).__qualname__} must be a whole number, at least {least}; got "
            f"{number!r}: write `{name}: ClassVar[int] = {max(2, least)}`.",
            game,
        )


def _check_hooks(game: Any) -> None:
    cls = type(game)
    hooks = inspect.getattr_static(cls, "hooks", None)
    is_field = "hooks" in getattr(cls, "__match_args__", ())
    if is_field or not isinstance(hooks, Hooks | None):
        given = "a field" if is_field else repr(hooks)
        raise GameError(
            f"hooks of {cls.__qualname__} must be one record of the class; got {given}: write "
            f"`hooks = Hooks(...)` without an annotation, with Hooks of zerosum.game, or give it "
            f"another name.",
            game,
        )


def _check_no_property(game: Any, name: str, line: str) -> None:
    if isinstance(inspect.getattr_static(type(game), name, None), property):
        raise GameError(
            f"{name} of {type(game).__qualname__} must be a method; got a property: write "
            f"`{line}` without @property.",
            game,
        )


def _check_method(game: Any, name: str, count: int, line: str) -> None:
    _check_no_property(game, name, line)
    found = inspect.getattr_static(type(game), name, None)
    if not isinstance(found, _FUNCTIONS):
        return
    function: Any = getattr(found, "__func__", found)
    signature = inspect.signature(getattr(game, name))
    try:
        signature.bind(*range(count))
    except TypeError:
        given = f"def {name}{inspect.signature(function)}"
        raise GameError(
            f"{name} of {type(game).__qualname__} must be `{line}`; got `{given}`.", game
        ) from None
