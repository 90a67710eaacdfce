"""The folder of a run: ``config.json``, ``metrics.jsonl``, a checkpoint and a strategy."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment.declare import Experiment, Solver
from zerosum.experiment.names import rule_label
from zerosum.experiment.options import written
from zerosum.support import store
from zerosum.support.lock import holding, is_held
from zerosum.support.stamp import stamp
from zerosum.support.store import Json

FORMAT = 1
_LOCK = "training.lock"


@dataclass(frozen=True)
class RunFolder:
    """A run on the disk.

    Parameters
    ----------
    path
        The folder, which need not exist yet.

    Examples
    --------
    >>> folder = RunFolder(Path("nowhere/kuhn"))
    >>> folder.checkpoint.as_posix(), folder.metrics.name, folder.begun
    ('nowhere/kuhn/checkpoint', 'metrics.jsonl', False)
    """

    path: Path

    @property
    def checkpoint(self) -> Path:
        """Where the solver is saved."""
        return self.path / "checkpoint"

    @property
    def strategy(self) -> Path:
        """Where the strategy is saved."""
        return self.path / "strategy"

    @property
    def values(self) -> Path:
        """Where the fitted values of hands after a street are saved."""
        return self.path / "values"

    @property
    def metrics(self) -> Path:
        """Where a line of figures is appended every few seconds."""
        return self.path / "metrics.jsonl"

    @property
    def begun(self) -> bool:
        """Whether a run was begun here."""
        return (self.path / "config.json").is_file()

    @property
    def trains(self) -> bool:
        """Whether some process trains here now."""
        return is_held(self.path / _LOCK)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the folder for one session, which trains in a block.

        Raises
        ------
        ExperimentError
            If another session trains here, or the folder cannot be written.
        """
        with ExitStack() as stack:
            with self._writable():
                self.path.mkdir(parents=True, exist_ok=True)
                alone = stack.enter_context(holding(self.path / _LOCK))
            if not alone:
                raise ExperimentError(
                    f"The run {self.path} must be trained by one session at a time; another "
                    "trains there now: wait until it has ended, stop it with Ctrl-C, or begin "
                    "another run with --out.",
                    self.path,
                )
            yield

    def require_unused(self) -> None:
        """Refuse a folder that is not empty, unless a run that was killed at once left it.

        Raises
        ------
        ExperimentError
            If the folder holds anything else, or is a file.
        """
        inside = {path.name for path in self.path.iterdir()} if self.path.is_dir() else set()
        if self.path.is_file() or inside - {"config.json.part", _LOCK}:
            held = "something else:"
            if self.begun:
                held = "a run: continue that run with --resume, or"
            elif self.has_checkpoint():
                held = "a run without its config.json: put that back from a copy, or"
            raise ExperimentError(
                f"The folder {self.path} must be new; it holds {held} name another folder with "
                "--out.",
                self.path,
            )

    def require_checkpoint(self) -> None:
        """Refuse to continue a run that has a strategy but no checkpoint.

        Raises
        ------
        StoreError
            If the run has a strategy and no checkpoint: its strategy would be lost.
        """
        if store.exists(self.strategy) and not self.has_checkpoint():
            raise StoreError(
                f"The run {self.path} must hold its checkpoint to continue; it is missing: put it "
                "back from a copy, or begin another run with --out.",
                self.path,
            )

    def losses(self, solver: Solver | None = None) -> Iterator[str]:
        """Yield a sentence for each loss of a run to resume, with what training does about it.

        Parameters
        ----------
        solver
            The solver of its checkpoint; None without a checkpoint.
        """
        iterations = self.iterations
        after = 0 if solver is None else iterations - solver.iterations
        if not self.begun:
            yield f"There is no run in {self.path} to continue; this one is new."
        elif solver is None:
            lost = (
                f"its {iterations:,} iterations are lost" if iterations else "nothing of it is left"
            )
            yield (
                f"The run {self.path} was stopped before its first checkpoint: {lost}, and it "
                f"begins anew."
            )
        elif after > 0:
            yield (
                f"The run {self.path} was stopped {after:,} iterations after its "
                f"last checkpoint: these are lost, and it goes on from {solver.iterations:,}."
            )
        elif iterations == 0 < solver.iterations:
            yield (
                f"The figures of {self.path} are missing: seconds, and the curve of blood.report, "
                f"begin at its checkpoint."
            )
        if solver is not None and takes_snapshots(solver) and not store.exists(self.strategy):
            yield (
                f"The strategy of {self.path}, an average over its checkpoints, is missing: the "
                f"average begins anew."
            )

    def begin(self, experiment: Experiment, unmeasured: str | None = None) -> None:
        """Write ``config.json``; again when a resumed run gets other bounds.

        Parameters
        ----------
        experiment
            The experiment as it is run.
        unmeasured
            Why exploitability is not measured, in a sentence; None if it is.
        """
        config = {
            "format": FORMAT,
            **settings(experiment),
            "unmeasured": unmeasured,
            "stamp": stamp(),
        }
        with self._writable():
            _replace(self.path / "config.json", json.dumps(config, indent=1) + "\n")

    @contextmanager
    def _writable(self) -> Iterator[None]:
        """Refuse a folder that a block cannot write."""
        try:
            yield
        except OSError as error:
            message = f"The folder {self.path} must be writable; got {error.strerror}."
            raise ExperimentError(message, self.path) from error

    def config(self) -> Json:
        """Return what ``config.json`` holds.

        Raises
        ------
        StoreError
            If ``config.json`` cannot be read.
        """
        try:
            config = json.loads((self.path / "config.json").read_text("utf-8"))
            config = {**_LATER, **config}
            known = config["format"] == FORMAT and {*_IDENTITY, "iterations"} <= set(config)
            known = known and all(isinstance(config[name], dict) for name in _LATER)
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            known, config = False, error
        if not known:
            raise StoreError(
                f"The file config.json of {self.path} must describe a run of format {FORMAT}; "
                "it cannot be read: name another folder.",
                config,
            )
        return dict(config)

    def record(self, figures: Json) -> None:
        """Append a line to the metrics."""
        with self._writable(), self.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")

    def keep(self, solver: Solver) -> Any:
        """Save the strategy of a solver; return it, mapped from the disk if it is large."""
        large = solver.infosets >= _MOST_IN_MEMORY or takes_snapshots(solver)
        if large and hasattr(solver, "save_strategy"):
            return solver.save_strategy(self.strategy)
        strategy = solver.strategy()
        strategy.save(self.strategy)
        return strategy

    def rewind(self, iterations: int) -> float:
        """Remove the metrics after a checkpoint; return the seconds trained up to it.

        Raises
        ------
        StoreError
            If a line other than the last is damaged.
        """
        kept = [line for line in self.lines()[0] if line["iterations"] <= iterations]
        if self.path.is_dir():
            _replace(self.metrics, "".join(json.dumps(line) + "\n" for line in kept))
        return float(kept[-1]["seconds"]) if kept else 0.0

    @property
    def iterations(self) -> int:
        """The largest number of iterations in the metrics; 0 if they are empty."""
        return max((int(line["iterations"]) for line in self.lines()[0]), default=0)

    def lines(self) -> tuple[list[Json], bool]:
        """Return the complete lines of the metrics, and whether the last line is cut off.

        Raises
        ------
        StoreError
            If the file cannot be read, or a line other than the last is damaged.
        """
        try:
            text = self.metrics.read_bytes() if self.metrics.exists() else b""
        except OSError as error:
            raise StoreError(
                f"The file {self.metrics} must be readable; got {error.strerror}.", self.metrics
            ) from error
        complete, (*lines, rest) = list[Json](), text.split(b"\n")
        for number, line in enumerate(lines, 1):
            try:
                figures = json.loads(line)
                known = {"iterations", "seconds"} <= figures.keys()
            except (ValueError, AttributeError):
                known = False
            if not known:
                raise damaged(self.metrics, number, line)
            complete.append(figures)
        return complete, bool(rest)

    def has_checkpoint(self) -> bool:
        """Whether there is a checkpoint to resume from."""
        return store.exists(self.checkpoint)


