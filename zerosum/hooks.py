"""What the rest of the library asks of a game beside its rules, and how it is found.

Games import all of it from :mod:`zerosum.game`.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, TypeAlias, TypeVar

from zerosum.errors import GameError

T = TypeVar("T", bound=Callable[..., Any])

Hook: TypeAlias = str | Callable[..., Any]
"""A function or class, or where it is, as ``"module:name"``."""


@dataclass(frozen=True)
class Hooks:
    """What the rest of the library asks of a game beside its rules, declared as ``hooks``.

    A hook is a function or a class, or its name as ``"module:name"``, which is imported when it is
    asked for; so a game does not import how it is shown. Subclasses inherit the record, and
    ``dataclasses.replace(Base.hooks, ...)`` changes some hooks of it. Hooks are no part of the
    fingerprint of a game: strategies that are saved can be loaded after a change.

    Parameters
    ----------
    terms
        A subclass of :class:`zerosum.terms.Terms`: the words of the game at a terminal.
    series
        A :class:`zerosum.play.Series`, called with the start of the game: a match of hands.
    passive
        ``passive(infoset)`` returns a tuple of the one action that checks or calls.
    details
        ``details(infoset)`` returns an int or a tuple: what an exploiter tells apart where
        abstractions do not.
    wider
        ``wider(base, view)`` returns a game in which an exploiter may also do what is not on the
        menu of a strategy, abstract as the exploiter sees it, and how the strategy sees the
        infosets of that game. Its menus begin with what the actions of the strategy come to.
    choices
        ``choices(infoset)`` returns the same actions as ``infoset.actions()``, without writing a
        long menu down.
    walk
        ``walk(game)`` returns a walk through a translation of a game to train on, or None.
    outline
        ``outline(game, states, actions)`` returns an
        :class:`zerosum.abstraction.outline.Outline` of an abstraction, or None.
    again
        A class, called with a :class:`zerosum.experiment.Run`, that solves parts of the game again:
        see :class:`zerosum.experiment.again.Again`.
    explore
        ``explore(run, deal)`` returns what explores a run of the game in place of an
        :class:`zerosum.play.Explorer`, where its private states are too many to list: an object
        whose method ``at(line)`` returns a :class:`zerosum.play.Spot` with a row for every
        private state of the seat to act. ``deal`` is that of :class:`zerosum.play.Explorer`.
    room
        ``room(game, views)`` returns the names of fields that need more room natively than they
        declare, each with its length.
    ranked
        ``ranked(game)`` returns a :class:`zerosum.ranked.Ranked`: that hands are compared by rank,
        for solvers on vectors of hands.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> Kuhn.hooks.terms
    'zerosum.kuhn.terminal:KuhnTerms'
    >>> hook_of(Kuhn(), "passive").__name__
    'passive'
    """

    terms: Hook | None = None
    series: Hook | None = None
    passive: Hook | None = None
    details: Hook | None = None
    wider: Hook | None = None
    choices: Hook | None = None
    walk: Hook | None = None
    outline: Hook | None = None
    again: Hook | None = None
    explore: Hook | None = None
    room: Hook | None = None
    ranked: Hook | None = None


def aside(member: T) -> T:
    """Mark a method, a getter below ``@property``, or a base class that no rule of a game uses.

    It has no part in the fingerprint of the game: strategies that are saved can be loaded after it
    was added or changed. What a state abstraction reads must keep its meaning all the same.

    Examples
    --------
    >>> class Counted:
    ...     @property
    ...     @aside
    ...     def twice(self):
    ...         return 2
    >>> is_aside(vars(Counted)["twice"]), Counted().twice
    (True, 2)
    """
    member.__aside__ = True  # type: ignore[attr-defined]
    return member


def is_aside(member: Any) -> bool:
    """Return whether a member or a base of a class is marked with :func:`aside`."""
    marked = getattr(member, "fget", None) or member
    return "__aside__" in getattr(marked, "__dict__", ())


def hook_of(game: Any, name: str) -> Any:
    """Return the function or class that a base game declares as a hook; None without one.

    Raises
    ------
    GameError
        If what the game declares is neither callable nor the name of something callable.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> hook_of(Kuhn(), "passive").__name__, hook_of(Kuhn(), "outline")
    ('passive', None)
    """
    for cls in type(game).__mro__:
        hooks = vars(cls).get("hooks")
        declared = getattr(hooks, name) if isinstance(hooks, Hooks) else None
        if declared is None:
            declared = _declared_formerly(cls, name)
        if declared is not None:
            return _resolved(declared, name, game)
        if isinstance(hooks, Hooks):
            return None
    return None


def _resolved(declared: Any, name: str, game: Any) -> Any:
    try:
        found = declared if callable(declared) else _member(*str(declared).split(":")[:2])
        found = resolve_name(declared) if found is None else found
        if callable(found):
            return found
        problem = f"{found!r} cannot be called"
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        problem = str(error)
    raise GameError(
        f"The hook {name} of {type(game).__name__} must be callable, or its name as module:name; "
        f"got {declared!r}: {problem}.",
        game,
    )


def _member(module: str, name: str = "") -> Any:
    """Return what a module that is imported already has by a name; None without either."""
    return vars(sys.modules.get(module, object)).get(name)


_FORMERLY = {
    **dict.fromkeys(("terms", "series"), "__{}__"),
    **dict.fromkeys(("passive", "details", "choices"), "{}"),
}


def _declared_formerly(cls: type, name: str) -> Any:
    """Return a hook as games declared it before version 0.2: see the warning."""
    if name not in _FORMERLY:
        return None
    old = _FORMERLY[name].format(name)
    if old == name:
        found = _member(cls.__module__, name)
        known = getattr(getattr(cls, "hooks", None), name, None)
        own = getattr(found, "__module__", None) == cls.__module__
        found = found if own and known != f"{cls.__module__}:{name}" else None
    else:
        found = vars(cls).get(old)
    if found is not None:
        value = repr(found) if isinstance(found, str) else name
        warnings.warn(
            f"{old} of {cls.__qualname__} is read until version 0.3: write "
            f"`hooks = Hooks({name}={value})` in the class, with Hooks of zerosum.game.",
            DeprecationWarning,
            stacklevel=3,
        )
    return found
