"""Parameters of algorithms as a command line says them: ``epsilon=0.4``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from types import NoneType
from typing import Any, get_type_hints

from zerosum.errors import ExperimentError
from zerosum.experiment.kinds import CALLED, choices_of
from zerosum.experiment.options import defaults_of, options_of, require_option

_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def assigned(
    algorithm: Any, texts: Iterable[str], options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the options that texts of the form ``name=value`` set.

    A parameter that is a record is set by its fields, ``pruning.threshold=-200``; those left out
    stay as in the options before, or have the values that the record gives them.

    Parameters
    ----------
    algorithm
        The class of solvers.
    texts
        Each sets a parameter, or a field of one.
    options
        Those before; what the texts do not name is not returned.

    Raises
    ------
    ExperimentError
        If the algorithm has no such parameter, or the value is of another type.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> assigned(CFR, ["alternating=no", "form=history"])
    {'alternating': False, 'form': 'history'}
    """
    known = flattened(options_of(algorithm))
    values: dict[str, Any] = {}
    for text in texts:
        name, sign, word = (part.strip() for part in text.partition("="))
        if not sign or not name:
            message = f"An option must be set as name=value; got {text!r}."
            raise ExperimentError(message, text)
        require_option(algorithm, name, known)
        values[name] = _value(name, known[name], word)
    return _gathered(options_of(algorithm), values, {**defaults_of(algorithm), **(options or {})})


def flattened(types: Mapping[str, Any]) -> dict[str, Any]:
    """Return names and types, those of a record's fields in its place."""
    flat: dict[str, Any] = {}
    for name, kind in types.items():
        record = _record(kind)
        parts = get_type_hints(record) if record else {}
        flat |= {f"{name}.{part}": each for part, each in parts.items()} or {name: kind}
    return flat


def _record(kind: Any) -> Any:
    """Return the class of records that a type allows; None for other types."""
    return next((each for each in choices_of(kind) if is_dataclass(each)), None)


def _value(name: str, kind: Any, word: str) -> Any:
    choices = choices_of(kind)
    if NoneType in choices and word.lower() == "none":
        return None
    made = next((each for each in choices if each is not NoneType), str)
    try:
        if made is bool:
            return _WORDS[word.lower()]
        return made(word) if made in {int, float} else word
    except (ValueError, KeyError) as error:
        message = f"The option {name} must be {CALLED[made]}; got {word!r}."
        raise ExperimentError(message, word) from error


def _gathered(
    types: Mapping[str, Any], values: Mapping[str, Any], before: Mapping[str, Any]
) -> dict[str, Any]:
    """Return values with those of a record's fields made one record."""
    found: dict[str, Any] = {}
    parts: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        whole, _, part = name.partition(".")
        if part:
            parts.setdefault(whole, {})[part] = value
        else:
            found[name] = value
    for whole, given in parts.items():
        record = _record(types[whole])
        if isinstance(before.get(whole), record):
            found[whole] = replace(before[whole], **given)
            continue
        for each in fields(record):
            if each.name not in given and each.default is each.default_factory is MISSING:
                message = f"The option {whole}.{each.name} must be set too: it has no usual value."
                raise ExperimentError(message, given)
        found[whole] = record(**given)
    return found
