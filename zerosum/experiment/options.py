"""An algorithm's own parameters: which it has, and how a run folder keeps them.

An algorithm's parameters are those of its constructor, except what an experiment says elsewhere
or leaves to the machine. Where a constructor passes on ``**options``, those of its base count too.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment.frozen import Frozen
from zerosum.experiment.kinds import hints_of, require_kind
from zerosum.experiment.names import suggestion

_ELSEWHERE = {"self", "game", "rule", "seed", "threads", "native", "reserve", "limit"}
_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def options_of(algorithm: Any) -> dict[str, Any]:
    """Return the names and the types of an algorithm's own parameters.

    >>> from zerosum.algorithms import ExternalSampling
    >>> options_of(ExternalSampling)["period"]
    <class 'int'>
    """
    return {name: kind for name, (kind, _) in _parameters(algorithm).items()}


def defaults_of(algorithm: Any) -> dict[str, Any]:
    """Return the values of an algorithm's own parameters where nothing is said.

    >>> from zerosum.algorithms import ExternalSampling
    >>> defaults_of(ExternalSampling)
    {'period': 10000, 'pruning': None}
    """
    found = {name: default for name, (_, default) in _parameters(algorithm).items()}
    return {name: value for name, value in found.items() if value is not inspect.Parameter.empty}


def _parameters(algorithm: Any) -> dict[str, tuple[Any, Any]]:
    """Return types and usual values by names, in the order of the alphabet."""
    found: dict[str, tuple[Any, Any]] = {}
    for kind in algorithm.__mro__:
        make = vars(kind).get("__init__")
        if make is None or kind is object:
            continue
        parameters = inspect.signature(make).parameters.values()
        types = hints_of(make)
        for each in parameters:
            if each.name not in _ELSEWHERE and each.kind not in _REST:
                guessed = (
                    Any if each.default in {inspect.Parameter.empty, None} else type(each.default)
                )
                found.setdefault(each.name, (types.get(each.name, guessed), each.default))
        if all(each.kind is not inspect.Parameter.VAR_KEYWORD for each in parameters):
            break
    return dict(sorted(found.items()))


def frozen(options: Any, algorithm: Any) -> Mapping[str, Any]:
    """Return a mapping that does not change, after a look at the names and values.

    Raises
    ------
    ExperimentError
        If the algorithm has no such parameter, or the value is of another type or cannot be
        written down.
    """
    if not isinstance(options, Mapping):
        message = f"The options of an experiment must be values by their names; got {options!r}."
        raise ExperimentError(message, options)
    known = options_of(algorithm) if options else {}
    for name, value in options.items():
        require_option(algorithm, name, known)
        if not hasattr(value, "written") and not isinstance(
            value, (bool, int, float, str, None.__class__)
        ):
            message = (
                f"The option {name} of an experiment must be a number, a word or None, or have "
                f"written(); got {value!r}."
            )
            raise ExperimentError(message, value)
        require_kind(name, value, known[name])
    return Frozen(options)


def require_option(algorithm: Any, name: str, known: Mapping[str, Any]) -> None:
    """Refuse a parameter that an algorithm does not have.

    Raises
    ------
    ExperimentError
        With the names that it has.
    """
    if name in known:
        return
    hint = suggestion(str(name), known) if known else f"{algorithm.__name__} has none."
    message = f"The option must be one of {algorithm.__name__}'s own; got {name!r}: {hint}"
    if known and not hint.startswith("known"):
        message += f" Known are {', '.join(known)}."
    raise ExperimentError(message, name)


def written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as JSON says them."""
    return {
        name: value.written() if hasattr(value, "written") else value
        for name, value in sorted(options.items())
    }


def completed(algorithm: Any, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return written options with the usual values of those that are left out.

    >>> from zerosum.algorithms import ExternalSampling
    >>> completed(ExternalSampling, {"period": 100})
    {'period': 100, 'pruning': None}
    """
    return {**written(defaults_of(algorithm)), **words}


def read_options(algorithm: Any, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that :func:`written` gave the words of.

    Raises
    ------
    StoreError
        If they are none of the algorithm.
    """
    read = getattr(algorithm, "read_settings", dict)
    try:
        return {name: value for name, value in read(dict(words)).items() if name in words}
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        message = f"The options of a run must be those of {algorithm.__name__}; got {words}."
        raise StoreError(message, words) from error


def label(words: Mapping[str, Any]) -> str:
    """Return written options for a reader; empty where there are none.

    >>> label({"epsilon": 0.4, "pruning": {"threshold": -200.0, "share": 0.05}})
    'epsilon=0.4 pruning.threshold=-200.0 pruning.share=0.05'
    """
    flat: dict[str, Any] = {}
    for name, value in words.items():
        parts = value.items() if isinstance(value, Mapping) else [("", value)]
        flat |= {f"{name}.{part}" if part else name: each for part, each in parts}
    return " ".join(f"{name}={value}" for name, value in flat.items())
