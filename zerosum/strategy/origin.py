"""The origin of a saved strategy or solver: its game and abstraction, by their meaning."""

from inspect import signature
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.identity import fingerprint
from zerosum.native.primitives import draw
from zerosum.rng import Random


def describe(game: Any, view: View) -> dict[str, Any]:
    """Return the origin of a strategy or checkpoint: fingerprints of game, states and actions.

    They do not depend on comments, docstrings, annotations or the order of factors.

    >>> from zerosum.abstraction import base_and_view
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> origin = describe(*base_and_view(Abstraction()))
    >>> list(origin), len(origin["states"])
    (['game', 'states', 'actions'], 2)
    """
    states = None if view.states is None else sorted(f.identity for f in view.states.canonical)
    actions = None if view.actions is None else view.actions.identity
    return {"game": fingerprint(game), "states": states, "actions": actions}


def differing(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """Return in what two origins differ, in words; empty if they agree.

    >>> differing({"game": "a", "actions": None}, {"game": "b", "actions": None})
    'game'
    """
    return " and ".join(name for name in ours if theirs.get(name) != ours[name])


def title(game: Any, view: View) -> str:
    """Return a game and its abstraction in words, without the fields that have their defaults.

    A game may say itself what it is ``called``.

    >>> from zerosum.bluff import Bluff
    >>> title(Bluff(2, 1), View(None, None))
    'Bluff(first=2)'
    """
    name = getattr(game, "called", "")
    if not name:
        fields = signature(type(game)).parameters.values()
        values = [(field, getattr(game, field.name, field.default)) for field in fields]
        changed = [f"{f.name}={value!r}" for f, value in values if repr(value) != repr(f.default)]
        name = f"{type(game).__name__}({', '.join(changed)})"
    if view.states is not None:
        return f"{name} through {view.states!r}"
    return name if view.actions is None else f"{name} with {view.actions!r}"


def first_infoset(base: Any) -> Any:
    """Return an infoset of a game: the first one of its player to act, after a deal."""
    game, rng = base, Random(0)
    while game.chance and not game.terminal:
        game = game.apply(draw(game, rng))
    return game.infoset(game.active)


def class_name(cls: type) -> str:
    """Return the module and the qualified name of a class."""
    return f"{cls.__module__}:{cls.__qualname__}"
