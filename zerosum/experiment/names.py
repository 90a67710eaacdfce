"""Algorithms and rules by their names on a command line and in a run folder."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from zerosum.errors import ExperimentError
from zerosum.rules import RULES, Rule
from zerosum.support.suggest import alternatives, plain_name

Algorithm: TypeAlias = Any
"""A class of solvers, a function that makes games, or the ``Maker`` of a game."""


def algorithm_named(name: str) -> Algorithm:
    """Return the class of solvers of a name, ignoring case and hyphens.

    >>> algorithm_named("external") is algorithm_named("ExternalSampling")
    True
    """
    from zerosum.algorithms import ALGORITHMS

    for known in ALGORITHMS.values():
        if plain_name(known.__name__) == plain_name(name):
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


def _find(name: str, noun: str, known: Mapping[str, object]) -> Any:
    for key, value in known.items():
        if plain_name(key) == plain_name(name):
            return value
    message = f"There is no {noun} {name!r}: {alternatives(name, known)}"
    raise ExperimentError(message, name)
