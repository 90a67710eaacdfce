"""Values from outside a function become constants, arrays, tuples, or native functions."""

import ast
import builtins
import inspect
from contextlib import suppress
from enum import Enum
from typing import Any

import numpy as np
from numba.core.registry import cpu_target

from zerosum.abstraction.anatomy import is_standard, module_of, package_of
from zerosum.abstraction.values import is_frozen
from zerosum.errors import LoweringError
from zerosum.native.rewriting.instead import instead_of, is_random, is_refused, name_of
from zerosum.native.rewriting.source import Source, everywhere
from zerosum.native.rewriting.tree import Known, Native, call, load, tuple_of

_PLAIN = (bool, int, float, np.generic, str, type(None))
# Longer tuples of numbers become arrays: as long types they would slow the compiler down.
_LONG = 16
_MOST = (1 << 63) - 1


@everywhere
def constants(source: Source, node: ast.AST) -> ast.AST:
    """Replace known values by their native forms."""
    match node:
        case ast.Call(Known() as function):
            node.func = native(source, function)
        case Known():
            return native(source, node)
    return node


def native(source: Source, node: Known) -> ast.expr:
    """Return the native form of a value from outside."""
    value, name = node.value, node.name
    if getattr(builtins, name, None) is value and value is not None:
        if is_refused(value) or not _is_known(value):
            raise source.refuse(node, name, instead_of(value))
        return ast.copy_location(load(name), node)
    return ast.copy_location(_native(source, value, node, name), node)


def _native(source: Source, value: Any, node: ast.AST, name: str) -> ast.expr:
    lowering = source.lowering
    if isinstance(value, Enum):
        integer = isinstance(value, int)
        return Native(value, name) if integer else call(Native(lowering.member(value), name))
    if isinstance(value, _PLAIN):
        check_int(source, value, node)
        return Native(value, name)
    if isinstance(value, tuple):
        return _tuple(source, value, node, name)
    if isinstance(value, frozenset):
        return _tuple(source, tuple(sorted(value)), node, name)
    if isinstance(value, type) and issubclass(value, Enum):
        return _tuple(source, tuple(value), node, name)
    if isinstance(value, np.ndarray) and value.dtype == np.uint64:
        raise source.refuse(node, f"the array {name} of uint64", f"{name}.astype(np.int64)")
    if isinstance(value, np.ndarray) or inspect.ismodule(value):
        return Native(value, name)
    if is_frozen(type(value)) and not callable(value):
        return call(Native(lowering.constant(value), name))
    if isinstance(value, dict | list | set):
        raise source.refuse(
            node,
            f"the {type(value).__name__} {name} from outside the function",
            "a tuple or a NumPy array indexed by an int, or a chain of if and elif",
        )
    if source.is_itself(value):
        raise source.refuse(node, "itself as a value", f"a call, {name}(...),")
    if callable(value):
        return _function(source, value, node, name)
    raise source.refuse(node, f"the {type(value).__name__} {name}", "an int, a tuple, an array")


def _function(source: Source, value: Any, node: ast.AST, name: str) -> ast.expr:
    """Return the native form of a function or class; one of a library that has none is named."""
    if isinstance(value, type) and is_frozen(value):
        raise source.refuse(node, f"the class {name} as a value", f"a call of it, {name}(...),")
    refusal = source.refuse(node, name_of(value, name), instead_of(value))
    if is_random(value) or is_refused(value):
        raise refusal
    try:
        made = source.lowering.callable(value)
    except LoweringError as error:
        # Of a library, the line that calls it is what the user can change.
        raise (refusal if is_standard(package_of(module_of(value))) else error) from error
    if not _is_known(made):
        raise refusal
    return Native(made, name)


def _is_known(value: Any) -> bool:
    """Return whether a function or class has a native form."""
    context = cpu_target.typing_context
    for _ in range(2):
        with suppress(TypeError, ValueError):
            return context.resolve_value_type(value) is not None
        context.refresh()  # Forms that were registered since it last looked.
    return False


def _tuple(source: Source, value: tuple[Any, ...], node: ast.AST, name: str) -> ast.expr:
    kinds = {type(item) for item in value}
    for item in value:
        check_int(source, item, node)
    if not kinds <= {bool, int, float}:
        return tuple_of(*(_native(source, item, node, name) for item in value))
    if len(kinds) == 1 and len(value) > _LONG:
        array = np.array(value)
        array.flags.writeable = False
        return Native(array, name)
    return Native(value, name)


def check_int(source: Source, value: Any, node: ast.AST) -> None:
    """Refuse an int beyond 63 bits."""
    if isinstance(value, int) and not -_MOST <= value <= _MOST:
        raise source.refuse(node, f"the int {value}", "ints below 63 bits, or several of them")
