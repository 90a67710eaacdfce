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
    return {
        "name": experiment.name,
        "about": module_words(experiment),
        "algorithms": list(dict.fromkeys([*ALGORITHMS, own])),
        "rules": [name for name, rule in RULES.items() if _fits(replace(shown, rule=rule))],
        "fields": list(_fields(shown)),
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


def settled(experiment: Experiment, settings: Mapping[str, str]) -> tuple[Experiment, list[str]]:
    """Return an experiment with settings, and a command line's words for these.

    Parameters
    ----------
    experiment
        The experiment as it is declared.
    settings
        Texts by the names of the fields of :func:`form`. What is left out stays as it is; an empty
        bound is none.

    Raises
    ------
    ZeroSumError
        If there is no such setting, or a value is wrong.
    """
    shown = _shown(experiment, settings.get("algorithm"))
    values = {field["name"]: field["value"] or "" for field in _fields(shown)}
    values["algorithm"] = _name(experiment.algorithm)
    run: dict[str, str] = {}
    groups: dict[str, list[str]] = {group: [] for group in _OPTIONS}
    for name, text in settings.items():
        group, dot, rest = name.partition(".")
        if name in _BOUNDS or values.get(name) == text:
            continue
        if dot and group in groups:
            groups[group].append(f"{rest}={text}")
        else:
            run[name] = text
    bounds = bounded(experiment, {name: settings[name] for name in _BOUNDS if name in settings})
    given = attrs.asdict(read(Session, run, words=True)) | bounds
    made = chosen(experiment, groups["game"], assignments=groups["algorithm"], **given)
    require_rule(made)
    words = [f"--{_OPTIONS[group]}={text}" for group, texts in groups.items() for text in texts]
    return made, options(given) + words


def bounded(experiment: Experiment, settings: Mapping[str, str]) -> dict[str, Any]:
    """Return the bounds of an experiment with settings; nothing without settings.

    Raises
    ------
    RequestError
        If a setting is no bound, or no number.
    """
    given = {name: text for name, text in settings.items() if text.strip() or name not in _BOUNDS}
    read_bounds = attrs.asdict(read(Bounds, given, words=True))
    return {
        name: read_bounds[name] if name in settings else getattr(experiment, name)
        for name in (_BOUNDS if settings else ())
    }


def options(given: Mapping[str, Any]) -> list[str]:
    """Return the words of a command line for settings of all experiments."""
    return [f"--{name}={value}" for name, value in given.items() if value is not None]
