"""Modules and names where they were before version 0.2, until 0.3, each with a warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_SUPPORT = "cores drawing hints interrupts options rendering stamp store tokens"
MODULES = {f"zerosum.{name}": f"zerosum.support.{name}" for name in _SUPPORT.split()} | {
    "zerosum.kernels.opponents": "zerosum.kernels.descent",
    "zerosum.query.place": "zerosum.pkr.places.place",  # before its folder
    "zerosum.query.policy": "zerosum.pkr.places.policy",
    "zerosum.query": "zerosum.pkr.ask",
    "zerosum.play.acpc": "zerosum.pkr.bots.acpc",
    "zerosum.play.bot": "zerosum.pkr.bots.engine",
    "zerosum.play.parts": "zerosum.pkr.parts.agents",
    "zerosum.play.thinking": "zerosum.pkr.think",
    "zerosum.experiment.parts": "zerosum.pkr.parts.part",
    "zerosum.pkr.abstraction.holdem": "zerosum.pkr.abstraction.translation",
    "zerosum.pkr.abstraction.classes": "zerosum.pkr.hands.classes",
    "zerosum.pkr.buckets.expected": "zerosum.pkr.buckets.river.expected",
    "zerosum.pkr.buckets.features": "zerosum.pkr.buckets.river.features",
    "zerosum.pkr.buckets.streets": "zerosum.pkr.buckets.river.streets",
    "zerosum.pkr.features.percentiles": "zerosum.pkr.buckets.holdem.plans",
    "zerosum.pkr.grid": "zerosum.pkr.shows.grid",
    "zerosum.pkr.holdem.deck": "zerosum.pkr.hands.deck",
    "zerosum.pkr.holdem.buckets.kept": "zerosum.pkr.buckets.plans",  # before its folder
    "zerosum.pkr.holdem.buckets": "zerosum.pkr.buckets.holdem",
    "zerosum.pkr.holdem.scenarios": "zerosum.pkr.scenarios",
    "zerosum.pkr.holdem.short": "zerosum.pkr.hands.short",
    "zerosum.pkr.holdem.show": "zerosum.pkr.shows.opening",
    "zerosum.pkr.holdem.terminal": "zerosum.pkr.shows.terminal",
    "zerosum.pkr.isomorphism": "zerosum.pkr.hands.isomorphism",
    "zerosum.pkr.line": "zerosum.pkr.text.line",
    "zerosum.pkr.masks": "zerosum.pkr.hands.masks",
    "zerosum.pkr.picture": "zerosum.pkr.shows.picture",
    "zerosum.pkr.show": "zerosum.pkr.shows.opening",
    "zerosum.pkr.shows.holdem": "zerosum.pkr.shows.opening",
    "zerosum.pkr.shows.river": "zerosum.pkr.shows.opening",
    "zerosum.pkr.scenarios.lines": "zerosum.pkr.scenarios.spots",
    "zerosum.pkr.shows.line": "zerosum.pkr.text.line",
    "zerosum.pkr.ask.picture": "zerosum.pkr.shows.grid",
    "zerosum.pkr.ask.policy": "zerosum.pkr.places.policy",
    "zerosum.pkr.ask.words": "zerosum.pkr.text.words",
    "zerosum.pkr.shows.terminal_holdem": "zerosum.pkr.shows.terminal",
    "zerosum.pkr.terminal": "zerosum.pkr.shows.terminal",
    "zerosum.pkr.wire": "zerosum.pkr.bots.wire",
}
"""The modules and folders that moved: where each was, and where it is."""


class _Moved:
    """Finds a module by the name that it had, and loads it.

    It has no base of ``importlib.abc``, which would import a good part of the standard library.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module that moved; None for any other."""
        del path, target
        names = MODULES if fullname.startswith("zerosum.") else ()
        old = next((old for old in names if f"{fullname}.".startswith(f"{old}.")), None)
        if old is None:
            return None
        loader: Any = self
        return ModuleSpec(fullname, loader, origin=MODULES[old] + fullname.removeprefix(old))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module itself, under its old name too."""
        _warn(spec.name, str(spec.origin))
        module = import_module(str(spec.origin))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it is: it was imported under its own name."""
        old = module.__spec__
        if old is not None:
            module.__spec__ = old.loader_state


def _warn(old: str, new: str) -> None:
    text = f"{old} is now {new}; the old name works until version 0.3."
    warnings.warn(text, DeprecationWarning, stacklevel=3)


def names_of(module: str, **moved: str) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module whose names moved, each to a module and a name.

    What takes other parameters now has a sentence instead that says what to write.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name not in moved:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if " " in moved[name]:
            # Of an AttributeError, "from … import …" says only that there is no such name.
            raise ImportError(f"{module}.{name} is gone: {moved[name]}")
        _warn(f"{module}.{name}", moved[name])
        where, _, now = moved[name].rpartition(".")
        return getattr(import_module(where), now)

    return __getattr__


def find_moved() -> None:
    """Let imports find modules that moved. Calling it again changes nothing."""
    if not any(isinstance(finder, _Moved) for finder in sys.meta_path):
        # Before the finder of files, which would find those of a folder that moved.
        sys.meta_path.insert(0, _Moved())
