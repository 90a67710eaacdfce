"""The options of algorithms: their names and types, and how to read and write them.

The options of an algorithm are the parameters of its constructor, except those that an experiment
sets elsewhere or leaves to the machine. If a constructor passes on ``**options``, the parameters of
its base class are included. They are the fields of one frozen record for each class of solvers, and
cattrs reads that record: from Python values, from ``name=value`` on a command line, from
``config.json``.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from cattrs import ClassValidationError, Converter
from cattrs.gen import make_dict_structure_fn

from zerosum.errors import ExperimentError, StoreError, ZeroSumError
from zerosum.experiment.names import alternatives
from zerosum.rules import MOST_ITERATIONS

_ELSEWHERE = {"self", "game", "rule", "seed", "threads", "native", "reserve", "limit"}
_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_MISSING = inspect.Parameter.empty
_WORDS = {"true": True, "yes": True, "false": False, "no": False}
_CALLED = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a word",
    NoneType: "None",
}


@attrs.frozen(eq=False, repr=False)
class Frozen(Mapping[str, Any]):
    """An immutable mapping; equal to any mapping with the same items.

    Unlike ``types.MappingProxyType``, it can be pickled and copied if its values can.

    >>> Frozen({"epsilon": 0.4})
    {'epsilon': 0.4}
    """

    _items: dict[str, Any] = attrs.field(converter=dict)

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(self._items)


@cache
def record_of(algorithm: Any) -> type[Any]:
    """Return the record of an algorithm's options: a field for each, in alphabetical order.

    >>> from zerosum.algorithms import ExternalSampling
    >>> record_of(ExternalSampling)()
    ExternalSamplingOptions(period=10000, pruning=None)
    """
    found: dict[str, Any] = {}
    for each, kind in _parameters(algorithm):
        if each.name not in _ELSEWHERE:
            guessed = Any if each.default in (_MISSING, None) else type(each.default)
            field = attrs.field(default=each.default, type=guessed if kind is None else kind)
            found.setdefault(each.name, field)
    name = f"{algorithm.__name__}Options"
    return attrs.make_class(name, dict(sorted(found.items())), frozen=True, kw_only=True)


def takes(algorithm: Any, name: str) -> bool:
    """Return whether the constructor of an algorithm has a parameter of a name.

    >>> from zerosum.algorithms import CFR, ExternalSampling
    >>> takes(CFR, "limit"), takes(ExternalSampling, "limit")
    (True, False)
    """
    return any(each.name == name for each, _ in _parameters(algorithm))


def _parameters(algorithm: Any) -> Iterator[tuple[inspect.Parameter, Any]]:
    """Yield the parameters of an algorithm's constructors, with their types if these are known."""
    for kind in getattr(algorithm, "__mro__", ()):
        make = vars(kind).get("__init__")
        if make is None or kind is object:
            continue
        parameters = inspect.signature(make).parameters.values()
        try:
            types = get_type_hints(make)
        except (NameError, TypeError):  # annotations of a user's own class may mean anything
            types = {}
        yield from ((each, types.get(each.name)) for each in parameters if each.kind not in _REST)
        if all(each.kind is not inspect.Parameter.VAR_KEYWORD for each in parameters):
            return


def options_of(algorithm: Any) -> dict[str, Any]:
    """Return the names and the types of an algorithm's own options.

    >>> from zerosum.algorithms import ExternalSampling
    >>> options_of(ExternalSampling)["period"]
    <class 'int'>
    """
    return {field.name: field.type for field in attrs.fields(record_of(algorithm))}


def frozen(options: Any, algorithm: Any) -> Mapping[str, Any]:
    """Return options as an immutable mapping, after checking names and values.

    Raises
    ------
    ExperimentError
        If the algorithm has no such option, or a value has another type or cannot be saved.
    """
    if not isinstance(options, Mapping):
        message = f"The options of an experiment must be values by their names; got {options!r}."
        raise ExperimentError(message, options)
    if not options:
        return Frozen({})  # a function that makes solvers has none
    for name, value in options.items():
        _require_option(algorithm, name, options_of(algorithm))
        if not hasattr(value, "written") and not isinstance(value, bool | int | float | str | None):
            raise ExperimentError(
                f"The option {name} of an experiment must be a number, a word or None, or have "
                f"written(); got {value!r}.",
                value,
            )
    _structured(_VALUES, algorithm, options)
    return Frozen(options)


