"""What every decision of a game must obey: a player, an infoset, actions, and a row of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from time import thread_time
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic
from zerosum.abstraction.menus import check_offered
from zerosum.abstraction.view import contradiction
from zerosum.errors import AbstractionError
from zerosum.game import number_of_seats, players_of, seat_of
from zerosum.laws.histories import compares
from zerosum.laws.place import Place
from zerosum.native.facts import has_hash

_DECLARED = ("public", "private")


@dataclass(frozen=True)
class Look:
    """What the player to act sees at a decision.

    Parameters
    ----------
    place
        The history.
    player, infoset, menu
        The player, the infoset of the base game, and the actions that are offered.
    declared
        What is public, and what is private to the player, if the game declares both.
    key, row, start
        The key, its row, and where the key starts in it; no key and no row if time was over.
    """

    place: Place
    player: int
    infoset: Any
    menu: tuple[Any, ...]
    declared: tuple[Any, ...] = ()
    key: tuple[Any, ...] | None = None
    row: tuple[int, ...] = ()
    start: int = 0

    def __str__(self) -> str:
        return f"player {self.player} with {self.menu} (at {self.place})"


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
    listing
        The time left for listing the actions of the game beside those of an abstraction.
    """

    keys: dict[tuple[Any, ...], Look] = field(default_factory=dict)
    infosets: dict[Any, Look] = field(default_factory=dict)
    seconds: float = inf
    listing: float = inf

    @contextmanager
    def timed(self, what: str = "seconds") -> Iterator[bool]:
        """Yield whether there is time left, and take off what passes."""
        before = thread_time()
        yield getattr(self, what) > 0
        setattr(self, what, getattr(self, what) - (thread_time() - before))


def look_at(place: Place, met: Met) -> Look:
    """Return what the player to act sees, and check the player, the infoset and the actions.

    Modified in place: the time of ``met``.

    Raises
    ------
    GameError
        If the player, the infoset or the game's own actions are wrong.
    AbstractionError
        If a factor is wrong, or an abstraction offers what the game does not.
    """
    player = _player(place)
    infoset = place.ask("infoset", place.history.infoset, player)
    menu, declared = _menu(place, infoset, met), _declared(place, player)
    with met.timed() as goes_on:
        if not goes_on:
            return Look(place, player, infoset, menu, declared)
        key = place.ask("The key", place.view.key_of, infoset)
        place.ask("The key", hash, key)
        row, start = place.ask("The key", place.view.row_of, key, menu, player)
    return Look(place, player, infoset, menu, declared, key, tuple(row), start)


def check_known(look: Look, met: Met) -> None:
    """Check that a key, or an infoset, that was met before had the same row.

    Modified in place: ``met``.

    Raises
    ------
    AbstractionError
        If one key stands for two players or two menus, or equal infosets have two keys.
    """
    view, infoset = look.place.view, look.infoset
    if look.key is None:
        return
    first = met.keys.setdefault((look.menu, *look.key) if view.exact else look.key, look)
    if look.row != first.row:
        raise _contradiction(infoset, first, look)
    if view.states is None or not compares(infoset) or not has_hash(infoset):
        return
    first = met.infosets.setdefault(infoset, look)
    if look.row != first.row:
        raise AbstractionError(
            f"Equal infosets must have equal keys; got {view.named(infoset)!r} (at {look.place}), "
            f"and another key (at {first.place}): let factors use only fields that are compared.",
            view.states,
        )


def check_same_look(first: Look, second: Look) -> None:
    """Check that a player sees the same infoset, actions and key whenever asked."""
    place, view = second.place, second.place.view
    place.same("active", first.player, second.player)
    if view.is_plain or compares(first.infoset):
        frozen = "make its class a frozen dataclass, and compute it from the game alone"
        place.same("infoset", first.infoset, second.infoset, frozen)
    place.same("The actions", first.menu, second.menu, **_owner(place, first.infoset))
    for name, before, after in zip(_DECLARED, first.declared, second.declared, strict=False):
        place.same(name, before, after)
    if first.key is None or second.key is None:
        return
    for factor, before, after in zip(view.factors, first.key, second.key, strict=False):
        if before != after:
            raise unsteady(factor, before, after, str(place))
    # An object that was changed equals itself, but not the row that was written of it.
    place.same("The key", list(first.row), list(second.row))


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
    if hasattr(type(place.history), "seats"):
        _check_seat(place, int(active), players)
    return int(active)


def _check_seat(place: Place, active: int, players: int) -> None:
    seat, seats = place.ask("seat", seat_of, place.history), number_of_seats(place.history)
    if not 0 <= seat < seats or seat % players != active:
        constraint = f"be a seat of the player to act, {active}"
        advice = f"seat s of {seats} must play for player s % {players}"
        raise place.wrong("seat", constraint, repr(seat), advice)


def _declared(place: Place, player: int) -> tuple[Any, ...]:
    history = place.history
    if not all(hasattr(type(history), name) for name in _DECLARED):
        return ()
    public = place.ask("public", getattr, history, "public")
    return public, place.ask("private", history.private, player)


def _menu(place: Place, infoset: Any, met: Met) -> tuple[Any, ...]:
    plain = place.view.actions is None
    if plain and not callable(getattr(infoset, "actions", None)):
        advice = "return a frozen dataclass with one"
        raise place.wrong("infoset", "have a method actions()", repr(infoset), advice)
    menu: tuple[Any, ...] = place.ask("actions", place.view.offered, infoset)
    if not menu:
        owner = _owner(place, infoset)
        advice = (
            "let `terminal` be True there, or offer a pass" if plain else "offer one everywhere"
        )
        raise place.wrong("The actions", "be at least one", "none", advice, **owner)
    # An abstraction may map two of its actions to the same real one, whose probabilities add up.
    if plain and len(place.ask("The actions", set, menu)) < len(menu):
        owner = _owner(place, infoset)
        raise place.wrong("The actions", "all be different", repr(menu), **owner)
    if not plain:
        with met.timed("listing") as goes_on:
            if goes_on:
                place.ask("actions", check_offered, place.view.actions, infoset, menu)
    return menu


def _owner(place: Place, infoset: Any) -> dict[str, Any]:
    """Return whose the actions are, and the class of an error about them."""
    if place.view.actions is None:
        return {"of": type(infoset).__name__}
    return {"of": f"`{place.view.actions!r}`", "kind": AbstractionError}


def _contradiction(infoset: Any, first: Look, second: Look) -> AbstractionError:
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
