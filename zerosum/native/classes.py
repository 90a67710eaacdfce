"""``isinstance``, and the members and attributes of enums."""

from enum import Enum
from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import unwrap
from zerosum.native.emit import Emitter, Function, Kind, Value, generic, instruction
from zerosum.native.layout import enum_type
from zerosum.native.records import tag_of
from zerosum.native.types import (
    EnumType,
    FamilyType,
    HeldType,
    ListTupleType,
    PackedType,
    RangedType,
    RecordType,
    SequenceType,
)
from zerosum.support.tokens import enum_payloads


@cache
def tester(classes: tuple[type, ...], *, exact: bool) -> Function:
    """Return the native function that tests whether a value is of certain classes.

    Parameters
    ----------
    classes
        The classes.
    exact
        Whether subclasses do not count.
    """

    def holds(cls: type) -> bool:
        return cls in classes if exact else issubclass(cls, classes)

    @generic
    def test(value: Kind) -> Function:
        if isinstance(value, types.Optional):
            none = type(None) in classes
            return lambda value: none if value is None else test(unwrap(value))
        if isinstance(value, FamilyType):
            return _test_of_family(tuple(map(holds, value.classes)))
        known = _python_class(value)
        verdict = known is not None and holds(known)
        return lambda value: verdict

    return test


def _test_of_family(held: tuple[bool, ...]) -> Function:
    """Return the test of a family's tag, given which of its classes count."""
    tags = tuple(tag for tag, holds in enumerate(held) if holds)
    if all(held):
        return lambda value: True
    if not tags:
        return lambda value: False
    if len(tags) == 1:
        only = tags[0]
        return lambda value: tag_of(value) == only
    return lambda value: tag_of(value) in tags


def _python_class(kind: Any) -> type | None:
    if isinstance(kind, RecordType | EnumType):
        return kind.cls  # type: ignore[no-any-return]
    if isinstance(kind, types.EnumMember):
        return kind.instance_class  # type: ignore[no-any-return]
    plain: dict[type[types.Type], type] = {
        types.Boolean: bool,
        types.Integer: int,
        types.Float: float,
        types.NoneType: type(None),
        types.UnicodeType: str,
        types.Array: np.ndarray,
        types.BaseTuple: tuple,
        SequenceType: tuple,
        PackedType: tuple,
        ListTupleType: tuple,
        RangedType: tuple,
        types.List: list,
        HeldType: list,
    }
    return next((cls for known, cls in plain.items() if isinstance(kind, known)), None)


@cache
def enum_maker(cls: type[Enum]) -> Function:
    """Return the native function from a value of an enum to its member."""
    kind = enum_type(cls)
    if not all(isinstance(member.value, int) for member in cls):
        raise LoweringError(
            f"{cls.__qualname__}(...) has no native form, since its values are not all ints; write "
            "its members by name.",
            cls,
        )
    values = tuple(int(member.value) for member in cls)
    message = f"not a valid {cls.__qualname__}"

    @instruction(kind(types.int64))
    def as_member(emitter: Emitter, word: Value) -> Value:
        wanted = types.int64 if isinstance(kind, EnumType) else kind.dtype
        return emitter.context.cast(emitter.builder, word, types.int64, wanted)

    @generic
    def make(value: Kind) -> Function:
        if value == kind:
            return lambda value: value

        def impl(value: Any) -> Any:
            word = int(value)
            if word not in values:
                raise ValueError(message)
            return as_member(word)

        return impl

    return make


@instruction(lambda member: types.int64(member))
def word_of(emitter: Emitter, member: Value) -> Value:
    """Return the word of an enum's member."""
    given = getattr(emitter.signature.args[0], "dtype", types.int64)
    return emitter.context.cast(emitter.builder, member, given, types.int64)


def false_words(cls: type[Enum]) -> tuple[int, ...]:
    """Return the words of the members that Python calls false: none, unless the class says so.

    >>> class Side(Enum):
    ...     LEFT = 0
    >>> false_words(Side)
    ()
    """
    return tuple(word for member, word in enum_payloads(cls).items() if not bool(member))


@cache
def value_of(cls: type[Enum]) -> Any:
    """Return the plain function from the word of a member to its value."""
    payloads = enum_payloads(cls)
    if all(isinstance(member.value, int) for member in payloads):
        return lambda word: word
    found = tuple(member.value for member in payloads)
    if any(isinstance(value, str) for value in found):
        raise LoweringError(
            f"The values of {cls.__qualname__} are strings, which have no native form; compare "
            f"the members, or use ints as values.",
            cls,
        )
    values: Any = found
    if all(isinstance(value, float) for value in found):
        values = np.array(found)
    return lambda word: values[word]
