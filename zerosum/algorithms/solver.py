"""The base class of all iterative solvers: running in batches, saving and loading."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, Self

from zerosum import store
from zerosum.abstraction import View, base_and_view
from zerosum.errors import (
    RuleError,
    StoreError,
    TableError,
    check_count,
    check_given,
    is_number,
)
from zerosum.interrupts import Batches
from zerosum.rules import MOST_ITERATIONS, Rule
from zerosum.strategy import Strategy, describe, differing, title
from zerosum.tree import Tree
from zerosum.tree.public import PublicTree

Callback = Callable[[Any], object]

# Seconds between callbacks.
_REPORT = 0.1


def check_shared(rule: Any, seed: Any = None, *, native: Any = True) -> None:
    """Check the types of what solvers take; the rule and the seed may be None.

    Raises
    ------
    RuleError
        If the rule is not one.
    ValueError
        If the seed is not a whole number, or ``native`` not a bool.
    """
    check_kind("rule", rule, Rule | None, "one of zerosum.rules, such as LINEAR", RuleError)
    check_kind("native", native, bool, "True or False")
    if seed is not None:
        check_count("seed", seed, None)


def check_kind(
    name: str, value: Any, kind: Any, constraint: str, error: type[Exception] = ValueError
) -> None:
    """Check that an option is of a kind; see :func:`zerosum.errors.check_given`."""
    check_given(isinstance(value, kind), name, constraint, value, f"leave {name}= out", error)


def check_period(period: Any) -> None:
    """Check that a period is a positive number of iterations.

    Raises
    ------
    ValueError
        If it is not.
    """
    fits = is_number(period, Integral) and 1 <= period < MOST_ITERATIONS
    advice = "give a whole number below 2**60"
    check_given(fits, "period", "at least one iteration", period, advice)


class Solver(ABC):
    """A solver that runs any number of iterations, and can always run more."""

    name: ClassVar[str]
    default_rule: ClassVar[Rule]
    # Whether it draws random numbers, and takes a seed.
    seeded: ClassVar[bool] = True
    # Whether it takes a number of threads.
    threaded: ClassVar[bool] = False
    # Whether restore() copies the arrays, so that they need not be in memory twice.
    maps_checkpoints: ClassVar[bool] = False

    game: Any
    base: Any
    view: View
    rule: Rule
    native: bool
    _iterations = 0

    def __repr__(self) -> str:
        figures = f"{self.rule.name}, {self.iterations:,} iterations, {self.infosets:,} infosets"
        return f"<{type(self).__name__} of {title(self.base, self.view)}: {figures}>"

    @property
    def about(self) -> str:
        """What a strategy of this solver is of and what made it, in words."""
        made = f"{type(self).__name__}, {self.rule.name}, {self.iterations:,} iterations"
        return f"{title(self.base, self.view)} by {made}"

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return self._iterations

    @property
    @abstractmethod
    def touched(self) -> int:
        """Chance and decision nodes visited so far."""

    @property
    @abstractmethod
    def infosets(self) -> int:
        """Infosets visited so far."""

    @abstractmethod
    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""

    @abstractmethod
    def strategy(self) -> Strategy:
        """Return the average strategy, which converges to an equilibrium."""

    @abstractmethod
    def current(self) -> Strategy:
        """Return the strategy that the current regrets give."""

    @abstractmethod
    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the arrays and the numbers that a checkpoint must hold."""

    @abstractmethod
    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore what :meth:`state` returned."""

    def describe_options(self) -> dict[str, Any]:
        """Return the options of this process, by the names of the constructor."""
        return {"native": self.native}

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy has what a checkpoint holds, and the tree instead of the game if there is one.
        arrays, figures = self.state()
        made = {**self.read_settings(self.describe_settings()), **self.describe_options()}
        made["rule"] = self.rule
        if self.seeded:
            made["seed"] = figures["seed"]
        figures["iterations"] = self.iterations
        start = getattr(self, "tree", self.game)
        return _made_again, (self.maker, self.game, start, made, arrays, figures)

    @property
    def maker(self) -> Callable[..., Any]:
        """What makes such a solver of a game; it pickles."""
        return type(self)

    def describe_settings(self) -> dict[str, Any]:
        """Return the other settings of the run, by the names of the constructor."""
        return {}

    @classmethod
    def read_settings(cls, written: dict[str, Any]) -> dict[str, Any]:
        """Return the result of :meth:`describe_settings` from its saved form."""
        return written

    def run(self, iterations: int, callback: Callback | None = None) -> None:
        """Run more iterations.

        Parameters
        ----------
        iterations
            The number of iterations. An iteration is one traversal for each player in turn.
        callback
            Called with the solver about ten times a second, and at the end.

        Raises
        ------
        AbstractionError
            If one key stands for two menus or two players; the solver cannot go on after that.
        TableError
            If the table is full.
        GameError
            If a history does not end.
        KeyboardInterrupt
            On Ctrl-C, between iterations. You can still save the solver or continue.
        """
        check_count("iterations", iterations, None)
        if iterations < 0:
            raise ValueError(f"iterations must not be negative; got {iterations}.")
        before, reported = self.iterations, time.perf_counter()

        def report(_: float) -> None:
            nonlocal reported
            if callback is not None and time.perf_counter() - reported >= _REPORT:
                callback(self)
                reported = time.perf_counter()

        self._batches.run(
            lambda first, last: self.run_batch(before + first, before + last),
            iterations,
            progress=report,
        )
        if callback is not None and iterations:
            callback(self)

    @cached_property
    def _batches(self) -> Batches:
        return Batches()

    def save(self, path: str | Path) -> None:
        """Save everything, atomically: a solver loaded from here continues bit for bit.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        arrays, figures = self.state()
        meta = {
            "kind": "solver",
            "algorithm": self.name,
            "rule": self.rule.written(),
            "settings": self.describe_settings(),
            "iterations": self.iterations,
            "of": _origin(self.game),
            **figures,
        }
        store.write(path, arrays, meta)

    @classmethod
    def load(cls, path: str | Path, game: Any, **options: Any) -> Self:
        """Return the solver that was saved, to continue as if it had never stopped.

        Parameters
        ----------
        path
            The folder.
        game
            The game with which it was saved.
        options
            ``native``, ``threads`` and ``reserve`` or ``limit`` as for a new solver. The rule, the
            seed and the settings are known from the checkpoint; if given, they must be the same.

        Raises
        ------
        StoreError
            If the folder is damaged, or belongs to another game, abstraction, algorithm or
            rule.
        """
        arrays, meta, _ = store.read(path, mmap=cls.maps_checkpoints, check=True)
        if meta.get("kind") != "solver" or meta.get("algorithm") != cls.name:
            found = meta.get("algorithm") or meta.get("kind") or "something else"
            raise StoreError(f"The folder {path} must be of {cls.__name__}, not of {found}.", path)
        with _whole(path):
            settings = cls.read_settings(meta["settings"])
            recorded = {"rule": Rule.from_written(meta["rule"]), **settings}
            if cls.seeded:
                recorded["seed"] = meta["seed"]
            differs = differing(meta["of"], _origin(game))
        if differs:
            raise StoreError(
                f"The checkpoint {path} must be of this game and abstraction; it differs in "
                f"{differs}. Choose another folder, or go back to the source that made it.",
                path,
            )
        for name in recorded.keys() & options.keys():
            if recorded[name] != options[name]:
                raise StoreError(
                    f"The checkpoint {path} must go on with the {name} that it began with, "
                    f"{recorded[name]}; got {options[name]}.",
                    path,
                )
        # An error of the game while a solver is made is no damage of the folder.
        make: Any = cls
        solver: Self = make(game, **{**recorded, **options})
        with _whole(path):
            solver.restore(arrays, meta)
        return solver


