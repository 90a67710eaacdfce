"""The options of ``blood.train`` as TOML, which ``--config`` reads and ``--show-config`` writes."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment, algorithm_named, chosen, rule_named
from zerosum.experiment.folder import settings
from zerosum.experiment.options import Maker, flattened
from zerosum.experiment.reader import called, is_none
from zerosum.support.files import read_text
from zerosum.support.store import Json
from zerosum.support.suggest import alternatives
from zerosum.support.toml import flat, spelled

SESSION = ("experiment", "out", "respond", "memory", "cluster", "workers", "shards")
"""What is no part of an experiment."""

_NAMED = {"algorithm": algorithm_named, "rule": rule_named}


def read(file: Path | None) -> dict[str, Any]:
    """Return the options that a file sets, by the names of the function; those left out are None.

    Raises
    ------
    GameError
        If the file cannot be read.
    ExperimentError
        If it is not TOML, or has an unknown key or a value of another type.
    """
    if file is None:
        return _values({}, "")
    text = read_text(file, "file", "give a file of TOML")
    try:
        return _values(tomllib.loads(text), str(file))
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"The file {file} must be TOML: {error}.", text) from error


def changes(values: Json) -> dict[str, Any]:
    """Return the options that change an experiment (:func:`zerosum.experiment.chosen`)."""
    return {name: value for name, value in values.items() if name not in SESSION}


def shown(experiment: Experiment, declared: Experiment, **session: object) -> str:
    """Return as TOML what gives the same run.

    Parameters
    ----------
    experiment, declared
        The experiment as it is to be run, and as its module declares it.
    session
        ``out``, ``respond``, ``memory``, and where it runs; those left out are None.

    Raises
    ------
    ExperimentError
        If no options give this run.
    """
    run = settings(experiment)
    words = {**run, **session, "set": run["options"]}
    words["out"] = words["out"] and str(words["out"])
    for key in _NAMED:
        if not _is_known(key, getattr(experiment, key), words[key]):
            words[key] = None  # the module declares it
    if not experiment.threaded:
        words["threads"] = None
    plain = [key for key, option in _options().items() if not option.multiple]
    lines = [f"{key} = {spelled(words[key])}" for key in plain if words[key] is not None]
    for key, maker in ("set", experiment.algorithm), ("game", Maker.of(experiment.training)):
        if parts := [f"{name} = {spelled(value)}" for name, value in _settable(maker, words[key])]:
            lines += ["", f"[{key}]", *parts]
    text = "\n".join(lines) + "\n"
    again = chosen(declared, **changes(_values(tomllib.loads(text), "what is shown")))
    if settings(again) != run or again.algorithm is not experiment.algorithm:
        raise ExperimentError(
            f"The options of {experiment.name} must be such as a command line can set; got {run}: "
            "write an experiment that declares them.",
            experiment,
        )
    return text


def _is_known(key: str, thing: object, word: str | None) -> bool:
    """Return whether an algorithm or a rule is the one of a name; no rule stands for a default."""
    try:
        found = None if word is None else _NAMED[key](word)
    except ExperimentError:
        return False
    return found is not None and (thing is None or found == thing)


def _settable(maker: Any, words: Json) -> Iterator[tuple[str, Any]]:
    """Yield the options that a command line can set, and their values."""
    known = flattened(maker)
    for name, value in flat(words):
        if name in known and (value is not None or is_none("none", known[name])):
            yield name, "none" if value is None else value


def _options() -> dict[str, click.Parameter]:
    """Return what has a value on the command line, by the key in a file."""
    valued = [
        parameter
        for parameter in click.get_current_context().command.params
        if parameter.name != "config" and not getattr(parameter, "is_flag", False)
    ]
    return {parameter.opts[0].lstrip("-"): parameter for parameter in valued}


def _values(given: Json, file: str) -> dict[str, Any]:
    """Return the options that values set, after checking their names and types."""
    known, context = _options(), click.get_current_context()
    values: dict[str, Any] = {}
    for key, option in known.items():
        values[option.name or key] = {} if option.multiple else None
    for key, value in given.items():
        if key not in known:
            raise ExperimentError(
                f"The keys of {file} must be options of blood.train; got {key!r}: "
                f"{alternatives(key, known)}",
                key,
            )
        option = known[key]
        kind: Any = dict if option.multiple else _KINDS.get(type(option.type), str)
        if not isinstance(value, int | float if kind is float else kind) or isinstance(value, bool):
            words = f"a table [{key}]" if option.multiple else called(kind)
            raise ExperimentError(f"The {key} of {file} must be {words}; got {value!r}.", value)
        read = value if option.multiple else option.type_cast_value(context, value)
        values[option.name or key] = read
    return values


_KINDS = {
    type(click.INT): int,
    click.IntRange: int,
    type(click.FLOAT): float,
    click.FloatRange: float,
}
