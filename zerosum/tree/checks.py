"""What a walk over a whole game found wrong, in a sentence with the histories to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.errors import GameError, TableError
from zerosum.kernels import failures
from zerosum.kernels.failures import at_hand
from zerosum.kernels.rows import IllFormed, TableFull
from zerosum.native.view import View
from zerosum.tables import Workspace, read_block
from zerosum.tree.estimate import estimate
from zerosum.tree.replay import moved
from zerosum.tree.unfold import NoPlayer, NotOne, TooMany, Unbalanced
from zerosum.tree.unfolding import HISTORIES, LIMIT, Unfolding

FAILURES = (*failures.FAILURES, TooMany, NoPlayer, NotOne, Unbalanced, NotImplementedError)


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
        return GameError(
            f"Chance of {type(walk.base).__qualname__} must list its outcomes to be enumerated; "
            f"chances() raised NotImplementedError: use a sampling solver.",
            walk.base,
        )
    if isinstance(failure, NoPlayer | NotOne | Unbalanced):
        return _of_history(walk, failure)
    return failures.explained(walk, failure)


def too_many(walk: Walk) -> GameError:
    """Return the error for a tree that is larger than its limit, walked or not."""
    counts = walk.unfolding.counts
    return GameError(
        f"The tree of {type(walk.base).__qualname__} must have at most {counts[LIMIT]:,} "
        f"histories; {counts[HISTORIES]:,} were reached of about "
        f"{estimate(walk.base, walk.view):.2g}: raise limit=, take a coarser abstraction of the "
        f"actions, or a sampling solver.",
        walk.base,
    )


def _of_history(walk: Walk, failure: Exception) -> GameError:
    history, moves = at_hand(walk)
    place = f"at {history!r} after {moves}"
    if isinstance(failure, NoPlayer):
        return GameError(
            f"The player to act must be one of 0 to {walk.unfolding.counts[4] - 1}; got "
            f"{history.active} {place}: mend active, or players.",
            history,
        )
    if isinstance(failure, NotOne):
        listed = dict(history.chances())
        return GameError(
            f"The probabilities of chance must be none below 0 and sum to 1; got {listed}, which "
            f"sum to {sum(listed.values())}, {place}: mend chances.",
            history,
        )
    payoffs = [history.payoff(player) for player in range(int(walk.unfolding.counts[4]))]
    return GameError(
        f"The payoffs of a zero-sum game must cancel; got {payoffs} {place}: mend payoff.",
        history,
    )


def _first_met(walk: Walk) -> str:
    """Return where the infoset was met first that another history contradicts."""
    known = read_block(walk.work.words, int(walk.work.witness[0]))
    tree = walk.unfolding
    infosets = tree.infosets[: tree.counts[HISTORIES]]
    node = int(np.argmax(infosets == known.at // 2))
    history, moves = moved(walk.base, walk.view, _ordinals(tree, node))
    return f" (at {history!r} after {moves})"


def _ordinals(tree: Unfolding, node: int) -> list[int]:
    """Return which branch was taken at each history from the root to a node."""
    found: list[int] = []
    while node > 0:
        parent = int(tree.parents[node])
        edge, first = int(tree.edges[node]), int(tree.edges[parent + 1])
        found.append(abs(edge - first))
        node = parent
    return found[::-1]
