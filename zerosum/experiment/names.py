"""Algorithms and rules by their names on a command line and in a run folder."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

from zerosum.errors import ExperimentError
from zerosum.rules import RULES, Rule

Algorithm: TypeAlias = Any
"""A class of solvers, a function that makes games, or the ``Maker`` of a game."""

_LEAST_LIKENESS = 0.66  # how alike names are, from 0 to 1, of which one is meant for the other
_SHORT_NAME = 4  # letters of names whose lengths may differ by one only


def algorithm_named(name: str) -> Algorithm:
    """Return the class of solvers of a name, ignoring case and hyphens.

    >>> algorithm_named("external") is algorithm_named("ExternalSampling")
    True
    """
    from zerosum.algorithms import ALGORITHMS

    for known in ALGORITHMS.values():
        if _plain(known.__name__) == _plain(name):
            return known
    return _find(name, "algorithm", ALGORITHMS)


def rule_named(name: str) -> Rule:
    """Return the rule with a name.

    >>> rule_named("linear") is rule_named("LINEAR")
    True
    >>> rule_named("PREDICTIVE_PLUS") is rule_named("predictive+")
    True
    """
    rule: Rule = _find(name, "rule", RULES)
    return rule


def rule_label(rule: Rule | None) -> str | None:
    """Return the name of a known rule, the ``repr`` of another, None for no rule."""
    if rule is None:
        return None
    return rule.name if RULES.get(rule.name) == rule else repr(rule)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a name; None if none is much like it.

    Only what follows the last dot counts, since most names of a list share what precedes it.

    >>> nearest("blood.qick", ["blood.quick", "blood.kuhn"]), nearest("kun", ["blood.kuhn"])
    ('blood.quick', 'blood.kuhn')
    >>> nearest("blood.nonexist", ["blood.holdem", "blood.leduc"]) is None
    True
    """
    last = {_plain(text).rpartition(".")[2]: text for text in known}
    word = _plain(name).rpartition(".")[2]
    alike = [key for key in last if len(word) > _SHORT_NAME or abs(len(key) - len(word)) < 2]
    closest = get_close_matches(word, alike, n=1, cutoff=_LEAST_LIKENESS)
    return last[closest[0]] if closest else None


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the closest known name, or with all known names.

    >>> suggestion("liner", ["linear", "plus"]), suggestion("cubic", ["linear", "plus"])
    ('did you mean linear?', 'known are linear, plus.')
    """
    known = list(known)
    near = nearest(name, known)
    return f"known are {', '.join(known)}." if near is None else f"did you mean {near}?"


def alternatives(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the closest known name, and all known names.

    >>> alternatives("liner", ["linear", "plus"])
    'did you mean linear? Known are linear, plus.'
    """
    known = list(known)
    hint = suggestion(name, known)
    return hint if nearest(name, known) is None else f"{hint} Known are {', '.join(known)}."


def _find(name: str, noun: str, known: Mapping[str, object]) -> Any:
    for key, value in known.items():
        if _plain(key) == _plain(name):
            return value
    message = f"There is no {noun} {name!r}: {alternatives(name, known)}"
    raise ExperimentError(message, name)


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace("+", "plus")
