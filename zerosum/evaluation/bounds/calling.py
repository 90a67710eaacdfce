"""An action abstraction that only checks and calls, declared by the module of a game."""

import sys
from typing import Any

from zerosum.abstraction import View, algebraic
from zerosum.errors import NotApplicable

NAME = "passive"


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
    for cls in type(base).__mro__:
        found = getattr(sys.modules.get(cls.__module__), NAME, None)
        if callable(found):
            return View(None, algebraic(found))
    raise NotApplicable(
        f"The module of {type(base).__qualname__} must declare {NAME}(infoset), which returns a "
        f"tuple of the one action that checks or calls there; {type(base).__module__} has none.",
        base,
    )
