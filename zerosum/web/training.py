"""Train from the page: the experiments that there are, new runs, and how they are doing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from zerosum.errors import ZeroSumError
from zerosum.experiment import Metrics, Run, RunFolder, resumed
from zerosum.support.store import Json
from zerosum.web.declare import Endpoint, text, words
from zerosum.web.errors import RequestError
from zerosum.web.forms import bounded, form, settled
from zerosum.web.library import described, point_of
from zerosum.web.site import Site
from zerosum.web.trainer import log_of
from zerosum.web.work import BUSY

_PAUSE = 0.3  # seconds between two looks at a run
_MOST_WATCHERS = 20
_RUN = "The name of a run."


@attrs.frozen
class Nothing:
    """A question without fields."""


@attrs.frozen
class Declared:
    """A question about an experiment."""

    experiment: str = text(about="The name of an experiment.")
    algorithm: str | None = text(None, about="The options of another algorithm than its own.")


@attrs.frozen
class Begin:
    """What is to be trained."""

    experiment: str = text(about="The name of an experiment.")
    settings: Mapping[str, str] = words(about="Texts by the names of the fields of the experiment.")


@attrs.frozen
class Named:
    """A question about a run."""

    run: str = text(about=_RUN)


@attrs.frozen
class Resume:
    """How far a run is to be trained."""

    run: str = text(about=_RUN)
    settings: Mapping[str, str] = words(about="Texts by the names of bounds.")


def list_experiments(site: Site, _: Nothing) -> Json:
    """Return what can be trained."""
    trainer = site.trainer
    return {
        "experiments": [
            {"name": name, "about": about, "default": name == trainer.default}
            for name, about in trainer.listed().items()
        ]
    }


def get_experiment(site: Site, asked: Declared) -> Json:
    """Return what can be set of an experiment."""
    return form(site.trainer.declared(asked.experiment), asked.algorithm)


def begin_run(site: Site, asked: Begin) -> Json:
    """Train an experiment; return the name of the run."""
    given = settled(site.trainer.declared(asked.experiment), asked.settings)
    return {"run": site.trainer.start(asked.experiment, given, site.library.folders())}


def stop_run(site: Site, asked: Named) -> Json:
    """Let a run stop and save."""
    site.trainer.stop(asked.run, _folder(site, asked.run))
    return {"run": asked.run}


def resume_run(site: Site, asked: Resume) -> Json:
    """Continue a run."""
    run = Run.open(site.library.folder(asked.run))
    begun = resumed(run.experiment, run)
    given = bounded(begun, run.metrics.iterations, asked.settings)
    site.trainer.resume(asked.run, run.folder, given)
    return {"run": asked.run}


def get_events(site: Site, asked: Named) -> Iterator[Json | None]:
    """Yield how a run is doing, at once and whenever there is news, until training has ended."""
    _folder(site, asked.run)
    if len(site.trainer.watchers) >= _MOST_WATCHERS:
        raise RequestError(
            f"{_MOST_WATCHERS} pages watch runs train: close one, or reload this one later.", BUSY
        )
    return _events(site, asked.run)


def _events(site: Site, name: str) -> Iterator[Json | None]:
    trainer, seen, size, me = site.trainer, 0, -1, object()
    trainer.watchers.add(me)
    try:
        while not trainer.closing.wait(_PAUSE if size >= 0 else 0.0):
            folder, child = _folder(site, name), trainer.child(name)
            trains = trainer.trains(name, folder)  # before what it has written is read
            begun = folder.begun
            before, size = size, _size(folder.metrics if begun else log_of(folder.path))
            if size == before and trains:
                yield None
                continue
            points = Metrics.of(folder, folder.config(), name).points if begun else ()
            first = seen if seen <= len(points) else 0  # a resumed run may have fewer
            new, seen = points[first:], len(points)
            failure = None if trains or child is None else child.failure
            yield {
                "run": told(site, name),
                "first": first,
                "points": [point_of(point) for point in new],
                "ended": not trains,
                "failure": failure,
                "log": child.log if child is not None and (failure or not begun) else [],
            }
            if not trains:
                return
    except (ZeroSumError, OSError) as error:  # the folder has vanished, or is damaged
        run = {"name": name, "problem": str(error), "training": False}
        yield {
            "run": run,
            "first": seen,
            "points": [],
            "ended": True,
            "failure": str(error),
            "log": [],
        }
    finally:
        trainer.watchers.discard(me)


def told(site: Site, name: str) -> Json:
    """Return a line about a run, also about one that is only about to begin."""
    folder, child = _folder(site, name), site.trainer.child(name)
    training = site.trainer.trains(name, folder)
    if folder.begun:
        if name not in site.library.folders():
            site.library.forget()
        return {**described(name, site.library), "training": training}
    line = {"name": name, "training": training, "strategy": False, "starting": training}
    if child is not None:
        line["experiment"] = child.experiment
        if not training:
            line["problem"] = child.failure or "It was stopped before its first iteration."
    return line


def _folder(site: Site, name: str) -> RunFolder:
    """Return the folder of a run, which may be about to begin."""
    child = site.trainer.child(name)
    return RunFolder(site.library.folder(name)) if child is None else child.folder


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


ENDPOINTS = (
    Endpoint("GET", "/api/experiments", Nothing, list_experiments, "What can be trained."),
    Endpoint(
        "GET",
        "/api/experiments/{experiment}",
        Declared,
        get_experiment,
        "What can be set of an experiment, with the values that it declares.",
    ),
    Endpoint("POST", "/api/runs", Begin, begin_run, "Train an experiment."),
    Endpoint("POST", "/api/runs/{run}/stop", Named, stop_run, "Let a run stop and save."),
    Endpoint("POST", "/api/runs/{run}/resume", Resume, resume_run, "Continue a run."),
    Endpoint(
        "GET",
        "/api/runs/{run}/events",
        Named,
        get_events,
        "How a run is doing, until its training has ended.",
        streams=True,
    ),
)