def assigned(
    algorithm: Any, texts: Iterable[str], options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the options that texts of the form ``name=value`` set.

    An option that is a record is set by its fields, as in ``pruning.threshold=-200``. Fields that
    no text names keep the value that they have in ``options``, or their default.

    Parameters
    ----------
    algorithm
        The class of solvers.
    texts
        Each sets an option, or a field of one.
    options
        The options that are already set. Only options named in the texts are returned.

    Raises
    ------
    ExperimentError
        If the algorithm has no such option, or the value has another type.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> assigned(CFR, ["alternating=no", "form=history"])
    {'alternating': False, 'form': 'history'}
    """
    known = _flattened(algorithm)
    defaults = {field.name: field.default for field in attrs.fields(record_of(algorithm))}
    words: dict[str, Any] = {}
    for text in texts:
        name, sign, word = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise ExperimentError(f"An option must be set as name=value; got {text!r}.", text)
        _require_option(algorithm, name, known)
        whole, _, part = name.partition(".")
        value = None if word.lower() == "none" and NoneType in _choices(known[name]) else word
        if part:
            words.setdefault(whole, _parts({**defaults, **(options or {})}[whole]))[part] = value
        else:
            words[name] = value
    return _given(words, _structured(_TEXTS, algorithm, words))


def written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as values that JSON supports."""
    return {
        name: value.written() if hasattr(value, "written") else value
        for name, value in sorted(options.items())
    }


def read_options(algorithm: Any, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return options from the values that :func:`written` returned.

    Raises
    ------
    StoreError
        If they are not options of the algorithm.
    """
    return _given(words, read_record(algorithm, words))


def read_record(algorithm: Any, words: Mapping[str, Any]) -> Any:
    """Return the record of written options; those left out have their defaults.

    Raises
    ------
    StoreError
        If they are not options of the algorithm.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> read_record(ExternalSampling, {"period": 100})
    ExternalSamplingOptions(period=100, pruning=None)
    """
    read = getattr(algorithm, "read_settings", dict)
    try:
        values = {name: value for name, value in read(dict(words)).items() if name in words}
        return _structured(_VALUES, algorithm, values)
    except (ZeroSumError, TypeError, ValueError, KeyError, AttributeError) as error:
        message = f"The options of a run must be those of {algorithm.__name__}; got {words}."
        raise StoreError(message, words) from error


def label(words: Mapping[str, Any]) -> str:
    """Return written options in one line; empty if there are none.

    >>> label({"epsilon": 0.4, "pruning": {"threshold": -200.0, "share": 0.05}})
    'epsilon=0.4 pruning.threshold=-200.0 pruning.share=0.05'
    """
    flat: dict[str, Any] = {}
    for name, value in words.items():
        parts = value.items() if isinstance(value, Mapping) else [("", value)]
        flat |= {f"{name}.{part}" if part else name: each for part, each in parts}
    return " ".join(f"{name}={value}" for name, value in flat.items())


def _require_option(algorithm: Any, name: str, known: Mapping[str, Any]) -> None:
    if name not in known:
        hint = alternatives(str(name), known) if known else f"{algorithm.__name__} has none."
        message = f"The option must be one of {algorithm.__name__}'s own; got {name!r}: {hint}"
        raise ExperimentError(message, name)


def _choices(kind: Any) -> tuple[Any, ...]:
    """Return the types that a type is a union of."""
    return get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)


def _flattened(algorithm: Any) -> dict[str, Any]:
    """Return names and types of options, with a record's fields in the place of the record."""
    flat: dict[str, Any] = {}
    for name, kind in options_of(algorithm).items():
        record = next(filter(_is_record, _choices(kind)), None)
        try:
            types = get_type_hints(record or object)
        except NameError:  # a name that is imported for type checkers only
            types = {}
        parts = {f"{name}.{part}": types.get(part, Any) for part in _fields(record)}
        flat |= parts or {name: kind}
    return flat


def _is_record(kind: Any) -> bool:
    return attrs.has(kind) or is_dataclass(kind)


def _fields(kind: Any) -> list[str]:
    """Return the names of what a record is made from; none if it is not one."""
    known: Any = (
        attrs.fields(kind) if attrs.has(kind) else fields(kind) if is_dataclass(kind) else ()
    )
    return [field.name for field in known if field.init]


def _parts(record: Any) -> dict[str, Any]:
    """Return the fields of a record by name; none if it is not one."""
    return {name: getattr(record, name) for name in _fields(type(record))}


def _structured(reader: Converter, algorithm: Any, words: Mapping[str, Any]) -> Any:
    """Return the record of options that a converter reads from some of them."""
    try:
        return reader.structure(words, record_of(algorithm))
    except ClassValidationError as error:
        raise _explained(error, words) from error


def _given(words: Mapping[str, Any], record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in words}


def _explained(error: ClassValidationError, words: Any, path: str = "") -> ZeroSumError:
    """Return what cattrs found as one sentence about the first option at fault."""
    noted, others = error.group_exceptions()
    if not noted:  # what the record says about its own fields
        cause = others[0]
        return cause if isinstance(cause, ZeroSumError) else ExperimentError(str(cause), words)
    cause, note = noted[0]
    name, values = f"{path}{note.name}", words if isinstance(words, Mapping) else _parts(words)
    if note.name not in values:
        return ExperimentError(f"The option {name} must be set too: it has no default.", words)
    value, kinds = values[note.name], _choices(note.type)
    if isinstance(cause, ClassValidationError) and isinstance(value, (Mapping, *kinds)):
        return _explained(cause, value, f"{name}.")
    allowed = " or ".join(_CALLED.get(each) or each.__name__ for each in kinds)
    if isinstance(cause, OverflowError):
        allowed, value = "below 2**60", cause.args[0]
    return ExperimentError(f"The option {name} must be {allowed}; got {value!r}.", value)


def _reader(read: Callable[[Any, type], Any]) -> Converter:
    """Return a converter that reads numbers, words and truth values by a function.

    Records and other objects may be given as they are; a record's fields are checked. Of a union,
    the first type that fits is read. Types that say less about a value allow any.
    """

    def record_reader(kind: Any) -> Callable[[Any, Any], Any]:
        try:
            from_fields = make_dict_structure_fn(kind, reader)
        except NameError:  # a name that is imported for type checkers only
            return lambda value, _: value if isinstance(value, kind) else kind(**value)

        def read_record(value: Any, _: Any) -> Any:
            if not isinstance(value, kind):
                return from_fields(value, kind)
            reader.structure(_parts(value), type(value))
            return value

        return read_record

    def is_vague(kind: Any) -> bool:
        return get_origin(kind) not in {None, Union, UnionType}

    def is_union(kind: Any) -> bool:
        return len({*_choices(kind)} - {NoneType}) > 1

    def read_union(value: Any, kind: Any) -> Any:
        for each in _choices(kind):
            with suppress(TypeError, ValueError, ClassValidationError):
                return reader.structure(value, each)
        raise TypeError(value)

    reader = Converter(forbid_extra_keys=True, structure_fallback_factory=lambda _: _instance)
    reader.register_structure_hook_func(is_vague, lambda value, _: value)
    reader.register_structure_hook_func(is_union, read_union)
    for kind in (int, float, bool, str):
        reader.register_structure_hook(kind, read)
    reader.register_structure_hook_factory(_is_record, record_reader)
    return reader


def _instance(value: Any, kind: Any) -> Any:
    """Return a value of a class; a protocol, or what is not a class, allows any."""
    with suppress(TypeError):
        if not isinstance(value, kind):
            raise ValueError(value)
    return value


def _value(value: Any, kind: type) -> Any:
    """Return a value of a type, in which a whole number is a number and a truth value is none."""
    allowed = int | float if kind is float else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(value)
    if isinstance(value, int) and not -MOST_ITERATIONS < value < MOST_ITERATIONS:
        raise OverflowError(value)
    return value


def _text(value: Any, kind: type) -> Any:
    """Return what a text says; fields that no text set are values already."""
    if isinstance(value, str):
        value = _WORDS.get(value.lower()) if kind is bool else kind(value)
    return _value(value, kind)


_VALUES, _TEXTS = _reader(_value), _reader(_text)
