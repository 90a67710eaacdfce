"""What every decision of a game must obey: a player, an infoset, actions, and a row of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from time import thread_time
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic
from zerosum.abstraction.view import contradiction
from zerosum.errors import AbstractionError
from zerosum.game import players_of
from zerosum.laws.histories import compares, has_hash
from zerosum.laws.place import Place


@dataclass(frozen=True)
class Known:
    """A decision that was met: its row, where the key starts in it, its actions and its place."""

    row: list[int]
    start: int
    menu: tuple[Any, ...]
    place: Place

    def __str__(self) -> str:
        return f"player {self.row[0]} with {self.menu} (at {self.place})"


@dataclass
class Met:
    """The decisions that checks have met so far, to compare later ones with.

    Attributes
    ----------
    keys
        The first decision with each key; the actions are in front where they are part of it.
    infosets
        The first decision with each infoset of an abstracted game.
    seconds
        The time left for computing keys. Factors may be slow in Python; when it is over, keys are
        not looked at.
    """

    keys: dict[tuple[Any, ...], Known] = field(default_factory=dict)
    infosets: dict[Any, Known] = field(default_factory=dict)
    seconds: float = inf

    @contextmanager
    def timed(self) -> Iterator[bool]:
        """Yield whether there is time left, and take off what passes."""
        before = thread_time()
        yield self.seconds > 0
        self.seconds -= thread_time() - before


def check_decision(place: Place, met: Met) -> tuple[Any, ...]:
    """Check the player to act, the infoset, the actions and the key; return the actions.

    Modified in place: ``met``.

    Raises
    ------
    GameError
        If the player, the infoset or the game's own actions are wrong.
    AbstractionError
        If a factor is wrong, or one key stands for two players or two menus.
    """
    player = _player(place)
    infoset = place.ask("infoset", place.history.infoset, player)
    menu = _menu(place, infoset)
    with met.timed() as goes_on:
        if goes_on:
            _check_key(place, met, player, infoset, menu)
    return menu


def check_steady(place: Place, met: Met) -> None:
    """Check that a player sees the same infoset, actions and key whenever asked.

    Modified in place: ``met``.
    """
    view, player = place.view, _player(place)
    infoset, again = (place.ask("infoset", place.history.infoset, player) for _ in range(2))
    constraint, advice = "be the same whenever asked", "compute it from the game alone"
    if infoset != again and (view.is_plain or compares(infoset)):
        got = f"{infoset!r} and {again!r}"
        frozen = "make its class a frozen dataclass, and compute it from the game alone"
        raise place.wrong("infoset", constraint, got, frozen)
    menu, other = (place.ask("actions", view.offered, each) for each in (infoset, again))
    if menu != other:
        got = f"{menu!r} and {other!r}"
        raise place.wrong("The actions", constraint, got, advice, **_owner(place, infoset))
    for factor in view.factors:
        with met.timed() as goes_on:
            if not goes_on:
                break
            first, second = (place.ask("The key", factor, each) for each in (infoset, again))
        if first != second:
            raise unsteady(factor, first, second, str(place))


def unsteady(factor: Algebraic, first: Any, second: Any, at: str) -> AbstractionError:
    """Return the error for a factor that gives two values where one is due."""
    line = ""
    if factor.function is not None:
        code = factor.function.__code__
        line = f" (line {code.co_firstlineno} of {code.co_filename})"
    return AbstractionError(
        f"The value of factor `{factor!r}`{line} must be the same whenever asked; got {first!r} "
        f"and {second!r}, at {at}: compute it from the infoset alone.",
        factor,
    )


def _player(place: Place) -> int:
    active, players = (
        place.ask("active", getattr, place.history, "active"),
        players_of(place.history),
    )
    if not isinstance(active, int | np.integer) or not 0 <= active < players:
        advice = "check `active` and `players`, and whether `terminal` should be True there"
        raise place.wrong("active", f"be a player, 0 to {players - 1}", repr(active), advice)
    return int(active)


def _menu(place: Place, infoset: Any) -> tuple[Any, ...]:
    if place.view.actions is None and not callable(getattr(infoset, "actions", None)):
        advice = "return a frozen dataclass with one"
        raise place.wrong("infoset", "have a method actions()", repr(infoset), advice)
    menu: tuple[Any, ...] = place.ask("actions", place.view.offered, infoset)
    if not menu:
        plain, owner = place.view.actions is None, _owner(place, infoset)
        advice = (
            "let `terminal` be True there, or offer a pass" if plain else "offer one everywhere"
        )
        raise place.wrong("The actions", "be at least one", "none", advice, **owner)
    # An abstraction may map two of its actions to the same real one, whose probabilities add up.
    if place.view.actions is None and len(place.ask("The actions", set, menu)) < len(menu):
        owner = _owner(place, infoset)
        raise place.wrong("The actions", "all be different", repr(menu), **owner)
    return menu


def _owner(place: Place, infoset: Any) -> dict[str, Any]:
    """Return whose the actions are, and the class of an error about them."""
    if place.view.actions is None:
        return {"of": type(infoset).__name__}
    return {"of": f"`{place.view.actions!r}`", "kind": AbstractionError}


def _check_key(place: Place, met: Met, player: int, infoset: Any, menu: tuple[Any, ...]) -> None:
    """Check that a key that was met before had the same row. Modified in place: ``met``."""
    view = place.view
    key = place.ask("The key", view.key_of, infoset)
    place.ask("The key", hash, key)
    row, start = place.ask("The key", view.row_of, key, menu, player)
    decision = Known(row, start, menu, place)
    first = met.keys.setdefault((menu, *key) if view.exact else key, decision)
    if row != first.row:
        raise _contradiction(infoset, first, decision)
    if view.states is None or not compares(infoset) or not has_hash(infoset):
        return
    first = met.infosets.setdefault(infoset, decision)
    if row != first.row:
        raise AbstractionError(
            f"Equal infosets must have equal keys; got {view.named(infoset)!r} (at {place}), and "
            f"another key (at {first.place}): let factors use only fields that are compared.",
            view.states,
        )


def _contradiction(infoset: Any, first: Known, second: Known) -> AbstractionError:
    """Return the error for two decisions whose keys are equal, but not their rows."""
    view = second.place.view
    if first.row[first.start :] == second.row[second.start :]:
        return contradiction(view.named(infoset), map(str, (first, second)), view.states)
    return AbstractionError(
        f"Equal keys must have one row; got {view.named(infoset)!r} (at {first.place}) and (at "
        f"{second.place}), where a part has another type: give each field and each factor values "
        f"of one type.",
        view.states,
    )
