"""Training in processes of their own, which this server starts, watches and stops."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock

from zerosum.experiment import Experiment, RunFolder, load, unused
from zerosum.support.suggest import alternatives
from zerosum.web.errors import CONFLICT, RequestError

_MOST = 2  # trainings at once
_SECONDS = 10.0  # that trainings have to save when the server is stopped
_INTERRUPTED = 130  # the exit status of a command that Ctrl-C has stopped
_LINES, _BYTES = 12, 4_096  # of the end of a log that are shown
_MISSING = 404


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
        status, last = self.process.poll(), (self.log or ["It has ended without a word."])[-1]
        early = self.stopped and (last.startswith("KeyboardInterrupt") or status == -signal.SIGINT)
        if status is None or status in {0, _INTERRUPTED} or early:
            return None
        if status < 0:
            return f"The system has ended it by signal {-status}: perhaps it took too much memory."
        return last

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
    return path.with_name(f"{path.name}.page.log")  # what others write there is left alone


@dataclass
class Trainer:
    """What trains: experiments that are listed, in processes, a bounded number at once.

    Several threads may ask. What cannot be done is refused by a :class:`RequestError`.

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

    Attributes
    ----------
    closing
        Set when the server is told to stop.
    watchers
        One thing for each stream that watches a run.
    """

    command: Sequence[str] = ()
    listed: Callable[[], Mapping[str, str]] = dict
    default: str = ""
    runs: Path = Path("runs")
    closing: Event = field(default_factory=Event, init=False)
    watchers: set[object] = field(default_factory=set, init=False)
    _children: dict[str, Child] = field(default_factory=dict, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

    def declared(self, name: str) -> Experiment:
        """Return an experiment that is listed, which is imported."""
        known = self.listed()
        if name not in known:
            hint = alternatives(name, known) if known else "none are listed."
            raise RequestError(f"There is no experiment {name[:80]!r}: {hint}", _MISSING)
        return load(name)

    def start(self, experiment: str, words: Sequence[str], taken: Mapping[str, object]) -> str:
        """Begin a run; return its name, which is none of those taken."""
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
        """Continue a run, unless it trains."""
        with self._lock:
            if self.trains(name, folder):
                raise RequestError(f"The run {name} trains already.", CONFLICT)
            self._require_room()
            experiment = str(folder.config()["experiment"])
            self._begin(name, folder.path, experiment, ["--resume", *words])

    def stop(self, name: str, folder: RunFolder) -> None:
        """Let a run stop and save, if it was started here."""
        child = self.child(name)
        if child is not None and child.runs:
            with self._lock:  # for two at once would be two signals
                child.stop()
        elif folder.trains:
            raise RequestError(
                f"The run {name} must be stopped where it was started: press Ctrl-C there.",
                CONFLICT,
            )
        else:
            raise RequestError(f"The run {name} does not train now.", CONFLICT)

    def child(self, name: str) -> Child | None:
        """Return the last session of a run that was started here; None if there is none."""
        return self._children.get(name)

    def trains(self, name: str, folder: RunFolder) -> bool:
        """Whether a run trains, here or elsewhere."""
        child = self.child(name)
        return (child is not None and child.runs) or folder.trains

    def close(self) -> None:
        """Let all sessions that run here stop and save; wait for them a while."""
        self.closing.set()
        with self._lock:
            running = [child for child in self._children.values() if child.runs]
            for child in running:
                child.stop()
        end = time.monotonic() + _SECONDS
        for child in running:
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(max(0.0, end - time.monotonic()))
        self._tidy()

    def unlisted(self) -> list[str]:
        """Return the names of runs that were started here and are not begun yet."""
        folders = {name: child.folder for name, child in self._children.items()}
        return [name for name, each in folders.items() if each.path.exists() and not each.begun]

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
        if not self.command or self.closing.is_set():
            raise RequestError("This server trains nothing, or is being stopped.", CONFLICT)
        running = [name for name, child in self._children.items() if child.runs]
        if len(running) >= _MOST:
            raise RequestError(
                f"At most {_MOST} runs must train at once; {' and '.join(running)} do: wait, or "
                f"stop one.",
                CONFLICT,
            )
