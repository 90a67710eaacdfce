"""Operations on native values: building, replacing, comparing, choosing, joining.

Each function here that user code reaches by a Python spelling (``+``, ``len``, ``in``,
``offered``) is an overload; those that the rewriting of sources puts in place of a Python
spelling are named like it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from zerosum.actions import offered
from zerosum.errors import LoweringError
from zerosum.native.overloads import overload
from zerosum.native.types import FamilyType, RecordType, SequenceType
from zerosum.native.words import WORD, from_words, to_words, word_count

_ENUMS = (types.EnumMember, types.IntEnumMember)
_LISTS = (types.List, types.ListType)


def fits(given: types.Type, wanted: types.Type) -> bool:
    """Return whether a cast takes one type to another without changing the value."""
    if isinstance(wanted, types.Optional):
        return given is types.none or given == wanted or fits(given, wanted.type)
    if isinstance(given, types.Optional):
        return False
    if isinstance(wanted, types.Integer) and not isinstance(wanted, types.Boolean):
        return isinstance(given, types.Integer | types.Boolean | types.IntEnumMember)
    if isinstance(wanted, types.Float):
        return isinstance(given, types.Float | types.Integer | types.Boolean)
    if isinstance(wanted, types.BaseTuple) and isinstance(given, types.BaseTuple):
        pairs = list(zip(given, wanted, strict=False))
        return len(given) == len(wanted) and all(fits(a, b) for a, b in pairs)
    if isinstance(wanted, types.Array) and isinstance(given, types.Array):
        return given.dtype == wanted.dtype and given.ndim == wanted.ndim
    return given == wanted


def emit_cast(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    """Emit a cast that :func:`fits` allows, enums and tuples included."""
    if isinstance(wanted, types.Optional):
        if given is types.none:
            return context.make_optional_none(builder, wanted.type)
        if given == wanted:
            return value
        inner = emit_cast(context, builder, value, given, wanted.type)
        return context.make_optional_value(builder, wanted.type, inner)
    if isinstance(given, types.IntEnumMember) and isinstance(wanted, types.Integer):
        return context.cast(builder, value, given.dtype, wanted)
    if isinstance(wanted, types.BaseTuple) and given != wanted:
        result = ir.Constant(context.get_value_type(wanted), ir.Undefined)
        for place, (a, b) in enumerate(zip(given, wanted, strict=True)):
            part = emit_cast(context, builder, builder.extract_value(value, place), a, b)
            result = builder.insert_value(result, part, place)
        return result
    if isinstance(wanted, types.Array):
        return value
    return context.cast(builder, value, given, wanted)


# --- conversion to the type of a field -------------------------------------------------------


def converter(wanted: types.Type, place: str) -> Any:
    """Return a native function that takes any fitting value to the type of a field.

    Parameters
    ----------
    wanted
        Type of the field.
    place
        ``Class.field``, for errors.
    """
    return _converter(wanted, place)


@cache
def _converter(wanted: types.Type, place: str) -> Any:
    def convert(value: Any) -> Any:
        return value

    @intrinsic
    def cast(context: Any, value: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            return emit_cast(ctx, builder, args[0], value, wanted)

        return wanted(value), codegen

    def resolve(value: Any) -> Any:
        if isinstance(value, types.Literal):
            value = value.literal_type
        if isinstance(wanted, types.Boolean) and isinstance(value, types.Integer):
            return (lambda value: value) if value == wanted else (lambda value: value != 0)
        if fits(value, wanted):
            return lambda value: cast(value)
        if isinstance(value, types.Optional):
            return _unwrapped(convert, wanted)
        made = _sequence_converter(value, wanted, place)
        if made is None:
            raise LoweringError(
                f"{place} must be a value of its annotation, natively {wanted}; got {value}. "
                f"Convert it before it is stored.",
                place,
            )
        return made

    overload(convert)(resolve)
    return convert


def _unwrapped(convert: Any, wanted: types.Type) -> Callable[[Any], Any]:
    def impl(value: Any) -> Any:
        if value is None:
            raise TypeError("a field that is never None was given None")
        return convert(unwrap(value))

    return impl


@intrinsic
def unwrap(context: Any, value: Any) -> Any:
    """Return the value inside an optional that is known to hold one."""
    kind = value.type if isinstance(value, types.Optional) else value

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not isinstance(value, types.Optional):
            return args[0]
        return ctx.make_helper(builder, value, value=args[0]).data

    return kind(value), codegen


def _sequence_converter(value: Any, wanted: Any, place: str) -> Any:
    """Return a function from a list, tuple or sequence to a sequence or a fixed tuple."""
    if isinstance(wanted, SequenceType):
        capacity = wanted.capacity
        message = f"{place} holds more than {capacity} items; raise its UpTo({capacity})"
        empty, item = _empty(wanted), _converter(wanted.item, place)
        if isinstance(value, SequenceType) and value.item == wanted.item and (
            value.capacity <= capacity
        ):
            return lambda value: _widen(value, empty())
        if isinstance(value, types.BaseTuple):
            if len(value) > capacity:
                raise LoweringError(f"{message}; got a tuple of {len(value)}.", place)
            return _tuple_converter(len(value), empty, item)
        if isinstance(value, (*_LISTS, SequenceType)):
            return _list_converter(capacity, message, empty, item)
    if isinstance(wanted, types.BaseTuple) and isinstance(value, (*_LISTS, SequenceType)):
        return _fixed_converter(wanted, place)
    if isinstance(wanted, types.BaseTuple) and isinstance(value, types.BaseTuple):
        return _parts_converter(value, wanted, place)
    return None


def _generate(source: str, names: dict[str, Any]) -> Any:
    """Make a function from a line or two of source; for shapes that depend on a length."""
    namespace = dict(names)
    exec(source, namespace)
    return namespace["impl"]


def _tuple_converter(length: int, empty: Any, item: Any) -> Any:
    pushes = "".join(f"    push(held, item(value[{place}]))\n" for place in range(length))
    source = f"def impl(value):\n    held = hold(empty())\n{pushes}    return release(held)\n"
    return _generate(
        source, {"hold": hold, "push": push, "release": release, "empty": empty, "item": item}
    )


def _list_converter(capacity: int, message: str, empty: Any, item: Any) -> Any:
    def impl(value: Any) -> Any:
        if len(value) > capacity:
            raise OverflowError(message)
        held = hold(empty())
        for place in range(len(value)):
            push(held, item(value[place]))
        return release(held)

    return impl


def _fixed_converter(wanted: Any, place: str) -> Any:
    length = len(wanted)
    message = f"{place} must hold {length} items"
    items = [_converter(part, place) for part in wanted]
    parts = "".join(f"item{n}(value[{n}]), " for n in range(length))
    source = (
        f"def impl(value):\n    if len(value) != {length}:\n"
        f"        raise ValueError(message)\n    return ({parts})\n"
    )
    return _generate(source, {"message": message, **{f"item{n}": f for n, f in enumerate(items)}})


def _parts_converter(value: Any, wanted: Any, place: str) -> Any:
    if len(value) != len(wanted):
        return None
    items = [_converter(part, place) for part in wanted]
    parts = "".join(f"item{n}(value[{n}]), " for n in range(len(wanted)))
    return _generate(
        f"def impl(value):\n    return ({parts})\n", {f"item{n}": f for n, f in enumerate(items)}
    )


# --- records ---------------------------------------------------------------------------------


def builder_of(kind: RecordType | FamilyType, member: int = 0) -> Any:
    """Return a native function from the fields of a record, in order, to the record.

    Parameters
    ----------
    kind
        Type of the record, or of its family.
    member
        Which class of the family.
    """
    if isinstance(kind, FamilyType):
        name, laid = kind.members[member]
        fields = [(field, part) for field, part, _ in laid]
    else:
        name, fields = kind.name.split("#")[0], list(kind.fields)
    short = name.rsplit(".", 1)[-1]
    names = [f"a{place}" for place in range(len(fields))]
    converters = {f"to{n}": converter(part, f"{short}.{f}") for n, (f, part) in enumerate(fields)}
    make = _maker(kind, member, len(fields))
    converted = ", ".join(f"to{place}({name})" for place, name in enumerate(names))
    source = f"def impl({', '.join(names)}):\n    return make({converted})\n"
    return _generate(source, {"make": make, **converters})


def _maker(kind: RecordType | FamilyType, member: int, count: int) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if isinstance(kind, RecordType):
            value = ir.Constant(context.get_value_type(kind), ir.Undefined)
            for place, item in enumerate(args):
                value = builder.insert_value(value, item, place)
            return value
        words = [ir.Constant(WORD, 0)] * kind.words
        for (_, part, start), item in zip(kind.members[member][1], args, strict=True):
            emitted = to_words(context, builder, part, item)
            words[start : start + len(emitted)] = emitted
        return from_words(context, builder, kind, [ir.Constant(WORD, member), *words])

    def resolve(context: Any, *args: Any) -> Any:
        return kind(*args), codegen

    names = ", ".join(f"a{place}" for place in range(count))
    source = f"def make(context, {names}):\n    return resolve(context, {names})\n"
    namespace: dict[str, Any] = {"resolve": resolve}
    exec(source, namespace)
    return intrinsic(namespace["make"])


@intrinsic
def tag_of(context: Any, value: Any) -> Any:
    """Return which class of its family a value is of."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.extract_value(args[0], 0)

    return types.int64(value), codegen


