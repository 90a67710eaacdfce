"""Why a game has no public tree: the exceptions of its walk, and the error with the history."""

from functools import partial
from typing import Any

from zerosum.errors import GameError, TableError
from zerosum.kernels.failures import Explain, Walked, last_visited
from zerosum.kernels.rows import TableFull
from zerosum.tree.failures import NotEnumerable, TooMany
from zerosum.tree.public.counting import PublicCounts
from zerosum.tree.public.unfolding import WIDTH

# For each edge of a tree, while it is written and cut.
_BYTES = 60


class PrivateAction(Exception):
    """Raised if an action does not show in what is public."""


class PrivateChance(Exception):
    """Raised if chance deals in private after it dealt in public, or players acted."""


class HiddenOutcome(Exception):
    """Raised if two outcomes of a public move of chance show the same."""


class DependsOnHands(Exception):
    """Raised if two pairs of hands meet different players, menus or public states."""


class Undetermined(Exception):
    """Raised if two histories with one hand at one node are two infosets."""


_SENTENCES: dict[type[Exception], str] = {
    PrivateAction: "Actions must be public in a public tree; `public` does not show the last one",
    PrivateChance: (
        "Later moves of chance must be public in a public tree; the last one is not, or it changes "
        "a private hand,"
    ),
    HiddenOutcome: (
        "Every outcome of a public move of chance must show in `public`; the last one shows the "
        "same as another"
    ),
    DependsOnHands: (
        "What is public must not depend on private hands; another pair of hands meets another "
        "player, menu, public state or end"
    ),
    Undetermined: (
        "The private hand and what is public must determine a player's infoset; two infosets "
        "differ where both are the same"
    ),
}


def _misdeclared(sentence: str, walked: Walked) -> GameError:
    history, moves = last_visited(walked)
    return GameError(
        f"{sentence} at {history!r} after {moves}: correct the declaration, or use external "
        f"sampling, which needs none.",
        history,
    )


def too_many(walk: Any) -> NotEnumerable:
    """Return the error for a public tree that is larger than its limit."""
    return NotEnumerable(
        f"The public tree of {type(walk.base).__qualname__} must have at most "
        f"{walk.tree.most:,} nodes, with {WIDTH} edges each on average: raise the limit, "
        f"use a coarser abstraction of the actions, or external sampling.",
        walk.base,
    )


def too_large(base: Any, limit: int, counts: PublicCounts) -> NotEnumerable:
    """Return the error for a public tree that is known to be too large before it is written."""
    more = "" if counts.complete else "more than "
    gigabytes = (counts.nodes + counts.terminals) * _BYTES / 1e9
    room = f", which take {gigabytes:.1f} GB to write" if gigabytes >= 0.1 else ""
    return NotEnumerable(
        f"The public tree of {type(base).__qualname__} must have at most {limit:,} nodes; one deal "
        f"of hands alone leads to {more}{counts.nodes:,}, and {counts.terminals:,} ends{room}: "
        f"choose a smaller game, a coarser abstraction of the actions or external sampling, or "
        f"raise the limit.",
        base,
    )


def _table_full(walked: Walked) -> TableError:
    return TableError(
        f"The payoffs of a public tree must fit into half the memory; those of "
        f"{type(walked.base).__qualname__} differ too much from terminal to terminal.",
        walked.base,
    )


EXPLAIN: dict[type[Exception], Explain] = {
    TooMany: too_many,
    TableFull: _table_full,
    **{kind: partial(_misdeclared, sentence) for kind, sentence in _SENTENCES.items()},
}
