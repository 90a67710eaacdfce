"""Forms: what can be set before an experiment is trained, and how settings are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from types import NoneType
from typing import Any

import attrs

from zerosum.algorithms import ALGORITHMS
from zerosum.errors import RuleError
from zerosum.experiment import Experiment, chosen, module_words, settings_of
from zerosum.experiment.changes import require_rule
from zerosum.experiment.names import Algorithm, rule_label
from zerosum.experiment.options import Maker
from zerosum.rules import RULES
from zerosum.support.hints import choices
from zerosum.support.store import Json
from zerosum.web.declare import read
from zerosum.web.errors import RequestError

_TYPES = {int: "integer", float: "number", bool: "boolean"}
_OPTIONS = {"game": "game", "algorithm": "set"}  # of the command line, for settings of a group


def _setting(about: str) -> Any:
    return attrs.field(default=None, metadata={"about": about})


@attrs.frozen
class Bounds:
    """When a session ends."""

    iterations: int | None = _setting("Train up to so many iterations in all.")
    minutes: float | None = _setting("Train for so many minutes in a session.")
    target: float | None = _setting("Train until exploitability, in chips a hand, is at most this.")


@attrs.frozen
class Session(Bounds):
    """What can be set of all experiments."""

    algorithm: str | None = _setting("How to solve.")
    rule: str | None = _setting("How regrets and averages are updated.")
    seed: int | None = _setting("Equal seeds make equal runs, with one thread.")
    threads: int | None = _setting("How many traverse at once.")


_BOUNDS = tuple(field.name for field in attrs.fields(Bounds))


def form(experiment: Experiment, algorithm: str | None) -> Json:
    """Return what can be set of an experiment, with its values.

    Parameters
    ----------
    experiment
        The experiment as it is declared.
    algorithm
        The name of another algorithm; None for the one that is declared.

    Raises
    ------
    ExperimentError
        If there is no such algorithm.
    """
    shown, own = _shown(experiment, algorithm), _name(experiment.algorithm)
    named = {
        "algorithm": list(dict.fromkeys([*ALGORITHMS, own])),
        "rule": [name for name, rule in RULES.items() if _fits(replace(shown, rule=rule))],
    }
    return {
        "name": experiment.name,
        "about": module_words(experiment),
        "fields": [
            {**field, **({"choices": named[field["name"]]} if field["type"] == "choice" else {})}
            for field in _fields(shown)
        ],
    }


def _shown(experiment: Experiment, algorithm: str | None) -> Experiment:
    """Return an experiment by an algorithm, which may have no name but that of its class."""
    own = _name(experiment.algorithm)
    return chosen(experiment, algorithm=None if algorithm == own else algorithm)


def _fields(shown: Experiment) -> Iterator[Json]:
    """Yield what can be set: of all experiments, of the game, and of the algorithm."""
    named = {"algorithm": _name(shown.algorithm), "rule": rule_label(shown.rule_followed)}
    unused = {"seed": not shown.seeded, "threads": not shown.threaded}
    for field in attrs.fields(attrs.resolve_types(Session)):
        if not unused.get(field.name):
            value = named.get(field.name) or getattr(shown, field.name)
            kind = "choice" if field.name in named else _kind(field.type)
            yield _field("run", field.name, kind, value, field.metadata["about"])
    groups = {"game": (Maker.of(shown.training), shown.game)}
    groups["algorithm"] = shown.algorithm, shown.options
    for group, (maker, values) in groups.items():
        for one in settings_of(maker, values):
            yield _field(group, f"{group}.{one.name}", _kind(one.hint), one.value, one.about)


def _field(group: str, name: str, kind: str, value: Any, about: str) -> Json:
    text = None if value is None else _text(value)
    return {"name": name, "group": group, "type": kind, "value": text, "about": about}


def _text(value: Any) -> str:
    """Return a value as :func:`zerosum.experiment.reader.spelled` reads it."""
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _kind(hint: Any) -> str:
    kinds = [kind for kind in choices(hint) if kind is not NoneType]
    return _TYPES.get(kinds[0], "text") if len(kinds) == 1 else "text"


def _fits(experiment: Experiment) -> bool:
    with suppress(RuleError):
        require_rule(experiment)
        return True
    return False


def _name(algorithm: Algorithm) -> str:
    """Return what a command line calls an algorithm, or the name of the class."""
    names = {cls: name for name, cls in ALGORITHMS.items()}
    return names.get(algorithm) or str(algorithm.__name__)


def settled(experiment: Experiment, settings: Mapping[str, str]) -> list[str]:
    """Return the words of a command line for settings, after checking them.

    Parameters
    ----------
    experiment
        The experiment as it is declared.
    settings
        Texts by the names of the fields of :func:`form`. What is left out, or as it was, stays so;
        bounds that are given replace all bounds.

    Raises
    ------
    ZeroSumError
        If there is no such setting, or a value is wrong.
    """
    shown = _fields(_shown(experiment, settings.get("algorithm")))
    before = {field["name"]: field["value"] or "" for field in shown}
    before["algorithm"] = _name(experiment.algorithm)
    run: dict[str, str] = {}
    groups: dict[str, list[str]] = {group: [] for group in _OPTIONS}
    for name, text in settings.items():
        group, dot, rest = name.partition(".")
        if not text if name in _BOUNDS else text == before.get(name):
            continue
        if dot and group in groups:
            groups[group].append(f"{rest}={text}")
        else:
            run[name] = text
    given = attrs.asdict(read(Session, run, words=True))
    require_rule(chosen(experiment, groups["game"], assignments=groups["algorithm"], **given))
    words = [f"--{_OPTIONS[group]}={text}" for group, texts in groups.items() for text in texts]
    return _words(given) + words


def bounded(begun: Experiment, iterations: int, settings: Mapping[str, str]) -> list[str]:
    """Return the words of a command line for bounds of a run, after checking them.

    Parameters
    ----------
    begun, iterations
        The experiment as the run was begun, and how many iterations the run has.
    settings
        Texts by the names of bounds; empty ones are left out, and others replace all bounds.

    Raises
    ------
    ZeroSumError
        If there is no such bound, a value is wrong, or the run has as many iterations.
    """
    texts = {name: text for name, text in settings.items() if text}
    given = attrs.asdict(read(Bounds, texts, words=True))
    goal = chosen(begun, **given).iterations
    if goal is not None and goal <= iterations:
        raise RequestError(
            f"The iterations of a run must be more than its {iterations:,} to continue; got "
            f"{goal:,}: give more, or only minutes."
        )
    return _words(given)


def _words(given: Mapping[str, Any]) -> list[str]:
    return [f"--{name}={value}" for name, value in given.items() if value is not None]