@cache
def constant(kind: types.Type, words: tuple[int, ...]) -> Any:
    """Return a native function without arguments that gives a value known beforehand."""

    @intrinsic
    def value(context: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            return from_words(ctx, builder, kind, [ir.Constant(WORD, word) for word in words])

        return kind(), codegen

    return value


@overload(operator.eq)
def _record_eq(a: Any, b: Any) -> Any:
    if isinstance(a, FamilyType) and a == b:
        return lambda a, b: same_words(a, b)
    if isinstance(a, RecordType) and a == b:
        return a.lowering.equality(a)
    if isinstance(a, RecordType | FamilyType) and isinstance(b, RecordType | FamilyType):
        return lambda a, b: False
    if isinstance(a, types.Optional) or isinstance(b, types.Optional):
        return _optional_eq(a, b)
    if isinstance(a, SequenceType) and isinstance(b, SequenceType | types.BaseTuple):
        return _sequence_eq
    if isinstance(b, SequenceType) and isinstance(a, types.BaseTuple):
        return _sequence_eq
    return None


@overload(operator.ne)
def _record_ne(a: Any, b: Any) -> Any:
    ours = (RecordType, FamilyType, SequenceType, types.Optional)
    if isinstance(a, ours) or isinstance(b, ours):
        return lambda a, b: not (a == b)
    return None


def _optional_eq(a: Any, b: Any) -> Any:
    if a is types.none or b is types.none:
        return None
    if isinstance(a, types.Optional) and isinstance(b, types.Optional):

        def both(a: Any, b: Any) -> Any:
            if a is None or b is None:
                return a is None and b is None
            return unwrap(a) == unwrap(b)

        return both
    if isinstance(a, types.Optional):
        return lambda a, b: False if a is None else unwrap(a) == b
    return lambda a, b: False if b is None else a == unwrap(b)


def _sequence_eq(a: Any, b: Any) -> bool:
    if len(a) != len(b):
        return False
    for place in range(len(a)):
        if a[place] != b[place]:
            return False
    return True


@intrinsic
def same_words(context: Any, a: Any, b: Any) -> Any:
    """Return whether two values of one type are the same word for word."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = ir.Constant(ir.IntType(1), 1)
        left, right = (to_words(ctx, builder, a, value) for value in args)
        for x, y in zip(left, right, strict=True):
            result = builder.and_(result, builder.icmp_signed("==", x, y))
        return result

    return types.boolean(a, b), codegen


# --- sequences -------------------------------------------------------------------------------


class HeldType(types.Type):  # type: ignore[misc]
    """A sequence on the stack of the kernel that holds it: indexed without a copy."""

    def __init__(self, sequence: SequenceType) -> None:
        self.sequence = sequence
        super().__init__(f"Held({sequence})")


def _register_held() -> None:
    from numba.core.datamodel import models
    from numba.core.datamodel.registry import register_default

    @register_default(HeldType)
    class _HeldModel(models.PointerModel):  # type: ignore[misc]
        def __init__(self, manager: Any, kind: HeldType) -> None:
            self._pointee_model = manager.lookup(kind.sequence)
            self._pointee_be_type = self._pointee_model.get_value_type()
            models.DataModel.__init__(self, manager, kind)

        def get_value_type(self) -> Any:
            return self._pointee_be_type.as_pointer()


_register_held()


@cache
def _empty(kind: SequenceType) -> Any:
    @intrinsic
    def empty(context: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = ir.Constant(ctx.get_value_type(kind), ir.Undefined)
            return builder.insert_value(value, ir.Constant(WORD, 0), 0)

        return kind(), codegen

    return empty


@intrinsic
def hold(context: Any, sequence: Any) -> Any:
    """Put a sequence on the stack of the caller, so that it can be indexed in place."""
    kind = HeldType(sequence)

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ctx.get_value_type(sequence))
        builder.store(args[0], place)
        return place

    return kind(sequence), codegen


@intrinsic
def release(context: Any, held: Any) -> Any:
    """Return the sequence that is held, as a value."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(args[0])

    return held.sequence(held), codegen


@intrinsic
def push(context: Any, held: Any, item: Any) -> Any:
    """Append an item to a held sequence that has room for it. Modified in place."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        counter = builder.gep(args[0], [zero, zero])
        count = builder.load(counter)
        builder.store(args[1], builder.gep(args[0], [zero, one, count]))
        builder.store(builder.add(count, ir.Constant(WORD, 1)), counter)
        return ctx.get_dummy_value()

    return types.none(held, held.sequence.item), codegen


@intrinsic
def _widen(context: Any, sequence: Any, empty: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        if sequence == empty:
            return args[0]
        place = cgutils.alloca_once(builder, ctx.get_value_type(empty))
        inner = ctx.get_value_type(sequence).as_pointer()
        builder.store(args[0], builder.bitcast(place, inner))
        return builder.load(place)

    return empty(sequence, empty), codegen


@intrinsic
def sequence_count(context: Any, sequence: Any) -> Any:
    """Return the length of a sequence, held or not."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(args[0]) if isinstance(sequence, HeldType) else args[0]
        return builder.extract_value(value, 0)

    return types.int64(sequence), codegen


@intrinsic
def sequence_item(context: Any, sequence: Any, index: Any) -> Any:
    """Return one item of a sequence, held or not; the index must be in range."""
    held = isinstance(sequence, HeldType)
    kind = sequence.sequence.item if held else sequence.item

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = args[0]
        if not held:
            place = cgutils.alloca_once(builder, args[0].type)
            builder.store(args[0], place)
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        return builder.load(builder.gep(place, [zero, one, args[1]]))

    return kind(sequence, types.int64), codegen


@overload(len)
def _sequence_len(sequence: Any) -> Any:
    if isinstance(sequence, SequenceType | HeldType):
        return lambda sequence: sequence_count(sequence)
    return None


@overload(operator.getitem)
def _sequence_getitem(sequence: Any, index: Any) -> Any:
    if isinstance(sequence, HeldType) and isinstance(index, types.Integer):
        return lambda sequence, index: sequence_item(sequence, index)
    if isinstance(sequence, SequenceType) and isinstance(index, types.Integer):

        def impl(sequence: Any, index: Any) -> Any:
            place = index + sequence_count(sequence) if index < 0 else index
            if place < 0 or place >= sequence_count(sequence):
                raise IndexError("tuple index out of range")
            return sequence_item(sequence, place)

        return impl
    if isinstance(sequence, SequenceType) and isinstance(index, types.SliceType):
        return _slice(sequence)
    return None


def _slice(kind: SequenceType) -> Any:
    empty = _empty(kind)

    def impl(sequence: Any, index: Any) -> Any:
        held = hold(empty())
        for place in range(*index.indices(sequence_count(sequence))):
            push(held, sequence_item(sequence, place))
        return release(held)

    return impl


@overload(operator.contains)
def _sequence_contains(sequence: Any, item: Any) -> Any:
    if not isinstance(sequence, SequenceType):
        return None

    def impl(sequence: Any, item: Any) -> Any:
        for place in range(sequence_count(sequence)):
            if sequence_item(sequence, place) == item:
                return True
        return False

    return impl


@overload(operator.add)
def _sequence_add(a: Any, b: Any) -> Any:
    kinds = (SequenceType, types.BaseTuple)
    if not (isinstance(a, SequenceType) or isinstance(b, SequenceType)):
        return None
    if not (isinstance(a, kinds) and isinstance(b, kinds)):
        return None
    item = a.item if isinstance(a, SequenceType) else b.item
    left = a if isinstance(a, SequenceType) else SequenceType(item, len(a))
    right = b if isinstance(b, SequenceType) else SequenceType(item, len(b))
    to_left, to_right = converter(left, "the left of +"), converter(right, "the right of +")
    return lambda a, b: _join(to_left(a), to_right(b))


@intrinsic
def _join(context: Any, a: Any, b: Any) -> Any:
    kind = SequenceType(a.item, a.capacity + b.capacity)

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ctx.get_value_type(kind))
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        counts = [builder.extract_value(value, 0) for value in args]
        builder.store(builder.add(*counts), builder.gep(place, [zero, zero]))
        for value, at in zip(args, (ir.Constant(WORD, 0), counts[0]), strict=True):
            items = builder.extract_value(value, 1)
            start = builder.gep(place, [zero, one, at])
            builder.store(items, builder.bitcast(start, items.type.as_pointer()))
        return builder.load(place)

    return kind(a, b), codegen


