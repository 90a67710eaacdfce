"""Checkpoints: all that a solver is, so that going on equals never having stopped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum import store
from zerosum.abstraction import base_and_view
from zerosum.errors import RuleError, StoreError, TableError
from zerosum.rules import Rule
from zerosum.strategy import describe, differing
from zerosum.tree import Tree
from zerosum.tree.public import PublicTree

if TYPE_CHECKING:
    from zerosum.algorithms.solver import Solver


def save(solver: Solver, path: str | Path) -> None:
    """Save a solver, atomically.

    Raises
    ------
    StoreError
        Where the folder cannot be written.
    AbstractionError
        Where the solver's tree was cut out of a whole one.
    """
    arrays, figures = solver.state()
    meta = {
        "kind": "solver",
        "algorithm": solver.name,
        "rule": solver.rule.written(),
        "settings": solver.describe_settings(),
        "iterations": solver.iterations,
        "of": _origin(solver.game),
        **figures,
    }
    store.write(path, arrays, meta)


def load(kind: type[Solver], path: str | Path, game: Any, options: dict[str, Any]) -> Solver:
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
        recorded = {"rule": Rule.from_written(meta["rule"]), **kind.read_settings(meta["settings"])}
        if kind.seeded:
            recorded["seed"] = meta["seed"]
        differs = differing(meta["of"], _origin(game))
    except (KeyError, TypeError, AttributeError, RuleError) as error:
        raise _damaged(path, error) from error
    if differs:
        raise StoreError(
            f"The checkpoint {path} must be of this game and abstraction; it differs in {differs}. "
            f"Choose another folder, or go back to the source that made it.",
            path,
        )
    _agree(path, recorded, options)
    # What a game does wrong while a solver is made is no damage of the folder.
    make: Any = kind
    solver: Solver = make(game, **{**recorded, **options})
    try:
        solver.restore(saved.arrays, meta)
    except (KeyError, TypeError, AttributeError, TableError) as error:
        raise _damaged(path, error) from error
    return solver


def _damaged(path: str | Path, error: Exception) -> StoreError:
    return StoreError(f"The checkpoint {path} must hold a whole solver; {error}.", path)


def _origin(game: Any) -> dict[str, Any]:
    """Return what solvers of a game, its class, or its tree are of."""
    if isinstance(game, Tree):
        game.check_own()
    if isinstance(game, Tree | PublicTree):
        return describe(game.base, game.view)
    return describe(*base_and_view(game))


def _agree(path: str | Path, recorded: dict[str, Any], options: dict[str, Any]) -> None:
    """Check that what is asked for is what was recorded."""
    for name in recorded.keys() & options.keys():
        if recorded[name] != options[name]:
            raise StoreError(
                f"The checkpoint {path} must go on with the {name} that it began with, "
                f"{recorded[name]}; got {options[name]}.",
                path,
            )
