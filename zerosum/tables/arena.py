"""Arenas: the data of a kernel, declared field by field, in one memory for Python and native code.

A class declares its fields, and kernels use them by name. The native type, the memory and the copy
for interpreted kernels are derived from the fields.

    >>> class Tally(Arena):
    ...     deals: int
    ...     mean: float
    ...     gains: NDArray[np.float64]
    >>> tally = Tally(gains=np.array([1.5, 2.0]))
    >>> tally.deals += 1
    >>> tally.deals, tally.mean, [field.name for field in Tally.fields]
    (1, 0.0, ['deals', 'mean', 'gains'])

Fields are ints, floats, arrays of one or more dimensions (which kernels index as one long row),
random number generators, and other arenas. An arena is stored as a row of words: numbers are stored
directly, and everything else by its address. An array annotated as a union, such as :data:`Cells`,
may be of any of its types; kernels are compiled for the one that it is of.
"""

from collections.abc import Iterator
from functools import cache
from operator import index
from typing import Any, ClassVar, NamedTuple, Self, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import compiled
from zerosum.rng import Random
from zerosum.support.hints import choices, hints_of, own_annotations

Ints = NDArray[np.int64]
ShortInts = NDArray[np.int32]
Floats = NDArray[np.float64]
Cells = NDArray[np.float64] | NDArray[np.float32] | NDArray[np.int32]
"""Numbers whose width is a choice: see :class:`zerosum.tables.storage.Storage`."""

_MEMORY = frozenset({"_words", "_reals", "address"})


class Field(NamedTuple):
    """A field of an arena.

    ``kind`` is ``int``, ``float``, an array's scalar type, a tuple of the scalar types that an
    array may have, or a class.
    """

    name: str
    kind: Any

    @property
    def is_number(self) -> bool:
        """Whether the field is a number; interpreted runs use a copy of numbers."""
        return self.kind is int or self.kind is float

    @property
    def is_arena(self) -> bool:
        """Whether the field is another arena."""
        return isinstance(self.kind, type) and issubclass(self.kind, Arena)