@overload(offered)
def _offered(options: Any) -> Any:
    if not isinstance(options, types.BaseTuple):
        return None
    return lambda options: _choose(options)


@intrinsic
def _choose(context: Any, options: Any) -> Any:
    pairs = [tuple(pair) for pair in options]
    item = context.unify_types(*[pair[0] for pair in pairs])
    if item is None:
        raise LoweringError("The actions given to offered must be of one family.", options)
    kind = SequenceType(item, len(pairs))

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ctx.get_value_type(kind))
        zero, one = (ir.Constant(ir.IntType(32), n) for n in (0, 1))
        count = ir.Constant(WORD, 0)
        for n, (given, flag) in enumerate(pairs):
            pair = builder.extract_value(args[0], n)
            action = emit_cast(ctx, builder, builder.extract_value(pair, 0), given, item)
            legal = ctx.cast(builder, builder.extract_value(pair, 1), flag, types.boolean)
            builder.store(action, builder.gep(place, [zero, one, count]))
            legal = ctx.data_model_manager[types.boolean].as_data(builder, legal)
            count = builder.add(count, builder.zext(legal, WORD))
        builder.store(count, builder.gep(place, [zero, zero]))
        return builder.load(place)

    return kind(options), codegen


def iterate(sequence: Any) -> Any:
    """Return something that a native ``for`` can walk; in Python the thing itself."""
    return sequence


