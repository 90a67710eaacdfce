"""The Numba types of native values, and how each lies in memory.

A record is a struct of its fields; the classes of one family share a struct, a tag and the
words of whichever class it is; a tuple of bounded length is a count and an array. All are
values: passed, copied and compared as such, with no object behind them.

A type is known by its name, which ends in a fingerprint of the sources that shaped it. It
pickles as that name and its fields, never as its class: code that was compiled for another
version of a class can therefore be loaded without harm, and is never mistaken for this one.
"""

from collections.abc import Container, Mapping
from typing import Any, ClassVar, TypeVar

from numba.core import types
from numba.core.typeconv import Conversion

from zerosum.errors import LoweringError

T = TypeVar("T")
Fields = tuple[tuple[str, types.Type], ...]
FIXED_FIELDS = "fixed_fields_"
"""The name of a record's field that stands for those marked by ``FIXED``."""


def nearest(table: Mapping[type, T], kind: types.Type) -> T:
    """Return the entry of a table for the class of a type, or for the nearest of its bases."""
    return next(table[cls] for cls in type(kind).__mro__ if cls in table)


def holds(kind: Any, wanted: type[types.Type]) -> bool:
    """Return whether a value of a type is of a kind of types, or has a part that is."""
    parts = kind if isinstance(kind, types.BaseTuple) else ()
    if isinstance(kind, types.Optional):
        parts = [kind.type]
    if isinstance(kind, SequenceType):
        parts = [kind.item]
    if isinstance(kind, RecordType | FixedType):
        parts = [part for _, part in kind.fields]
    if isinstance(kind, FamilyType):
        parts = [part for _, laid in kind.members for _, part, _ in laid]
    return isinstance(kind, wanted) or any(holds(part, wanted) for part in parts)


def holds_arrays(kind: Any) -> bool:
    """Return whether a value of a type points to arrays."""
    return holds(kind, types.Array)


class _Interned(type(types.Type)):  # type: ignore[misc]
    """Attach to a type the classes that it stands for; those of the latest call count.

    Numba keeps one type for each name. A type that is loaded with cached code has only its name,
    and when the cell of a notebook runs again, a new class takes the place of an old one of the
    same meaning. This call is the only time that a type changes.
    """

    def __call__(cls, /, *parts: Any, **origin: Any) -> Any:
        kind = super().__call__(*parts)
        for name, known in origin.items():
            setattr(kind, name, known)
        return kind


class ValueType(types.Type, metaclass=_Interned):  # type: ignore[misc]
    """Base of the types here: made of ``parts``, and pickled as these.

    What a type stands for is given by keyword, and is no part of it: ``lowering``, which
    compiles the methods of its values, and ``cls``, ``classes`` or ``value``.
    """

    parts: ClassVar[tuple[str, ...]] = ("name",)
    spelling: ClassVar[str] = "{name}"
    cacheable = True
    lowering: Any = None
    cls: Any = None
    fields: Fields = ()

    @property
    def struct(self) -> Fields:
        """The members of the struct that a value is, if it is one."""
        return self.fields

    def __init__(self, *parts: Any, **_origin: Any) -> None:  # which _Interned sets
        self.__dict__.update(zip(self.parts, parts, strict=True))
        super().__init__(self.spelling.format(**vars(self)))

    def __reduce__(self) -> Any:
        return type(self), tuple([getattr(self, part) for part in self.parts])


class Fingerprinted(ValueType):
    """A type whose name carries a fingerprint of the sources behind it."""


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

    parts = ("name", "fields", "cacheable")

    @property
    def fixed(self) -> Fields:
        """The fields that lie elsewhere, once for all histories."""
        kind = dict(self.fields).get(FIXED_FIELDS)
        return () if kind is None else kind.fields


def set_apart(fields: Fields, names: Container[str]) -> Fields:
    """Return the fields of a record with one for all that are fixed, as far as they are words."""
    fixed = tuple((n, kind) for n, kind in fields if n in names and not holds_arrays(kind))
    rest = tuple(field for field in fields if field not in fixed)
    return ((FIXED_FIELDS, FixedType(fixed)), *rest) if fixed else fields


def _counted(words: int) -> Fields:
    """Return an int, and so many words behind it."""
    return ("count", types.int64), *((f"w{place}", types.int64) for place in range(words))


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
    cacheable
        Whether a fresh process can find the classes again.
    """

    parts = ("name", "members", "words", "cacheable")
    members: tuple[Any, ...]
    words: int
    classes: tuple[type, ...] = ()

    @property
    def struct(self) -> Fields:
        """A tag, and the words."""
        return _counted(self.words)


class ViewType(Fingerprinted):
    """How a game is looked at: state and action abstraction, as one compiled thing.

    Its fields are the factors that are records, with the data they carry. It is a pointer to
    their words: whatever they hold, one word goes through the recursion.
    """

    parts = ("name", "fields", "cacheable")


class StaticType(ValueType):
    """A value known at compile time: a factor that is a function, a string, some numbers.

    It takes no words.
    """

    parts = ("name", "cacheable")
    value: Any = None


class EnumType(ValueType):
    """A member of an enum other than ``IntEnum``: its value if all are ints, else its index."""


class RandomType(ValueType):
    """The generator of :mod:`zerosum.rng`: a pointer to its one word of state."""

    parts = ()
    spelling = "zerosum.Random"


class ArenaType(ValueType):
    """An arena: a pointer to a row of words, numbers and addresses, one for each field.

    One pointer goes through the recursion, whatever number of fields hang on it.
    """

    parts = ("name", "fields")


class _Items(ValueType):
    """Base of the tuples whose length varies, known by their parts.

    Two types of items may have one name, as two enums of one name do.
    """

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells types apart."""
        return tuple([getattr(self, part) for part in self.parts])

    def takes(self, other: types.Type) -> bool:
        """Return whether values of another type can be cast, since all of them fit."""
        return False

    def can_convert_from(self, context: Any, other: types.Type) -> Conversion | None:
        """Allow the way from a type whose values fit."""
        return Conversion.safe if self.takes(other) else None


