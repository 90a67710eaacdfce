"""Each run of a sweep with each seed: a task that trains it, measures it, and keeps its figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zerosum.abstraction import split
from zerosum.errors import ExperimentError, NotApplicable, StoreError
from zerosum.experiment import Experiment, Run, RunFolder, train
from zerosum.experiment.load import load, runs_of
from zerosum.scale.finished import asked_of, record, recorded
from zerosum.scale.tasks import Backend, Task
from zerosum.support.records import named
from zerosum.support.rendering import Shown
from zerosum.support.store import Json


@dataclass(frozen=True)
class Asked:
    """A run of a sweep with a seed, and what is asked of it.

    Parameters
    ----------
    module, run
        The module of the sweep, and the name of the run.
    seed
        The seed; None if the algorithm draws no numbers.
    folder
        The run folder.
    price
        Whether the abstraction is priced.
    against
        The folder of a run of the same game to play against; None for no match.
    deals
        Of that match.
    memory
        Bytes that training may take; None for no bound.

    Examples
    --------
    >>> Asked("my_sweep", "rank", 3, Path("sweep/rank/seed-3")).name
    'rank, seed 3'
    """

    module: str
    run: str
    seed: int | None
    folder: Path
    price: bool = False
    against: Path | None = None
    deals: int = 10_000
    memory: int | None = None

    @property
    def name(self) -> str:
        """What its task is called."""
        return self.run if self.seed is None else f"{self.run}, seed {self.seed}"

    @property
    def experiment(self) -> Experiment:
        """The experiment, with one thread unless it declares more."""
        declared = load(f"{self.module}:{self.run}")
        seed = declared.seed if self.seed is None else self.seed
        return replace(declared, seed=seed, threads=declared.threads or 1)

    @property
    def key(self) -> dict[str, Any]:
        """What makes figures that are there those that are asked for."""
        against = None if self.against is None else str(self.against.resolve())
        return asked_of(self.experiment, price=self.price, against=against, deals=self.deals)


@dataclass(frozen=True)
class Swept(Shown):
    """The figures of a run of a sweep.

    Parameters
    ----------
    run, seed, folder
        What was run, and where it is.
    iterations, touched, infosets
        How far it was trained, and how large it is.
    seconds
        Trained.
    exploitability
        In chips a hand; None if it is not measured.
    regret
        The bound on it that regrets give, in chips a hand; None if there is none.
    price
        What the abstraction costs both players together, in chips a hand; None if it was not asked
        for, or the game is too large.
    won, margin
        Chips a hand from the run to play against, and half the width of the 95 % interval.

    Examples
    --------
    >>> Swept("rank", 3, "sweep/rank/seed-3", 100, 9_000, 12, 0.5, exploitability=0.1).infosets
    12
    """

    run: str
    seed: int | None
    folder: str
    iterations: int
    touched: int
    infosets: int
    seconds: float
    exploitability: float | None = None
    regret: float | None = None
    price: float | None = None
    won: float | None = None
    margin: float | None = None


def tasks_of(
    module: str,
    out: str | Path,
    *,
    seeds: Sequence[int] = (0,),
    runs: Iterable[str] = (),
    known: Sequence[str] = (),
    **asked: Any,
) -> list[Task]:
    """Return the tasks of a sweep: each run with the first seed, then with the others.

    So what a run compiles is there when its second seed begins.

    Parameters
    ----------
    module
        The module that declares the runs, as :func:`zerosum.experiment.load.runs_of` reads it.
    out
        The folder in which each run gets its folder.
    seeds
        The seeds. A run whose algorithm draws no numbers has one task.
    runs
        Only these runs; all if it is empty.
    known
        Names of experiments to suggest.
    asked
        ``price``, ``against``, ``deals`` and ``memory``, as :class:`Asked` has them.

    Raises
    ------
    ExperimentError
        If the module, or one of these runs, does not exist.

    Examples
    --------
    >>> import sys
    >>> from types import ModuleType
    >>> from zerosum.kuhn import Kuhn
    >>> sys.modules["two_runs"] = module = ModuleType("two_runs")
    >>> module.runs = {"short": Experiment(Kuhn, iterations=10), "long": Experiment(Kuhn)}
    >>> [task.name for task in tasks_of("two_runs", "out", seeds=(0, 1))]
    ['short, seed 0', 'long, seed 0', 'short, seed 1', 'long, seed 1']
    """
    declared, only = runs_of(module, known), list(runs)
    for run in only:
        load(f"{module}:{run}")  # or it says which there are
    if len(set(seeds)) < len(seeds) or not seeds:
        raise ExperimentError(
            f"The seeds of a sweep must be at least one, each once; got {list(seeds)}.", seeds
        )
    tasks = []
    for number, seed in enumerate(seeds):
        for run in only or declared:
            drawn = seed if declared[run].seeded else None
            if number == 0 or drawn is not None:
                part = "run" if drawn is None else f"seed-{seed}"
                one = Asked(module, run, drawn, Path(out).resolve() / run / part, **asked)
                tasks.append(Task(one.name, swept, (one,), ready=RunFolder(one.folder).metrics))
    return tasks


def sweep(module: str, out: str | Path, backend: Backend, **given: Any) -> list[Swept]:
    """Train and measure all runs of a sweep by a back end; return their figures, in order.

    What was finished before, as it is asked for now, is not done again.

    Parameters
    ----------
    module, out, given
        As for :func:`tasks_of`.
    backend
        What does the tasks.

    Raises
    ------
    ExperimentError
        If a task fails; the others are done, and are there when it is called again.

    Examples
    --------
    >>> from zerosum.scale import Processes
    >>> with Processes(2) as here:  # doctest: +SKIP
    ...     found = sweep("my_sweep", "sweep", here, seeds=range(3), price=True)
    """
    tasks = tasks_of(module, out, **given)
    done = {one.task.name: one for one in backend.run(tasks)}
    for one in done.values():
        if one.error is not None:
            raise ExperimentError(f"The run {one.task.name} failed: {one.error}", one)
    return [done[task.name].result for task in tasks]


def swept(asked: Asked) -> Swept:
    """Train and measure one run; what was begun goes on from its last checkpoint.

    Raises
    ------
    ExperimentError, GameError, StoreError
        As :func:`zerosum.experiment.train` does.

    Examples
    --------
    >>> import sys, tempfile
    >>> from types import ModuleType
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> sys.modules["a_run"] = module = ModuleType("a_run")
    >>> module.runs = {"cfr": Experiment(Kuhn, algorithm=CFR, iterations=100)}
    >>> with tempfile.TemporaryDirectory() as place:
    ...     found = swept(Asked("a_run", "cfr", None, Path(place) / "cfr"))
    >>> found.infosets, found.exploitability < 0.01
    (12, True)
    """
    key, known = asked.key, recorded(asked.folder)
    if known and known["asked"] == key:
        return Swept(**known["found"])
    folder = RunFolder(asked.folder)
    asked.folder.parent.mkdir(parents=True, exist_ok=True)
    experiment = asked.experiment
    outcome = train(experiment, asked.folder, resume=folder.begun, memory=asked.memory)
    if outcome.interrupted:
        raise KeyboardInterrupt
    run = Run.open(asked.folder)
    price, (won, margin) = _price(run, key) if asked.price else None, _match(run, asked)
    names = ("iterations", "touched", "infosets", "seconds", "exploitability", "regret")
    last = named(run.metrics.points[-1], *names)
    whose = asked.run, asked.seed, str(asked.folder)
    found = Swept(*whose, **last, price=price, won=won, margin=margin)
    record(asked.folder, key, vars(found))
    return found


def _price(run: Run, key: Json) -> float | None:
    """Return what the abstraction of a run costs; None if the whole game is too large.

    It does not depend on the seed: what was found with another one is taken.
    """
    for folder in run.path.parent.iterdir():
        with suppress(StoreError):
            other = recorded(folder)
            if other and other["asked"]["price"] and other["asked"]["of"] == key["of"]:
                price: float | None = other["found"]["price"]
                return price
    from zerosum.evaluation.price import loss  # which enumerates

    base, states, actions = split(run.game)
    try:
        return float(loss(base, states, actions).price)
    except NotApplicable:
        return None


def _match(run: Run, asked: Asked) -> tuple[float | None, float | None]:
    """Return what a run wins from the one to play against, and the margin."""
    if asked.against is None:
        return None, None
    from zerosum.play import play_match  # which others do without

    other = Run.open(asked.against)
    match = play_match(run.agent(), other.agent(), asked.deals, seed=0, game=split(run.game)[0])
    return match.mean, match.margin
