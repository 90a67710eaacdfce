"""The options of algorithms: their names and types, and how to read and write them.

A class of solvers declares its options as a frozen record, ``Options``
(:mod:`zerosum.support.options`), and cattrs reads it: from Python values, from ``name=value`` on a
command line, from ``config.json``. What an experiment sets elsewhere, or leaves to the machine, is
not an option here.

A class without a record has the parameters of its constructor as options, and also its base's
options if it passes on ``**options``. The parameters of a function that makes games are read in the
same way: a :class:`Maker` stands for the function in the place of an algorithm.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

import attrs

from zerosum.abstraction import split
from zerosum.errors import ExperimentError, StoreError, ZeroSumError
from zerosum.experiment.names import Algorithm
from zerosum.experiment.reader import (
    called,
    converter,
    is_none,
    is_record,
    names_of,
    parts_of,
    spelled,
)
from zerosum.support.hints import annotations_of, choices, hints_of
from zerosum.support.options import ELSEWHERE, as_json
from zerosum.support.store import Json
from zerosum.support.suggest import alternatives
from zerosum.support.toml import flat

if TYPE_CHECKING:
    from cattrs import ClassValidationError

_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_MISSING = inspect.Parameter.empty
_MAKES = ("Options", "__init__")


@attrs.frozen(eq=False, repr=False)
class Frozen(Mapping[str, Any]):
    """An immutable mapping; equal to any mapping with the same items.

    Unlike ``types.MappingProxyType``, it can be pickled and copied if its values can.

    >>> Frozen({"epsilon": 0.4})
    {'epsilon': 0.4}
    """

    _items: dict[str, object] = attrs.field(converter=dict)

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(self._items)


@attrs.frozen
class Maker:
    """A function that makes a game from parameters; no function if the game has none.

    >>> def boards(size: int = 3): ...
    >>> options_of(Maker.of(boards)), options_of(Maker.of(int))
    ({'size': <class 'int'>}, {})
    """

    noun: ClassVar[str] = "parameter"
    elsewhere: ClassVar[frozenset[str]] = frozenset()

    __name__: str
    function: Any = None

    @classmethod
    def of(cls, training: object) -> Self:
        """Return what makes the game of an experiment."""
        name = getattr(training, "__name__", type(split(training)[0]).__name__)
        return cls(name, training if inspect.isfunction(training) else None)


@cache
def parameters_of(algorithm: Algorithm) -> dict[str, tuple[Any, Any]]:
    """Return what an algorithm takes, or a function that makes games: types and defaults."""
    known: dict[str, tuple[Any, Any]] = {}
    for make in _makes(algorithm):
        if attrs.has(make):
            types = annotations_of(make, marks=False)
            own = {
                field.name: (types.get(field.name, field.type), field.default)
                for field in attrs.fields(make)
            }
            return own | known
        parameters = inspect.signature(make).parameters.values()
        try:
            types = hints_of(make, marks=False)
        except (NameError, TypeError):  # annotations of a user's own class may mean anything
            types = {}
        for parameter in parameters:
            guessed = Any if parameter.default in (_MISSING, None) else type(parameter.default)
            if parameter.kind not in _STARRED:
                known.setdefault(
                    parameter.name, (types.get(parameter.name, guessed), parameter.default)
                )
        if all(parameter.kind is not inspect.Parameter.VAR_KEYWORD for parameter in parameters):
            break
    return known


def _makes(algorithm: Algorithm) -> list[Any]:
    """Return the records and constructors of an algorithm and its bases, or a function."""
    if isinstance(algorithm, Maker):
        return [] if algorithm.function is None else [algorithm.function]
    members = [vars(cls) for cls in getattr(algorithm, "__mro__", ()) if cls is not object]
    return [own.get("Options") or own["__init__"] for own in members if {*_MAKES} & own.keys()]


@cache
def record_of(algorithm: Algorithm) -> type[Any]:
    """Return the record of an algorithm's options; one made of parameters if it declares none.

    >>> from zerosum.algorithms import ExternalSampling
    >>> record_of(ExternalSampling) is ExternalSampling.Options
    True
    """
    makes = _makes(algorithm)
    if makes and attrs.has(makes[0]):
        return makes[0]
    own = {
        name: attrs.field(type=hint, default=default)
        for name, (hint, default) in own_parameters(algorithm).items()
    }
    return attrs.make_class("Options", own, frozen=True, kw_only=True)


def own_parameters(algorithm: Algorithm) -> dict[str, tuple[Any, Any]]:
    """Return the types and defaults of options that an experiment does not set elsewhere."""
    elsewhere = getattr(algorithm, "elsewhere", ELSEWHERE | {"self", "game"})
    return {
        name: parameter
        for name, parameter in parameters_of(algorithm).items()
        if name not in elsewhere
    }


def options_of(algorithm: Algorithm) -> dict[str, object]:
    """Return the names and the types of an algorithm's own options, in alphabetical order."""
    return {name: hint for name, (hint, _) in sorted(own_parameters(algorithm).items())}