class SequenceType(_Items):
    """A tuple of at most ``capacity`` items of one type: a count and an array."""

    parts = ("item", "capacity")
    spelling = "UpTo({item}, {capacity})"
    item: types.Type
    capacity: int

    @property
    def struct(self) -> Fields:
        """A count, and the items."""
        return ("count", types.int64), ("items", types.UniTuple(self.item, self.capacity))

    def __init__(self, *parts: Any, **origin: Any) -> None:
        super().__init__(*parts, **origin)
        if holds_arrays(self.item):  # References are counted, also of items that are not set.
            raise LoweringError(
                "The items of a tuple of varying length must not hold arrays; write one array "
                "with one more dimension, or a tuple of fixed length.",
                self,
            )

    def takes(self, other: types.Type) -> bool:
        """Return whether values of another type can be cast: narrower, or fixed tuples that fit."""
        if isinstance(other, SequenceType | PackedType):
            return bool(other.item == self.item and other.capacity <= self.capacity)
        return (
            isinstance(other, types.BaseTuple)
            and len(other) <= self.capacity
            and all(types.unliteral(item) == self.item for item in other)
        )

    def unify(self, context: Any, other: types.Type) -> types.Type | None:
        """Return the wider of two sequences of one item type; a tuple that fits is one."""
        if self.takes(other):
            return self
        return other if isinstance(other, SequenceType) and other.takes(self) else None


class PackedType(_Items):
    """A tuple of at most ``capacity`` ints of ``bits`` bits: a count and words of several items.

    What lies in the words beyond the count is zero, so that equal tuples have equal words.
    """

    parts = ("capacity", "bits")
    spelling = "Packed({capacity}, {bits})"
    capacity: int
    bits: int
    item = types.int64

    @property
    def each(self) -> int:
        """How many items a word holds; its sign is not used."""
        return 63 // self.bits

    @property
    def words(self) -> int:
        """How many words hold the items."""
        return max(1, -(-self.capacity // self.each))

    @property
    def struct(self) -> Fields:
        """A count, and the words."""
        return _counted(self.words)

    def takes(self, other: types.Type) -> bool:
        """Return whether values of another type can be cast: narrower, or the empty tuple."""
        if isinstance(other, PackedType):
            return other.bits == self.bits and other.capacity <= self.capacity
        return bool(other == types.Tuple(()))

    def unify(self, context: Any, other: types.Type) -> types.Type | None:
        """Return the wider of two packed tuples; a sequence if the other is no such tuple."""
        if self.takes(other):
            return self
        if isinstance(other, PackedType) and other.takes(self):
            return other
        if not isinstance(other, types.BaseTuple | SequenceType | PackedType):
            return None
        most = len(other) if isinstance(other, types.BaseTuple) else other.capacity
        wide = SequenceType(self.item, max(self.capacity, most))
        return wide if wide.takes(other) else None


class FixedType(_Items):
    """The fields of a record that are the same in all histories: the address of their words.

    Python keeps the words, one copy of equal ones, for the life of the process.
    """

    parts = ("fields",)
    spelling = "Fixed({fields})"


class RangedType(_Items):
    """A menu of ints that is a range of at most ``capacity`` items: a count, a start, a step."""

    parts = ("capacity",)
    spelling = "Range({capacity})"
    capacity: int
    item = types.int64


class HeldType(_Items):
    """What lies on the stack of the function that holds it: a sequence, to be filled in place.

    Or an infoset, which is read there.
    """

    parts = ("sequence",)
    spelling = "Held({sequence})"
    sequence: Any

    def is_precise(self) -> bool:
        """Return whether it is known yet of what type the items are."""
        held = self.sequence
        return bool((held.item if isinstance(held, SequenceType) else held).is_precise())

    def unify(self, context: Any, other: types.Type) -> types.Type | None:
        """Return the type of one that is filled with the items of both."""
        if not (isinstance(other, HeldType) and isinstance(self.sequence, SequenceType)):
            return None
        item = context.unify_pairs(self.sequence.item, other.sequence.item)
        return None if item is None else HeldType(SequenceType(item, self.sequence.capacity))


class ListTupleType(_Items):
    """What ``tuple(list)`` gives: the list, known to be meant as a tuple."""

    parts = ("items",)
    spelling = "tuple({items})"
    items: types.Type

    @property
    def struct(self) -> Fields:
        """The list."""
        return (("items", self.items),)


RANDOM = RandomType()
