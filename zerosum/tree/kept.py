"""The trees of the games that were evaluated last, so that a loop enumerates once."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from zerosum.abstraction import fingerprint, split
from zerosum.errors import GameError
from zerosum.tree.enumerate import enumerated
from zerosum.tree.public import PublicTree
from zerosum.tree.tree import Tree

# A kept history takes twelve bytes, and a terminal as many again for each player.
MOST_TREES = 4
MOST_KEPT = 2_000_000

_KEPT: OrderedDict[Any, Tree] = OrderedDict()
_LOCK = Lock()


def tree_of(game: Any) -> Tree:
    """Return the tree of a game, from the last few that are kept if it is among them.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class; or a tree, which is returned.

    Raises
    ------
    GameError
        Where a public tree is given, which has no histories.

    Notes
    -----
    Games are told apart by their meaning, as saved strategies are. At most four trees are kept,
    and two million histories in all. Whoever holds a tree may give it in place of the game.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> tree_of(Kuhn()) is tree_of(Kuhn)
    True
    """
    if isinstance(game, Tree):
        return game
    if isinstance(game, PublicTree):
        raise GameError(
            f"What is asked for needs the histories of a game; got {game!r}: give the game, or its "
            f"enumerated tree.",
            game,
        )
    if isinstance(game, type):
        game = game()
    base, states, actions = split(game)
    key = (type(base), fingerprint(base), states, actions)
    with _LOCK:
        if key in _KEPT:
            _KEPT.move_to_end(key)
            return _KEPT[key]
    tree = enumerated(game)
    with _LOCK:
        _keep(key, tree)
    return tree


def _keep(key: Any, tree: Tree) -> None:
    """Keep a tree, and let go of the oldest while there is too much."""
    if tree.histories > MOST_KEPT:
        return
    _KEPT[key] = tree
    while len(_KEPT) > MOST_TREES or sum(kept.histories for kept in _KEPT.values()) > MOST_KEPT:
        _KEPT.popitem(last=False)
