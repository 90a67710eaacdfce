"""Is what a game declares as public known to both players? Compared with their infosets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.errors import GameError
from zerosum.lattice.partitions import met, numbered
from zerosum.native.primitives import outcomes
from zerosum.tree.public import public_tree
from zerosum.tree.public.deals import check_declared, deals_of

_MOST_PAIRS = 10_000


def public_states(game: Any) -> Iterator[list[Any]]:
    """Yield the public states of a game of two, as its infosets tell them.

    What both know, and know of each other, is what all histories have in common that hang
    together by steps from a history to one that either player takes for it: each public state
    is a connected component, among the decisions as many moves behind the private deal.

    Parameters
    ----------
    game
        The start, or the class whose call gives it; small enough to list.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> [len(histories) for histories in public_states(Kuhn)]
    [6, 6, 6, 6]

    Notes
    -----
    Interpreted, some hundred thousand histories a second. For public states see Burch, Johanson
    & Bowling, "Solving imperfect information games using decomposition", AAAI 2014.
    """
    start = game() if isinstance(game, type) else game
    level = [pair.start for pair in deals_of(start, _MOST_PAIRS).pairs]
    while level:
        yield from _components([each for each in level if not each.terminal and not each.chance])
        level = [following for each in level for following in _followers(each)]


def check_public(game: Any) -> None:
    """Check what a game of two declares as ``public`` and ``private(player)``.

    Whoever takes one history for another is told the same in public in both; actions and later
    moves of chance show in public; and what is public tells an infoset with the private hand.

    Parameters
    ----------
    game
        The start, or the class whose call gives it; small enough to list.

    Raises
    ------
    GameError
        With the histories that show the fault.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> check_public(Leduc)
    """
    start = game() if isinstance(game, type) else game
    check_declared(start)
    for histories in public_states(start):
        for first, second in pairwise(histories):
            if first.public != second.public:
                raise GameError(
                    f"What is public must be known to both players; public of "
                    f"{type(start).__qualname__} is {first.public!r} and {second.public!r} at "
                    f"{first!r} and {second!r}, which the players cannot tell apart in steps: "
                    f"leave out of it what one of them does not see.",
                    first,
                )
    public_tree(start, native=False)


def _followers(history: Any) -> list[Any]:
    if history.terminal:
        return []
    if history.chance:
        return [history.apply(outcome) for outcome, chance in outcomes(history) if chance > 0]
    infoset = history.infoset(history.active)
    return [history.apply(action) for action in infoset.actions()]


def _components(histories: Sequence[Any]) -> Iterable[list[Any]]:
    """Return the histories that hang together, by infosets of either player."""
    known: dict[Any, int] = {}
    first, second = (
        numbered(np.array([known.setdefault(h.infoset(player), len(known)) for h in histories]))
        for player in range(2)
    )
    found: dict[int, list[Any]] = {}
    for history, component in zip(histories, met(first, second).tolist(), strict=True):
        found.setdefault(component, []).append(history)
    return found.values()
