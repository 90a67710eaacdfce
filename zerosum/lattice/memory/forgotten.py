"""What two decisions of one infoset show that their player has forgotten, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from typing import Any

from zerosum.abstraction.anatomy import field_names
from zerosum.lattice.infosets import Witness


@dataclass(frozen=True)
class Step:
    """A decision of the own past.

    Parameters
    ----------
    infoset
        Of the whole game.
    key
        What the player saw of it, by the names of factors.
    action
        What the player did.
    """

    infoset: Any
    key: tuple[tuple[str, Any], ...]
    action: Any


@dataclass(frozen=True)
class Forgotten:
    """A piece of the own past that is the same infoset's on one path and not on another.

    Parameters
    ----------
    decision
        Which of the own decisions, from 1.
    what
        The factor whose value is forgotten; None for the action.
    values
        On the one path and on the other; a single one where only one path has the decision.
    infoset
        Where that was.
    """

    decision: int
    what: str | None
    values: tuple[Any, ...]
    infoset: Any

    def __str__(self) -> str:
        values = " or ".join(map(spelled, self.values))
        if self.what is not None:
            return f"{self.what}, {values}, at its decision {self.decision}"
        if len(self.values) == 1:
            return f"that it played {values} at {self.infoset}"
        return f"whether it played {values} at {self.infoset}"


def own_past(base: Any, states: Any, player: int, moves: tuple[Any, ...]) -> list[Step]:
    """Return a player's own decisions on the way that moves lead.

    Parameters
    ----------
    base
        The start of the whole game.
    states
        How the player sees it.
    player
        Who.
    moves
        Of all players and chance, from the start.
    """
    history, steps = base, []
    for move in moves:
        if not history.chance and history.active == player:
            infoset = history.infoset(player)
            steps.append(Step(infoset, key_of(states, infoset), move))
        history = history.apply(move)
    return steps


def key_of(states: Any, infoset: Any) -> tuple[tuple[str, Any], ...]:
    """Return what is seen of an infoset: values of factors, or its fields where all is seen."""
    if states is None:
        return fields_of(infoset)
    values = states.decode(states.key(infoset))
    return tuple((repr(factor), value) for factor, value in values.items())


def fields_of(infoset: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of an infoset; of one without any, itself."""
    names = field_names(type(infoset))
    return tuple((name, getattr(infoset, name)) for name in names) or (("infoset", infoset),)


def forgotten(first: list[Step], second: list[Step]) -> tuple[Forgotten, ...]:
    """Return in what two own pasts differ, decision by decision."""
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
    """Return the fields by which two infosets differ: their names and both values."""
    pairs = zip(fields_of(first.infoset), fields_of(second.infoset), strict=False)
    return tuple(
        (name, value, changed) for (name, value), (_, changed) in pairs if value != changed
    )


def spelled(value: Any) -> str:
    """Return a move or value as it reads best: a member of an enum by its name.

    >>> from zerosum.kuhn import Move
    >>> spelled(Move.BET), spelled(3)
    ('BET', '3')
    """
    return value.name if isinstance(value, Enum) else str(value)
