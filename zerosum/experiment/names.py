"""Algorithms and rules by the names that a command line and a run folder give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from zerosum.errors import ExperimentError


def algorithm_named(name: str) -> Any:
    """Return the class of solvers of a name; case and hyphens do not count.

    >>> algorithm_named("external-sampling").__name__
    'ExternalSampling'
    """
    from zerosum import algorithms

    classes = {key: getattr(algorithms, key) for key in algorithms.__all__}
    return _find(name, "algorithm", {k: v for k, v in classes.items() if hasattr(v, "run")})


def rule_named(name: str) -> Any:
    """Return the rule of a name.

    >>> rule_named("linear") is rule_named("LINEAR")
    True
    """
    return _find(name, "rule", _rules())


def rule_label(rule: Any) -> str | None:
    """Return the name of a rule, its text where it has none, None where there is no rule."""
    if rule is None:
        return None
    return next((name for name, value in _rules().items() if value == rule), repr(rule))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a half sentence with the known names that are close, or with all of them.

    >>> suggestion("liner", ["LINEAR", "PLUS"])
    'did you mean LINEAR?'
    """
    plain = {_plain(text): text for text in known}
    short = {key.rpartition(".")[2]: text for key, text in plain.items()}
    for names in (plain, short):
        for match in get_close_matches(_plain(name), names, n=1):
            return f"did you mean {names[match]}?"
    return f"known are {', '.join(plain.values())}."


def _rules() -> dict[str, Any]:
    from zerosum import rules

    return {
        name: value
        for name, value in vars(rules).items()
        if name.isupper() and isinstance(value, rules.Rule)
    }


def _find(name: str, kind: str, known: Mapping[str, Any]) -> Any:
    for key, value in known.items():
        if _plain(key) == _plain(name):
            return value
    message = f"The {kind} must be one that exists; got {name!r}: {suggestion(name, known)}"
    raise ExperimentError(message, name)


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")
