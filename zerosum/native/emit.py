"""How native functions are written: Numba's ``overload`` and ``intrinsic``, as they are used here.

Numba and llvmlite ship no annotations. The names below say which of their objects is meant.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias

import numba.extending
from llvmlite import ir
from numba.core import dispatcher, types
from numba.core.base import BaseContext
from numba.core.typing.templates import Signature

from zerosum.native.linking import LINKED

Kind: TypeAlias = types.Type
"""The Numba type of a native value."""
Builder: TypeAlias = ir.IRBuilder
"""What appends LLVM instructions to a function."""
Value: TypeAlias = ir.Value
"""A value that LLVM instructions compute."""
Context: TypeAlias = BaseContext
"""What knows the LLVM type and the operations of each Numba type."""
Dispatcher: TypeAlias = dispatcher.Dispatcher
"""A function that Numba compiles, one machine code for each signature."""
Function: TypeAlias = Callable[..., Any]
"""A function that runs natively only: Numba infers the types of its arguments."""

WORD = ir.IntType(64)


def overload(
    function: Any, method: str = "", compiler: Mapping[str, Any] = LINKED
) -> Callable[[Function], Function]:
    """Give a native form to a function, or to a method of a type.

    Annotations of both functions need not agree; and as the target is named, Numba asks these
    before its own: otherwise it takes ``optional == 0`` to compare ints, and None for an error.
    """
    options = {"strict": False, "target": "cpu", "jit_options": compiler}
    if method:
        return numba.extending.overload_method(function, method, **options)  # type: ignore[no-any-return]
    return numba.extending.overload(function, **options)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Emitter:
    """Emit LLVM instructions, for a certain signature if they are those of a function."""

    context: Context
    builder: Builder
    signature: Signature = None

    def undefined(self, kind: Kind) -> Value:
        """Return a value of a type whose members are not set."""
        return ir.Constant(self.context.get_value_type(kind), ir.Undefined)


def instruction(
    typed: Signature | Callable[..., Signature], *, prefer_literal: bool = False
) -> Callable[[Function], Function]:
    """Make a native function from one that emits LLVM instructions.

    Parameters
    ----------
    typed
        The signature, or a function from the types of the arguments to it.
    prefer_literal
        Whether the types of known arguments are given as literals.

    Returns
    -------
    A decorator of functions ``emit(emitter, *values)``, which return a value, or None for none.

    Notes
    -----
    Numba counts the references to arrays and lists. Arguments are borrowed, and the caller owns
    what is returned: references are counted here, so that no function has to.
    """

    def decorate(emit: Function) -> Function:
        def codegen(context: Context, builder: Builder, signature: Signature, args: Any) -> Value:
            made = emit(Emitter(context, builder, signature), *args)
            if made is None:
                return context.get_dummy_value()
            kind = signature.return_type
            if context.enable_nrt and context.data_model_manager[kind].contains_nrt_meminfo():
                context.nrt.incref(builder, kind, made)
            return made

        @wraps(emit)
        def resolve(context: Any, *kinds: Kind) -> tuple[Signature, Function]:
            return (typed(*kinds) if callable(typed) else typed), codegen

        # Numba reads the parameters: the first is its own, where the emitter stands.
        vars(resolve)["__signature__"] = inspect.signature(emit)
        made: Function = numba.extending.intrinsic(prefer_literal=prefer_literal)(resolve)
        return made

    return decorate


def emits(emit: Function) -> Function:
    """Adapt a function of an emitter to Numba, which passes a context and a builder."""

    @wraps(emit)
    def lower(context: Context, builder: Builder, *arguments: Any) -> Value:
        return emit(Emitter(context, builder), *arguments)

    return lower


def generic(
    resolve: Callable[..., Function | None], compiler: Mapping[str, Any] = LINKED
) -> Function:
    """Make a native function from one that returns the implementation for given types."""

    @wraps(resolve)
    def function(*arguments: Any) -> Any:
        raise NotImplementedError(f"{resolve.__qualname__} runs natively only")

    overload(function, compiler=compiler)(resolve)
    return function


def always(form: Function) -> Function:
    """Return what :func:`overload` and :func:`generic` take, for one form whatever the types."""

    @wraps(form)
    def resolve(*kinds: Kind, **named: Kind) -> Function:
        return form

    return resolve


def define(source: str, names: Mapping[str, Any], name: str = "impl") -> Function:
    """Make a function from a line or two of source; for shapes that depend on a length.

    Numba compiles functions, and a function of *n* parameters, or one that touches *n* fields
    in turn, must be written down for each *n*: this is the one place where that is done.

    >>> define("def impl(a): return a + one", {"one": 1})(2)
    3
    """
    namespace = dict(names)
    exec(source, namespace)
    made: Function = namespace[name]
    return made