def defaults_of(algorithm: Algorithm) -> dict[str, object]:
    """Return the names and the defaults of an algorithm's own options, in alphabetical order."""
    return {name: default for name, (_, default) in sorted(own_parameters(algorithm).items())}


def frozen(options: object, algorithm: Algorithm) -> Json:
    """Return options as an immutable mapping, after checking names and values.

    Raises
    ------
    ExperimentError
        If the algorithm has no such option, or a value has another type or cannot be saved.
    """
    if not isinstance(options, Mapping):
        message = f"must be values by their names; got {options!r}."
        raise ExperimentError(f"The {_noun(algorithm)}s of an experiment {message}", options)
    if not options:
        return Frozen({})  # a function that makes solvers has none
    for name, value in options.items():
        _require_option(algorithm, name, options_of(algorithm))
        if not _can_write(value):
            raise ExperimentError(
                f"The {_noun(algorithm)} {name} of an experiment must be a number, a word or None, "
                f"a tuple of these, or have written(); got {value!r}.",
                value,
            )
    return Frozen(_structured(algorithm, options))


def parameters(values: object, training: object) -> Json:
    """Return all parameters of an experiment's game, the given values and the defaults of others.

    Raises
    ------
    ExperimentError
        If the game has no such parameter, a parameter has no default, or a value has another type
        or cannot be saved.

    Examples
    --------
    >>> def boards(size: int = 3, cut: tuple[int, int] | None = None): ...
    >>> parameters({"cut": (1, 2)}, boards)
    {'cut': (1, 2), 'size': 3}
    """
    maker = Maker.of(training)
    given = frozen(values, maker)
    defaults = defaults_of(maker)
    for name, default in defaults.items():
        if default is _MISSING:
            raise ExperimentError(
                f"The parameter {name} of {maker.__name__} must have a default; it has none: write "
                f"{name}=... in its line of def.",
                training,
            )
    return frozen({**defaults, **given}, maker)


def _can_write(value: object) -> bool:
    """Whether JSON can hold what is written of a value."""
    if isinstance(value, tuple):
        return all(map(_can_write, value))
    return hasattr(value, "written") or isinstance(value, bool | int | float | str | None)


def _noun(algorithm: Algorithm) -> str:
    return getattr(algorithm, "noun", "option")


def assigned(
    algorithm: Algorithm, given: Iterable[str] | Json, options: Json | None = None
) -> dict[str, object]:
    """Return the options that texts of the form ``name=value`` set, or a table of TOML.

    An option that is a record is set by its fields, as in ``pruning.threshold=-200``. Fields that
    are not named keep the value that they have in ``options``, or their default. ``none`` is None.

    Parameters
    ----------
    algorithm
        The class of solvers.
    given
        Texts, of which each sets an option, or a field of one; or values by name, whose types are
        checked.
    options
        The options that are already set. Only options that are named are returned.

    Raises
    ------
    ExperimentError
        If the algorithm has no such option, or the value has another type.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> assigned(CFR, ["alternating=no", "form=history"])
    {'alternating': False, 'form': 'history'}
    >>> assigned(CFR, {"alternating": False})
    {'alternating': False}
    """
    known = flattened(algorithm)
    before = {**defaults_of(algorithm), **(options or {})}
    words: dict[str, Any] = {}
    typed = isinstance(given, Mapping)
    for name, word in flat(given) if isinstance(given, Mapping) else _pairs(algorithm, given):
        _require_option(algorithm, name, known)
        whole, _, part = name.partition(".")
        value = word if typed and not is_none(word, known[name]) else spelled(word, known[name])
        if part:
            words.setdefault(whole, parts_of(before[whole]))[part] = value
        else:
            words[name] = value
    return _structured(algorithm, words)


