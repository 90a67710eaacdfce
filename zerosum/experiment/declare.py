"""An experiment: a game to train on, and how to train."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, nextafter
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from zerosum.errors import ExperimentError, is_number
from zerosum.experiment.names import Algorithm
from zerosum.experiment.options import frozen, parameters
from zerosum.game import Action, History
from zerosum.rules import MOST_ITERATIONS, Rule
from zerosum.support.cores import MOST_THREADS
from zerosum.support.store import Json

if TYPE_CHECKING:
    from rich.console import RenderableType


@runtime_checkable
class Solver(Protocol):
    """The protocol of solvers for training, which the classes of :mod:`zerosum.algorithms` follow.

    A class of solvers is called as ``algorithm(game, rule=..., seed=...)``; without the rule if
    the experiment has none, and without the seed if the class has ``seeded = False``. A class with
    ``threaded = True`` also gets ``threads=...``, here and in :meth:`load`, and a class whose
    constructor has a parameter ``limit`` gets the limit of the experiment, if there is one. Both
    also get the options that an experiment sets.
    """

    iterations: int
    touched: int
    infosets: int

    def run(self, iterations: int) -> None:
        """Run some more iterations."""
        ...

    def strategy(self) -> Any:
        """Return the average strategy."""
        ...

    def save(self, path: str | Path) -> None:
        """Save everything that is needed to go on."""
        ...

    @classmethod
    def load(cls, path: str | Path, game: History, **options: Any) -> Self:
        """Return the solver that was saved; if ``rule`` is given, it must be the same."""
        ...


def _external_sampling() -> Algorithm:
    from zerosum.algorithms import ExternalSampling

    return ExternalSampling


@dataclass(frozen=True)
class Experiment:
    """A game to train on, and how to train.

    Parameters
    ----------
    training
        The game, usually ``TrainingAbstraction``: a class of games, the start of a game, or a
        function that returns one of these. The parameters of the function have defaults and type
        hints: numbers, words, truth values, None, and tuples of these.
    play
        The same abstraction over a translation, for play against agents that bet otherwise; or an
        ``Abstracted`` game to play, with the infosets of the game that is trained on. It may be a
        function with the same parameters.
    algorithm
        The class of the solver.
    rule
        A rule of :mod:`zerosum.rules`; None for the default of the algorithm.
    iterations
        How many to run in all; None if other bounds end the run.
    minutes
        How long to train in one session; None for no limit.
    target
        Stop when exploitability, in chips a hand, is at most this. The game must be small enough
        to enumerate.
    seed
        Any integer; equal seeds give equal runs, with one thread.
    show
        What a run is shown as: a function of the strategy and the start of the game that returns
        something that rich can print. It may have methods ``draw(strategy, game, figure)``, which
        draws in a figure of Matplotlib, and ``dump(strategy, game, folder)``, which fills an empty
        folder. None for a table of infosets, if there are few.
    name
        The module that declares it; set by :func:`load`.
    threads
        How many traverse at once, if the algorithm supports it; None leaves the choice to the
        command that runs the experiment.
    limit
        The largest number of histories to enumerate, for the algorithm and to measure
        exploitability; None for their own limits.
    options
        Options of the algorithm, by name, such as the ``epsilon`` of outcome sampling.
    game
        Parameters of the game, by name, if ``training`` is a function; parameters that are left out
        have their defaults.
    about
        What to say before training: a function of the start of the game that returns a sentence or
        two, such as how large it is and how long training takes. None for nothing.
    fallback
        What an exported database does at an infoset that it does not have: a function of the
        infoset of the base game and its menu that returns an action. None for the first action.
    least
        The least probability of an action in play. What is less likely is left out, except for the
        likeliest; the strategy is saved and shown as it was trained.
    given
        Further arguments of the algorithm, by name, which a run does not keep, such as the
        ``earlier`` run of :class:`zerosum.algorithms.continued.ContinuedSampling`.

    Raises
    ------
    ExperimentError
        If a bound is out of range, or there is none; if the algorithm is not a class; if it has
        no such option, or the game no such parameter; or if a value is of another type.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> Experiment(Kuhn, iterations=1_000).seed
    7
    """

    training: object
    play: History = None
    algorithm: Algorithm = field(default_factory=_external_sampling)
    rule: Rule | None = None
    iterations: int | None = 100_000
    minutes: float | None = None
    target: float | None = None
    seed: int = 7
    show: Callable[[Any, History], RenderableType] | None = None
    name: str = ""
    threads: int | None = None
    limit: int | None = None
    options: Json = field(default_factory=dict, hash=False)
    game: Json = field(default_factory=dict, hash=False)
    about: Callable[[History], str] | None = None
    fallback: Callable[[Any, tuple[Action, ...]], Action] | None = None
    given: Json = field(default_factory=dict, hash=False)
    least: float = 0.0

    def __post_init__(self) -> None:
        for name, (least, most, bounds) in _WHOLE.items():
            value = getattr(self, name)
            if value is None and name != "seed":
                continue
            if not is_number(value, Integral) or not least <= value <= most:
                raise _wrong(name, f"a whole number{bounds}", value)
            object.__setattr__(self, name, int(value))
        for name, (lower, upper, constraint) in _REAL.items():
            value = getattr(self, name)
            if value is None and name != "least":
                continue
            if not is_number(value) or not lower <= float(value) <= upper:
                raise _wrong(name, constraint, value)
            object.__setattr__(self, name, float(value))
        if self.iterations is None and self.minutes is None and self.target is None:
            raise _wrong("iterations or minutes", "bounded, or its target named", None)
        if not (callable(self.algorithm) and hasattr(self.algorithm, "__name__")):
            raise _wrong("algorithm", "a class of solvers, such as CFR", self.algorithm)
        if not isinstance(self.rule, Rule | None):
            raise _wrong("rule", "one of zerosum.rules, such as LINEAR", self.rule)
        for name, words in _FUNCTIONS.items():
            value = getattr(self, name)
            if not (value is None or callable(value)):
                raise _wrong(name, f"a function of {words}", value)
        object.__setattr__(self, "options", frozen(self.options, self.algorithm))
        object.__setattr__(self, "game", parameters(self.game, self.training))

    @property
    def seeded(self) -> bool:
        """Whether the algorithm uses random numbers."""
        return bool(getattr(self.algorithm, "seeded", True))

    @property
    def threaded(self) -> bool:
        """Whether the algorithm supports several threads."""
        return bool(getattr(self.algorithm, "threaded", False))

    @property
    def threads_used(self) -> int:
        """How many threads traverse at once; one by default."""
        return (self.threads or 1) if self.threaded else 1

    @property
    def rule_followed(self) -> Rule | None:
        """The rule, or the default of the algorithm."""
        return self.rule or getattr(self.algorithm, "default_rule", None)


_WHOLE: dict[str, tuple[float, float, str]] = {
    "iterations": (0, MOST_ITERATIONS, ", 0 to 2**60"),
    "seed": (-inf, inf, ""),
    "threads": (1, MOST_THREADS, f", 1 to {MOST_THREADS:,}"),
    "limit": (1, (1 << 31) - 1, ", 1 to 2**31 - 1"),
}

_POSITIVE = nextafter(0.0, 1.0), nextafter(inf, 0.0), "a finite number above 0"
_REAL = {"minutes": _POSITIVE, "target": _POSITIVE, "least": (0.0, 1.0, "a probability, 0 to 1")}

_FUNCTIONS = {
    "show": "a strategy and a game",
    "about": "the start of the game",
    "fallback": "an infoset and a menu",
}


def _wrong(thing: str, constraint: str, value: object) -> ExperimentError:
    verb = "of an experiment must be"
    return ExperimentError(f"The {thing} {verb} {constraint}; got {value!r}.", value)