def _made_again(
    maker: Callable[..., Any],
    game: Any,
    start: Any,
    made: dict[str, Any],
    arrays: dict[str, Any],
    figures: dict[str, Any],
) -> Any:
    """Return the copy of a solver; ``start`` is its game or its tree."""
    solver = maker(start, **made)
    solver.game = game
    solver.restore(arrays, figures)
    return solver


@contextmanager
def _whole(path: str | Path) -> Iterator[None]:
    """Raise a StoreError if what a folder holds cannot be read."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, RuleError, TableError) as error:
        what = f"it has no {error}" if isinstance(error, KeyError) else str(error).rstrip(".")
        raise StoreError(
            f"The checkpoint {path} must be complete; {what}: go on from a copy, or begin another "
            f"run.",
            path,
        ) from error


def _origin(game: Any) -> dict[str, Any]:
    """Return what solvers of a game, its class, or its tree are of."""
    if isinstance(game, Tree):
        game.check_own()
    if isinstance(game, Tree | PublicTree):
        return describe(game.base, game.view)
    return describe(*base_and_view(game))


def check_sizes(arrays: dict[str, Any], names: tuple[str, ...], size: int) -> None:
    """Check that saved arrays have so many numbers each.

    Raises
    ------
    TableError
        If one has not.
    """
    for name in names:
        if arrays[name].shape != (size,):
            raise TableError(f"its {name} must be {size:,} numbers", arrays)
