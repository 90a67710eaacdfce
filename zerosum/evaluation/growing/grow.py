"""An abstraction that grows: a tree of tests, split where training says that it gains most."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from zerosum.abstraction import Abstracted, Algebraic, Product, base_and_view, equals, when
from zerosum.abstraction.branches import LEAF, NODE, Branches
from zerosum.abstraction.combined import predicate_of
from zerosum.errors import AbstractionError, check_count
from zerosum.evaluation.growing.gains import Groups
from zerosum.evaluation.growing.gather import WHOLE, Gathering
from zerosum.evaluation.growing.suggest import candidates_of
from zerosum.rng import Random
from zerosum.support.rendering import Shown
from zerosum.support.tokens import FALSE, LEAST, TRUE
from zerosum.tables import HEADER, Floats, Ints

# Iterations in which the values of the first factor are collected, and how often opponents play at
# random in them.
_FIRST = 2_000
_AT_RANDOM = 0.5


@dataclass(frozen=True)
class Grown(Shown):
    """An abstraction that was grown.

    Parameters
    ----------
    always
        The states that it began with.
    tree
        The factor of the leaves: one number, whatever their tests are.
    buckets
        How many buckets training visited.
    rounds
        How often training began anew.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted, fields
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> game = Abstracted(Kuhn(), betting)
    >>> grown = grow(game, [is_jack, fields("card")], 8, iterations=4, native=False)
    >>> grown.buckets, grown.rounds, grown.spelled
    (4, 1, betting)
    """

    always: Product
    tree: Algebraic
    buckets: int
    rounds: int

    @property
    def _branches(self) -> Branches:
        return cast("Branches", self.tree.target)

    @property
    def states(self) -> Product:
        """The states that it grew to, which compile once for all trees of the same factors."""
        return self.always * self.tree

    @property
    def spelled(self) -> Product:
        """The same states by ``when`` and ``equals``, for small trees: a factor for each test."""
        return self.always * self._spelled(0)

    def _spelled(self, at: int) -> Product:
        place, value, yes, no = self._node(at)
        if place == LEAF:
            return Product()
        test = equals(self._branches.factors[place], value)
        return when(test, self._spelled(yes), self._spelled(no))

    def _node(self, at: int) -> list[int]:
        found: list[int] = self._branches.nodes[at : at + NODE].tolist()
        return found

    def lines(self, at: int = 0, margin: str = "") -> list[str]:
        """Return the tests below a node as text, those where one fails on the same level."""
        found = []
        while (node := self._node(at))[0] != LEAF:
            place, value, yes, at = node
            below = self.lines(yes, f"{margin}    ")
            found.append(f"{margin}{self._branches.factors[place]!r} == {value}{below[0]}")
            found += below[1:]
        if not found:
            return [f": {node[1]}"]
        return [":" if margin else "", *found, f"{margin}else: {node[1]}"]

    def __str__(self) -> str:
        return "\n".join([f"{self.always!r}, and by leaf:", *self.lines()[1:]])


@dataclass
class _Nodes:
    """A tree that grows.

    Parameters
    ----------
    factors
        What is tested.
    """

    factors: tuple[Algebraic, ...]
    words: list[int] = field(default_factory=lambda: [LEAF, 0, 0, 0])
    places: dict[int, int] = field(default_factory=lambda: {0: 0})

    @property
    def factor(self) -> Algebraic:
        """The tree as a factor."""
        return Algebraic(Branches(self.factors, np.array(self.words, np.int64)))

    def split(self, leaf: int, place: int, value: int) -> int:
        """Split a leaf by whether a factor has a value; return the leaf where it has not."""
        at, new, end = self.places[leaf], len(self.places), len(self.words)
        self.words[at : at + NODE] = [place, value, end, end + NODE]
        self.words += [LEAF, leaf, 0, 0, LEAF, new, 0, 0]
        self.places |= {leaf: end, new: end + NODE}
        return new


@dataclass(frozen=True)
class _Split:
    """A split of a leaf: its gain for each further bucket, and how many it makes."""

    rate: float
    leaf: int
    place: int
    value: int
    cells: int


def grow(
    game: Any,
    factors: Iterable[Any],
    budget: int,
    *,
    first: Any = None,
    iterations: int = 30_000,
    explored: float = 0.1,
    share: float = 0.1,
    seed: int = 0,
    native: bool = True,
) -> Grown:
    """Grow an abstraction by splits of single buckets, up to a number of infosets.

    Each round trains the abstraction so far from nothing, gathers regrets as
    :func:`~zerosum.evaluation.suggest` does, and splits the leaves of which the gain for each
    further bucket is largest, by whether one factor has one value.

    Parameters
    ----------
    game
        The start of an abstract game, whose states are kept: the player and the actions, say.
    factors
        What may be tested. Each must return ints or bools.
    budget
        The infosets of the result, as many as training visits.
    first
        A factor of which each value begins a tree of its own, such as the betting. Without it, a
        split holds for all buckets of the states that share a leaf.
    iterations
        Of each round.
    explored
        How often an opponent plays a random action while statistics are gathered.
    share
        By which share the buckets may grow in a round.
    seed
        Of all that is drawn.
    native
        False to run interpreted.

    Raises
    ------
    AbstractionError
        If the game has no states, a factor returns something else, or the budget is too small.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted, fields
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> tested = [is_jack, fields("card")]
    >>> print(grow(Abstracted(Kuhn(), betting), tested, 8, iterations=300, native=False))
    betting, and by leaf:
    fields('card') == 0: 0
    else: 1
    """
    check_count("The budget of grow", budget, 1, "give a number of infosets", AbstractionError)
    base, view = base_and_view(game)
    check_count("The iterations of grow", iterations, 2, "give 30_000", AbstractionError)
    if not 0.0 <= explored <= 1.0:
        raise AbstractionError(f"explored= must be 0 to 1; got {explored}: give 0.1.", explored)
    begun = () if first is None else (predicate_of(first, "grow"),)
    tested = candidates_of([*begun, *factors], view)
    if begun and begun[0] != tested[0]:
        raise AbstractionError(
            f"first= must not be one of the states {view.states!r}; got {first!r}: leave it out.",
            first,
        )
    always = cast("Product", view.states)  # as that has checked
    nodes, seeds, rounds = _Nodes(tested), Random(seed), 0

    def gathered(tried: tuple[Algebraic, ...], count: int, at_random: float) -> Gathering:
        seen, told = Abstracted(base, always * nodes.factor, view.actions), (*tried, nodes.factor)
        seed = seeds.branch()
        gathering = Gathering(seen, factors=told, explored=at_random, seed=seed, native=native)
        gathering.run(count)
        return gathering

    for place, factor in enumerate(begun):
        leaf, values = 0, _values_of(gathered((factor,), _FIRST, _AT_RANDOM), factor)
        for value in values[:-1]:
            leaf = nodes.split(leaf, place, value)
    while True:
        rounds += 1
        gathering = gathered(tested, iterations, explored)
        buckets, splits = _splits(gathering, nodes)
        made, left = 0, budget - buckets
        if left < 0 and rounds == 1:
            raise AbstractionError(
                f"The budget of grow must hold what it begins with, {buckets:,} buckets; got "
                f"{budget:,}: give more, or coarser states.",
                budget,
            )
        for split in splits:
            # The first one may be larger than the share.
            if made + split.cells <= (min(share * buckets, left) if made else left):
                nodes.split(split.leaf, split.place, split.value)
                made += split.cells
        if not made:
            return Grown(always, nodes.factor, buckets, rounds)


def _values_of(gathering: Gathering, factor: Algebraic) -> list[int]:
    """Return the values of a factor that were visited, in order."""
    groups = Groups.of(gathering.gathered)
    chosen = groups.places == gathering.candidates.index(factor)
    return sorted(set(_told(gathering, groups.blocks[chosen]).tolist()))


def _told(gathering: Gathering, blocks: Ints) -> Ints:
    """Return the value of each row, bools as 0 and 1."""
    words = gathering.gathered.table.words
    lengths = words[blocks + 1] & 0xFFFFFFFF
    values = words[blocks + HEADER + 1]
    values = np.where(values == TRUE, 1, np.where(values == FALSE, 0, values))
    wrong = (lengths != 3) | (values < LEAST)
    if wrong.any():
        place = int(words[blocks[wrong.argmax()] + HEADER])
        factor = gathering.candidates[place]
        raise AbstractionError(
            f"What a tree tests must return ints or bools; {factor!r} returns something else: "
            f"write a factor that numbers its values.",
            factor,
        )
    return values


def _splits(gathering: Gathering, nodes: _Nodes) -> tuple[int, list[_Split]]:
    """Return how many buckets there are, and the best split of each leaf, the best first."""
    groups = Groups.of(gathering.gathered, others=True)
    rows = np.flatnonzero(groups.places != WHOLE)
    places, buckets = groups.places[rows], groups.buckets[rows]
    values = _told(gathering, groups.blocks[rows])
    tree = gathering.candidates.index(nodes.factor)
    leaves = np.zeros(groups.size, np.int64)
    leaves[buckets[places == tree]] = values[places == tree]
    whole: Floats = np.zeros(groups.size)
    whole[groups.buckets[groups.places == WHOLE]] = groups.shares[0, groups.places == WHOLE]
    gains = groups.shares[0, rows] + groups.others[rows] - whole[buckets]
    # A value that is the only one in its bucket splits nothing.
    cells = np.bincount(places * groups.size + buckets)[places * groups.size + buckets] > 1
    keys = np.stack([leaves[buckets], places, values], axis=1)[cells]
    kinds, inverse = np.unique(keys, axis=0, return_inverse=True)
    sums = np.bincount(inverse.ravel(), gains[cells], len(kinds))
    counts = np.bincount(inverse.ravel(), minlength=len(kinds))
    best: dict[int, _Split] = {}
    for (leaf, place, value), gain, count in zip(kinds.tolist(), sums, counts, strict=True):
        test = nodes.factors.index(gathering.candidates[place])
        split = _Split(float(gain / count), leaf, test, value, int(count))
        if split.rate > 0.0 and (leaf not in best or split.rate > best[leaf].rate):
            best[leaf] = split
    return groups.size, sorted(best.values(), key=lambda split: -split.rate)
