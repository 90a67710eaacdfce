"""From the numbers of a tree back to histories of the game."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import attrs
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.native.primitives import outcomes


def moved(base: Any, view: View, ordinals: Iterable[int]) -> tuple[Any, list[Any]]:
    """Return the history that branches lead to, and the moves.

    Parameters
    ----------
    base, view
        The start of the game, and how infosets are seen.
    ordinals
        Which branch is taken at each history, from 0.
    """
    history, moves = base, []
    for place in ordinals:
        if history.chance:
            move = outcomes(history)[place][0]
        else:
            move = view.menu(history.infoset(history.active))[place]
        moves.append(move)
        history = history.apply(move)
    return history, moves


def ordinals(parents: NDArray[Any], edges: NDArray[Any], node: int) -> list[int]:
    """Return which branch is taken at each history from the root to a node.

    Edges of the branches of a history are consecutive numbers, up or down.
    """
    found: list[int] = []
    while node > 0:
        parent = int(parents[node])
        found.append(abs(int(edges[node]) - int(edges[parent + 1])))
        node = parent
    return found[::-1]


def met(history: Any, view: View) -> Any:
    """Return the infoset of the player to act, of the game or of the abstraction."""
    infoset = history.infoset(history.active)
    return infoset if view.is_plain else view.infoset(infoset)


def is_whole(cls: Any) -> bool:
    """Return whether records of a class can be made again from what makes them equal."""
    if attrs.has(cls):
        return all(f.eq and f.init and f.alias == f.name for f in attrs.fields(cls))
    if dataclasses.is_dataclass(cls):
        return all(f.compare and f.init for f in dataclasses.fields(cls))
    return True
