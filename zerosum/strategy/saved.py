"""The folder of a strategy: plain arrays and one ``meta.json``, which names classes only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import StoreError
from zerosum.strategy.origin import differing
from zerosum.support import store
from zerosum.tables import RowView, class_names, recognise, rows_of

STREETS = "streets"
"""The kind of strategies of trees of streets, in their ``meta.json``."""
ARRAYS = ("words", "blocks", "hashes", "order", "starts", "probabilities")


def save_arrays(
    path: str | Path,
    arrays: Mapping[str, Any],
    view: View,
    of: dict[str, Any],
    about: str,
    *,
    classes: Mapping[str, list[str]] = MappingProxyType({}),
    snapshots: int = 1,
) -> None:
    """Save the arrays of a strategy, some or all of which may be streams, or shared.

    ``classes`` are those of its records that are saved already, or those of words that are not an
    array.
    """
    words = arrays["words"]
    classes = {**classes, **(class_names(words) if isinstance(words, np.ndarray) else {})}
    meta: dict[str, Any] = {"kind": "strategy", "of": of, "classes": classes, "about": about}
    rows = rows_of(view)
    if rows.dense:
        meta["dense"] = True
    if rows.prints > 0:
        meta["prints"] = rows.prints
    if snapshots > 1:
        meta["snapshots"] = snapshots
    store.write(path, arrays, meta)


def read_arrays(
    path: str | Path, view: View, of: dict[str, Any]
) -> tuple[RowView, Mapping[str, Any], dict[str, Any]]:
    """Return how a saved strategy sees infosets, its arrays, mapped, and what else was saved.

    Parameters
    ----------
    path
        The folder.
    view, of
        The view of the game that it must be of, and its origin.

    Raises
    ------
    StoreError
        If the folder is damaged, or the strategy is of another game or abstraction.
    """
    saved = store.read(path, mmap=True)
    if saved.meta.get("kind") != "strategy" or saved.arrays.keys() != set(ARRAYS):
        raise StoreError(f"The folder {path} must hold a strategy.", path)
    if differs := differing(saved.meta["of"], of):
        raise StoreError(
            f"The strategy in {path} must be of this game and abstraction; it differs in "
            f"{differs}.",
            path,
        )
    kept = {name: saved.meta[name] for name in ("dense", "prints") if name in saved.meta}
    return RowView(view.states, view.actions, **kept), saved.arrays, saved.meta


@contextmanager
def recognising(classes: dict[str, list[str]], thing: str = "a saved strategy") -> Iterator[None]:
    """Decode records of saved classes inside, with an error for those that are not imported.

    Parameters
    ----------
    classes
        Their modules and names, by number.
    thing
        What holds the records.

    Raises
    ------
    StoreError
        If a row holds a record of such a class.
    """
    recognise(classes)
    try:
        yield
    except KeyError as error:
        module, name = classes.get(str(error.args[0]), ["a module", "a class"])
        raise StoreError(
            f"The classes of {thing} must be imported before it is decoded; {name} of {module} is "
            f"not.",
            error.args[0],
        ) from None
