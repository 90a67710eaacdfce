"""The common part of sampling solvers: compiling the game, a table of infosets, random numbers."""

from math import inf
from numbers import Integral
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

import attrs

from zerosum.abstraction import View, base_and_view
from zerosum.algorithms.averaging import average, averaged
from zerosum.algorithms.regret import regretted, tabulated, weights_of
from zerosum.algorithms.solver import PERIOD, SeededOptions, Solver, is_period
from zerosum.algorithms.threads import Team
from zerosum.errors import RuleError, StoreError, TableError, is_number
from zerosum.game import players_of
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explained, explaining
from zerosum.kernels.iterations import iterations
from zerosum.kernels.prints import reindex
from zerosum.laws import Audit, check_playouts, share_of
from zerosum.native.depth import stack_budget
from zerosum.native.facts import keep_facts, recall_facts
from zerosum.rng import Random
from zerosum.rules import LINEAR, Rule
from zerosum.strategy import Strategy, describe
from zerosum.strategy.averages import begins_with
from zerosum.strategy.origin import first_infoset
from zerosum.strategy.saved import save_arrays
from zerosum.strategy.streaming import streamed
from zerosum.support.cores import check_threads
from zerosum.support.options import option, own_names
from zerosum.support.store import exists
from zerosum.tables import (
    Floats,
    RowView,
    Storage,
    Workspace,
    bucket_counts,
    class_names,
    recognise,
    stored,
)
from zerosum.tables.storage import UNIT
from zerosum.tables.workspace import ALL_STREETS

FULL = ("stop", "uniform")


@attrs.frozen
class SamplerOptions(SeededOptions):
    """What samplers take.

    Parameters
    ----------
    seed
        The seed of the random numbers; None for one from the operating system. With one thread, the
        same seed gives the same result, bit for bit, native or not.
    threads
        The number of walks at once, on one table. With more than one, runs are not reproducible,
        and must be native: a game that does not compile uses one thread.
    period
        The number of iterations between two discounts, for rules that discount (``DCFR``). It
        should be long enough that the regrets of a row are larger than their noise.
    reserve
        Bytes reserved for the table, taken as rows come; half the memory if left out.
    storage
        How the table stores its rows; with exact keys and 64 bits a number if left out.
    full
        What happens when the table is full: ``"stop"`` for an error, ``"uniform"`` to play
        infosets that it has no room for uniformly, and learn nothing there.
    """

    threads: int = attrs.field(default=1)
    period: int = option(10_000, is_period, *PERIOD)
    reserve: int | None = option(
        None,
        lambda value: value is None or (is_number(value, Integral) and value >= 1),
        "a whole number, at least 1",
    )
    storage: Storage | None = option(None, Storage | None, "a Storage, such as Storage(dense=True)")
    full: str = option(
        "stop", lambda value: str(value) in FULL, " or ".join(FULL), "", error=TableError
    )

    @threads.validator
    def _check_threads(self, _: object, threads: Any) -> None:
        check_threads(threads, native=self.native)


