"""Compare the two runs of a game: playouts word for word, tables and trees bit for bit."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import NotNativeWarning
from zerosum.testing import check_native
from zerosum.tree.enumerate import NotEnumerable

PLAYOUTS = 400
ITERATIONS = 1_000
SWEEPS = 20
_RESERVE = 1 << 24


def load(path: Path) -> ModuleType:
    """Import a module from its file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def compare(path: Path, *, tree: bool) -> str:
    """Return what differs between the two runs of ``START``, or why it does not run natively.

    One sentence, with the first moves that differ if there are any; empty if nothing differs.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", NotNativeWarning)
            start = load(path).START
            check_native(start, PLAYOUTS)
            found = "; ".join([*_tables(start), *(_trees(start) if tree else ())])
    except Exception as error:  # noqa: BLE001 - whatever a run raises is a finding
        notes = " ".join(getattr(error, "__notes__", ()))
        return f"{type(error).__name__}: {error} {notes}".strip()
    return found


def _tables(start: Any) -> Iterator[str]:
    """Yield what differs between the tables after the same iterations."""
    runs = {}
    for native in (True, False):
        solver = ExternalSampling(start, seed=1, native=native, reserve=_RESERVE)
        solver.run(ITERATIONS)
        runs[native] = solver.work.arrays()
    yield from _differences("table", runs[True], runs[False])


def _trees(start: Any) -> Iterator[str]:
    """Yield what differs between the trees, and between the averages of CFR on them."""
    runs = {}
    for native in (True, False):
        try:
            solver = CFR(start, native=native)
        except NotEnumerable:
            return
        solver.run(SWEEPS)
        arrays = {name: getattr(solver.tree, name) for name in ("edges", "payoffs", "words")}
        runs[native] = arrays | {"average": solver.average()}
    yield from _differences("tree", runs[True], runs[False])


def _differences(thing: str, native: Mapping[str, Any], plain: Mapping[str, Any]) -> Iterator[str]:
    for name, ours in native.items():
        theirs = plain[name]
        if np.array_equal(ours, theirs):  # 0.0 and -0.0 are equal, as they are in Python.
            continue
        if ours.shape != theirs.shape:
            yield f"{name} of the {thing}: {ours.shape} natively, {theirs.shape} in Python"
        else:
            place = tuple(np.argwhere(ours != theirs)[0])
            yield f"{name} of the {thing} at {place}: {ours[place]} natively, {theirs[place]}"