@overload(iterate)
def _iterate(sequence: Any) -> Any:
    if isinstance(sequence, SequenceType):
        return _walk_sequence
    if isinstance(sequence, RecordType | FamilyType):
        return sequence.lowering.iteration(sequence)
    return lambda sequence: sequence


def _walk_sequence(sequence: Any) -> Any:
    return _items(sequence)


def _items_source(sequence: Any) -> Iterator[Any]:
    for place in range(sequence_count(sequence)):
        yield sequence_item(sequence, place)


def _make_items() -> Any:
    from numba import njit

    return njit(_items_source)


_items = _make_items()


def to_tuple(items: Any) -> Any:
    """``tuple(items)``: natively a list or a sequence serves as it is."""
    return tuple(items)


@overload(to_tuple)
def _to_tuple(items: Any) -> Any:
    if isinstance(items, types.RangeType | types.Generator):
        return lambda items: [item for item in items]
    if isinstance(items, RecordType):
        return lambda items: [item for item in iterate(items)]
    return lambda items: items


def as_menu(capacity: int, declared: int, place: str) -> Any:
    """Return the native function that takes what an abstraction returns to one form.

    Tuples whose length varies become sequences; anything else passes.

    Parameters
    ----------
    capacity
        The greatest length of what is returned; 0 where there is one return, which tells.
    declared
        The greatest length of a list.
    place
        Whose value it is, for errors.
    """
    return _as_menu(capacity, declared, place)


