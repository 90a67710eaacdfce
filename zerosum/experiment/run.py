"""A run on the disk, opened once: its experiment, figures, strategy, parts and agents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, final

from zerosum.abstraction import Abstracted, split
from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.load import load_run, start_of, walk_of
from zerosum.experiment.metrics import Metrics
from zerosum.experiment.report import comparison
from zerosum.game import History, hook_of
from zerosum.support import store
from zerosum.support.rendering import Shown
from zerosum.support.store import Json

if TYPE_CHECKING:
    import zerosum.experiment.again
    from zerosum.experiment.again import Again
    from zerosum.play import Explorer
    from zerosum.play.agents import Agent
    from zerosum.strategy import Strategy


@final
@dataclass(frozen=True)
class Run(Shown):
    """A run that training has saved; :meth:`open` makes one.

    Each attribute is read once, when it is first used: reading a figure does not import the
    experiment, and a large strategy is mapped from the disk. Runs are equal if their paths are. A
    pickled run is opened again where it is unpickled.

    Parameters
    ----------
    path
        The run folder.
    known
        Names of experiments to suggest if the run's experiment does not exist any more.
    live
        Whether the strategy is that of the last checkpoint where this is newer than the strategy
        that is saved: while the run trains, or after its session was killed.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.experiment import Experiment, load, train
    >>> with tempfile.TemporaryDirectory() as place:
    ...     quick = replace(load("blood.kuhn"), iterations=1_000, threads=1)
    ...     run = Run.open(train(quick, Path(place) / "kuhn").folder)
    ...     run.experiment.name, run.game, run.metrics.points[-1].iterations, len(run.strategy)
    ('blood.kuhn', Kuhn(...), 1000, 12)
    """

    path: Path
    known: Sequence[str] = field(default=(), compare=False, repr=False)
    live: bool = field(default=False, compare=False, repr=False)

    @classmethod
    def open(cls, path: str | Path, known: Sequence[str] = (), *, live: bool = False) -> Self:
        """Return the run in a folder, after reading its ``config.json``.

        Raises
        ------
        ExperimentError
            If the folder is not a run folder.
        StoreError
            If ``config.json`` is damaged, or of another version.
        """
        run = cls(Path(path), tuple(known), live)
        _ = run.config
        return run

    def __reduce__(self) -> tuple[object, ...]:
        return Run, (self.path.resolve(), self.known, self.live)

    def content(self) -> list[Any]:
        """Return what it is, and a table of its last figures."""
        return [self.metrics.caption, comparison([self.metrics])]

    @property
    def folder(self) -> RunFolder:
        """Where its files are."""
        return RunFolder(self.path)

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.path.resolve().name

    @cached_property
    def config(self) -> Json:
        """The content of ``config.json``; see :meth:`open`."""
        if not self.folder.begun:
            what = "is a file" if self.path.exists() else "does not exist"
            what = "holds no config.json" if self.path.is_dir() else what
            raise ExperimentError(
                f"The folder {self.path} must be a run folder; it {what}: name a folder that "
                "python -m blood.train has made.",
                self.path,
            )
        return self.folder.config()

    @cached_property
    def metrics(self) -> Metrics:
        """Its figures.

        Raises
        ------
        StoreError
            If ``metrics.jsonl`` is damaged.
        """
        return Metrics.of(self.folder, self.config, self.name)

    @cached_property
    def experiment(self) -> Experiment:
        """The experiment as it is declared now, with the parameters of the game of the run.

        Raises
        ------
        ExperimentError
            If it cannot be imported any more.
        StoreError
            If the game does not have these parameters any more.
        """
        return load_run(self.config, self.known)

    @cached_property
    def game(self) -> History:
        """The start of the game trained on.

        Raises
        ------
        ExperimentError
            As :attr:`experiment` does.
        """
        return start_of(self.experiment)

    @cached_property
    def walk(self) -> History:
        """The walk through a translation, or the game to play; None if that is the game trained on.

        Raises
        ------
        ExperimentError
            If the function that makes it does not take the parameters of the game.
        """
        return walk_of(self.experiment, self.game)

    @cached_property
    def strategy(self) -> Any:
        """The strategy: a :class:`~zerosum.strategy.Strategy` or another table of its kind.

        Raises
        ------
        ExperimentError
            If the run has none yet, or as :attr:`experiment` does; with ``live``, if the checkpoint
            has more than a gibibyte.
        StoreError
            If it is damaged, or of another game or abstraction than the experiment now declares.
        """
        from zerosum.strategy import open_strategy

        if self._checkpoint is not None:
            return self._checkpoint[0]
        if not store.exists(self.folder.strategy):
            end = "wait for its first checkpoint" if self.live else "let its session come to an end"
            raise ExperimentError(
                f"The run {self.path} must hold a strategy; it has none yet: {end}, or stop it "
                "with Ctrl-C.",
                self.path,
            )
        return open_strategy(self.folder.strategy, self.game)

    @cached_property
    def played(self) -> Any:
        """The strategy as it plays: without the actions that its experiment leaves out in play.

        Raises
        ------
        ExperimentError, StoreError, StrategyError
            As :attr:`strategy` does; or if what is left out cannot be, of such a strategy.
        """
        from zerosum.strategy import thresholded

        least = self.experiment.least
        return thresholded(self.strategy, least) if least > 0 else self.strategy

    @property
    def at_checkpoint(self) -> bool:
        """Whether :attr:`strategy` is that of the last checkpoint; never without ``live``."""
        return self._checkpoint is not None

    @cached_property
    def as_of(self) -> int | None:
        """Of how many iterations :attr:`strategy` is; None if it is older than the checkpoint."""
        if self._checkpoint is not None:
            return self._checkpoint[1]
        if not self.folder.has_checkpoint():
            return self.metrics.iterations
        meta = store.read(self.folder.checkpoint, mmap=True).meta
        return None if self._behind else int(meta.get("iterations", self.metrics.iterations))

    @cached_property
    def _checkpoint(self) -> tuple[Any, int] | None:
        """The strategy of the last checkpoint, and its iterations, where that is the strategy."""
        if not (self.live and self._behind):
            return None
        from zerosum.experiment.solvers import at_checkpoint

        solver = at_checkpoint(self.experiment, self.folder, self.config, self.game)
        return solver.strategy(), solver.iterations

    @property
    def _behind(self) -> bool:
        """Whether the strategy is older than the checkpoint, or there is none."""
        # An average over checkpoints is written with each of them, just before it.
        averaged = (self.config["options"].get("storage") or {}).get("averages") is not None
        written = store.written(self.folder.strategy)
        return written < store.written(self.folder.checkpoint) and not (averaged and written)

    @cached_property
    def parts(self) -> tuple[zerosum.experiment.again.Part, ...]:  # not that of zerosum.resolving
        """Its parts that were solved again, the shortest histories first.

        Raises
        ------
        StoreError
            If a part cannot be read, or is one of another run.
        """
        if not (self.path / "parts").is_dir() or hook_of(split(self.game)[0], "again") is None:
            return ()
        return self._again.parts()

    @property
    def outdated(self) -> list[str]:
        """A sentence for each part that was begun before the run was trained on."""
        now = self.metrics.iterations if self.parts else 0
        return [
            f"The part {part.path} begins with the ranges of {self.path} after "
            f"{part.iterations:,} iterations, and {self.path} has {now:,} now: remove the part and "
            f"solve it again."
            for part in self.parts
            if part.iterations != now
        ]

    @cached_property
    def values(self) -> Any:
        """What an agent must know to think before the last street; None for nothing.

        In poker that is what hands win after a street. It is kept in the run folder, and fitted,
        which takes half a minute, if the folder has none, if it is of another strategy or version,
        or if the run was trained on since.

        Raises
        ------
        StrategyError
            If the strategy cannot think.
        """
        return self._again.values()

    @cached_property
    def _again(self) -> Again:
        from zerosum.experiment.again import again_of

        return again_of(self)

    def agent(
        self,
        *,
        parts: Collection[str] | None = None,
        think: Any = None,
        last_only: bool = False,
        walk: History = None,
        name: str = "",
    ) -> Any:
        """Return an agent that plays the run, and draws its actions.

        Parameters
        ----------
        parts
            The names of the parts that it plays by; None for all of them.
        think
            How long it solves parts of the game again at each decision, such as a
            :class:`zerosum.pkr.think.Clock`; None for not at all. It then knows the strategy as it
            was trained, and leaves out nothing.
        last_only
            Whether to think on last streets only.
        walk
            What it walks through; None for :attr:`walk`.
        name
            Its name; by default the name of the folder.

        Returns
        -------
        An agent. When it is pickled, the other process opens the run again.

        Raises
        ------
        ExperimentError, StoreError
            As :attr:`strategy` and :attr:`parts` do.
        StrategyError
            If the run is to think, and cannot.
        """
        from zerosum.play import StrategyAgent

        own, walked = name or self.name, self.walk if walk is None else walk
        reopen = partial(self.agent, parts=(), walk=walk, name=own)
        strategy = self.played if think is None else self.strategy
        if isinstance(walked, Abstracted):
            strategy = strategy.on(walked, of=self.game)
            agent: Agent = StrategyAgent(strategy, walked, None, own, reopen)
        else:
            agent = StrategyAgent(strategy, self.game, walked, own, reopen)
        every = self.parts if parts is None or len(parts) > 0 else ()
        chosen = [part for part in every if parts is None or part.name in parts]
        if chosen:
            reopen = partial(self.agent, parts=parts, walk=walk, name=own)
            agent = self._again.patched(agent, chosen, reopen)
        if think is None:
            return agent
        return self._again.thinking(agent, think, None if last_only else self.values)

    def explorer(self, deal: int | Sequence[Any] | None = None) -> Explorer:
        """Return what answers what the strategy does after any line of play.

        The game may declare its own as the hook ``explore``.

        Parameters
        ----------
        deal
            What chance does, or a seed for it; see :class:`zerosum.play.Explorer`.

        Raises
        ------
        ExperimentError, StoreError
            As :attr:`strategy` does.
        """
        from zerosum.play import Explorer

        make = hook_of(split(self.game)[0], "explore")
        if make is None:
            return Explorer(self.strategy, self.game, deal)
        explorer: Explorer = make(self, deal)
        return explorer


def read_runs(paths: Iterable[str | Path]) -> list[Metrics]:
    """Return the figures of runs; runs with equal names are named by their paths.

    Raises
    ------
    ExperimentError, StoreError
        As :meth:`Run.open` and :attr:`Run.metrics` do.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.experiment import load, train
    >>> with tempfile.TemporaryDirectory() as place:
    ...     quick = replace(load("blood.kuhn"), iterations=100, threads=1)
    ...     folder = train(quick, Path(place) / "kuhn").folder
    ...     [(run.name, run.iterations) for run in read_runs([folder])]
    [('kuhn', 100)]
    """
    runs = [Run.open(path) for path in dict.fromkeys(map(Path, paths))]
    names = [run.name for run in runs]
    return [
        replace(run.metrics, name=name if names.count(name) == 1 else str(run.path))
        for run, name in zip(runs, names, strict=True)
    ]


def open_run(path: str | Path, known: Sequence[str] = ()) -> tuple[Experiment, History, Strategy]:
    """Return the experiment of a run, the start of its game and the strategy of :class:`Run`.

    >>> import tempfile
    >>> from zerosum.experiment import load, train
    >>> with tempfile.TemporaryDirectory() as place:
    ...     quick = replace(load("blood.kuhn"), iterations=100, threads=1)
    ...     experiment, game, strategy = open_run(train(quick, Path(place) / "kuhn").folder)
    ...     experiment.name, game, len(strategy)
    ('blood.kuhn', Kuhn(cards=(-1, -1), history=1), 12)
    """
    run = Run.open(path, known)
    strategy = run.strategy
    return run.experiment, run.game, strategy
