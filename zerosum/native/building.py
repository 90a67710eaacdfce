"""Menus that are made in place: filled by ``append``, or ranges.

A menu that is filled is kept on the stack: a list on the heap costs 140 ns a node. The type of
its items is that of what is appended, as for any list. It may count more items than it has room
for, since a list in Python may hold them; it is an error only to make a tuple of them.
"""

from functools import cache
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr

from zerosum.errors import LoweringError
from zerosum.native.bool_or_int import as_int, mix_bool_and_int
from zerosum.native.convert import Outgrown
from zerosum.native.emit import WORD, Emitter, Function, Value, always, emits, generic, instruction
from zerosum.native.sequences import emit_counter, emit_push, release, reserve, sequence_count
from zerosum.native.spelling import spelled
from zerosum.native.types import HeldType, RangedType, SequenceType

# Numba would take one for the other, which Python tells apart in a key.
_NUMBERS = types.Number | types.Boolean | types.IntEnumMember
_ONE_FAMILY = "append records of one family, or ints only"


@cache
def new_stack(capacity: int) -> Function:
    """Return the native function without arguments that makes a stack, on the caller's."""

    # Of what type the items are is known only when some are appended.
    @instruction(HeldType(SequenceType(types.undefined, capacity))())
    def stack(emitter: Emitter) -> Value:
        kind = emitter.signature.return_type.sequence
        place = reserve(emitter, kind)
        emitter.builder.store(WORD(0), emit_counter(emitter, place))
        return place

    return stack


@infer_getattr
class _StackAttributes(AttributeTemplate):  # type: ignore[misc]
    key = HeldType

    @bound_function("zerosum.append")
    def resolve_append(self, stack: HeldType, args: Any, kws: Any) -> Any:
        """Return the signature of ``append``, with the items' type as far as it is known now."""
        (value,), known = map(types.unliteral, args), stack.sequence.item
        if isinstance(value, types.Integer):
            value = types.int64
        item = self.context.unify_pairs(known, value)
        differ = known != value and isinstance(known, _NUMBERS) and isinstance(value, _NUMBERS)
        if item is None or differ or mix_bool_and_int([known, value]):
            written = as_int([known, value])
            advice = f"append ints only: {written}" if written else _ONE_FAMILY
            raise LoweringError(
                f"The items of a menu must be of one type; got {spelled(known)} and "
                f"{spelled(value)}; {advice}.",
                value,
            )
        refined = HeldType(SequenceType(item, stack.sequence.capacity))
        return signature(types.none, item, recvr=refined)


@lower_builtin("zerosum.append", HeldType, types.Any)
@emits
def _append(emitter: Emitter, sig: Any, args: Any) -> Value:
    """Count an item, and keep it if there is room."""
    stack, item = args
    emit_push(emitter, stack, item, sig.args[0].sequence.capacity)
    return emitter.context.get_dummy_value()


@cache
def tuple_of_stack(capacity: int, outgrown: str) -> Function:
    """Return the native function that makes a tuple of a stack.

    Parameters
    ----------
    capacity
        How many items there may be.
    outgrown
        What the error says if there are more.
    """

    @generic
    @always
    def take(stack: Any) -> Any:
        if sequence_count(stack) > capacity:
            raise Outgrown(outgrown)
        return release(stack)

    return take


@cache
def tuple_of_range(capacity: int, outgrown: str) -> Function:
    """Return the native function that makes a menu of a range.

    Parameters
    ----------
    capacity
        The greatest length.
    outgrown
        What the error says of a longer one.
    """
    kind = RangedType(capacity)

    @instruction(kind(types.int64, types.int64, types.int64))
    def make(emitter: Emitter, count: Value, start: Value, step: Value) -> Value:
        value = cgutils.create_struct_proxy(kind)(emitter.context, emitter.builder)
        value.count, value.start, value.step = count, start, step
        return value._getvalue()

    @generic
    @always
    def menu(items: Any) -> Any:
        if len(items) > capacity:
            raise Outgrown(outgrown)
        return make(len(items), items.start, items.step)

    return menu
