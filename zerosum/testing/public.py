"""Check what a game declares as public against the infosets of its players."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.abstraction import base_and_view, started
from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.lattice.partitions import met, numbered
from zerosum.laws import check_playouts
from zerosum.native.primitives import outcomes
from zerosum.tree.public import public_tree
from zerosum.tree.public.deals import check_declared, deals_of

_MOST_DEALS = 10_000


def public_states(game: Any) -> Iterator[list[Any]]:
    """Yield the public states of a game, as they follow from its infosets.

    Connect two histories if any player cannot distinguish them. A public state is a connected
    component of this graph, among the decisions that are equally many moves after the private
    deal: what its histories have in common is known to all players, and known to be known.

    Parameters
    ----------
    game
        The start of a game or its class, small enough to list.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> [len(histories) for histories in public_states(Kuhn)]
    [6, 6, 6, 6]

    Notes
    -----
    Interpreted, about a hundred thousand histories a second. For public states see Burch, Johanson
    & Bowling, "Solving imperfect information games using decomposition", AAAI 2014.
    """
    start = started(game)
    level = [deal.start for deal in deals_of(start, _MOST_DEALS).all]
    while level:
        yield from _components([each for each in level if not each.terminal and not each.chance])
        level = [following for each in level for following in _followers(each)]


def check_public(game: Any) -> None:
    """Check what a game declares as ``public`` and ``private(player)``.

    ``public`` must be equal in histories that a player cannot distinguish; actions and later moves
    of chance must be public; and ``public`` and ``private(player)`` must determine the infoset.

    Parameters
    ----------
    game
        The start of a game or its class, small enough to list.

    Raises
    ------
    GameError
        If a check fails; the error shows the histories.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> check_public(Leduc)
    """
    start = started(game)
    check_declared(start)
    check_playouts(*base_and_view(start))
    for histories in public_states(start):
        for first, second in pairwise(histories):
            if first.public != second.public:
                raise GameError(
                    f"What is public must be known to all players; public of "
                    f"{type(start).__qualname__} is {first.public!r} and {second.public!r} at "
                    f"{first!r} and {second!r}, which the players cannot distinguish, directly or "
                    f"through other histories: leave out of it what one of them does not see.",
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
    """Return the components of histories, connected by infosets of any player."""
    known: dict[Any, int] = {}
    by_player = (
        numbered(np.array([known.setdefault(h.infoset(player), len(known)) for h in histories]))
        for player in range(players_of(histories[0]) if histories else 0)
    )
    found: dict[int, list[Any]] = {}
    components = reduce(met, by_player).tolist() if histories else []
    for history, component in zip(histories, components, strict=True):
        found.setdefault(component, []).append(history)
    return found.values()
