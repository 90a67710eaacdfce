"""Training in processes of their own, which this server starts, watches and stops."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, RLock

from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment, RunFolder, load, unused
from zerosum.experiment.names import alternatives
from zerosum.web.errors import RequestError

_MOST = 2  # trainings at once
_STREAMS = 20  # that are watched at once
_SECONDS = 10.0  # that trainings have to save when the server is stopped
_INTERRUPTED = 130  # the exit status of a command that Ctrl-C has stopped
_LINES, _BYTES = 12, 4_096  # of the end of a log that are shown
CONFLICT, _MISSING, _BUSY = 409, 404, 503


@dataclass
class Child:
    """A session of training that this server has started.

    Parameters
    ----------
    experiment
        The name of what it trains.
    folder
        The run folder, which it begins once the first iteration has run.
    process
        The process.
    """

    experiment: str
    folder: RunFolder
    process: subprocess.Popen[bytes]
    stopped: bool = False

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def stop(self) -> None:
        """Let it stop and save, as Ctrl-C does; a second Ctrl-C would end it without."""
        if not self.stopped:
            self.stopped = True
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGINT)

    @property
    def failure(self) -> str | None:
        """Why it has ended without a result, in a sentence; None if it runs, or has one."""
        status = self.process.poll()
        if status is None or status in {0, _INTERRUPTED} or self.stopped:
            return None
        if status < 0:
            return (
                f"The system has ended the training ({signal.Signals(-status).name}): it may have "
                f"needed too much memory."
            )
        return (self.log or ["The training has ended without a word."])[-1]

    @property
    def log(self) -> list[str]:
        """The last lines that it has printed."""
        try:
            text = log_of(self.folder.path).read_bytes()[-_BYTES:]
        except OSError:
            return []
        return text.decode("utf-8", "replace").split("\n")[-_LINES - 1 : -1]


def log_of(path: Path) -> Path:
    """Return the file beside a run folder that holds what its training has printed here."""
    return path.with_name(f"{path.name}.log")


@dataclass
class Trainer:
    """What trains: experiments that are listed, in processes, a bounded number at once.

    Several threads may ask.

    Parameters
    ----------
    command
        The words of a command line that trains, before the experiment; none if none can be trained.
    listed
        Returns the experiments that may be trained, each with a line about it.
    default
        The name of one of them.
    runs
        The folder of new runs.
    """

    command: Sequence[str] = ()
    listed: Callable[[], Mapping[str, str]] = dict
    default: str = ""
    runs: Path = Path("runs")
    closing: Event = field(default_factory=Event)
    _children: dict[str, Child] = field(default_factory=dict)
    _streams: int = 0
    _lock: RLock = field(default_factory=RLock)

    def declared(self, name: str) -> Experiment:
        """Return an experiment, which is imported.

        Raises
        ------
        RequestError
            If it is not listed.
        ExperimentError
            If it cannot be imported.
        """
        known = self.listed()
        if name not in known:
            hint = alternatives(name, known) if known else "none are listed."
            raise RequestError(f"There is no experiment {name[:80]!r}: {hint}", _MISSING)
        return load(name)

    def start(self, experiment: str, words: Sequence[str], taken: Mapping[str, object]) -> str:
        """Begin a run; return its name, which is none of those taken.

        Raises
        ------
        RequestError
            If too many run, or none can be trained here.
        """
        with self._lock:
            self._require_room()
            self._tidy()
            stem = experiment
            while (path := unused(self.runs, stem)).name in taken:
                stem += "_"
            path.mkdir(parents=True)  # or the next run would get the same name
            self._begin(path.name, path, experiment, [experiment, *words])
            return path.name

    def resume(self, name: str, folder: RunFolder, words: Sequence[str]) -> None:
        """Continue a run.

        Raises
        ------
        RequestError
            If it trains, if too many run, or none can be trained here.
        """
        with self._lock:
            if self.trains(name, folder):
                raise RequestError(f"The run {name} trains already.", CONFLICT)
            self._require_room()
            experiment = str(folder.config()["experiment"])
            self._begin(name, folder.path, experiment, ["--resume", *words])

    def stop(self, name: str, folder: RunFolder) -> None:
        """Let a run stop and save.

        Raises
        ------
        RequestError
            If it does not train, or was started elsewhere.
        """
        child = self.child(name)
        if child is not None and child.runs:
            child.stop()
        elif folder.trains:
            raise RequestError(
                f"The run {name} must be stopped where it was started: press Ctrl-C there.",
                CONFLICT,
            )
        else:
            raise RequestError(f"The run {name} does not train now.", CONFLICT)

    def child(self, name: str) -> Child | None:
        """Return the last session of a run that this server has started; None if there is none."""
        return self._children.get(name)

    def trains(self, name: str, folder: RunFolder) -> bool:
        """Whether a run trains, here or elsewhere."""
        child = self.child(name)
        return (child is not None and child.runs) or folder.trains

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Take a place among those who watch, for a block."""
        with self._lock:
            self._streams += 1
        try:
            yield
        finally:
            with self._lock:
                self._streams -= 1

    def require_place(self) -> None:
        """Refuse to watch if too many do.

        Raises
        ------
        RequestError
            If they do.
        """
        if self._streams >= _STREAMS:
            raise RequestError(
                f"{_STREAMS} pages watch runs train: close one of them, or reload this one later.",
                _BUSY,
            )

    def close(self) -> None:
        """Let all sessions that run here stop and save; wait for them a while."""
        self.closing.set()
        running = [child for child in self._children.values() if child.runs]
        for child in running:
            child.stop()
        end = time.monotonic() + _SECONDS
        for child in running:
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(max(0.0, end - time.monotonic()))
        self._tidy()

    def unlisted(self) -> list[str]:
        """Return the names of runs that were started here and have no run folder yet."""
        return [name for name, child in self._children.items() if not child.folder.begun]

    def _tidy(self) -> None:
        """Remove the empty folders of sessions that ended before they began a run."""
        for name in self.unlisted():
            if not self._children[name].runs:
                with suppress(OSError):
                    self._children[name].folder.path.rmdir()

    def _begin(self, name: str, path: Path, experiment: str, words: Sequence[str]) -> None:
        with log_of(path).open("wb") as log:
            process = subprocess.Popen(
                [*self.command, *words, f"--out={path}"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C in the terminal of the server comes by close()
            )
        self._children[name] = Child(experiment, RunFolder(path), process)

    def _require_room(self) -> None:
        if not self.command:
            raise ExperimentError("This page shows runs, and trains none: use blood.train.")
        running = [name for name, child in self._children.items() if child.runs]
        if len(running) >= _MOST:
            raise RequestError(
                f"At most {_MOST} runs must train at once; {' and '.join(running)} do: wait, or "
                f"stop one.",
                CONFLICT,
            )