@cache
def _as_menu(capacity: int, declared: int, place: str) -> Any:
    def menu(actions: Any) -> Any:
        return actions

    def resolve(actions: Any) -> Any:
        if isinstance(actions, SequenceType):
            item, room = actions.item, capacity or actions.capacity
        elif isinstance(actions, _LISTS):
            item, room = actions.dtype, declared
        elif isinstance(actions, types.BaseTuple) and capacity and len(actions):
            item, room = common_type(list(actions)), capacity
        else:
            return lambda actions: actions
        if item is None or not item.is_precise():
            return lambda actions: actions
        to = converter(SequenceType(item, room), place)
        return lambda actions: to(actions)

    overload(menu)(resolve)
    return menu


def as_sequence(menu: Any) -> Any:
    """Return a menu in the form that kernels index."""
    return menu


@overload(as_sequence)
def _as_sequence(menu: Any) -> Any:
    if isinstance(menu, SequenceType):
        return lambda menu: menu
    item = common_type(list(menu)) if isinstance(menu, types.BaseTuple) and len(menu) else None
    if item is None:
        raise LoweringError(
            f"A menu must be a tuple of actions of one family, or of ints; got {menu}. Annotate "
            f"apply with the union of the action classes, or with their common base.",
            menu,
        )
    to = converter(SequenceType(item, len(menu)), "The menu")
    return lambda menu: to(menu)


def common_type(kinds: list[types.Type]) -> types.Type | None:
    """Return the one type that all of several values can take, or None."""
    kinds = [k.literal_type if isinstance(k, types.Literal) else k for k in kinds]
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    if all(fits(kind, types.int64) for kind in kinds):
        return types.int64
    return None
