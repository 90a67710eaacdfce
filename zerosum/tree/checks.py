"""What a walk over a whole game found wrong, in a sentence with the histories to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import GameError, TableError
from zerosum.kernels import failures
from zerosum.kernels.failures import at_hand
from zerosum.kernels.rows import IllFormed, TableFull
from zerosum.native.primitives import outcomes
from zerosum.tables import Workspace, read_block
from zerosum.tree.broken import BREACHES, broken
from zerosum.tree.estimate import estimate
from zerosum.tree.replay import moved, ordinals
from zerosum.tree.unfold import TooMany
from zerosum.tree.unfolding import Unfolding

FAILURES = (*failures.FAILURES, *BREACHES, TooMany, NotImplementedError)


class NotEnumerable(GameError):
    """A game may be sound and yet have no tree: it is too large, or chance lists no outcomes."""


@dataclass
class Walk:
    """A game that is being enumerated, and what has been written so far."""

    base: Any
    view: View
    work: Workspace
    unfolding: Unfolding


def explained(walk: Walk, failure: Exception) -> Exception:
    """Return the error to raise for what the kernel raised."""
    if isinstance(failure, TooMany):
        return too_many(walk)
    if isinstance(failure, IllFormed):
        return failures.ill_formed(walk, _first_met(walk))
    if isinstance(failure, TableFull):
        return TableError(
            f"The infosets of a tree must fit into half the memory; {walk.work.rows:,} did: take "
            f"a coarser abstraction.",
            walk.base,
        )
    if isinstance(failure, NotImplementedError):
        return _not_listed(walk) or failure
    if isinstance(failure, BREACHES):
        return broken(failure, *at_hand(walk), walk.unfolding.players)
    return failures.explained(walk, failure)


def _not_listed(walk: Walk) -> NotEnumerable | None:
    """Return the error where it was chance that raised NotImplementedError."""
    history, _ = at_hand(walk)
    try:
        outcomes(history)
    except NotImplementedError:
        return NotEnumerable(
            f"Chance of {type(walk.base).__qualname__} must list its outcomes to be enumerated; "
            f"chances() does not at {history!r}: use a sampling solver.",
            history,
        )
    return None


def too_many(walk: Walk) -> NotEnumerable:
    """Return the error for a tree that is larger than its limit, walked or not."""
    tree, expected = walk.unfolding, estimate(walk.base, walk.view)
    about = f" of about {expected:.2g}" if expected > tree.limit else ""
    return NotEnumerable(
        f"The tree of {type(walk.base).__qualname__} must have at most {tree.limit:,} "
        f"histories; {tree.histories:,} were reached{about}: raise limit=, take a coarser "
        f"abstraction of the actions, or a sampling solver.",
        walk.base,
    )


def _first_met(walk: Walk) -> str:
    """Return where the infoset was met first that another history contradicts."""
    known = read_block(walk.work.table.words, walk.work.witness)
    tree = walk.unfolding
    infosets = tree.infosets[: tree.histories]
    node = int(np.argmax(infosets == known.at // 2))
    history, moves = moved(walk.base, walk.view, ordinals(tree.parents, tree.edges, node))
    return f" (at {history!r} after {moves})"