class Sampler(Solver):
    """A solver that samples histories and keeps a table of infosets.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.

    Attributes
    ----------
    iteration
        The kernel ``(game, view, work, zero)`` that makes all walks of an iteration, one for each
        player in turn. A subclass with several kernels sets it in :meth:`check_options`.
    driver
        Returns the kernel that runs iterations, each a call of one.
    averages_some
        Whether rows may have no average.
    averages_apart, averaging
        Whether, with more than two players, the average strategy is computed by the separate walks
        of :mod:`zerosum.algorithms.averaging`, and their kernel.
    workspace
        The class of what the kernel works on; a subclass whose kernels need more numbers declares
        them, and :meth:`added` gives their values.
    beside, whole, tables
        A second view, if the kernel takes a pair; whether views are whole, as for ``prepare``; how
        many tables there are, each of which takes ``reserve``.
    before
        How many iterations count as made before the first one, for weights and discounts.

    Raises
    ------
    RuleError
        If the rule cannot be used with the algorithm.
    GameError, AbstractionError
        If the game or the abstraction is faulty, as :func:`zerosum.laws.check_playouts` finds.
    ZeroSumError
        If there are no threads, or several that are to run interpreted.
    """

    threaded = True
    maps_checkpoints = True
    default_rule = LINEAR
    view: RowView
    Options = SamplerOptions
    seed: int | None
    threads: int
    period: int
    reserve: int | None
    full: str
    storage: Any
    work: Workspace
    iteration: Any
    driver: ClassVar[Any] = iterations
    averages_some: ClassVar[bool] = False
    averages_apart: ClassVar[bool] = True
    averaging: ClassVar[Any] = average
    whole: ClassVar[bool] = False
    workspace: ClassVar[type[Workspace]] = Workspace
    beside: View | None = None
    tables: ClassVar[int] = 1
    before: int = 0

    def set_up(self) -> None:
        """Check the game, make the table, and compile the walks."""
        self.check_rule(self.rule)
        self.storage = storage = self.storage or Storage()
        self.base, view = base_and_view(self.game)
        self.check_options()
        self.view = stored(view, storage, streets=self.asks_streets)
        recall_facts(self.base, self.view)
        check_playouts(self.base, self.view)
        self._audit = Audit(self.base, self.view)
        self._counted = 0, 0  # rows, and their buckets
        self.players = players_of(self.game)
        self.random = Random(self.seed)
        rule, scale = self.rule, UNIT if storage.whole else 1.0
        self.work = self.workspace(
            self.random,
            self.reserve,
            storage=storage,
            threads=self.threads,
            players=self.players,
            share=share_of(self.base),
            fades=int(self.fades),
            linear=int(rule.linear and not self.fades),
            period_length=self.period,
            gamma=rule.gamma,
            floor=rule.floor,
            scale=scale,
            averages=ALL_STREETS if storage.averages is None else storage.averages,
            regret_weight=scale,
            stack_budget=stack_budget(),
            **self.added(),
        )
        if self.full == "uniform":
            self.work.spill = self.work.table.most_values
        self.compile_walks()
        if self.native:
            keep_facts(self.base, self.view)

    def compile_walks(self) -> None:
        """Compile the walks of an iteration, and make the threads that run them."""
        views = self.view if self.beside is None else (self.view, self.beside)
        # self.iteration would bind an attribute of the class as a method.
        iteration = vars(self).get("iteration", type(self).iteration)
        if self.averages_apart and self.players != 2:
            iteration = averaged(iteration, type(self).averaging)
        self.kernel, known = type(self).driver(iteration), (self.base, views, (self.work,))
        self._entry = prepare(self.kernel, *known, native=self.native, whole=self.whole)
        self.native = self._entry.native
        self.threads = self.threads if self.native else 1
        self._team = Team(self.work, self.threads) if self.threads > 1 else None

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules, because the last regrets belong to another sample."""
        if rule.predictive:
            raise RuleError(
                f"The rule {rule.name} must not be used with sampling: it predicts regrets by the "
                f"last ones, which belong to another sample. Choose linear or plus.",
                rule,
            )

    @property
    def fades(self) -> bool:
        """Whether regrets are discounted; integers have no room for weights that grow instead."""
        rule = self.rule
        return rule.fades or (self.storage.whole and (rule.discounts or rule.gamma > 0.0))

    def added(self) -> dict[str, Any]:
        """Return the fields that the workspace has for the algorithm; options by their names."""
        fields = {field.name for field in self.workspace.fields[len(Workspace.fields) :]}
        return {name: getattr(self, name) for name in own_names(self.Options) if name in fields}

    def arguments(self) -> dict[str, Any]:
        """Return what a copy is made with, besides the game, by the names of the constructor."""
        return super().arguments() | {name: getattr(self.work, name) for name in self.settings}

    def check_options(self) -> None:
        """Refuse options that do not fit the algorithm or the game."""
        if self.storage.averages is not None and not self.averages_some:
            raise TableError(
                f"The averages of {type(self).__name__} must be kept everywhere; leave averages= "
                f"of the storage out, or use ExternalSampling.",
                self.storage,
            )
        if self.asks_streets and not hasattr(first_infoset(self.base), "street"):
            raise TableError(
                f"Averages and pruning must be on all streets of {type(self.base).__qualname__}, "
                f"since its infosets have no `street`: leave averages= of the storage, or streets= "
                f"of pruning, out.",
                self.storage,
            )

    @property
    def asks_streets(self) -> bool:
        """Whether kernels ask for the street of infosets."""
        return self.storage.averages is not None

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return self.work.iterations

    @property
    def touched(self) -> int:
        """Chance and decision nodes visited so far."""
        return self.work.touched

    @property
    def infosets(self) -> int:
        """Infosets visited so far; with dense rows all buckets of the public states visited."""
        if not self.view.dense:
            return self.work.rows
        table, (rows, buckets) = self.work.table, self._counted
        buckets += int(bucket_counts(table.words, table.blocks[rows : table.rows]).sum())
        self._counted = table.rows, buckets
        return buckets

    @property
    def turned_away(self) -> int:
        """How often an infoset was played uniformly for want of room, and nothing learnt."""
        return self.work.turned_away

    @property
    def full_since(self) -> int | None:
        """The iteration in which the table was full for the first time; None if it is not."""
        return self.work.full_since - self.before if self.work.turned_away > 0 else None

    @property
    def walked(self) -> tuple[Walked, ...]:
        """The game as each of those sees it who look at it in a walk, for errors."""
        return (Walked(self.base, self.view, self.work),)

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted; then check the game some more."""
        begin = perf_counter()
        self._run_all(first, last)
        self._audit.go_on(perf_counter() - begin)

    def _run_all(self, first: int, last: int) -> None:
        first, last = first + self.before, last + self.before
        self._tabulate_discounts(last)
        if self._team is None:
            with explaining(*self.walked):
                self._entry(first, last, 0)
            return
        for share, failure in self._team.run(self._run_share, first, last):
            walked = Walked(self.base, self.view, share)
            error = explained(walked, failure)
            raise error from error.__cause__ or failure.__cause__

    def _run_share(self, share: Workspace, first: int, last: int) -> None:
        self._entry.with_arenas(share)(first, last, 0)

    def _tabulate_discounts(self, last: int) -> None:
        """Tabulate the discounts of all periods that iterations up to ``last`` may reach."""
        periods = 2 + (last - 1) // self.period
        if self.fades and self.work.discounts.size < 3 * periods:
            self.work.discounts = tabulated(self.rule, 2 * periods)

    def strategy(self) -> Strategy:
        """Return the average strategy, which converges to an equilibrium."""
        of = describe(self.base, self.view)
        return Strategy.from_table(self.view, self.work, of, about=self.about)

    def save_strategy(self, path: str | Path) -> Strategy:
        """Save the average strategy; return it as a memory map.

        What :meth:`strategy` would hold is written part by part, and never in memory as a whole.
        Where no averages are kept, the strategy is that of the average over all times that it was
        saved in this folder, the last ones counting most.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        work, of, before = self.work, describe(self.base, self.view), self._snapshots(path)
        count = 1 if before is None else 1 + before.snapshots
        given: Any = {"numbers": work.numbers, "fades": work.fades}
        arrays = streamed(work.table, **given, before=before, weight=2.0 / (count + 1))
        classes = class_names(work.table.words[: work.table.words_end])
        save_arrays(path, arrays, self.view, of, self.about, classes=classes, snapshots=count)
        return Strategy.load(path, self.game)

    def _snapshots(self, path: str | Path) -> Strategy | None:
        """Return the strategy that was saved before, if its rows are the first of this table's."""
        if self.storage.averages is None or not exists(path):
            return None
        try:
            before = Strategy.load(path, self.game)
        except StoreError:
            return None
        alike = before.view.dense == self.view.dense and begins_with(self.work.table, before.words)
        return before if alike else None

    def current(self) -> Strategy:
        """Return the current strategy, computed from the regrets."""
        of = describe(self.base, self.view)
        return Strategy.from_table(self.view, self.work, of, current=True, about=self.about)

    def regret_bound(self) -> float:
        """Return a bound on the exploitability of the average strategy, in chips a hand.

        It is the sum over infosets of the largest average regret, or 0 if that is negative,
        divided by the number of players; see :mod:`zerosum.algorithms.regret`. It is loose, an
        estimate from samples, and for two players with perfect recall; elsewhere it shows only
        whether regrets still fall. It is infinite before the first iteration.

        >>> from zerosum.algorithms import ExternalSampling
        >>> from zerosum.evaluation import exploitability
        >>> from zerosum.kuhn import Kuhn
        >>> solver = ExternalSampling(Kuhn(), seed=7)
        >>> solver.run(1_000)
        >>> exploitability(Kuhn(), solver.strategy()) < solver.regret_bound() < 0.3
        True
        """
        weight, remains = self.weights()
        if weight == 0.0:
            return inf
        return self.regretted(remains) / self.work.scale / weight / self.players

    def regretted(self, remains: Floats) -> float:
        """Return the sum over infosets that :meth:`regret_bound` divides."""
        return regretted(self.work, remains, native=self.native)

    def weights(self) -> tuple[float, Floats]:
        """Return the weight of all iterations, and what remains of the regrets of each period."""
        count = self.before + self.iterations if self.iterations else 0
        return weights_of(self.rule, count, self.period, fades=self.fades)

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the table and the state of the random numbers."""
        work, arrays = self.work, self.work.arrays()
        figures = {"seed": self.seed, "random": self.random.state}
        figures |= {"turned_away": work.turned_away, "full_since": work.full_since}
        return arrays, figures | {"classes": class_names(arrays["words"])}

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state returned by :meth:`state`."""
        recognise(figures["classes"])
        self.work.restore(arrays, averaged=self.storage.averages is None)
        self.random.state = figures["random"]
        self.work.turned_away = figures.get("turned_away", 0)
        self.work.full_since = figures.get("full_since", 0)
        reindex(self.work.table, native=self.native)
        self._counted = 0, 0
