"""What the module of a game declares for exploiters: checks and calls, and what they look at."""

import sys
from collections.abc import Callable
from typing import Any

from zerosum.abstraction import Abstracted, View, algebraic
from zerosum.errors import NotApplicable

CALLS = "passive"
DETAILS = "details"


def calls_of(base: Any) -> View:
    """Return the view of a game in which players only check and call.

    Its menus come from the function ``passive(infoset)`` in the module of the game's class, or of
    the first base class whose module has one.

    Raises
    ------
    NotApplicable
        If there is none.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> facing_a_bet = Kuhn().apply(0).apply(2).apply(1)
    >>> calls_of(Kuhn()).menu(facing_a_bet.infoset(1))
    (<Move.BET: 1>,)
    """
    found = declared(base, CALLS)
    if found is None:
        raise NotApplicable(
            f"The module of {type(base).__qualname__} must declare {CALLS}(infoset), which returns "
            f"a tuple of the one action that checks or calls there; {type(base).__module__} has "
            f"none.",
            base,
        )
    return View(None, algebraic(found))


def sight_of(game: Any, base: Any, view: View) -> Any:
    """Return a game as an exploiter sees it who knows more than the abstraction's states.

    Its states are those of the game, times the function ``details(infoset)`` in the module of the
    game's class, or of the first base class whose module has one. Without one, or without states,
    it is the game as given.

    Examples
    --------
    >>> from zerosum.abstraction import base_and_view
    >>> from zerosum.pkr import RiverOfBlood
    >>> from zerosum.pkr.abstraction import strength
    >>> game = Abstracted(RiverOfBlood(), strength(20))
    >>> base_and_view(sight_of(game, *base_and_view(game)))[1].states.canonical
    (strength(20), details)
    """
    found = declared(base, DETAILS)
    if found is None or view.states is None:
        return game
    return Abstracted(base, view.states * algebraic(found), view.actions)


def declared(base: Any, name: str) -> Callable[..., Any] | None:
    """Return a function that the module of a game's class or of a base class has; None if none."""
    for cls in type(base).__mro__:
        found = getattr(sys.modules.get(cls.__module__), name, None)
        if callable(found):
            return found  # type: ignore[no-any-return]
    return None
