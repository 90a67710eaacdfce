"""Checkpoints: all that a sampling solver is, so that going on equals never having stopped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum import store
from zerosum.errors import RuleError, StoreError, TableError
from zerosum.rules import Rule
from zerosum.strategy import describe, differing
from zerosum.tables import class_names, recognise

if TYPE_CHECKING:
    from zerosum.algorithms.base import Sampler


def save(solver: Sampler, path: str | Path) -> None:
    """Save a solver, atomically.

    Raises
    ------
    StoreError
        Where the folder cannot be written.
    """
    meta = {
        "kind": "solver",
        "algorithm": solver.name,
        "rule": solver.rule.written(),
        "settings": solver.describe_settings(),
        "seed": solver.seed,
        "iterations": solver.iterations,
        "random": solver.random.state,
        "of": describe(solver.base, solver.view),
        "classes": class_names(solver.work.arrays()["words"]),
    }
    store.write(path, solver.work.arrays(), meta)


def load(kind: type[Sampler], path: str | Path, game: Any, options: dict[str, Any]) -> Sampler:
    """Return the solver that was saved.

    Raises
    ------
    StoreError
        Where the folder is damaged, or belongs to another game, abstraction, algorithm or rule.
    """
    saved = store.read(path)
    meta = saved.meta
    if meta.get("kind") != "solver" or meta.get("algorithm") != kind.name:
        found = meta.get("algorithm") or meta.get("kind") or "something else"
        raise StoreError(f"The folder {path} must be of {kind.__name__}, not of {found}.", path)
    try:
        recorded = {"rule": Rule.from_written(meta["rule"]), "seed": meta["seed"]}
        recorded.update(meta["settings"])
        _agree(path, recorded, options)
        solver = kind(game, **{**recorded, **options})
        if differs := differing(meta["of"], describe(solver.base, solver.view)):
            raise StoreError(
                f"The checkpoint {path} must be of this game and abstraction; it differs in "
                f"{differs}. Choose another folder, or go back to the source that made it.",
                path,
            )
        recognise(meta["classes"])
        solver.work.restore(saved.arrays, solver.row_extra)
        solver.random.state = meta["random"]
    except (KeyError, TypeError, AttributeError, RuleError, TableError) as error:
        raise StoreError(
            f"The checkpoint {path} must hold a whole solver; {error}.", path
        ) from error
    solver.fill_index()
    return solver


def _agree(path: str | Path, recorded: dict[str, Any], options: dict[str, Any]) -> None:
    """Check that what is asked for is what was recorded."""
    for name in recorded.keys() & options.keys():
        if recorded[name] != options[name]:
            raise StoreError(
                f"The checkpoint {path} must go on with the {name} that it began with, "
                f"{recorded[name]}; got {options[name]}.",
                path,
            )
