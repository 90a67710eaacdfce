"""Functions that kernels call by address, and the code behind them: compiled once, for all kernels.

A function that Numba compiles becomes part of each kernel that names it. What an abstraction says
of an infoset is compiled by itself instead: its address lies among the words of a view, and a
kernel that finds it there stays the same when the abstraction changes. It takes and returns ints
only, addresses of values among them.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from numba.core import cgutils, types
from numba.core.registry import cpu_target

from zerosum.native.cache import FingerprintCache
from zerosum.native.emit import WORD, Emitter, Function, Kind, Value, define, generic, instruction
from zerosum.native.interrupted import dispatcher_of
from zerosum.native.linking import ENTRY
from zerosum.native.sequences import emit_stored
from zerosum.native.types import HeldType, RangedType, ViewType
from zerosum.support.interrupts import steady

# Values that are an address natively.
_POINTERS = HeldType | types.CPointer


@cache
def placed_as(kind: Kind) -> Function:
    """Return the native function from a value, held or not, to where it lies on the stack."""

    def typed(value: Kind) -> Any:
        held = isinstance(value, HeldType) and value.sequence == kind
        return types.int64(value if held else kind)

    @instruction(typed)
    def place(emitter: Emitter, value: Value) -> Value:
        if not isinstance(emitter.signature.args[0], _POINTERS):
            value = emit_stored(emitter, value, kind)
        return emitter.builder.ptrtoint(value, WORD)

    return place


@cache
def value_at(kind: Kind) -> Function:
    """Return the native function from an address, as :func:`placed_as` gives it, to a value."""

    @instruction(kind(types.int64))
    def read(emitter: Emitter, address: Value) -> Value:
        builder, native = emitter.builder, emitter.context.get_value_type(kind)
        if isinstance(kind, ViewType):
            words = builder.inttoptr(address, native.elements[0])
            return builder.insert_value(emitter.undefined(kind), words, 0)
        if isinstance(kind, _POINTERS):
            return builder.inttoptr(address, native)
        return builder.load(builder.inttoptr(address, native.as_pointer()))

    return read


@generic
def put_in(room: Kind, sequence: Kind) -> Function:
    """Return a sequence as it is held in room for one, or for longer ones.

    Modified in place: ``room``.
    """
    if isinstance(sequence, RangedType):
        return lambda room, sequence: sequence

    def impl(room: Any, sequence: Any) -> Any:
        _fill(room, sequence)
        return room

    return impl


@instruction(lambda held, sequence: types.none(held, sequence))
def _fill(emitter: Emitter, held: Value, sequence: Value) -> None:
    native = emitter.context.get_value_type(emitter.signature.args[1])
    emitter.builder.store(sequence, emitter.builder.bitcast(held, native.as_pointer()))


@cache
def call_at(returned: Kind, count: int) -> Function:
    """Return the native function that calls what lies at an address, its first argument.

    Parameters
    ----------
    returned
        What it returns.
    count
        How many ints it takes.
    """
    kinds = (types.int64,) * count

    def emit(emitter: Emitter, address: Value, *values: Value) -> Value:
        builder, convention = emitter.builder, emitter.context.call_conv
        function = convention.get_function_type(returned, kinds)
        called = builder.inttoptr(address, function.as_pointer())
        status, made = convention.call_function(builder, called, returned, kinds, values)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return made

    given = ", ".join(["emitter", "address", *(f"a{place}" for place in range(count))])
    call = define(f"def call({given}):\n    return emit({given})\n", {"emit": emit}, "call")
    return instruction(returned(types.int64, *kinds))(call)


@steady()
def located(
    make: Callable[[], Function], parameters: int, use: str, meaning: str | None
) -> SimpleNamespace:
    """Load a function of ints from the cache, or compile it; return where its code is.

    Parameters
    ----------
    make
        Returns the function.
    parameters
        How many ints it takes.
    use
        What it is for, as part of a file's name.
    meaning
        A text that changes with all that shapes the code; None if it must not be kept.

    Returns
    -------
    ``address``, which is valid as long as the whole is held.
    """
    named: Any = SimpleNamespace(__module__=__name__, __name__=use)
    cache = FingerprintCache(named, "called", meaning)
    signature = (types.int64,) * parameters
    made = cache.load_overload(signature, cpu_target.target_context)
    if made is None:
        function = make()
        function.__module__ = __name__  # where the next process finds its environment
        dispatcher = dispatcher_of(function, **ENTRY, forceinline=True)
        dispatcher._cache = cache
        dispatcher.compile(signature)
        made = dispatcher.overloads[signature]
    address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    return SimpleNamespace(address=address, code=made)
