"""The Numba types of native values, and how each lies in memory.

A record is a struct of its fields; the classes of one family share a struct, a tag and the
words of whichever class it is; a tuple of bounded length is a count and an array. All are
values: passed, copied and compared as such, with no object behind them.

A type is known by its name, which ends in a fingerprint of the sources that shaped it. It
pickles as that name and its fields, never as its class: code that was compiled for another
version of a class can therefore be loaded without harm, and is never mistaken for this one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from numba.core import types

Fields = tuple[tuple[str, types.Type], ...]


class Fingerprinted(types.Type):  # type: ignore[misc]
    """A type whose name carries a fingerprint of the sources behind it."""

    cacheable = True


class RecordType(Fingerprinted):
    """A frozen record: a struct of its fields.

    Parameters
    ----------
    name
        Module, qualified name and fingerprint of the class.
    fields
        Name and native type of each field, in order.
    cacheable
        Whether a fresh process can find the class again.
    """

    def __init__(self, name: str, fields: Fields, cacheable: bool) -> None:
        self.fields = fields
        self.cacheable = cacheable
        self.lowering: Any = None
        self.cls: Any = None
        super().__init__(name)

    def __reduce__(self) -> Any:
        return type(self), (self.name, self.fields, self.cacheable)


class FamilyType(Fingerprinted):
    """One of several records: a tag, and words that hold the fields of the class it names.

    Parameters
    ----------
    name
        Names of the classes and their fingerprint.
    members
        Per class its name and fields; a field is (name, type, first word).
    words
        How many words the widest class needs.
    """

    def __init__(self, name: str, members: Sequence[Any], words: int, cacheable: bool) -> None:
        self.members = tuple(members)
        self.words = words
        self.cacheable = cacheable
        self.lowering: Any = None
        self.classes: tuple[Any, ...] = ()
        super().__init__(name)

    def __reduce__(self) -> Any:
        return type(self), (self.name, self.members, self.words, self.cacheable)


class StaticType(types.Type):  # type: ignore[misc]
    """What is known when the code is made: a factor that is a function, or a string. No words."""

    def __init__(self, name: str, cacheable: bool = True) -> None:
        self.cacheable = cacheable
        self.lowering: Any = None
        self.value: Any = None
        super().__init__(name)

    def __reduce__(self) -> Any:
        return StaticType, (self.name, self.cacheable)


class EnumType(types.Type):  # type: ignore[misc]
    """A member of an enum that is no ``IntEnum``: its value where all are ints, else its place."""

    def __init__(self, name: str) -> None:
        self.cls: Any = None
        super().__init__(name)

    def __reduce__(self) -> Any:
        return EnumType, (self.name,)


class SequenceType(types.Type):  # type: ignore[misc]
    """A tuple of at most ``capacity`` items of one type: a count and an array."""

    def __init__(self, item: types.Type, capacity: int) -> None:
        self.item = item
        self.capacity = capacity
        super().__init__(f"UpTo({item}, {capacity})")

    def __reduce__(self) -> Any:
        return SequenceType, (self.item, self.capacity)

    @property
    def key(self) -> Any:
        """What tells types apart: two enums of one name have one name here."""
        return self.item, self.capacity

    def unify(self, context: Any, other: Any) -> Any:
        """Return the wider of two sequences of one item type; a tuple that fits is one."""
        if isinstance(other, SequenceType) and other.item == self.item:
            return self if self.capacity >= other.capacity else other
        return self if self._takes(other) else None

    def _takes(self, other: Any) -> bool:
        """Return whether a fixed tuple fits."""
        return (
            isinstance(other, types.BaseTuple)
            and len(other) <= self.capacity
            and all(types.unliteral(item) == self.item for item in other)
        )

    def can_convert_from(self, context: Any, other: Any) -> Any:
        """Allow the way from a fixed tuple that fits."""
        from numba.core.typeconv import Conversion

        return Conversion.safe if self._takes(other) else None

    def can_convert_to(self, context: Any, other: Any) -> Any:
        """Allow the way to a wider sequence."""
        from numba.core.typeconv import Conversion

        if isinstance(other, SequenceType) and other.item == self.item:
            return Conversion.safe if other.capacity >= self.capacity else None
        return None


class RangedType(types.Type):  # type: ignore[misc]
    """A menu of ints that is a range of at most ``capacity`` items: a count, a start, a step."""

    def __init__(self, capacity: int) -> None:
        self.item = types.int64
        self.capacity = capacity
        super().__init__(f"Range({capacity})")

    def __reduce__(self) -> Any:
        return RangedType, (self.capacity,)


class HeldType(types.Type):  # type: ignore[misc]
    """A sequence on the stack of the function that holds it: indexed and filled in place."""

    def __init__(self, sequence: SequenceType) -> None:
        self.sequence = sequence
        super().__init__(f"Held({sequence})")

    def __reduce__(self) -> Any:
        return HeldType, (self.sequence,)

    @property
    def key(self) -> Any:
        """What tells types apart."""
        return self.sequence

    def is_precise(self) -> bool:
        """Return whether it is known yet of what type the items are."""
        return bool(self.sequence.item.is_precise())

    def unify(self, context: Any, other: Any) -> Any:
        """Return the type of one that is filled with the items of both."""
        if not isinstance(other, HeldType):
            return None
        item = context.unify_pairs(self.sequence.item, other.sequence.item)
        return None if item is None else HeldType(SequenceType(item, self.sequence.capacity))


class ListTupleType(types.Type):  # type: ignore[misc]
    """What ``tuple(list)`` gives: the list, known to be meant as a tuple."""

    def __init__(self, items: types.Type) -> None:
        self.items = items
        super().__init__(f"tuple({items})")

    def __reduce__(self) -> Any:
        return ListTupleType, (self.items,)

    @property
    def key(self) -> Any:
        """What tells types apart."""
        return self.items


class RandomType(types.Type):  # type: ignore[misc]
    """The generator of :mod:`zerosum.rng`: a pointer to its one word of state."""

    def __init__(self) -> None:
        super().__init__("zerosum.Random")

    def __reduce__(self) -> Any:
        return RandomType, ()


class ArenaType(types.Type):  # type: ignore[misc]
    """An arena: a pointer to a row of words, numbers and addresses, one for each field.

    One pointer goes through the recursion, whatever number of fields hang on it.
    """

    def __init__(self, name: str, fields: Fields) -> None:
        self.fields = fields
        digest = hashlib.blake2b(repr(fields).encode(), digest_size=6)
        super().__init__(f"{name}#{digest.hexdigest()}")

    def __reduce__(self) -> Any:
        return ArenaType, (self.name.partition("#")[0], self.fields)


class ViewType(Fingerprinted):
    """How a game is looked at: state and action abstraction, as one compiled thing.

    Its fields are the factors that are records, with the data they carry. It is a pointer to
    their words: whatever they hold, one word goes through the recursion.
    """

    def __init__(self, name: str, fields: Fields, cacheable: bool) -> None:
        self.fields = fields
        self.cacheable = cacheable
        self.lowering: Any = None
        self.view: Any = None
        super().__init__(name)

    def __reduce__(self) -> Any:
        return type(self), (self.name, self.fields, self.cacheable)


RANDOM = RandomType()
