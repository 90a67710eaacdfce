r"""External sampling that begins with the regrets of another run, where its actions are the same.

A row that has no regrets yet, at an infoset :math:`I` where the earlier run has the row :math:`I'`
(its key by its own abstraction), begins with

.. math:: R(I, a) = c R'(I', a) \quad \text{for each action :math:`a` that both menus offer},

and the others with minus the sum of its positive regrets. So it begins with the strategy of the
earlier run, and plays actions that that run did not have once they have been found to be better, by
as much as the earlier run found others to be; a single lucky sample is not enough. If :math:`w(t)`
is the weight of the first :math:`t` iterations by the rule, :math:`c = w(t) / w'(T)` makes all that
the earlier run learned in :math:`T` iterations count like :math:`t` of this one, and its own first
iteration is the one after these: it has the weight of iteration :math:`t + 1`.

Brown & Sandholm, "Strategy-based warm starting for regret minimization in games", AAAI 2016, show
that regrets must not be larger than those of a run of that length.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self

from zerosum.abstraction import View, base_and_view
from zerosum.algorithms.averaging import averager, sample_and_add
from zerosum.algorithms.external import ExternalSampling, traverser, walker
from zerosum.algorithms.pruning import PrunedWorkspace
from zerosum.algorithms.regret import tabulated, weights_of
from zerosum.errors import RuleError, StoreError
from zerosum.jit import inlined, kernel
from zerosum.kernels.cells import keep
from zerosum.kernels.descent import STOP, descent, sample_row, seeing
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.rows import ABSENT, probe, rehash
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.rules import Rule
from zerosum.strategy import describe, differing
from zerosum.support import store
from zerosum.tables import Storage, Table, Workspace, stored
from zerosum.tables.storage import UNIT
from zerosum.tables.workspace import ALL_STREETS


@dataclass(frozen=True, eq=False)
class Earlier:
    """The regrets of an earlier run.

    Parameters
    ----------
    view
        How it sees infosets.
    work
        Its table, mapped from the disk.
    iterations
        How many it had.
    weight
        What these weigh in all, by its rule.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=1, native=False, reserve=1 << 22)
    >>> solver.run(30)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solver.save(place)
    ...     earlier = Earlier.open(Path(place), Kuhn())
    ...     earlier.iterations, earlier.weight  # linear weights
    (30, 465.0)
    """

    view: View
    work: Workspace
    iterations: int
    weight: float

    @classmethod
    def open(cls, checkpoint: Path, game: Any) -> Self:
        """Open the checkpoint of a run.

        Parameters
        ----------
        checkpoint
            Its folder.
        game
            The start of its game.

        Raises
        ------
        StoreError
            If there is none, it is of another game, or it has fingerprints instead of keys.
        """
        arrays, meta, _ = store.read(checkpoint, mmap=True)
        own, view = base_and_view(game)
        settings = ExternalSampling.read_settings(meta.get("settings", {}))
        storage = settings["storage"] or Storage()
        if "values" not in arrays or storage.prints > 0:
            raise StoreError(
                f"The checkpoint {checkpoint} must have a table with exact keys to begin with its "
                f"regrets: leave them out.",
                checkpoint,
            )
        view = stored(view, storage, streets=storage.averages is not None)
        if differs := differing(meta["of"], describe(own, view)):
            raise StoreError(
                f"The checkpoint {checkpoint} must be of the game of its run; it differs in "
                f"{differs}.",
                checkpoint,
            )
        names = ("words", "blocks", "hashes", "values")
        work = Workspace.holding(Random(0), Table.holding(*(arrays[name] for name in names)))
        work.fades = int("period" in settings)  # each row has one number more
        work.numbers, work.scale = 2, UNIT if storage.whole else 1.0
        work.averages = ALL_STREETS if storage.averages is None else storage.averages
        work.table.run(rehash, work.table.mask)
        rule, done = Rule.from_written(meta["rule"]), int(meta["iterations"])
        period = settings.get("period", 1)
        whole = weights_of(rule, max(done, 1), period, fades=work.fades > 0)[0]
        if work.fades > 0:
            work.period = _period_of(done, period)
            work.discounts = tabulated(rule, work.period + 1)
        return cls(view, work, done, whole)


def _period_of(iteration: int, length: int) -> int:
    return 1 + (iteration - 1) // length


class Continuing(PrunedWorkspace):
    """The workspace of a run that begins with the regrets of an earlier one."""

    earlier: Workspace
    # What a regret of the earlier run counts in this one, and the period before this one begins.
    counts: float
    begun: int

    def for_thread(self) -> Self:
        """Return the workspace of one of several threads; each looks up by itself."""
        share = super().for_thread()
        share.earlier = self.earlier.for_thread()
        return share


@kernel
def begin_row(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, regrets: Numbers
) -> None:
    """Write the regrets of the earlier run to a row without any. Modified in place: ``regrets``.

    ``view`` is that of the earlier run.
    """
    for a in range(len(menu)):
        if regrets[a] != 0.0:
            return
    earlier, known = work.earlier, hold(view.menu(infoset))
    m = len(known)
    if m < 2:
        return
    start, end = view.write(infoset, known, active, earlier.row)
    at = probe(earlier, start, end, hash_row(earlier.row, start, end))
    if at < 0:
        return
    averaged = view.street(infoset) < earlier.averages
    width = (earlier.numbers if averaged else earlier.numbers - 1) * m + earlier.fades
    at += int(view.bucket(earlier.row, end)[0] * width)
    theirs, positive = earlier.table.values[at:], 0.0
    for a in range(len(menu)):
        for b in range(m):
            if menu[a] == known[b]:
                regret = work.counts * theirs[b]
                if earlier.fades > 0:
                    regret = faded(regret, int(theirs[width - 1]), earlier)
                if work.fades > 0:
                    regret = faded(regret, work.begun, work)
                keep(regrets, a, regret, work.rng)
                positive += max(regret, 0.0)
    for a in range(len(menu)):
        if regrets[a] == 0.0:
            keep(regrets, a, -positive, work.rng)


@kernel
def faded(regret: float, period: int, work: Work) -> float:
    """Return what remains now of a regret of a period."""
    sign = 0 if regret > 0.0 else 1
    for each in range(period + 1, work.period + 1):
        regret *= work.discounts[3 * each + sign]
    return regret


@inlined
def sample_continued(
    infoset: Infoset,
    menu: Menu,
    active: int,
    view: GameView,
    work: Work,
    base: int,
    given: tuple[GameView, float],
) -> tuple[int, int]:
    """Sample the opponents as external sampling does, from rows that begin with regrets."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = visit(infoset, menu, active, view, work)
    begin_row(infoset, menu, active, given[0], work, work.table.values[at:])
    return sample_row(infoset, n, active, view, work, base, at, given[1])


