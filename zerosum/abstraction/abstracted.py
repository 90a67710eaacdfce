"""Abstract games: a game whose infosets and actions are given by an abstraction.

``@abstract(Base, states, actions)`` makes a subclass of ``Base`` whose infosets are those of the
abstraction; ``Abstracted(game, states, actions)`` is the same as a value. The rules always run on
an instance of ``Base``, so an ``apply`` that names its own class, or uses its own infosets, works
as written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self, TypeVar

from zerosum.abstraction.algebra import Algebraic, Product
from zerosum.abstraction.anatomy import field_names
from zerosum.abstraction.view import AbstractInfoset, View, as_actions, as_states, view_of
from zerosum.errors import AbstractionError
from zerosum.game import Player, players_of
from zerosum.rng import Random
from zerosum.support.rendering import table

C = TypeVar("C", bound=type)

_RULES = ("payoff", "chances", "sample")
_FACTS = ("terminal", "chance", "active")
_fields_of = cache(field_names)


@dataclass(frozen=True)
class Abstracted:
    """A game with an abstraction, as a value.

    Parameters
    ----------
    game
        The game, or any later history of it.
    states
        A factor or a product, whose values are the keys of infosets; None to keep the infosets
        of the game.
    actions
        The factor that returns the offered actions; None for those of the game.

    Raises
    ------
    AbstractionError
        If the game is already abstract, or states and actions are not algebraic.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.abstraction import algebraic
    >>> @algebraic
    ... def actions(infoset):
    ...     return tuple(infoset.actions())
    >>> game = Abstracted(Kuhn(), actions).apply(2).apply(0)
    >>> game.infoset(0) == Abstracted(Kuhn(), actions).apply(1).apply(0).infoset(0)
    True
    >>> game.apply(0).apply(0).payoff(0)
    1.0
    """

    game: Any
    states: Any
    actions: Any = None

    def _repr_html_(self) -> str:
        named = {"game": self.game, "states": self.states, "actions": self.actions}
        rows = [(name, repr(part)) for name, part in named.items() if part is not None]
        return table([], rows, "l")._repr_html_()

    def __post_init__(self) -> None:
        _refuse_abstract(self.game)
        if hasattr(type(self.game), "__abstract__"):
            name = type(self.game).__name__
            raise AbstractionError(
                f"A {name} must be abstracted as a class, since it walks two games; got a value: "
                f"decorate a subclass with @abstract({name}, states, actions).",
                self.game,
            )
        object.__setattr__(self, "states", as_states(self.states))
        object.__setattr__(self, "actions", as_actions(self.actions))

    @property
    def players(self) -> int:
        """The number of players."""
        return players_of(self.game)

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.terminal)

    @property
    def chance(self) -> bool:
        """Whether chance moves next."""
        return bool(self.game.chance)

    @property
    def active(self) -> Player:
        """The player to act."""
        player: Player = self.game.active
        return player

    def payoff(self, player: Player) -> float:
        """Return what the player wins at a terminal, in chips."""
        amount: float = self.game.payoff(player)
        return amount

    def chances(self) -> Mapping[Any, float]:
        """Return each outcome of chance with its probability."""
        probabilities: Mapping[Any, float] = self.game.chances()
        return probabilities

    def sample(self, rng: Random | None = None) -> Any:
        """Draw an outcome of chance."""
        return self.game.sample() if rng is None else self.game.sample(rng)

    def infoset(self, player: Player) -> AbstractInfoset:
        """Return the infoset of a player, in the abstract game."""
        return view_of(self.states, self.actions).infoset(self.game.infoset(player))

    def apply(self, action: Any) -> Self:
        """Return the game after an action or an outcome of chance."""
        return type(self)(self.game.apply(action), self.states, self.actions)


def abstract(base: type, states: Any, actions: Any = None) -> Callable[[C], C]:
    """Make a subclass whose body is ``...`` an abstract game: its base, seen abstractly.

    Parameters
    ----------
    base
        The class of the game.
    states
        A factor or a product, whose values are the keys of infosets.
    actions
        The factor that returns the offered actions; None for those of the game.

    Returns
    -------
    A decorator to write above ``@dataclass(frozen=True)`` or ``@attrs.frozen``.

    Raises
    ------
    AbstractionError
        If the class is not a bare subclass of the base, or the base is already abstract.

    Notes
    -----
    A base that is not itself the game to be abstracted, such as one that walks two games
    together, may define a class method ``__abstract__(states, actions)``. It is then called on the
    decorated class, with the product of states and the factor of actions. Its property ``__seen__``
    is the history of the game that is abstracted, so strategies of that game fit; ``states`` and
    ``actions`` are then its attributes.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.abstraction import algebraic
    >>> @algebraic
    ... def actions(infoset):
    ...     return tuple(infoset.actions())
    >>> @abstract(Kuhn, actions, actions)
    ... @dataclass(frozen=True)
    ... class Blind(Kuhn): ...
    >>> Blind().apply(0).apply(2) == Blind().apply(0).apply(2)
    True
    """
    _refuse_abstract(base)
    view = (as_states(states), as_actions(actions))

    def decorate(cls: C) -> C:
        _check_bare(cls, base)
        cls.__abstraction__ = (base, *view)  # type: ignore[attr-defined]
        if hasattr(base, "__abstract__"):
            cls.__abstract__(*view)  # type: ignore[attr-defined]
            return cls
        for name, method in _methods(base, *view).items():
            setattr(cls, name, method)
        return cls

    return decorate


def started(game: Any) -> Any:
    """Return the start of a game class; a history as it is."""
    return game() if isinstance(game, type) else game


def split(game: Any) -> tuple[Any, Product | None, Algebraic | None]:
    """Return the base game of a history, and the states and actions of its abstraction.

    States are None if the infosets of the base are kept, and actions if those of the base are.

    >>> from zerosum.kuhn import Kuhn
    >>> split(Kuhn()) == (Kuhn(), None, None)
    True
    """
    if isinstance(game, Abstracted):
        return game.game, game.states, game.actions
    if hasattr(type(game), "__seen__"):
        return game.__seen__, game.states, game.actions
    base, states, actions = getattr(game, "__abstraction__", (type(game), None, None))
    return _moved(game, base), states, actions


def base_and_view(game: Any) -> tuple[Any, View]:
    """Return the base of a game, or of the start of a game class, and the view of it.

    >>> from zerosum.kuhn import Kuhn
    >>> base, view = base_and_view(Kuhn)
    >>> base == Kuhn(), view.is_plain
    (True, True)
    """
    base, states, actions = split(started(game))
    return base, View(states, actions)


def _methods(base: Any, states: Product | None, actions: Algebraic | None) -> dict[str, Any]:
    """Return the methods of a decorated class; each runs on the real base."""

    def infoset(self: Any, player: Player) -> AbstractInfoset:
        """Return the infoset of a player, in the abstract game."""
        return view_of(states, actions).infoset(_moved(self, base).infoset(player))

    def apply(self: Any, action: Any) -> Any:
        """Return the game after an action or an outcome of chance."""
        return _moved(_moved(self, base).apply(action), type(self))

    computed = [name for name in _FACTS if isinstance(getattr(base, name, None), property)]
    facts = {name: _fact(base, name) for name in computed}
    rules = {name: _rule(base, name) for name in _RULES if hasattr(base, name)}
    return {"infoset": infoset, "apply": apply, **facts, **rules}


def _fact(base: type, name: str) -> Any:
    return property(lambda self: getattr(_moved(self, base), name), doc=getattr(base, name).__doc__)


def _rule(base: type, name: str) -> Any:
    def rule(self: Any, *arguments: Any, **named: Any) -> Any:
        return getattr(_moved(self, base), name)(*arguments, **named)

    rule.__name__, rule.__doc__ = name, getattr(base, name).__doc__
    return rule


def _moved(game: Any, cls: Any) -> Any:
    """Return the same history as an instance of another class with the same fields."""
    if type(game) is cls:
        return game
    moved = object.__new__(cls)
    for name in _fields_of(cls):
        object.__setattr__(moved, name, getattr(game, name))
    return moved


def _check_bare(cls: Any, base: Any) -> None:
    if not issubclass(cls, base):
        raise AbstractionError(
            f"A class under @abstract must be a subclass of its base; got {cls.__name__}, which "
            f"is not a subclass of {base.__name__}: write `class {cls.__name__}({base.__name__})`.",
            cls,
        )
    own = ({"infoset", "apply", *_RULES, *_FACTS} & set(vars(cls))) - set(_fields_of(base))
    own |= set(_fields_of(cls)) ^ set(_fields_of(base))
    if own:
        raise AbstractionError(
            f"The body of {cls.__name__} under @abstract must be `...`; got "
            f"{', '.join(sorted(own))}: make a subclass of {base.__name__} with the changes, and "
            f"abstract that.",
            cls,
        )


def _refuse_abstract(game: Any) -> None:
    if isinstance(game, Abstracted) or hasattr(game, "__abstraction__"):
        raise AbstractionError(
            f"A game to abstract must be a base game; got {game!r}, which is abstract already: "
            "abstract its base by the product of both states.",
            game,
        )
