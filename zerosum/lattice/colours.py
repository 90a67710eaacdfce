r"""Colour refinement of the sequence form: which infosets may be merged without any loss.

Infosets begin with one colour for each player and menu, and are split until infosets of a colour
agree in all that :func:`zerosum.lattice.minimise` names. A round is a few sorts of arrays, and
there are at most about as many rounds as the game is deep.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.errors import NotApplicable
from zerosum.lattice.classes import check_whole
from zerosum.lattice.menus import least
from zerosum.lattice.partitions import Classes, count, first_members, joined
from zerosum.tables import Floats, Ints, ShortInts, starts_of
from zerosum.tree import Tree
from zerosum.tree.sequence import chance_reaches

# Sums whose difference is below this share of what they are sums of are equal: rounding.
_TOLERANCE = 1e-11


def colours(tree: Tree, *, weighted: bool = False) -> Classes:
    """Return the colours of :func:`zerosum.lattice.minimise`, which refuses; shape (infosets,)."""
    check_whole(tree)
    if not all(tree.recall):
        raise NotApplicable(
            f"A game to minimise needs players with perfect recall; player "
            f"{tree.recall.index(False)} of {tree!r} forgets: let infosets keep the player's own "
            f"moves.",
            tree,
        )
    form, classes, known = Sums.of(tree), least(tree, None), 0
    while count(classes) > known:
        known = count(classes)
        classes = form.split(classes, weighted)
    return classes


@dataclass(frozen=True, eq=False)
class Sums:
    """What each sequence wins against each profile of sequences of all others.

    Parameters
    ----------
    tree
        The game.
    owns
        Shape (pairs,): a sequence.
    others
        Shape (pairs, players - 1): the last sequence of each other player, -1 for none.
    sums, masses
        Shape (pairs,): what the owner of the sequence wins there, times the probability of chance,
        in chips, and the same of absolute amounts, which bounds the rounding.
    """

    tree: Tree
    owns: ShortInts
    others: ShortInts
    sums: Floats
    masses: Floats

    @classmethod
    def of(cls, tree: Tree) -> Sums:
        """Return the sums of a tree whose players have perfect recall."""
        lasts, seats = tree.recollection.lasts, range(tree.players)
        wins = chance_reaches(tree)[:, None] * tree.payoffs
        owns, won = lasts.T.ravel(), wins.T.ravel()
        others = np.concatenate([np.delete(lasts, seat, axis=1) for seat in seats])
        kept = owns >= 0
        owns, won, others = owns[kept], won[kept], others[kept]
        places, firsts = _numbered_rows(owns, reduce(joined, others.T + 1, np.zeros_like(owns)))
        sums, masses = _summed(places, won), _summed(places, np.abs(won))
        return cls(tree, owns[firsts], others[firsts], sums, masses)

    def split(self, classes: Classes, weighted: bool) -> Classes:
        """Return colours split once, by the colours before, of next infosets, and of others."""
        tree, before = self.tree, self.tree.recollection.before
        sizes = np.diff(tree.starts)
        holders = np.repeat(np.arange(tree.infoset_count), sizes)
        begins = starts_of(sizes[first_members(classes)])
        places = np.arange(tree.sequences) - tree.starts[holders]
        # The last colour is that of the empty sequence, -1.
        of_sequences = np.append(begins[classes[holders]] + places, begins[-1])
        owns, profiles, sums = self._against(of_sequences)

        weights = np.ones(tree.infoset_count)
        if weighted:
            weights = _norms(_summed(holders[owns], np.abs(sums), weights.size), before, holders)
        later = np.flatnonzero(before >= 0)
        nexts, firsts = _numbered_rows(before[later], classes[later])
        values = np.concatenate([sums, _summed(nexts, weights[later])])
        rows = np.concatenate([owns, before[later[firsts]]])
        items = np.concatenate([profiles + count(classes), classes[later[firsts]]])
        infosets = holders[rows]
        values /= np.where(weights > 0.0, weights, 1.0)[infosets]
        table = np.stack([places[rows], items, _levels(values)], axis=1)
        found = _alike(
            table[np.lexsort((items, rows))], np.bincount(infosets, minlength=sizes.size)
        )
        return joined(joined(classes, found), of_sequences[before])

    def _against(self, of_sequences: Ints) -> tuple[ShortInts, ShortInts, Floats]:
        """Return sequences, profiles of colours of others, and the sums that are not 0."""
        profiles = reduce(joined, of_sequences[self.others.T], np.zeros_like(self.owns))
        places, firsts = _numbered_rows(self.owns, profiles)
        sums, masses = _summed(places, self.sums), _summed(places, self.masses)
        won = np.abs(sums) > _TOLERANCE * masses
        return self.owns[firsts][won], profiles[firsts][won], sums[won]


def _numbered_rows(first: Any, second: Any) -> tuple[Ints, Ints]:
    """Return the number of each pair of values, in ascending order, and where each comes first."""
    pairs = first.astype(np.int64) * (int(second.max(initial=0)) + 1) + second
    _, firsts, places = np.unique(pairs, return_index=True, return_inverse=True)
    return places, firsts


def _summed(places: Ints, values: Floats, size: int = 0) -> Floats:
    """Return the sum of the values of each place."""
    return np.bincount(places, values, size).astype(np.float64, copy=False)


def _levels(values: Floats) -> Ints:
    """Return numbers of values, in ascending order, which are equal where values all but are."""
    order = np.argsort(values)
    low, high = values[order[:-1]], values[order[1:]]
    apart = high - low > _TOLERANCE * np.maximum(np.abs(low), np.abs(high))
    levels = np.zeros(values.size, np.int64)
    levels[order[1:]] = np.cumsum(apart)
    return levels


def _norms(paid: Floats, before: ShortInts, holders: Ints) -> Floats:
    """Return what is paid at each infoset and at all that follow it, in absolute amounts."""
    later = np.flatnonzero(before >= 0)
    above, total = holders[before[later]], paid
    while True:  # once for each own move that a player may have before another one
        more = paid + _summed(above, total[later], paid.size)
        if np.array_equal(more, total):
            return total
        total = more


def _alike(table: Ints, sizes: Ints) -> Classes:
    """Return equal numbers of infosets whose rows are equal; ``sizes`` is how many each has."""
    words, known = table.tobytes(), dict[bytes, int]()
    bounds = (starts_of(sizes) * table.strides[0]).tolist()
    parts = (words[start:end] for start, end in pairwise(bounds))
    return np.array([known.setdefault(part, len(known)) for part in parts], np.int32)
