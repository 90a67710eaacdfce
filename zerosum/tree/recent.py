"""The trees of the games that were evaluated last, so that a loop enumerates once."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from zerosum.abstraction import base_and_view, fingerprint
from zerosum.errors import GameError
from zerosum.tree.enumerate import enumerated
from zerosum.tree.public import PublicTree
from zerosum.tree.tree import Tree

# A kept history takes twelve bytes, and a terminal as many again for each player.
MOST_TREES = 4
MOST_KEPT = 2_000_000

_RECENT: OrderedDict[Any, Tree] = OrderedDict()
_LOCK = Lock()


def tree_of(game: Any) -> Tree:
    """Return the tree of a game, enumerated unless it is one of the last few that are kept.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class; or a tree, which is returned.

    Raises
    ------
    GameError
        If a public tree is given, which has no histories.

    Notes
    -----
    Games are compared by their meaning, as those of saved strategies are. At most four trees are
    kept, and two million histories in all. A tree may be given in place of its game.

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
            f"This function needs the histories of a game; got {game!r}: give the game, or its "
            f"enumerated tree.",
            game,
        )
    base, view = base_and_view(game)
    key = (type(base), fingerprint(base), view.states, view.actions)
    with _LOCK:
        if key in _RECENT:
            _RECENT.move_to_end(key)
            return _RECENT[key]
    tree = enumerated(game)
    with _LOCK:
        _keep(key, tree)
    return tree


def _keep(key: Any, tree: Tree) -> None:
    """Keep a tree, and drop the oldest ones while there are too many."""
    if tree.histories > MOST_KEPT:
        return
    _RECENT[key] = tree
    while len(_RECENT) > MOST_TREES or sum(kept.histories for kept in _RECENT.values()) > MOST_KEPT:
        _RECENT.popitem(last=False)
