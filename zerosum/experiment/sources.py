"""The user's own files of an experiment: its module, and the modules that it imports."""

import ast
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

from zerosum.support.blame import is_library

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
    >>> own_files("zerosum.experiment.sources")
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