def _pairs(algorithm: Algorithm, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the word of each text."""
    for text in texts:
        name, sign, word = (part.strip() for part in text.partition("="))
        if not sign or not name:
            what = f"Each {_noun(algorithm)} must be set as name=value"
            raise ExperimentError(f"{what}; got {text!r}.", text)
        yield name, word


def written(options: Json) -> dict[str, object]:
    """Return options as values that JSON supports."""
    return {name: as_json(value) for name, value in sorted(options.items())}


def read_options(algorithm: Algorithm, words: Json) -> dict[str, object]:
    """Return options from the values that :func:`written` returned.

    Raises
    ------
    StoreError
        If they are not options of the algorithm.
    """
    read = getattr(algorithm, "read_settings", dict)
    try:
        values = {name: value for name, value in read(dict(words)).items() if name in words}
        return _structured(algorithm, values)
    except (ZeroSumError, TypeError, ValueError, KeyError, AttributeError) as error:
        noun = f"{_noun(algorithm)}s"
        message = f"The {noun} of a run must be those of {algorithm.__name__}; got {words}."
        raise StoreError(message, words) from error


def label(words: Json) -> str:
    r"""Return written options in one line; empty if there are none.

    >>> label({"epsilon": 0.4, "pruning": {"threshold": -200.0, "share": 0.05}})
    'epsilon=0.4 pruning.threshold=-200.0 pruning.share=0.05'
    >>> label({"dealer": None, "up": [6, 6]})
    'dealer=None up=6,6'

    Of a text with several lines, that is the first one, which may be a comment that names it.

    >>> label({"spot": "# QsJh2h\npot = 180\n"})
    'spot=QsJh2h'
    """
    return " ".join(f"{name}={_spell(value)}" for name, value in flat(words))


def _spell(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(_spell, value))
    return str(value).partition("\n")[0].removeprefix("# ")


def _require_option(algorithm: Algorithm, name: str, known: Json) -> None:
    if name not in known:
        hint = alternatives(str(name), known) if known else f"{algorithm.__name__} has none."
        noun = _noun(algorithm)
        message = f"The {noun} must be one of {algorithm.__name__}'s own; got {name!r}: {hint}"
        raise ExperimentError(message, name)


def flattened(algorithm: Algorithm) -> dict[str, object]:
    """Return names and types of options, with a record's fields in the place of the record.

    >>> from zerosum.algorithms import ExternalSampling
    >>> sorted(flattened(ExternalSampling))[:3]
    ['period', 'pruning.after', 'pruning.floor']
    """
    names: dict[str, object] = {}
    for name, hint in options_of(algorithm).items():
        record = next(filter(is_record, choices(hint)), None)
        try:
            types = hints_of(record or object, marks=False)
        except NameError:  # a name that is imported for type checkers only
            types = {}
        parts = {f"{name}.{part}": types.get(part, Any) for part in names_of(record)}
        names |= parts or {name: hint}
    return names


def _structured(algorithm: Algorithm, words: Json) -> dict[str, Any]:
    """Return options that are read by the record of the algorithm, which checks them."""
    from cattrs import ClassValidationError  # as in zerosum.experiment.reader

    try:
        record = converter().structure(words, record_of(algorithm))
    except ClassValidationError as error:
        raise _explained(error, words, f"The {_noun(algorithm)} ") from error
    return {name: getattr(record, name) for name in words}


def _explained(error: ClassValidationError, words: Any, path: str) -> ZeroSumError:
    """Return what cattrs found as one sentence about the first option at fault."""
    noted, others = error.group_exceptions()
    if not noted:  # what the record says about its own fields
        cause = others[0]
        return cause if isinstance(cause, ZeroSumError) else ExperimentError(str(cause), words)
    cause, note = noted[0]
    name, values = f"{path}{note.name}", words if isinstance(words, Mapping) else parts_of(words)
    if note.name not in values:
        return ExperimentError(f"{name} must be set too: it has no default.", words)
    value, allowed_types = values[note.name], choices(note.type)
    if isinstance(cause, type(error)) and isinstance(
        value, (Mapping, *filter(inspect.isclass, allowed_types))
    ):
        return _explained(cause, value, f"{name}.")
    allowed = called(note.type)
    if isinstance(cause, OverflowError):
        allowed, value = "below 2**60", cause.args[0]
    return ExperimentError(f"{name} must be {allowed}; got {value!r}.", value)