_MOST_IN_MEMORY = 1 << 20  # infosets of a strategy that is not held in memory
_IDENTITY = ("experiment", "algorithm", "rule", "seed", "options", "game")
_LATER: Json = {"options": {}, "game": {}}  # not written by the first versions


def takes_snapshots(solver: Solver) -> bool:
    """Return whether a run averages a solver's strategy over snapshots, which it saves."""
    storage = getattr(solver, "storage", None)
    return storage is not None and storage.averages is not None


def identity(experiment: Experiment) -> Json:
    """Return what a resumed run must not change; the seed is None if nothing is drawn.

    >>> from zerosum.experiment import load
    >>> identity(load("blood.kuhn"))
    {'experiment': 'blood.kuhn', 'algorithm': 'ExternalSampling', 'rule': 'linear', 'seed':
    7, 'options': {}, 'game': {}}
    """
    values = (
        experiment.name,
        experiment.algorithm.__name__,
        rule_label(experiment.rule_followed),
        experiment.seed if experiment.seeded else None,
        written(experiment.options),
        written(experiment.game),
    )
    return dict(zip(_IDENTITY, values, strict=True))


def settings(experiment: Experiment) -> Json:
    """Return what a run is made of: its identity, bounds, threads and limit."""
    bounds = {name: getattr(experiment, name) for name in ("iterations", "minutes", "target")}
    more = {"threads": experiment.threads_used, "limit": experiment.limit}
    return {**identity(experiment), **bounds, **more}


def damaged(path: Path, number: int, line: object) -> StoreError:
    """Return the error for a line of metrics that cannot be read."""
    return StoreError(
        f"Line {number} of {path} must hold the figures of a run; it is damaged: remove the line.",
        line,
    )


def unused(runs: Path, name: str) -> Path:
    """Return a folder for a new run: ``runs/name``, or with the next free number.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as runs:
    ...     (Path(runs) / "kuhn").mkdir()
    ...     unused(Path(runs), "kuhn").name, latest(Path(runs), "kuhn").name
    ('kuhn-2', 'kuhn')
    """
    taken = _numbered(runs, name)
    return runs / name if not taken else runs / f"{name}-{max(taken) + 1}"


def latest(runs: Path, name: str) -> Path:
    """Return the folder of the last run with a name, or the folder that the first run gets.

    >>> latest(Path("nowhere"), "kuhn").as_posix()
    'nowhere/kuhn'
    """
    taken = _numbered(runs, name)
    return taken[max(taken)] if taken else runs / name


def _numbered(runs: Path, name: str) -> dict[int, Path]:
    folders = {1: runs / name} if (runs / name).exists() else {}
    for path in runs.glob(f"{name}-*"):
        number = path.name.removeprefix(f"{name}-")
        if number.isdecimal():
            folders[int(number)] = path
    return folders


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)
