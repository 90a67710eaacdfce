"""Parts of a public tree, written by several threads, and the tree that they make together.

Every part has all nodes above the split, and below it the subtrees that are its own. Nodes are put
back into the order in which one thread would have written them, so that a tree does not depend on
the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.tables import HEADER, Floats, Ints, Table
from zerosum.tree.public.deals import Deals
from zerosum.tree.public.unfolding import NEW, Unfolding


@dataclass(frozen=True, eq=False)
class Part:
    """What a thread has written of a public tree.

    Parameters
    ----------
    births, owners
        Shape (nodes,): when a node was written, odd above the split; and who acts.
    origins, targets, masses
        Shape (edges,): the node that an edge leaves, where it leads (node k is k + 1, payoffs k are
        -1 - k, and 0 is another part's), and how likely chance takes it with any hands.
    marks
        Shape (places,): a hash of the infoset of each node and hand.
    payoffs
        Shape (kinds, players - 1, hands of one decider, hands of the other).
    terminals
        How many terminals there are.
    """

    births: Ints
    owners: NDArray[Any]
    origins: NDArray[Any]
    targets: NDArray[Any]
    masses: Floats
    marks: Ints
    payoffs: Floats
    terminals: int

    @classmethod
    def of(cls, tree: Unfolding, terms: Table, deals: Deals, deciders: tuple[int, int]) -> Part:
        """Return what was written to a tree, and to the table of its payoffs."""
        # The first edge leads to the root.
        nodes, edges = tree.nodes, slice(1, tree.edges)
        kinds, kind_of = np.unique(tree.classes[: tree.terminals], return_inverse=True)
        payoffs = _payoffs(kinds, terms, deals, deciders)
        if _shared_places(deals, deciders):
            # Sums of several deals may be equal where the deals are not.
            payoffs, same = np.unique(payoffs, axis=0, return_inverse=True)
            kind_of = same.reshape(-1)[kind_of]
        targets = tree.targets[edges].copy()
        ending = targets < NEW
        targets[ending] = -1 - kind_of[-1 - targets[ending]]
        return cls(
            births=tree.births[:nodes].copy(),
            owners=tree.owners[:nodes].copy(),
            origins=tree.origins[edges].copy(),
            targets=targets,
            masses=tree.masses[edges].copy(),
            marks=tree.marks[: tree.filled].copy(),
            payoffs=payoffs,
            terminals=tree.terminals,
        )

    @property
    def above(self) -> NDArray[np.bool_]:
        """Whether each node lies above the split."""
        return np.asarray(self.births % 2 == 1)


def _shared_places(deals: Deals, deciders: tuple[int, int]) -> bool:
    """Return whether several deals give both deciders the same hands."""
    one, other = deciders
    return len({(deal.hands[one], deal.hands[other]) for deal in deals.all}) < len(deals.all)


def _payoffs(kinds: NDArray[Any], terms: Table, deals: Deals, deciders: tuple[int, int]) -> Floats:
    """Return the payoffs of each kind of terminal, read from the last deal to the first."""
    held = np.array([deal.hands for deal in deals.all])[:, deciders]
    paid, sizes = len(deals.hands) - 1, [len(deals.hands[player]) for player in deciders]
    found = np.zeros((kinds.size, paid, *sizes))
    columns = terms.blocks[: terms.rows, None] + HEADER + np.arange(4)
    before, places, mantissa, exponent = terms.words[columns].T
    values = np.ldexp(mantissa * 2.0**-53, exponent.astype(np.int32))
    which, rows = np.arange(kinds.size), kinds.astype(np.int64)
    while rows.any():
        which, rows = which[rows > 0], rows[rows > 0] - 1
        deal, player = np.divmod(places[rows], paid)
        # Where the other players hold hands too, several deals pay into one place.
        found[(which, player, *held[deal].T)] += values[rows]
        rows = before[rows]
    return found


def joined(parts: Sequence[Part], sizes: Ints) -> Part:
    """Return the tree that all parts make.

    Parameters
    ----------
    parts
        At least one. All have the same nodes above the split, and each has its own below.
    sizes
        How many hands each player has.
    """
    if len(parts) == 1:
        return parts[0]
    # The first part keeps the nodes above the split for all.
    own = [~part.above for part in parts]
    own[0][:] = True
    kept = [mine[part.origins] for part, mine in zip(parts, own, strict=True)]
    births, owners = _those(parts, own, "births"), _those(parts, own, "owners")
    order = np.argsort(births, kind="stable")
    places = _places(parts, own, order)
    payoffs, targets = _joined_targets(parts, places)
    counts = [np.append(sizes, 0)[part.owners] for part in parts]
    marked = [np.repeat(mine, count) for mine, count in zip(own, counts, strict=True)]
    lengths = np.append(sizes, 0)[owners]
    return Part(
        births=births[order],
        owners=owners[order],
        origins=_chosen(
            [place[part.origins] for place, part in zip(places, parts, strict=True)], kept
        ),
        targets=_chosen(targets, kept),
        masses=_those(parts, kept, "masses"),
        marks=_segments(_those(parts, marked, "marks"), lengths, order),
        payoffs=payoffs,
        terminals=int(np.count_nonzero(_chosen(targets, kept) < NEW)),
    )


def _joined_targets(
    parts: Sequence[Part], places: Sequence[NDArray[Any]]
) -> tuple[Floats, list[NDArray[Any]]]:
    """Return the payoffs of all parts, each once, and where the edges of each part lead."""
    payoffs, kind_of = np.unique(
        np.concatenate([part.payoffs for part in parts]), axis=0, return_inverse=True
    )
    kinds = np.split(kind_of.reshape(-1), np.cumsum([len(part.payoffs) for part in parts])[:-1])
    targets = [
        _moved(part.targets, place, kind)
        for part, place, kind in zip(parts, places, kinds, strict=True)
    ]
    above = [part.above[part.origins] for part in parts]
    # A node below the split is in one part only, and ends above it are the same in all.
    targets[0][above[0]] = np.max([f[a] for f, a in zip(targets, above, strict=True)], axis=0)
    return payoffs, targets


def _those(parts: Sequence[Part], kept: Sequence[NDArray[np.bool_]], name: str) -> NDArray[Any]:
    """Return what is kept of an array of each part, one part behind the other."""
    return _chosen([getattr(part, name) for part in parts], kept)


def _chosen(arrays: Sequence[NDArray[Any]], kept: Sequence[NDArray[np.bool_]]) -> NDArray[Any]:
    return np.concatenate([array[k] for array, k in zip(arrays, kept, strict=True)])


def _places(
    parts: Sequence[Part], own: Sequence[NDArray[np.bool_]], order: Ints
) -> list[NDArray[Any]]:
    """Return where the nodes of each part come to lie."""
    numbers = np.empty(order.size, np.int32)
    numbers[order] = np.arange(order.size, dtype=np.int32)
    shares = np.split(numbers, np.cumsum([np.count_nonzero(mine) for mine in own])[:-1])
    top = shares[0][parts[0].above]
    places = []
    for mine, share in zip(own, shares, strict=True):
        place = np.empty(mine.size, np.int32)
        place[mine] = share
        if place.size > share.size:
            place[~mine] = top
        places.append(place)
    return places


def _moved(targets: NDArray[Any], place: NDArray[Any], kind_of: NDArray[Any]) -> NDArray[Any]:
    """Return where edges lead, by the numbers that nodes and payoffs have in the whole tree."""
    moved, inner, ending = targets.copy(), targets > NEW, targets < NEW
    moved[inner] = 1 + place[targets[inner] - 1]
    moved[ending] = -1 - kind_of[-1 - targets[ending]]
    return moved


def _segments(values: Ints, lengths: Ints, order: Ints) -> Ints:
    """Return segments of so many values each, in another order."""
    starts = np.cumsum(lengths) - lengths
    sizes = lengths[order]
    shifts = np.repeat(starts[order] - (np.cumsum(sizes) - sizes), sizes)
    return values[shifts + np.arange(values.size)]
