"""What players forget, in arrays: decisions, and what their players did before.

The *own past* of a decision is the row of the player's own infosets and actions on the way to it.
Recall is perfect where all decisions of one infoset have one own past (Selten 1975); a player is
absent-minded where a path meets an infoset twice (Piccione & Rubinstein, "On the interpretation
of decision problems with imperfect recall", Games and Economic Behavior 20, 1997).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.lattice.looked import Witness
from zerosum.lattice.numbering import Classes, count, numbered

Pair = tuple[int, int]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Paths:
    """Decisions, each with the one that its player made before it.

    Parameters
    ----------
    owners
        Shape (decisions,): who decides.
    before
        The same player's decision before, always a smaller number; -1 for none.
    taken
        Which action led from there to here, by its place in the menu; 0 where there is none.
    depths
        How many moves lead to each, chance's included.
    """

    owners: Numbers
    before: Numbers
    taken: Numbers
    depths: Numbers


class Met(ABC):
    """The decisions of a game that are looked at."""

    base: Any
    paths: Paths
    deals: int | None
    """How many deals were sampled; None where these are all decisions that there are."""

    @abstractmethod
    def classes(self, partition: Any) -> Classes:
        """Return the class of each decision; shape (decisions,)."""

    @abstractmethod
    def witness(self, number: int) -> Witness:
        """Return the infoset of a decision, and moves that lead there."""


class Forgetting(NamedTuple):
    """What a player was found to forget, as pairs of decisions of one infoset; None for nothing.

    Parameters
    ----------
    absent
        The second is on a path through the first.
    different
        Neither is a second visit on its path, and their own pasts differ.
    """

    absent: Pair | None
    different: Pair | None


def forgettings(paths: Paths, classes: Classes, players: int) -> list[Forgetting]:
    """Return what each player forgets who tells decisions apart by classes.

    Of all pairs the shortest is given, by the moves before the later decision. A pass over all
    decisions for each decision that a player makes on one path.

    Parameters
    ----------
    paths
        The decisions.
    classes
        Shape (decisions,): the infoset of each.
    players
        How many there are.
    """
    visits, steps = revisits(paths, classes)
    heads = different(paths, classes, visits)
    found = []
    for player in range(players):
        own = paths.owners == player
        found.append(
            Forgetting(
                _shortest(paths, np.where(own, visits, -1), steps),
                _shortest(paths, np.where(own, heads, -1), np.zeros_like(steps)),
            )
        )
    return found


def revisits(paths: Paths, classes: Classes) -> tuple[Numbers, Numbers]:
    """Return the last visit to each decision's infoset on the way to it, and what was done there.

    Shapes (decisions,): a decision, -1 where this is the first visit; an action's place.
    """
    visits, steps = np.full(classes.size, -1, np.int64), np.zeros(classes.size, np.int64)
    here = np.arange(classes.size)
    at = here.copy()
    while here.size:
        inner = paths.before[at] >= 0
        here, step, at = here[inner], paths.taken[at[inner]], paths.before[at[inner]]
        same = classes[at] == classes[here]
        visits[here[same]], steps[here[same]] = at[same], step[same]
        here, at = here[~same], at[~same]
    return visits, steps


def different(paths: Paths, classes: Classes, visits: Numbers) -> Numbers:
    """Return the shortest decision of the same infoset whose own past differs, -1 for none.

    Only first visits are compared. Shape (decisions,).
    """
    known = pasts(paths, classes)
    first = np.flatnonzero(visits < 0)
    order = first[np.lexsort((first, paths.depths[first], classes[first]))]
    heads = order[np.searchsorted(classes[order], classes[order])]
    wrong = known[order] != known[heads]
    found = np.full(classes.size, -1, np.int64)
    found[order[wrong]] = heads[wrong]
    return found


def pasts(paths: Paths, classes: Classes) -> Numbers:
    """Return the own past of each decision, as a number; shape (decisions,)."""
    most = int(paths.taken.max(initial=0)) + 1
    found = np.zeros(classes.size, np.int64)
    # Decisions whose past is known, and then those that follow them.
    known, total = paths.before < 0, 1
    while (after := np.flatnonzero(known[paths.before] & (paths.before >= 0))).size:
        before = paths.before[after]
        sequence = classes[before].astype(np.int64) * most + paths.taken[after]
        found[after] = total + numbered(found[before] * (count(classes) * most) + sequence)
        total = int(found[after].max()) + 1
        known = np.zeros(classes.size, np.bool_)
        known[after] = True
    return found


def _shortest(paths: Paths, firsts: Numbers, steps: Numbers) -> Pair | None:
    """Return the pair with the fewest moves; of equal ones that in which the player did most.

    Menus go from passive to bold, so that having raised counts for more than having called.
    """
    seconds = np.flatnonzero(firsts >= 0)
    if not seconds.size:
        return None
    others = firsts[seconds]
    order = np.lexsort((-steps[seconds], paths.depths[others], paths.depths[seconds]))
    return int(others[order[0]]), int(seconds[order[0]])
