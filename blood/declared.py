"""The experiments of this package and of the current folder, without importing them."""

import ast
from collections.abc import Iterator
from pathlib import Path

DEFAULT = "blood.quick"
_NAME = "TrainingAbstraction"


def experiments() -> list[str]:
    """Return the names of the modules here and in the current folder that are experiments.

    >>> DEFAULT in experiments()
    True
    """
    return [*shipped(), *own()]


def shipped() -> dict[str, str]:
    """Return the experiments of this package by name, each with a line about it.

    >>> shipped()["blood.leduc"]
    "Leduc hold'em by ranks: an abstraction that loses nothing."
    """
    return dict(_found(Path(__file__).parent, "blood."))


def own() -> dict[str, str]:
    """Return the experiments of the current folder, and of packages in it, in the same way."""
    here = Path.cwd()
    packages = [path.parent for path in sorted(here.glob("*/__init__.py"))]
    names = dict(_found(here))
    for package in packages:
        if package.name != Path(__file__).parent.name:
            names |= _found(package, f"{package.name}.")
    return names


def _found(folder: Path, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield each module of a folder that declares a game to train on, and its first line."""
    for file in sorted(folder.glob("*.py")):
        try:
            source = file.read_text("utf-8")
            tree = ast.parse(source) if _NAME in source else ast.Module([], [])
        except (OSError, ValueError, SyntaxError):  # no module of Python
            continue
        if file.stem.isidentifier() and any(map(_declares, tree.body)):
            text = ast.get_docstring(tree) or ""
            yield f"{prefix}{file.stem}", text.partition("\n\n")[0].replace("\n", " ")


def _declares(statement: ast.stmt) -> bool:
    """Return whether a statement of a module defines, assigns or imports the game."""
    if isinstance(statement, ast.ClassDef | ast.FunctionDef):
        return statement.name == _NAME
    if isinstance(statement, ast.ImportFrom):
        return any((alias.asname or alias.name) == _NAME for alias in statement.names)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
    return any(isinstance(target, ast.Name) and target.id == _NAME for target in targets)
