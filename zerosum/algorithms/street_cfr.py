"""The solver on trees of streets: DCFR on vectors of hands, in 32 or 16 bits."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.solver import Solver, SolverOptions, check_sizes
from zerosum.algorithms.street_threads import together
from zerosum.algorithms.streets import BEST, MEAN, RESPOND, UPDATE, iterate
from zerosum.errors import RuleError
from zerosum.jit import compiled
from zerosum.kernels.roots import Entrance
from zerosum.rules import DCFR_3
from zerosum.strategy.streets import StreetStrategy
from zerosum.support.cores import check_threads, kernel_stacks
from zerosum.support.options import option
from zerosum.tables import Floats, starts_of
from zerosum.tables.arena import run_kernel
from zerosum.tree.streets.arena import Streets
from zerosum.tree.streets.locks import Lock, locked_by
from zerosum.tree.streets.shares import Shares, pool_starts
from zerosum.tree.streets.tree import StreetTree, check_memory, street_tree

_MOST_PASSES = 100


@attrs.frozen
class StreetOptions(SolverOptions):
    """What the solver on trees of streets takes.

    Parameters
    ----------
    threads
        How many threads walk boards at the same time; the result has the same bits for any number.
    short
        Whether numbers have 16 bits, with a scale for each node, instead of 32.
    symmetric
        Whether boards that differ by suits only are solved once.
    resets
        Whether sums are begun anew after 1, 4, 16, … iterations, where the rule discounts.
    memory
        The most bytes that numbers may take; None for 80 % of what is available.
    """

    threads: int = attrs.field(default=1, kw_only=True)
    short: bool = option(False, bool, "True or False")
    symmetric: bool = option(True, bool, "True or False")
    resets: bool = option(True, bool, "True or False")
    memory: int | None = attrs.field(default=None, kw_only=True)


class StreetCFR(Solver):
    """CFR on vectors of hands that are compared by rank, street by street.

    For games for two that declare :class:`~zerosum.ranked.Ranked`, such as hold'em after a history
    (:class:`~zerosum.pkr.holdem.resumed.Resumed`) and Leduc hold'em.

    Parameters
    ----------
    game
        The game, abstract or not: the menu of an abstraction counts, and every hand has rows of its
        own. Or its tree.

    Attributes
    ----------
    tree
        The tree of streets.

    Raises
    ------
    GameError
        If the game does not declare its hands as ranked, or does not pay as it declares.
    NotEnumerable
        If the betting is too large.
    TableError
        If the numbers do not fit in memory; nothing is built then.
    RuleError
        If the rule predicts, and numbers are to have 16 bits.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> solver = StreetCFR(Leduc())
    >>> solver.run(500)
    >>> solver.nash_conv() < 0.002, solver.values().round(3).tolist()
    (True, [-0.086, 0.086])

    Notes
    -----
    Memory is eight bytes for each decision, action, board and hand, or four with ``short``. Time
    grows with that number and no faster, since a comparison of all hands takes a time that grows
    with their number. In a game whose payoffs do not sum to a constant, as with rake, no theorem
    says that averages converge: measure :meth:`gains`.
    """

    name = "streets"
    default_rule = DCFR_3
    seeded = False
    threaded = True
    maps_checkpoints = True
    general = True
    """Whether payoffs may sum to anything; what is needed of a game is checked with its tree."""
    Options = StreetOptions
    threads: int
    short: bool
    symmetric: bool
    resets: bool
    memory: int | None

    def set_up(self) -> None:
        """Make the tree, the numbers of its hands, and compile the walks."""
        check_threads(self.threads, native=self.native)
        if self.rule.predictive and self.short:
            raise RuleError(
                f"The rule {self.rule.name} must be used with numbers of 32 bits: leave short out, "
                f"or choose dcfr or plus.",
                self.rule,
            )
        made = isinstance(self.game, StreetTree)
        self.tree = self.game if made else street_tree(self.game, symmetric=self.symmetric)
        self.base, self.view = self.tree.base, self.tree.view
        rule = self.rule
        check_memory(self.tree, short=self.short, predicts=rule.predictive, memory=self.memory)
        self.numbers = Streets(
            self.tree,
            short=self.short,
            alpha=rule.alpha,
            beta=rule.beta,
            gamma=rule.gamma,
            floor=rule.floor,
            fades=int(rule.fades),
            resets=int(self.resets),
            predicts=int(rule.predictive),
        )
        self.rooms = [self.numbers.room() for _ in range(self.threads)]
        self.run_batch(1, 0)

    @property
    def touched(self) -> int:
        """Decisions of all boards visited so far; each counts once for all its hands."""
        return 2 * self.iterations * int(self.tree.nodes[-1])

    @property
    def infosets(self) -> int:
        """Decisions, boards and hands; those of one class of boards count once."""
        return self.tree.infosets

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        self._walk(first, last, 0, UPDATE)
        self._iterations = last

    def _run(self, kernel: Any, *rest: Any) -> Any:
        return run_kernel(kernel, self.numbers, self.rooms[0], *rest, native=self.native)

    def _walk(self, first: int, last: int, player: int, mode: int) -> float:
        """Walk by all threads, as :func:`~zerosum.algorithms.streets.iterate` does."""
        if self.threads == 1:
            return float(self._run(iterate, first, last, player, mode))
        self.numbers.gates[:] = 0
        work = [
            (self.numbers, self.rooms[0], room, int(room is self.rooms[0]), first, last)
            for room in self.rooms
        ]
        with kernel_stacks(), ThreadPoolExecutor(self.threads) as pool:
            totals = list(pool.map(lambda each: compiled(together)(*each, player, mode), work))
        return float(totals[0])

    def _won(self, player: int, mode: int) -> float:
        """Return what a player wins against the average strategy, in chips."""
        return self._walk(0, 0, player, mode) / self.tree.unit

    def values(self) -> Floats:
        """Return what each player wins with the average strategy, in chips; shape (2,)."""
        won: Floats = self.tree.share + [self._won(player, MEAN) for player in range(2)]
        return won

    def responses(self) -> Floats:
        """Return what each player wins by a best response to the average strategy; shape (2,)."""
        won: Floats = self.tree.share + [self._won(player, BEST) for player in range(2)]
        return won

    def gains(self) -> Floats:
        """Return what each player gains by a best response, in chips; shape (2,)."""
        return self.responses() - self.values()

    def nash_conv(self) -> float:
        """Return what both players gain by best responses to the average strategy, in chips.

        Takes about as long as an iteration; two, where payoffs do not sum to a constant.
        """
        if self.tree.total is not None:
            return float(self.responses().sum()) - self.tree.total
        return float(self.gains().sum())

    def strategy(self) -> StreetStrategy:  # type: ignore[override]  # other rows, same answers
        """Return the average strategy; it shares the numbers of the solver."""
        return StreetStrategy(self.tree, self._kept("averages"), about=self.about)

    def current(self) -> StreetStrategy:  # type: ignore[override]
        """Return the strategy that the current regrets give."""
        return StreetStrategy(self.tree, self._kept("regrets"), about=self.about)

    def _kept(self, name: str) -> Any:
        return getattr(self.numbers, f"short_{name}" if self.short else name)

    def save_strategy(self, path: str | Path) -> StreetStrategy:
        """Save the average strategy; return it as a memory map.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        self.strategy().save(path)
        return StreetStrategy.load(path, self.tree)

    def lock(self, locks: Iterable[Lock]) -> None:
        """Lock strategies, in place of all that are locked.

        Parameters
        ----------
        locks
            Where, and what the hands do there. Others are solved, and so is what follows.

        Raises
        ------
        GameError
            If a line leads to no decision, or probabilities are none.
        """
        numbers, parts = self.numbers, dict[int, NDArray[np.float32]]()
        for lock in locks:
            for cell, part in locked_by(self.tree, lock):
                before = parts.get(cell, part)
                parts[cell] = np.where(part >= 0.0, part, before)
        starts = starts_of(np.array([part.size for part in parts.values()], np.int64))
        numbers.locked_at = np.full(int(self.tree.nodes[-1]), -1)
        numbers.locked_at[list(parts)] = starts[:-1]
        numbers.locked = np.concatenate([*parts.values(), np.zeros(1, np.float32)])
        numbers.locks = len(parts)

    def enter(self, entrance: Entrance) -> None:
        """Let the opponent do something at the root, as where a part of a game is solved again.

        Raises
        ------
        RuleError
            If the solver has several threads.
        """
        if self.threads > 1:
            raise RuleError("A part is solved again by one thread: leave out threads.", self)
        self.numbers.entrance = entrance

    def share_numbers(self, shares: Shares, players: Iterable[int] = (0, 1)) -> None:
        """Let hands of one column have one strategy.

        Parameters
        ----------
        shares
            The columns, of :func:`~zerosum.tree.streets.shares.shares_of`.
        players
            Who abstracts.

        Raises
        ------
        RuleError
            If the solver has several threads or numbers of 16 bits, or has run before.
        """
        if self.threads > 1 or self.short or self.iterations > 0:
            raise RuleError(
                "Hands can share numbers in a new solver with one thread and 32 bits: leave out "
                "threads and short, and share before the first iteration.",
                self,
            )
        numbers = self.numbers
        for player in players:
            numbers.pools[player] = 1
        numbers.side_0.columns, numbers.side_1.columns = shares.columns
        numbers.column_counts = shares.counts.reshape(-1)
        numbers.multiples = self.tree.runouts.multiples
        numbers.pool_at = pool_starts(self.tree, shares.counts)
        numbers.pooled = np.zeros(int(numbers.pool_at[-1]))

    def shared_response(self, player: int) -> float:
        """Return what a player whose hands share numbers wins by a best response with them.

        Against the average strategy, in chips. With imperfect recall it may be less than what the
        best strategy wins: no action is better while all others stay.
        """
        numbers = self.numbers
        kept, before, total = numbers.regrets.copy(), np.zeros(0, np.float32), 0.0
        numbers.regrets[:], numbers.predicts = numbers.averages, 0
        for _ in range(_MOST_PASSES):
            total = self._run(iterate, 0, 0, player, RESPOND)
            if np.array_equal(before, numbers.regrets):
                break
            before = numbers.regrets.copy()
        numbers.regrets[:], numbers.predicts = kept, int(self.rule.predictive)
        return float(self.tree.share[player]) + float(total) / self.tree.unit

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return regrets and sums, and their scales."""
        arrays = {name: self._kept(name) for name in ("regrets", "averages")}
        if self.rule.predictive:
            arrays["latest"] = self.numbers.latest
        if self.short:
            scales = "regret_scales", "average_scales"
            arrays |= {name: getattr(self.numbers, name) for name in scales}
        return arrays, {}

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state returned by :meth:`state`."""
        known, _ = self.state()
        for name, own in known.items():
            check_sizes(arrays, (name,), own.size)
            own[:] = arrays[name]
        self._iterations = int(figures["iterations"])
