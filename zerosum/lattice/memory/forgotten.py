"""What a player has forgotten at two decisions that share an infoset."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from zerosum.abstraction.anatomy import field_names
from zerosum.abstraction.naming import Plain, plain, shown
from zerosum.abstraction.view import view_of
from zerosum.lattice.infosets import Witness


@dataclass(frozen=True)
class Step:
    """A decision in a player's past.

    Parameters
    ----------
    infoset
        The infoset of the whole game.
    key
        What the player saw of it: values by the names of factors.
    action
        The action that the player chose.
    """

    infoset: Any
    key: tuple[tuple[str, Any], ...]
    action: Any


@dataclass(frozen=True)
class Forgotten:
    """A difference in a player's past between two paths that end in one infoset.

    Parameters
    ----------
    decision
        The number of the player's decision on the path, from 1.
    what
        The factor whose value is forgotten; None for the action.
    values
        The values on both paths; a single one if only one path has the decision.
    infoset
        The infoset of that decision.
    """

    decision: int
    what: str | None
    values: tuple[Any, ...]
    infoset: Any

    JSON = ("decision", ("what", "forgets"), ("values", "past"), ("infoset", "where"))

    @property
    def forgets(self) -> str:
        """The factor whose value is forgotten, or ``"action"``."""
        return self.what or "action"

    @property
    def past(self) -> tuple[Plain, ...]:
        """The values; those that are not numbers as they are printed."""
        return tuple(map(plain, self.values))

    @property
    def where(self) -> str:
        """The infoset as it is printed."""
        return str(self.infoset)

    def __str__(self) -> str:
        values = " or ".join(map(shown, self.values))
        if self.what is not None:
            return f"{self.what}, {values}, at its decision {self.decision}"
        if len(self.values) == 1:
            return f"that it played {values} at {self.infoset}"
        return f"whether it played {values} at {self.infoset}"


def own_past(base: Any, states: Any, player: int, moves: tuple[Any, ...]) -> list[Step]:
    """Return the decisions of a player on a path.

    Parameters
    ----------
    base
        The start of the whole game.
    states
        The states through which the player sees it.
    player
        The player.
    moves
        The path: the moves of all players and chance, from the start.
    """
    history, steps = base, []
    for move in moves:
        if not history.chance and history.active == player:
            infoset = history.infoset(player)
            steps.append(Step(infoset, key_of(states, infoset), move))
        history = history.apply(move)
    return steps


def key_of(states: Any, infoset: Any) -> tuple[tuple[str, Any], ...]:
    """Return what is seen of an infoset: values of factors, or its fields without states."""
    if states is None:
        return fields_of(infoset)
    return tuple(view_of(states, None).named(infoset).items())


def fields_of(infoset: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of an infoset; the infoset itself if it has none."""
    names = field_names(type(infoset))
    return tuple((name, getattr(infoset, name)) for name in names) or (("infoset", infoset),)


def forgotten(first: list[Step], second: list[Step]) -> tuple[Forgotten, ...]:
    """Return the differences of two pasts, decision by decision."""
    pairs = enumerate(zip_longest(first, second), start=1)
    return tuple(piece for number, (one, other) in pairs for piece in _pieces(number, one, other))


def _pieces(number: int, one: Step | None, other: Step | None) -> Iterator[Forgotten]:
    if one is None or other is None:
        only = one or other
        assert only is not None
        yield Forgotten(number, None, (only.action,), only.infoset)
        return
    for (name, value), (_, changed) in zip(one.key, other.key, strict=True):
        if value != changed:
            yield Forgotten(number, name, (value, changed), one.infoset)
    if one.action != other.action:
        yield Forgotten(number, None, (one.action, other.action), one.infoset)


def unseen(first: Witness, second: Witness) -> tuple[tuple[str, Any, Any], ...]:
    """Return the fields in which two infosets differ: their names and both values."""
    pairs = zip(fields_of(first.infoset), fields_of(second.infoset), strict=False)
    return tuple(
        (name, value, changed) for (name, value), (_, changed) in pairs if value != changed
    )
