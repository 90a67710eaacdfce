"""What a game declares for exploiters: calls, what they look at, and what else they may do."""

from typing import Any

from zerosum.abstraction.abstracted import Abstracted
from zerosum.abstraction.algebra import algebraic
from zerosum.abstraction.view import View
from zerosum.errors import NotApplicable
from zerosum.game import hook_of


def calls_of(base: Any) -> View:
    """Return the view of a game in which players only check and call.

    Its menus come from the hook ``passive`` of the game (:class:`zerosum.game.Hooks`).

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
    passive = hook_of(base, "passive")
    if passive is None:
        raise NotApplicable(
            f"The game {type(base).__qualname__} must declare the hook passive(infoset), which "
            f"returns a tuple of the one action that checks or calls; it has none: write `hooks = "
            f"Hooks(passive=...)`, with Hooks of zerosum.game.",
            base,
        )
    return View(None, algebraic(passive))


def sight_of(game: Any, base: Any, view: View) -> Any:
    """Return a game as an exploiter sees it who knows more than the abstraction's states.

    Its states are those of the game, times the hook ``details`` (:class:`zerosum.game.Hooks`).
    Without one, or without states, it is the game as given.

    Examples
    --------
    >>> from zerosum.abstraction import base_and_view
    >>> from zerosum.pkr import RiverOfBlood
    >>> from zerosum.pkr.abstraction import strength
    >>> game = Abstracted(RiverOfBlood(), strength(20))
    >>> base_and_view(sight_of(game, *base_and_view(game)))[1].states.canonical
    (strength(20), details)
    """
    details = hook_of(base, "details")
    if details is None or view.states is None:
        return game
    return Abstracted(base, view.states * algebraic(details), view.actions)


def wider_of(base: Any, view: View, own: Any = None) -> tuple[Any, View]:
    """Return what the hook ``wider`` of a game returns (:class:`zerosum.game.Hooks`).

    Parameters
    ----------
    base, view
        The game, and how a strategy sees it.
    own
        Must be None: the exploiter's states are those of the hook.

    Raises
    ------
    NotApplicable
        If the game has no such hook, or states of one's own are given.
    """
    hook = hook_of(base, "wider")
    if hook is None or own is not None:
        name = type(base).__qualname__
        problem = "has none" if hook is None else "is not used together with states of one's own"
        raise NotApplicable(
            f"The game {name} must declare the hook wider(base, view), to act beside the menu of a "
            f"strategy; it {problem}: leave out wider=True or own=.",
            base,
        )
    found: tuple[Any, View] = hook(base, view)
    return found
