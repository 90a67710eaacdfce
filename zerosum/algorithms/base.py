"""What sampling solvers share: lowering the game, running in batches, saving and loading."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Self

from zerosum import store
from zerosum.abstraction import split
from zerosum.errors import (
    AbstractionError,
    GameError,
    StoreError,
    TableError,
    ZeroSumError,
)
from zerosum.game import players_of
from zerosum.jit import compiled, kernel
from zerosum.kernels.rows import IllFormed, TableFull, TooDeep, rehash
from zerosum.kernels.compile import compile_kernel
from zerosum.native.view import View
from zerosum.rng import Random
from zerosum.rules import Rule
from zerosum.strategy import Strategy, describe
from zerosum.tables import DEPTH, MASK, Workspace, read_block
from zerosum.tokens import class_names, recall_class, take

Callback = Callable[[Any], object]

# Seconds between looks at the clock and at Ctrl-C.
_BATCH = 0.05


@kernel
def fill_index(work: Any, mask: int) -> None:
    """Make the index of a table that was loaded."""
    rehash(work, mask)


class Sampler(ABC):
    """A solver that samples histories and keeps a table of infosets.

    Parameters
    ----------
    game
        The game, or an abstract one; its value is where traversals start.
    rule
        How regrets and averages are kept.
    seed
        Of the random numbers; the same seed gives the same bits, native or not.
    threads
        How many walk at once; one for now.
    native
        True for the native run where it compiles, False for the interpreted one.
    reserve
        Bytes set aside for the table, taken as rows come; half the memory where left out.

    Raises
    ------
    RuleError
        Where the rule makes no sense with the algorithm.
    GameError
        Where the game lacks a method.
    """

    name: ClassVar[str]
    default_rule: ClassVar[Rule]

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        threads: int = 1,
        *,
        native: bool = True,
        reserve: int | None = None,
    ) -> None:
        if threads != 1:
            raise ZeroSumError(f"{self.name} must run on one thread; got threads={threads}.")
        self.game = game
        self.rule = self.default_rule if rule is None else rule
        self.check_rule(self.rule)
        self.seed = seed
        self.base, states, actions = split(game)
        check_methods(self.base)
        self.view = View(states, actions)
        self.players = players_of(game)
        self.iterations = 0
        self.random = Random(seed)
        self.work = Workspace(self.random, reserve)
        self.prepare_work()
        self._arguments: tuple[Any, ...] | None = None
        if native:
            self._arguments = compile_kernel(type(self).kernel, self.base, self.view, self.work)
        if self._arguments is None:
            self._arguments = (self.base, self.view, self.work.plain())
            self.native = False
        else:
            self.native = True

    kernel: ClassVar[Any]
    """The kernel ``(game, view, work, first, last, zero)`` that runs iterations."""

    @classmethod
    @abstractmethod
    def check_rule(cls, rule: Rule) -> None:
        """Raise RuleError where a rule makes no sense with the algorithm."""

    @abstractmethod
    def prepare_work(self) -> None:
        """Put what the kernel needs to know into the workspace."""

    @property
    def touched(self) -> int:
        """Chance and decision nodes visited so far."""
        return self.work.touched

    @property
    def infosets(self) -> int:
        """Infosets met so far."""
        return self.work.rows

    def run(self, iterations: int, callback: Callback | None = None) -> None:
        """Run some more iterations.

        Parameters
        ----------
        iterations
            How many; one is a traversal for each player in turn.
        callback
            Called with the solver about ten times a second.

        Raises
        ------
        AbstractionError
            Where one key stands for two menus or two players; the solver is of no use then.
        TableError
            Where the table is full.
        KeyboardInterrupt
            On Ctrl-C, between iterations: the solver can be saved, or run on.
        """
        if iterations < 0:
            raise ValueError(f"iterations must not be negative; got {iterations}.")
        goal = self.iterations + iterations
        batch, last_call = 1, time.perf_counter()
        while self.iterations < goal:
            size = min(batch, goal - self.iterations)
            before = time.perf_counter()
            self._run_batch(size)
            now = time.perf_counter()
            batch = max(1, min(size * 4, int(size * _BATCH / max(now - before, 1e-9))))
            if callback is not None and now - last_call >= 0.1:
                callback(self)
                last_call = now
        if callback is not None and iterations:
            callback(self)

    def replaced_arrays(self) -> None:
        """Tell kernels where the arrays lie now."""
        self.work.readdress()
        if not self.native:
            self._arguments = (self.base, self.view, self.work.plain())

    def _run_batch(self, size: int) -> None:
        first, last = self.iterations + 1, self.iterations + size
        self.before_batch(last)
        assert self._arguments is not None
        run = compiled(type(self).kernel) if self.native else type(self).kernel
        try:
            run(*self._arguments, first, last, 0)
        except IllFormed:
            raise self._ill_formed() from None
        except TableFull:
            raise TableError(
                f"The table must have room for more than {self.infosets:,} infosets; give the "
                f"solver a larger reserve=, in bytes, or a coarser abstraction.",
                self,
            ) from None
        except TooDeep:
            raise GameError(
                "A history of the game must end within 60,000 words of actions; check that "
                "apply leads on to a terminal.",
                self.base,
            ) from None
        self.iterations = last

    def before_batch(self, last: int) -> None:
        """Make ready for iterations up to ``last``."""

    def _ill_formed(self) -> AbstractionError:
        """Return the error that shows the key, both menus and the history at hand."""
        work = self.work
        known = read_block(work.words, int(work.witness[0]))
        row = work.row.tolist()
        actions, _ = take(row, 1)
        path = self.path()
        history: Any = self.base
        for action in path:
            history = history.apply(action)
        key = dict(zip(map(repr, self.view.factors), known.key, strict=False)) or known.key
        return AbstractionError(
            f"Equal keys must imply equal players and equal actions: key {key} stood for player "
            f"{known.player} with {known.actions}, and now for player {row[0]} with {actions}, "
            f"at {history!r} after {path}. Multiply the states by the actions and the player.",
            self.view.states,
        )

    def path(self) -> list[Any]:
        """Return the actions and outcomes that led to the infoset visited last."""
        words, found, at = self.work.path.tolist(), [], 0
        while at < self.work.counts[DEPTH]:
            action, at = take(words, at)
            found.append(action)
        return found

    def strategy(self) -> Strategy:
        """Return the average strategy, which is what converges."""
        return Strategy.from_table(self.view, self.work, describe(self.base, self.view))

    def current(self) -> Strategy:
        """Return the strategy that the regrets say now."""
        fingerprint = describe(self.base, self.view)
        return Strategy.from_table(self.view, self.work, fingerprint, current=True)

    def save(self, path: str | Path) -> None:
        """Save everything, atomically: a solver loaded from here goes on bit for bit.

        Raises
        ------
        StoreError
            Where the folder cannot be written.
        """
        meta = {
            "kind": "solver",
            "algorithm": self.name,
            "rule": self.rule.name,
            "settings": self.describe_settings(),
            "seed": self.seed,
            "random": self.random.state,
            "iterations": self.iterations,
            "of": describe(self.base, self.view),
            "classes": {str(number): list(name) for number, name in class_names().items()},
        }
        store.write(path, self.work.arrays(), meta)

    @classmethod
    def load(cls, path: str | Path, game: Any, *, rule: Rule | None = None, **options: Any) -> Self:
        """Return the solver that was saved, to go on as if it had never stopped.

        Raises
        ------
        StoreError
            Where the folder is damaged, or belongs to another game, abstraction or algorithm.
        """
        saved = store.read(path)
        meta = saved.meta
        solver = cls(game, rule=cls.rule_of(meta, rule), seed=int(meta.get("seed", 0)), **options)
        check_same(meta, solver, str(path))
        for number, name in meta["classes"].items():
            recall_class(int(number), *name)
        try:
            solver.work.restore(saved.arrays)
        except (KeyError, TableError) as error:
            raise StoreError(f"The checkpoint {path} must hold a whole table; {error}.", path) from None
        solver.iterations = int(meta["iterations"])
        solver.random.state = int(meta["random"])
        mask = int(solver.work.counts[MASK])
        solver.fill_index(mask)
        return solver

    @classmethod
    def rule_of(cls, meta: dict[str, Any], rule: Rule | None) -> Rule:
        """Return the rule that a checkpoint was made with."""
        from zerosum.rules import RULES

        if rule is not None and rule.name == meta.get("rule"):
            return rule
        if meta.get("rule") not in RULES or rule is not None:
            raise StoreError(f"The checkpoint was made with the rule {meta.get('rule')!r}.", rule)
        return RULES[meta["rule"]]

    def fill_index(self, mask: int) -> None:
        """Make the index of the table anew."""
        if self.native:
            compiled(fill_index)(self.work, mask)
        else:
            fill_index(self.work.plain(), mask)

    def describe_settings(self) -> dict[str, Any]:
        """Return what else shapes the run, for the checkpoint."""
        return {}


def check_methods(game: Any) -> None:
    """Check that a game has the methods every traversal needs.

    Raises
    ------
    GameError
        With the first that is missing.
    """
    for name in ("terminal", "payoff", "chance", "active", "infoset", "apply"):
        if not hasattr(type(game), name) and not hasattr(game, name):
            raise GameError(
                f"The game {type(game).__qualname__} must have {name}; see zerosum.game.Game for "
                f"what it means.",
                game,
            )


def check_same(meta: dict[str, Any], solver: Sampler, place: str) -> None:
    """Check that a checkpoint belongs to a solver.

    Raises
    ------
    StoreError
        With what differs.
    """
    if meta.get("kind") != "solver" or meta.get("algorithm") != solver.name:
        found = meta.get("algorithm", meta.get("kind", "something else"))
        raise StoreError(
            f"The checkpoint {place} must be of {solver.name}; it is of {found}.", place
        )
    if meta.get("settings") != solver.describe_settings():
        raise StoreError(
            f"The checkpoint {place} must be run with the settings {meta.get('settings')}; got "
            f"{solver.describe_settings()}.",
            place,
        )
    ours = describe(solver.base, solver.view)
    differing = [name for name in ours if meta.get("of", {}).get(name) != ours[name]]
    if differing:
        raise StoreError(
            f"The checkpoint {place} must be of this game and abstraction; it differs in "
            f"{' and '.join(differing)}. Choose another folder, or go back to the source that "
            f"made it.",
            place,
        )
