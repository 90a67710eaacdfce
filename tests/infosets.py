"""Infosets of random play, the same in every run."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

MOST = 40


@cache
def met(game: Any, most: int = MOST) -> tuple[Any, ...]:
    """Return some infosets of a game, each once, of players to act."""
    rng, found = Random(7), dict[Any, None]()
    for _ in range(50 * most):
        history = game
        while not history.terminal:
            if history.chance:
                moves = list(history.chances())
            else:
                infoset = history.infoset(history.active)
                found.setdefault(infoset)
                # Often one of the first: bets of all chips would end most hands at once.
                moves = infoset.actions()[: rng.choice((4, 1 << 10))]
            history = history.apply(rng.choice(moves))
        if len(found) >= most:
            break
    return tuple(found)[:most]
