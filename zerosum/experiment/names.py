"""Algorithms and rules by their names on a command line and in a run folder."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.rules import RULES, Rule


def algorithm_named(name: str) -> Any:
    """Return the class of solvers of a name, ignoring case and hyphens.

    >>> algorithm_named("external") is algorithm_named("ExternalSampling")
    True
    """
    from zerosum.algorithms import ALGORITHMS

    for known in ALGORITHMS.values():
        if _plain(known.__name__) == _plain(name):
            return known
    return _find(name, "algorithm", ALGORITHMS)


def rule_named(name: str) -> Any:
    """Return the rule with a name.

    >>> rule_named("linear") is rule_named("LINEAR")
    True
    >>> rule_named("PREDICTIVE_PLUS") is rule_named("predictive+")
    True
    """
    return _find(name, "rule", RULES)


def rule_label(rule: Rule | None) -> str | None:
    """Return the name of a known rule, the ``repr`` of another, None for no rule."""
    if rule is None:
        return None
    return rule.name if RULES.get(rule.name) == rule else repr(rule)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the closest known name, or with all known names.

    >>> suggestion("liner", ["linear", "plus"])
    'did you mean linear?'
    """
    plain = {_plain(text): text for text in known}
    short = {key.rpartition(".")[2]: text for key, text in plain.items()}
    for names in (plain, short):
        for match in get_close_matches(_plain(name), names, n=1):
            return f"did you mean {names[match]}?"
    return f"known are {', '.join(plain.values())}."


def alternatives(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the closest known name, and all known names.

    >>> alternatives("liner", ["linear", "plus"])
    'did you mean linear? Known are linear, plus.'
    """
    hint = suggestion(name, known)
    return hint if hint.startswith("known") else f"{hint} Known are {', '.join(known)}."


def _find(name: str, kind: str, known: Mapping[str, Any]) -> Any:
    for key, value in known.items():
        if _plain(key) == _plain(name):
            return value
    message = f"There is no {kind} {name!r}: {alternatives(name, known)}"
    raise ExperimentError(message, name)


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace("+", "plus")
