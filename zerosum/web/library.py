"""The runs that the page shows: found in folders, opened when they are asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

from zerosum.abstraction import split
from zerosum.errors import ZeroSumError
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.metrics import MEASURES, Point
from zerosum.experiment.run import Run
from zerosum.support import store
from zerosum.support.store import Json
from zerosum.support.suggest import alternatives
from zerosum.web.errors import RequestError

MISSING = 404
_DEALS = 8  # whose explorers are kept
_LONGEST = 180  # characters of a name
_FRESH = 1.0  # seconds for which the folders are not looked through again


@dataclass(frozen=True)
class Opened:
    """A run at one version.

    Parameters
    ----------
    run
        The run.
    version
        Changes when the run has another strategy.
    """

    run: Run
    version: str

    @cached_property
    def explorer(self) -> Any:
        """What answers for every line of play; made at the first question."""
        return self.run.explorer()

    @property
    def checkpoint(self) -> bool:
        """Whether the strategy is that of a checkpoint: the run has not come to an end."""
        return self.run.at_checkpoint

    @property
    def iterations(self) -> int | None:
        """Of how many iterations the strategy is; None if that is not known."""
        return self.run.as_of

    @cached_property
    def dealt(self) -> Callable[[int], Any]:
        """What answers for a single deal, by its seed; the last ones are kept."""
        return lru_cache(_DEALS)(self.run.explorer)

    @cached_property
    def game_name(self) -> str:
        """The name of the game."""
        return type(split(self.run.game)[0]).__name__


class Library:
    """The runs below some folders, by names that are safe in an address.

    Only a name that the library has made leads to a folder; what a browser sends is never a path.
    Several threads may ask.

    Parameters
    ----------
    paths
        Run folders.
    runs
        A folder whose run folders are all shown, those to come too.
    known
        Names of experiments to suggest where a run's experiment does not exist any more.
    """

    def __init__(
        self, paths: Iterable[Path] = (), runs: Path | None = None, known: Sequence[str] = ()
    ) -> None:
        self.runs, self._known = runs, tuple(known)
        self._paths = tuple(dict.fromkeys(path.resolve() for path in paths))
        self._opened: dict[str, Opened] = {}
        self._found: tuple[float, dict[str, Path]] = -_FRESH, {}
        self._lock = RLock()

    def folders(self) -> dict[str, Path]:
        """Return the run folders by name, those named at the start first."""
        with self._lock:
            looked, known = self._found
            if time.monotonic() - looked < _FRESH:
                return known
            paths = list(self._paths)
            if self.runs is not None and self.runs.is_dir():
                paths += sorted(self.runs.iterdir())
            found, named = set[Path](), dict[str, Path]()
            for path in paths:
                with suppress(OSError, RuntimeError):  # nobody may look there, or links go round
                    place = path.resolve()
                    if place not in found and RunFolder(place).begun:
                        named[_free(place.name, named)] = place
                        found.add(place)
            self._found = time.monotonic(), named
            return named

    def forget(self) -> None:
        """Look through the folders at the next question."""
        with self._lock:
            self._found = -_FRESH, {}

    def folder(self, name: str) -> Path:
        """Return the folder of a run.

        Raises
        ------
        RequestError
            If there is no such run.
        """
        folders = self.folders()
        if name not in folders:
            hint = alternatives(name, folders) if folders else "train one first."
            raise RequestError(f"There is no run {name[:80]!r}: {hint}", MISSING)
        return folders[name]

    def open(self, name: str) -> Opened:
        """Return a run at its present version.

        Raises
        ------
        RequestError
            If there is no such run.
        ZeroSumError
            If it cannot be opened.
        """
        path = self.folder(name)
        version = version_of(RunFolder(path))
        with self._lock:
            opened = self._opened.get(name)
            if opened is None or opened.version != version or opened.run.path != path:
                opened = Opened(Run.open(path, self._known, live=True), version)
                self._opened[name] = opened
            return opened

    def saved(self, name: str) -> Run:
        """Return a run as its files are now."""
        return Run.open(self.folder(name), self._known)


def _free(name: str, taken: Iterable[str]) -> str:
    """Return a name that is not taken, and can be asked for: the same, or with a number."""
    name = "".join(letter if letter.isprintable() else "_" for letter in name)[:_LONGEST]
    numbered, count = name, 1
    while numbered in taken:
        count += 1
        numbered = f"{name}~{count}"
    return numbered


def version_of(folder: RunFolder) -> str:
    """Return what changes when a run gets another strategy, or another checkpoint."""
    return f"{store.written(folder.strategy):x}-{store.written(folder.checkpoint):x}"


def described(name: str, library: Library) -> Json:
    """Return a line about a run: what trained it, how far it is, and how good it is known to be."""
    try:
        return _figures(name, library.saved(name))
    except (ZeroSumError, OSError) as error:  # which may have vanished meanwhile
        return {"name": name, "problem": str(error)}


def _figures(name: str, run: Run) -> Json:
    metrics, folder = run.metrics, run.folder
    last = metrics.points[-1] if metrics.points else None
    known: dict[str, Any] = {}
    for measure, words in MEASURES.items():
        if points := metrics.known(measure):
            point, value = points[-1]
            known[measure] = {"value": value, "iterations": point.iterations, "words": words}
    return {
        "name": name,
        "experiment": metrics.experiment,
        "game": metrics.game,
        "algorithm": metrics.algorithm,
        "rule": metrics.rule,
        "options": metrics.options,
        "seed": metrics.seed,
        "threads": metrics.threads,
        "training": folder.trains,
        "strategy": store.exists(folder.strategy) or folder.has_checkpoint(),
        "goal": run.config["iterations"],
        "minutes": run.config.get("minutes"),
        "unmeasured": metrics.unmeasured,
        "measures": known,
        **({} if last is None else point_of(last)),
    }


def point_of(point: Point) -> Json:
    """Return a point of a curve as JSON has it; what is not known is left out."""
    names = ("iterations", "seconds", "infosets", "touched", *MEASURES, "response_width")
    figures = {name: getattr(point, name) for name in names}
    return {name: value for name, value in figures.items() if value is not None}
