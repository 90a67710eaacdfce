"""Pack a run to play it elsewhere: its strategy, and everything that the strategy needs.

A packed folder is a run folder that also holds the user's own modules of the experiment, the
data of its factors, and a cache for compiled code. The data of factors are stored as arrays, so
that a hand keeps its bucket with any versions of the libraries, and nothing is fitted again.
"""

import ast
import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, split
from zerosum.abstraction.combined import records_in
from zerosum.abstraction.fitting import equipped, supply
from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.load import module_named
from zerosum.experiment.run import Run
from zerosum.game import History
from zerosum.support import store
from zerosum.support.blame import is_library
from zerosum.support.store import Json

_FACTORS, _MODULES = "factors", "modules"


def pack(run: Run, folder: Path, documents: Json) -> None:
    """Write a folder that holds everything needed to play the strategy of a run.

    Parameters
    ----------
    run
        The run.
    folder
        A new folder, or an empty one.
    documents
        JSON documents to write there as well, by file name.

    Raises
    ------
    ExperimentError
        If the folder is in use or cannot be written, or the run cannot be opened.
    StoreError
        If the run is damaged, or its strategy belongs to another game or abstraction.
    """
    require_empty(folder)
    _ = run.strategy  # refuses one of another game
    source, target, module = run.folder, RunFolder(folder), module_named(run.experiment.name)
    config, (data, names) = {**run.config, "experiment": module}, _data_of(run.game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, file in own_files(module).items():
            copy = folder / _MODULES / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        if source.metrics.exists():
            shutil.copyfile(source.metrics, target.metrics)
        shutil.copytree(source.strategy, target.strategy)
        if store.exists(source.values):
            shutil.copytree(source.values, target.values)
        store.write(folder / _FACTORS, data, {"factors": names})
        for name, document in {**documents, "config.json": config}.items():
            (folder / name).write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    except OSError as error:
        message = f"The folder {folder} must be writable; got {error.strerror}."
        raise ExperimentError(message, folder) from error


def require_empty(folder: Path) -> None:
    """Refuse a folder that holds something.

    Raises
    ------
    ExperimentError
        If it does, or if it is a file.
    """
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        message = f"The folder {folder} must be new; it holds something: name another folder."
        raise ExperimentError(message, folder)


def unpack(run: Run) -> None:
    """Make this process use a packed folder; does nothing for a plain run folder.

    Its modules come first on the import path, its factors get their data, and compiled code is
    kept in its cache unless ``ZEROSUM_CACHE`` names another.

    Raises
    ------
    StoreError
        If the data are damaged, or belong to other factors.
    """
    folder = run.path
    if not store.exists(folder / _FACTORS):
        return
    os.environ.setdefault("ZEROSUM_CACHE", str(cache_of(folder)))
    sys.path.insert(0, str(folder.resolve() / _MODULES))
    saved = store.read(folder / _FACTORS)
    factors = _factors_of(run.game)
    if saved.meta["factors"] != [factor.identity for factor in factors]:
        raise StoreError(
            f"The pack {folder} must hold the data of the factors of its experiment; they have "
            "changed since it was made: pack the run again.",
            folder,
        )
    for index, factor in enumerate(factors):
        own = f"factor{index}_"
        arrays = {
            name.removeprefix(own): array
            for name, array in saved.arrays.items()
            if name.startswith(own)
        }
        if arrays:
            record: Any = factor.target
            supply(record, replace(record, **arrays))


def cache_of(folder: Path) -> Path:
    """Return where a packed folder keeps compiled code."""
    return folder.resolve() / "cache"


def _factors_of(game: History) -> list[Algebraic]:
    """Return the factors of a game that are records, which may carry data."""
    _, states, actions = split(game)
    factors = [*(() if states is None else states.canonical), *([actions] if actions else [])]
    return [record for factor in factors for record in records_in(factor)]


def _data_of(game: History) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """Return the fitted arrays of factors by name, and the identities of all factors."""
    factors, arrays = _factors_of(game), {}
    for index, factor in enumerate(factors):
        record: Any = equipped(factor.target)
        for field in fields(record) if is_dataclass(record) else ():
            value = getattr(record, field.name)
            if not field.compare and isinstance(value, np.ndarray):
                arrays[f"factor{index}_{field.name}"] = value
    return arrays, [factor.identity for factor in factors]


_HOUSE = {"zerosum", "blood"}  # installed wherever a packed run is played


def own_files(module: str) -> dict[Path, Path]:
    """Return the files that a module needs in addition to installed packages, by their place.

    Parameters
    ----------
    module
        A dotted name; it must be imported.

    Returns
    -------
    Files by their path below the folder that the module is imported from; none if the module is
    part of an installed package. Only import statements are followed: what a file loads by other
    means is not found.

    Examples
    --------
    >>> own_files("zerosum.experiment.pack")
    {}
    """
    parts, file = module.split("."), Path(str(sys.modules[module].__file__)).resolve()
    root = file.parents[len(parts) - (file.name != "__init__.py")]
    if parts[0] in _HOUSE or is_library(root):
        return {}
    files: dict[Path, Path] = {}
    pending = [module]
    while pending:
        name = pending.pop()
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            path = _path_of(root, parts[:end])
            if path is not None and path not in files:
                files[path] = root / path
                pending += _imports(root / path, ".".join(parts[:end]))
    return files


def _path_of(root: Path, parts: list[str]) -> Path | None:
    """Return the place of a module below a folder; None if it is not there."""
    name = Path(*parts)
    for path in (name / "__init__.py", name.with_suffix(".py")):
        if parts[0] not in _HOUSE and (root / path).is_file():
            return path
    return None


def _imports(file: Path, module: str) -> Iterator[str]:
    """Yield the modules that a file imports, and names that may be modules."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (package or not node.level):
            source = resolve_name("." * node.level + (node.module or ""), package)
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)