class Arena:
    """The data of a kernel; a subclass declares its fields by annotations.

    Parameters
    ----------
    values
        The values of fields, by name. Other fields have the default of the class (``rate: float =
        0.5``); numbers without a default are zero, and all other fields must be set before a kernel
        runs.

    Raises
    ------
    TypeError
        If there is no such field, or it cannot hold such a value.

    Examples
    --------
    >>> class Mean(Arena):
    ...     deals: int
    ...     rate: float = 0.5
    >>> mean = Mean(deals=3)
    >>> mean.run(lambda mean: mean.deals * mean.rate, native=False), mean.alike(rate=1.0).rate
    (1.5, 1.0)
    """

    fields: ClassVar[tuple[Field, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _held: ClassVar[tuple[str, ...]]
    _twin: ClassVar[type]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hints = hints_of(cls)
        names = [name for name in own_annotations(cls) if get_origin(hints[name]) is not ClassVar]
        _check_names(cls, names)
        cls._defaults = cls._defaults | {n: vars(cls)[n] for n in names if n in vars(cls)}
        cls.fields = (*cls.fields, *(Field(name, _kind_of(hints[name])) for name in names))
        for place, field in enumerate(cls.fields):
            setattr(cls, field.name, _Word(place, field))
        cls._held = tuple(field.name for field in cls.fields if not field.is_number)
        cls._twin = type("Twin", (), {"__slots__": (*(each.name for each in cls.fields), "memo")})

    def __init__(self, **values: Any) -> None:
        _introduce()
        self._words: Ints = apart(len(self.fields), np.int64)
        self._reals = self._words.view(np.float64)
        self.address = self._words.ctypes.data
        for name in values.keys() - {field.name for field in self.fields}:
            raise TypeError(f"{type(self).__qualname__} has no field {name!r}.")
        for name, value in (self._defaults | values).items():
            setattr(self, name, value)

    def numba_type(self) -> Any:
        """Return the native type; a kernel would follow the address of what is not set.

        Raises
        ------
        TypeError
            If a field is not set.
        """
        missing = [name for name in self._held if name not in vars(self)]
        if missing:
            name = type(self).__qualname__
            raise TypeError(f"{', '.join(missing)} of {name} must be set before a kernel runs.")
        return native_type(self)

    def plain(self) -> Any:
        """Return the same memory in the form that is fastest for interpreted kernels.

        Numbers are copied, because slots are faster than memory; :meth:`take_numbers` writes them
        back.
        """
        twin = self._twin()
        twin.memo = {}  # of interpreted kernels only
        for field in self.fields:
            setattr(twin, field.name, _plain(getattr(self, field.name)))
        return twin

    def take_numbers(self, twin: Any) -> None:
        """Copy back the numbers of what :meth:`plain` returned."""
        for field in self.fields:
            value = getattr(twin, field.name)
            if field.is_number:
                setattr(self, field.name, value)
            elif field.is_arena:
                getattr(self, field.name).take_numbers(value)

    def run(self, kernel: Any, *rest: Any, native: bool = True) -> Any:
        """Run a kernel with this arena as its first argument; return its result."""
        return run_kernel(kernel, self, *rest, native=native)

    def __getstate__(self) -> dict[str, Any]:
        # Addresses mean nothing to a copy: it is made of the fields, and of all else by name.
        state = {name: value for name, value in vars(self).items() if name not in _MEMORY}
        numbers = (field.name for field in self.fields if field.is_number)
        return state | {name: getattr(self, name) for name in numbers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Arena.__init__(self)
        for name, value in state.items():
            setattr(self, name, value)

    def alike(self, **values: Any) -> Self:
        """Return another arena with the same numbers, arrays and arenas, except for some fields."""
        same = {field.name: getattr(self, field.name) for field in self.fields}
        other = type(self).__new__(type(self))
        Arena.__init__(other, **same | values)
        return other


def run_kernel(kernel: Any, *arguments: Any, native: bool) -> Any:
    """Run a kernel; an interpreted one works on twins of arenas. Return what it returns."""
    if native:
        return compiled(kernel)(*arguments)
    twins = [each.plain() if isinstance(each, Arena) else each for each in arguments]
    try:
        return kernel(*twins)
    finally:
        for each, twin in zip(arguments, twins, strict=True):
            if isinstance(each, Arena):
                each.take_numbers(twin)


@cache
def _introduce() -> None:
    """Let Numba ask arenas for their types."""
    from numba.extending import typeof_impl

    # As an attribute that Numba looks for, what this raises would be lost since Python 3.13.
    typeof_impl.register(Arena, lambda arena, _: arena.numba_type())


def native_type(arena: Any) -> Any:
    """Return the native type of an arena, or of a class whose arrays have their first types.

    That of a tuple of arenas is a tuple.
    """
    if isinstance(arena, tuple):
        from numba.core import types

        return types.BaseTuple.from_types([native_type(each) for each in arena])
    cls: Any = arena if isinstance(arena, type) else type(arena)
    return _native_type(cls, () if arena is cls else tuple(_chosen(arena)))


def _chosen(arena: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names of fields whose type is a choice, with the types of an arena's values."""
    for field in arena.fields:
        value = vars(arena).get(field.name)
        if isinstance(field.kind, tuple) and value is not None:
            yield field.name, value.dtype.type
        elif field.is_arena and value is not None:
            yield field.name, tuple(_chosen(value))


@cache
def _native_type(cls: Any, chosen: Any) -> Any:
    from numba import from_dtype
    from numba.core import types

    from zerosum.abstraction.identity import digest
    from zerosum.native.types import RANDOM, ArenaType

    numbers = {int: types.int64, float: types.float64, Random: RANDOM}
    parts, choices = [], dict(chosen)
    for field in cls.fields:
        name, kind = field
        part = numbers.get(kind)
        if part is None and field.is_arena:
            part = _native_type(kind, choices.get(name, ()))
        elif part is None:
            item = choices.get(name, kind[0]) if isinstance(kind, tuple) else kind
            part = types.CPointer(from_dtype(np.dtype(item)))
        parts.append((name, part))
    name = f"{cls.__module__}.{cls.__qualname__}#{digest(repr(parts))}"
    return ArenaType(name, tuple(parts))


def apart(size: int, kind: Any) -> NDArray[Any]:
    """Return zeros on separate cache lines, so that threads do not compete for them."""
    return np.zeros(size + 32, kind)[16 : 16 + size]


class _Word:
    """A field: a word of the arena, which is a number, or the address of all else."""

    def __init__(self, place: int, field: Field) -> None:
        self.place = place
        self.field = field

    def __get__(self, arena: Arena | None, owner: Any = None) -> Any:
        name, kind = self.field
        if arena is None:
            return self
        if self.field.is_number:
            return kind((arena._words if kind is int else arena._reals)[self.place])
        if name not in vars(arena):
            raise AttributeError(
                f"{name} of {type(arena).__qualname__} must be set before it is used."
            )
        return vars(arena)[name]

    def __set__(self, arena: Arena, value: Any) -> None:
        if self.field.kind is float:
            arena._reals[self.place] = value
        elif self.field.kind is int:
            arena._words[self.place] = index(value)
        else:
            arena._words[self.place] = _address(self.field, value)
            vars(arena)[self.field.name] = value


def _check_names(cls: type[Arena], names: list[str]) -> None:
    """Check that the fields of a class do not hide what its base has.

    Raises
    ------
    TypeError
        If they do, or there are two bases with fields.
    """
    if sum(issubclass(base, Arena) for base in cls.__bases__) > 1:
        raise TypeError(f"{cls.__qualname__} must have one arena for a base: nest the other.")
    for name in names:
        if any(name in vars(base) for base in cls.__mro__[1:]):
            raise TypeError(f"{name} of {cls.__qualname__} must be a new name; its base has one.")


def _address(field: Field, value: Any) -> int:
    """Return where a value lies.

    Raises
    ------
    TypeError
        If it is not what the field declares.
    """
    kinds = field.kind if isinstance(field.kind, tuple) else (field.kind,)
    if issubclass(kinds[0], Random | Arena) and isinstance(value, field.kind):
        return int(value.word.ctypes.data if field.kind is Random else value.address)
    fits = isinstance(value, np.ndarray) and value.dtype in kinds
    if not fits or not value.flags.c_contiguous:
        names = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(
            f"{field.name} of an arena must be a contiguous {names}, or array of such; got "
            f"{value!r}."
        )
    return int(value.ctypes.data)


def _plain(value: Any) -> Any:
    if isinstance(value, Arena):
        return value.plain()
    flat: Any = value.reshape(-1) if isinstance(value, np.ndarray) else None
    return value if flat is None else memoryview(flat)


def _kind_of(hint: Any) -> Any:
    """Return the kind of a field from its annotation; of an array that of its items."""
    several = choices(hint)
    if len(several) > 1:
        return tuple(map(_kind_of, several))
    if get_origin(hint) is np.ndarray:
        return get_args(get_args(hint)[1])[0]
    return hint