@inlined
def average_continued(
    infoset: Infoset,
    menu: Menu,
    active: int,
    view: GameView,
    work: Work,
    base: int,
    given: GameView,
) -> tuple[int, int]:
    """Sample as the walk of averages does, from rows that begin with regrets."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    if view.street(infoset) >= work.averages:
        return STOP, ABSENT
    at = visit(infoset, menu, active, view, work)
    begin_row(infoset, menu, active, given, work, work.table.values[at:])
    return sample_and_add(n, active, work, base, at)


descend_averaging = descent(average_continued)


@inlined
def average_seeing(
    game: History,
    views: GameView,
    work: Work,
    depth: int,
    base: int,
    dealt: int,
    given: None,
    room: Menu,
) -> Any:
    """Descend for the averages with both views."""
    return descend_averaging(game, views[0], work, depth, base, dealt, views[1], room)


class ContinuedSampling(ExternalSampling):
    """External sampling that begins with the regrets of another run.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    earlier
        The run.
    trust
        How many iterations all that it learned counts for, at least 1.

    Raises
    ------
    RuleError
        If regrets become zero again by the rule, as if a row had none yet, or it is to prune.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=1, native=False, reserve=1 << 22)
    >>> solver.run(30)
    >>> options = {"native": False, "reserve": 1 << 22}
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solver.save(place)
    ...     earlier = Earlier.open(Path(place), Kuhn())
    ...     again = ContinuedSampling(Kuhn(), earlier=earlier, trust=10, **options)
    >>> again.run(10)
    >>> again.iterations, again.infosets
    (10, 10)
    """

    iteration: Any = traverser(walker(seeing(sample_continued)))
    averaging: ClassVar[Any] = averager(average_seeing)
    workspace = Continuing
    work: Continuing
    beside: View

    def __init__(
        self, game: Any, *given: Any, earlier: Earlier, trust: int, **options: Any
    ) -> None:
        self.earlier, self.beside, self.before = earlier, earlier.view, trust
        super().__init__(game, *given, **options)

    @classmethod
    def of(cls, earlier: Earlier, iterations: int) -> partial[Self]:
        """Return what makes a solver of a game; until version 0.3."""
        return partial(cls, earlier=earlier, trust=iterations)

    def arguments(self) -> dict[str, Any]:
        """Return what a copy is made with, besides the game."""
        return super().arguments() | {"earlier": self.earlier, "trust": self.before}

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse rules by which regrets become zero again, as if a row had none yet."""
        super().check_rule(rule)
        if rule.floor == 0.0:
            raise RuleError(
                f"The rule {rule.name} must not be used in a run that begins with the regrets of "
                f"another, since its rows lose theirs: choose linear, or begin without them.",
                rule,
            )

    def check_options(self) -> None:
        """Refuse pruning."""
        super().check_options()
        if self.pruning is not None:
            raise RuleError(
                "A run that begins with the regrets of another must not prune; leave pruning= out, "
                "or begin without them.",
                self.pruning,
            )

    def added(self) -> dict[str, Any]:
        """Return the table of the earlier run, and what its regrets count."""
        scale = (UNIT if self.storage.whole else 1.0) / self.earlier.work.scale
        whole = weights_of(self.rule, self.before, self.period, fades=self.fades)[0]
        return {
            "earlier": self.earlier.work,
            "counts": scale * whole / self.earlier.weight,
            "begun": _period_of(self.before, self.period),
        }
