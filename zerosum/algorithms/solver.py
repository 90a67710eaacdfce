"""The base class of all iterative solvers: running in batches, saving and loading."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from inspect import Parameter, Signature, signature
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, Self

import attrs

from zerosum.abstraction import View, base_and_view
from zerosum.errors import RuleError, StoreError, TableError, check_count, is_number
from zerosum.rules import MOST_ITERATIONS, Rule
from zerosum.strategy import Strategy, describe, differing, title
from zerosum.support import store
from zerosum.support.interrupts import Batches
from zerosum.support.options import (
    as_json,
    documented,
    option,
    own_names,
    read,
)
from zerosum.support.progress import line_here, shown_by
from zerosum.support.rendering import Shown, table
from zerosum.tables import Storage

Callback = Callable[[Any], object]

_LEFT_OUT = (None, Storage())  # options that a checkpoint does not keep

# Seconds between callbacks.
_REPORT = 0.1


def is_period(value: Any) -> bool:
    """Return whether a value is a positive number of iterations."""
    return is_number(value, Integral) and 1 <= value < MOST_ITERATIONS


PERIOD = "at least one iteration", "give a whole number below 2**60"


@attrs.frozen
class SolverOptions:
    """What every solver takes.

    Parameters
    ----------
    rule
        How regrets and averages are kept, one of :mod:`zerosum.rules`; by default that of the
        algorithm.
    native
        True for the native run if the game compiles, False to run the same source in Python.
    """

    rule: Rule | None = option(
        None, Rule | None, "one of zerosum.rules, such as LINEAR", error=RuleError, kw_only=False
    )
    native: bool = option(True, bool, "True or False")


@attrs.frozen
class SeededOptions(SolverOptions):
    """What solvers take that draw random numbers.

    Parameters
    ----------
    seed
        The seed of the random numbers; None for one from the operating system. The same seed gives
        the same result, bit for bit, native or not.
    """

    seed: int | None = option(
        0,
        lambda value: value is None or is_number(value, Integral),
        "a whole number",
        "",
        kw_only=False,
    )


class Solver(Shown, ABC):
    """A solver that runs any number of iterations, and can always run more.

    Each option is an attribute of the solver, too.

    Parameters
    ----------
    game
        The game, abstract or not.
    """

    name: ClassVar[str]
    Options: ClassVar[type[SolverOptions]] = SolverOptions
    default_rule: ClassVar[Rule]
    # Whether it draws random numbers, and takes a seed.
    seeded: ClassVar[bool] = True
    # Options of a class that has a constructor of its own and no record; until version 0.3.
    settings: ClassVar[tuple[str, ...]] = ()
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
    __signature__: ClassVar[Signature | None]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        made = signature(cls.Options)
        named = [Parameter("game", Parameter.POSITIONAL_OR_KEYWORD), *made.parameters.values()]
        cls.__signature__ = None if "__init__" in vars(cls) else made.replace(parameters=named)
        cls.__doc__ = documented(cls.__doc__ or "", cls.Options)

    def __init__(self, game: Any, *given: Any, **options: Any) -> None:
        self.game = game
        made = self.Options(*given, **options)
        vars(self).update(attrs.asdict(made, recurse=False))
        self.rule = made.rule or self.default_rule
        self.set_up()

    @abstractmethod
    def set_up(self) -> None:
        """Check the game, and make what the iterations work on; called by the constructor."""

    def content(self) -> list[Any]:
        """Return a table of what it solves, by what rule, and how far it is."""
        counts = ("iterations", "infosets", "touched")
        rows = [("game", title(self.base, self.view)), ("rule", self.rule.name)]
        rows += [(name, f"{getattr(self, name):,}") for name in counts]
        return [type(self).__name__, table([], rows, "l")]

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

    @property
    def fades(self) -> bool:
        """Whether old regrets are discounted, period by period."""
        return self.rule.fades

    def arguments(self) -> dict[str, Any]:
        """Return what a copy is made with, besides the game, by the names of the constructor."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(self.Options)}

    def describe_settings(self) -> dict[str, Any]:
        """Return the options of the run that a checkpoint keeps, as values that JSON supports."""
        made, names = self.arguments(), [*own_names(self.Options), *self.settings]
        own = {name: made[name] for name in names if name != "period" or self.fades}
        return {name: as_json(own[name]) for name in own if own[name] not in _LEFT_OUT}

    @classmethod
    def read_settings(cls, words: dict[str, Any]) -> dict[str, Any]:
        """Return options from the result of :meth:`describe_settings`."""
        return read(cls.Options, words)

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy has what a checkpoint holds, and the tree instead of the game if there is one.
        arrays, figures = self.state()
        figures["iterations"] = self.iterations
        start = getattr(self, "tree", self.game)
        return _made_again, (type(self), self.game, start, self.arguments(), arrays, figures)

    def run(self, iterations: int, callback: Callback | None = None) -> None:
        """Run more iterations.

        Parameters
        ----------
        iterations
            The number of iterations. An iteration is one traversal for each player in turn.
        callback
            Called with the solver about ten times a second, and at the end. None to show how far
            the run is, in a notebook only: in one line, if it takes more than a second.

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

        with line_here() as show:
            if callback is None and show is not None:
                callback = shown_by(show, before + iterations)
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
            begun, given = recorded[name], options[name]
            if begun != given and not (begun in _LEFT_OUT and given in _LEFT_OUT):
                raise StoreError(
                    f"The checkpoint {path} must go on with the {name} that it began with, "
                    f"{begun}; got {given}.",
                    path,
                )
        # An error of the game while a solver is made is no damage of the folder.
        solver = cls(game, **{**recorded, **options})
        with _whole(path):
            solver.restore(arrays, meta)
        return solver


def _made_again(
    kind: type[Solver],
    game: Any,
    start: Any,
    made: dict[str, Any],
    arrays: dict[str, Any],
    figures: dict[str, Any],
) -> Any:
    """Return the copy of a solver; ``start`` is its game or its tree."""
    solver = kind(start, **made)
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
    # Trees are not imported here: samplers start without them.
    seen = game.base_and_view() if hasattr(game, "base_and_view") else base_and_view(game)
    return describe(*seen)


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
