"""Packages that import a module only when one of its names is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazily(package: str, **names: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package, for names that few programs need.

    No such name may be that of a module of the package, which the import of the module would set.

    Parameters
    ----------
    package
        The package, which imports the same names for type checkers.
    names
        Names of each module, with spaces between them.

    Examples
    --------
    >>> getattribute, listed = lazily("zerosum", errors="GameError StoreError")
    >>> getattribute("GameError").__name__, "StoreError" in listed()
    ('GameError', True)
    """
    homes = {name: f"{package}.{home}" for home, text in names.items() for name in text.split()}

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    def __dir__() -> list[str]:  # noqa: N807
        return sorted({*vars(sys.modules[package]), *homes})

    return __getattr__, __dir__
