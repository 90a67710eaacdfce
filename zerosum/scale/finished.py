"""What came of runs that are finished: kept in their folders, with what was asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zerosum.abstraction import base_and_view
from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import settings
from zerosum.experiment.load import start_of
from zerosum.strategy import describe
from zerosum.support import store
from zerosum.support.store import Json

_NAME = "finished"


def asked_of(experiment: Experiment, **more: Any) -> dict[str, Any]:
    """Return what is asked for: the settings of an experiment, its game by its meaning, and more.

    The number of threads is left out, since it may be that of a machine.

    >>> from zerosum.experiment import load
    >>> asked = asked_of(load("blood.kuhn"), price=True)
    >>> asked["rule"], asked["of"]["states"], asked["price"]
    ('linear', None, True)
    """
    of = describe(*base_and_view(start_of(experiment)))
    return {**settings(experiment), "threads": None, "of": of, **more}


def recorded(folder: Path) -> Json:
    """Return what was asked for in a folder, and what was found; empty if it is not finished."""
    path = folder / _NAME
    return store.read(path).meta if store.exists(path) else {}


def record(folder: Path, asked: Json, found: Any) -> None:
    """Keep in a folder what was asked for, and what was found.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     record(Path(place), {"price": False}, 0.5)
    ...     recorded(Path(place))
    {'asked': {'price': False}, 'found': 0.5}
    """
    store.write(folder / _NAME, {}, {"asked": asked, "found": found})
