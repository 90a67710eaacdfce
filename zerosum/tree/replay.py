"""From the numbers of a tree back to histories of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zerosum.native.primitives import outcomes
from zerosum.native.view import View


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
