"""Which factor to add to the states of a game that is too large to price.

The answer comes from training: where the values of a factor have different regrets in one bucket,
players who could tell them apart would play differently.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import attrs

from zerosum.abstraction import Abstracted, Algebraic, Product, View, base_and_view
from zerosum.abstraction.algebra import partition_of
from zerosum.algorithms import ExternalSampling
from zerosum.algorithms.external import ExternalOptions
from zerosum.algorithms.solver import Solver
from zerosum.errors import AbstractionError, RuleError, TableError, check_count
from zerosum.evaluation.bounds import approximate_best_response
from zerosum.evaluation.growing.gains import Groups
from zerosum.evaluation.growing.gather import HALVES, Gathering
from zerosum.strategy import Strategy
from zerosum.support.interrupts import Progress
from zerosum.support.rendering import Report, Shown, TextTable, table

# What gathering a factor takes, in shares of the time of training.
_SHARE = 0.65


@dataclass(frozen=True)
class Chips:
    """What an exploiter wins against the strategy, with its standard error, in chips a hand.

    Parameters
    ----------
    mean, error
        As of :class:`zerosum.evaluation.LowerBound`.

    Examples
    --------
    >>> Chips(mean=0.31, error=0.02)
    Chips(mean=0.31, error=0.02)
    """

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.3g} ± {self.error:.1g}"


@dataclass(frozen=True)
class Suggestion(Shown):
    """What the walks of training say about one factor.

    Parameters
    ----------
    factor
        The factor.
    gain
        The variance of regrets that its values explain, squared chips an iteration. Chance does
        not raise it on average, so a factor of no use is about 0, above or below.
    halves
        The same, from each half of the sample.
    cells
        How many further buckets it makes of those that were visited.
    chips
        What an exploiter wins who sees the states and the factor; None if none was asked for.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import is_jack
    >>> found = Suggestion(is_jack, gain=0.4, halves=(-0.1, 0.9), cells=4)
    >>> found.per_cell, found.steady
    (0.1, False)
    """

    factor: Algebraic
    gain: float
    halves: tuple[float, float]
    cells: int
    chips: Chips | None = None

    JSON = ("factor", "gain", "halves", "cells", "per_cell", "steady", "chips")

    @property
    def per_cell(self) -> float:
        """The gain for each further bucket; 0 if there is none."""
        return self.gain / self.cells if self.cells else 0.0

    @property
    def steady(self) -> bool:
        """Whether both halves of the sample say that there is a gain."""
        return min(self.halves) > 0.0


@dataclass(frozen=True)
class Suggestions(Report):
    """Candidate factors, the one that gains most for each further bucket first.

    Parameters
    ----------
    states
        The states that each would be added to.
    candidates
        The factors.
    iterations
        How many iterations were gathered.
    buckets
        How many buckets they visited.
    chips
        What an exploiter wins who sees no more than the states; None if none was asked for.
    turned_away
        How many visits of values were lost because memory was full.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> steady = Suggestion(is_jack, gain=0.4, halves=(0.3, 0.5), cells=4)
    >>> found = Suggestions(betting, (steady,), iterations=200, buckets=4)
    >>> print(found)
    factor   gain a bucket  gain  half  half  buckets
    is_jack            0.1   0.4   0.3   0.5       +4
    >>> found.best
    is_jack
    """

    states: Product | None
    candidates: tuple[Suggestion, ...]
    iterations: int
    buckets: int
    chips: Chips | None = None
    turned_away: int = 0

    JSON = ("states", "iterations", "buckets", "best", "chips", "turned_away", "candidates")

    @property
    def best(self) -> Algebraic | None:
        """The first factor that both halves of the sample agree on; None if there is none."""
        return next((each.factor for each in self.candidates if each.steady), None)

    def rows(self) -> list[list[str]]:
        """Return the rows of a table."""
        alone = ["states alone", "", "", "", "", f"{self.buckets:,}", "", str(self.chips)]
        rows = [] if self.chips is None else [alone]
        for each in self.candidates:
            figures = (each.per_cell, each.gain, *each.halves)
            mark = "" if each.steady else "not steady" if each.cells else "separates nothing"
            chips = [] if each.chips is None else [str(each.chips)]
            texts = [f"{figure:.3g}" for figure in figures]
            rows.append([repr(each.factor), *texts, f"+{each.cells:,}", mark, *chips])
        return rows

    @property
    def headings(self) -> list[str]:
        """The headings of that table."""
        shown = ["factor", "gain a bucket", "gain", "half", "half", "buckets", ""]
        return shown if self.chips is None else [*shown, "an exploiter wins"]

    def content(self) -> list[TextTable]:
        """Return a table of the candidates."""
        return [table(self.headings, self.rows(), "lrrrrrlr")]


def suggest(
    start: Any,
    factors: Iterable[Any],
    iterations: int = 10_000,
    *,
    every: int | None = None,
    chips: int | None = None,
    seed: int = 0,
    room: int | None = None,
    progress: Progress | None = None,
    native: bool = True,
) -> Suggestions:
    r"""Rank factors that could be added to the states of a game, by what training says of them.

    External sampling goes on, and keeps the regrets :math:`r` that its walks find, by bucket and by
    the values of each factor in it. A factor gains where its values have different regrets:

    .. math:: G = \sum_b \Big[\sum_c n_c \lVert \bar r_c \rVert^2
        - n_b \lVert \bar r_b \rVert^2 - \text{chance}\Big] \Big/ T

    for the values :math:`c` of the factor in a bucket :math:`b`, with :math:`n` visits in :math:`T`
    iterations. Factors are ranked by their gain for each further bucket. That is an order, and no
    price.

    Parameters
    ----------
    start
        A solver that has trained, an :class:`~zerosum.algorithms.ExternalSampling`, which is not
        changed; or the start of an abstract game, which is then trained from nothing.
    factors
        Factors and products, whose factors count one by one. Those that the states have are left
        out.
    iterations
        How many are trained, at least two.
    every
        One iteration of so many is gathered; by default so few that this takes at most as long as
        training.
    chips
        Deals that an exploiter learns from in each seat, for each factor, whose infosets are
        those of the states and the factor; and as many to measure on. None asks for no chips.
    seed
        Of all that is drawn, where ``start`` is no solver.
    room
        Bytes for what is gathered; half the memory if left out. When they are full, new values
        count nothing.
    progress
        Called from time to time with the share that is done.
    native
        False to run interpreted, where ``start`` is no solver.

    Raises
    ------
    AbstractionError
        If the game has no states, or what should be a factor is none.
    RuleError
        If the solver is of another kind.
    TableError
        If the solver's table keeps fingerprints instead of keys, or has no room.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.abstraction import betting, board_rank, is_king, pairs
    >>> game = Abstracted(Leduc(), betting)
    >>> found = suggest(game, [board_rank, is_king, pairs], 200, every=1, native=False)
    >>> found.best
    pairs
    """
    check_count("iterations", iterations, 2)
    _, view = base_and_view(start.game if isinstance(start, Solver) else start)
    candidates = candidates_of(factors, view)
    every = 1 + int(_SHARE * len(candidates)) if every is None else every
    check_count("every", every, 1)
    gathering = gathering_of(start, candidates, every=every, room=room, seed=seed, native=native)
    tasks = 1 if chips is None else 2 + len(candidates)
    before = gathering.iterations
    share = progress or (lambda _: None)
    gathering.run(iterations, lambda it: share((it.iterations - before) / iterations / tasks))
    found = ranked(gathering, gathering.iterations // every - before // every)
    if chips is None:
        return found
    return _with_chips(found, gathering.game, gathering.strategy(), chips, share, native)


def candidates_of(factors: Iterable[Any], view: View) -> tuple[Algebraic, ...]:
    """Return the factors that states could be multiplied by, each once.

    Raises
    ------
    AbstractionError
        If one is not a factor or product, there are none, or the game has no states.
    """
    if view.states is None:
        raise AbstractionError(
            "The game must have states that a factor can be added to; it keeps every infoset "
            "apart: give Abstracted(game, states).",
            view,
        )
    found: dict[Algebraic, None] = {}
    for each in factors:
        partition = partition_of(each)
        if partition is None:
            raise AbstractionError(
                f"A candidate must be a factor or a product; got {each!r}: put @algebraic above a "
                f"function.",
                each,
            )
        found |= dict.fromkeys(partition.factors)
    candidates = tuple(factor for factor in found if factor not in view.states.factors)
    if not candidates:
        raise AbstractionError(
            f"There must be a factor that the states {view.states!r} do not have yet; got "
            f"{list(found)!r}: name another one.",
            view.states,
        )
    return candidates


def gathering_of(start: Any, candidates: Sequence[Algebraic], **options: Any) -> Gathering:
    """Return external sampling that gathers, and goes on where a solver stands."""
    if isinstance(start, ExternalSampling):
        if start.view.prints > 0:
            raise TableError(
                "The table must keep keys for factors to be suggested; this one keeps "
                "fingerprints: train with a storage without fingerprint=.",
                start,
            )
        names = {field.name for field in attrs.fields(ExternalOptions)} - {"pruning", "threads"}
        options |= {name: getattr(start, name) for name in names}
        gathering = Gathering(start.game, factors=candidates, **options)
        gathering.restore(*start.state())
        return gathering
    if isinstance(start, Solver):
        raise RuleError(
            f"The solver must be an ExternalSampling for factors to be suggested; got "
            f"{type(start).__name__}: train the game with algorithm external.",
            start,
        )
    return Gathering(start, factors=candidates, **options)


def ranked(gathering: Gathering, iterations: int) -> Suggestions:
    """Return what was gathered about each factor, in order."""
    groups, found = Groups.of(gathering.gathered), []
    for place, factor in enumerate(gathering.candidates):
        cells = int(groups.cells(place).sum())
        # What separates nothing would gain the rounding.
        gains = groups.gains(place).sum(axis=1) * (cells > 0) / max(iterations, 1) + 0.0
        gain, first, second = (gains * (1, HALVES, HALVES)).tolist()
        found.append(Suggestion(factor, gain, (first, second), cells))
    found.sort(key=lambda each: -each.per_cell)
    lost = gathering.gathered.turned_away
    return Suggestions(gathering.view.states, tuple(found), iterations, groups.size, None, lost)


def _with_chips(
    found: Suggestions, game: Any, strategy: Strategy, walks: int, progress: Any, native: bool
) -> Suggestions:
    """Return suggestions with what an exploiter wins who sees each factor too."""
    base, view = base_and_view(game)
    candidates, tasks = [None, *found.candidates], 2 + len(found.candidates)
    won: list[Chips] = []
    for done, each in enumerate(candidates, 1):
        states = view.states if each is None else view.states * each.factor
        own = Abstracted(base, states, view.actions)
        bound = approximate_best_response(
            game, strategy, walks, max(walks, 2), seed=1, own=own, native=native
        ).bound
        won.append(Chips(bound.mean, bound.error))
        progress((1 + done) / tasks)
    pairs = zip(found.candidates, won[1:], strict=True)
    chosen = tuple(replace(each, chips=chips) for each, chips in pairs)
    return replace(found, candidates=chosen, chips=won[0])
