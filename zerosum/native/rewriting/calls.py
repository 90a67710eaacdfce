"""Calls that Numba does not support as written: constructors, methods, ``replace``."""

import ast
import dataclasses
import functools
import inspect
import types as pytypes
import typing
from enum import Enum
from typing import Any

import attrs
import numpy as np

from zerosum.abstraction.values import is_frozen
from zerosum.native import protocols
from zerosum.native.classes import enum_maker, tester
from zerosum.native.declarations import completes, record_fields
from zerosum.native.operators import power
from zerosum.native.replace import replacer
from zerosum.native.rewriting.source import Source, callee, everywhere, is_call_of
from zerosum.native.rewriting.tree import Known, Native, call, load

_REPLACE = (dataclasses.replace, attrs.evolve, attrs.assoc)
# What adds floats in an order of its own, and so not as a loop does.
_REORDERED = ("sum", "mean", "dot", "prod", "cumsum", "cumprod", "std", "var")
_REORDERING = (np.sum, np.mean, np.dot, np.prod, np.average, np.cumsum, np.einsum, np.matmul)


@everywhere
def calls(source: Source, node: ast.AST) -> ast.AST:
    """Replace calls by their native forms."""
    match node:
        case ast.Call(Known() as function):
            return _special(source, node) or _known(source, node, function)
        case ast.Call(ast.Name(name)) if name in source.inner:
            return _by_place(source, node, source.inner[name])
        case ast.Call(ast.Lambda(parameters)):
            return _by_place(source, node, parameters)
        case ast.Compare(ast.Call(_, [value]) as left, [how], [Known(type() as cls)]):
            return _exact(node, value, how, cls) if is_call_of(left, type) else node
        case ast.Call(ast.Attribute(value, name)) if is_call_of(value, super):
            return _bound(source, node, *_above(source, node, name))
        case ast.Call(ast.Attribute(value, name) as function) if name in _REORDERED:
            function.value = call(protocols.without_floats, value)
        case ast.Call(ast.Attribute(value, name), [], []) if name in protocols.PAIRS:
            return call(protocols.PAIRS[name], value)
        case ast.Call(function, arguments, []) if _may_be_record(source, function):
            return call(protocols.invoke, function, *arguments)
        case ast.Attribute(value, name) if is_call_of(value, super):
            target, owner = _above(source, node, name)
            if isinstance(target, property | functools.cached_property):
                return _bound(source, ast.Call(node, [], []), target, owner)
    return node


def _exact(node: ast.Compare, value: ast.expr, how: ast.cmpop, cls: type) -> ast.expr:
    """Return the test that a value is of a class and not of a subclass: ``type(x) is cls``."""
    test = call(tester((cls,), exact=True), value)
    if isinstance(how, ast.Is | ast.Eq):
        return test
    return ast.UnaryOp(ast.Not(), test) if isinstance(how, ast.IsNot | ast.NotEq) else node


def _by_place(source: Source, node: ast.Call, parameters: ast.arguments) -> ast.expr:
    """Return the call of an inner function with all its arguments, by place.

    Numba gives missing ones the first of the defaults, instead of the last.
    """
    if parameters.vararg or parameters.kwarg or any(each.arg is None for each in node.keywords):
        return node
    names = [each.arg for each in parameters.args]
    defaults = dict(zip(reversed(names), reversed(parameters.defaults), strict=False))
    given = {str(each.arg): each.value for each in node.keywords}
    placed = [*node.args]
    for name in names[len(node.args) :]:
        value = given.pop(name, None) or defaults.get(name)
        if value is None:
            raise source.refuse(node, f"a call without its {name}", f"{name}=...")
        if value is defaults.get(name) and not isinstance(value, ast.Constant | Known):
            what = f"an inner function whose {name} has a computed default"
            raise source.refuse(node, what, f"{name}=...")
        placed.append(value)
    if given:
        raise source.refuse(node, "an argument that is not a parameter", "its parameters")
    node.args, node.keywords = placed, []
    return node


def _may_be_record(source: Source, node: ast.expr) -> bool:
    """Return whether what is called may be a record with ``__call__``."""
    match node:
        case ast.Name(name):
            return name not in source.inner
        case ast.Attribute(value, name) if source.is_self(value):
            return name in (entry.name for entry in record_fields(_class(source)))
        case ast.Call() | ast.Subscript() | ast.IfExp():
            return True
    return False


def _special(source: Source, node: ast.Call) -> ast.expr | None:
    """Return the native form of a call that needs one of its own; None for other calls."""
    target = callee(node)
    match node.args:
        case [_, value] if target is typing.cast:
            return value
        case [value, classes] if target is isinstance:
            return call(tester(_classes(source, classes), exact=False), value)
        case [value, name] if target is getattr and (text := _text(name)):
            return ast.Attribute(value, text, ast.Load())
        case [base, exponent] if target is pow:
            return call(power, base, exponent)
        case [value] if target is bool:
            return call(protocols.truth, value)
    if is_call_of(node, *_REPLACE):
        return _replace(source, node)
    if is_call_of(node, *_REORDERING):
        raise source.refuse(node, f"np.{target.__name__}", "the loop, `total += x`,")
    if target is round and len(node.args) + len(node.keywords) > 1:
        raise source.refuse(node, "round to digits", "round(x * 100), an int,")
    if isinstance(target, functools.partial):
        raise source.refuse(node, "functools.partial", "a function of its own")
    return None


def _text(node: ast.expr) -> str:
    """Return the string that an expression is known to be; "" if it is not known."""
    value = node.value if isinstance(node, ast.Constant | Known) else None
    return value if isinstance(value, str) else ""


def _known(source: Source, node: ast.Call, function: Known) -> ast.expr:
    """Return the call of a class, of a plain function, or of a method by its class."""
    target, name, owner = function.value, function.name, function.owner
    lowering = source.lowering
    match target:
        case type() if is_frozen(target):
            return _constructed(source, node, target)
        case type() if issubclass(target, Enum):
            made = enum_maker(target)
        case pytypes.FunctionType() if isinstance(owner, type):
            if isinstance(inspect.getattr_static(owner, name), staticmethod):
                return node
            made = lowering.bound(target, owner, owner)
        case pytypes.MethodType() if isinstance(target.__self__, type):
            made = lowering.class_function(target)
        case _:
            return node
    node.func = Native(made, name)
    return node


def _constructed(source: Source, node: ast.Call, cls: type) -> ast.expr:
    """Return the call of a constructor with all its fields in order."""
    if any(isinstance(a, ast.Starred) for a in node.args) or any(not k.arg for k in node.keywords):
        raise source.refuse(node, "a starred argument", "each argument by itself")
    if completes(cls):
        what = f"making a {cls.__name__}, whose __post_init__ sets fields"
        raise source.refuse(node, what, "replace(...) of one that is there")
    fixed = getattr(source.lowering.record(cls), "fixed", ())
    if fixed:
        what = f"making a {cls.__name__}, whose field {fixed[0][0]} is FIXED"
        advice = "replace(...) of one that is there, or the annotation without FIXED,"
        raise source.refuse(node, what, advice)
    maker = source.lowering.maker(cls)
    fields = record_fields(cls)
    places = [entry.argument for entry in fields if not entry.keyword_only]
    given = {k.arg: k.value for k in node.keywords} | dict(zip(places, node.args, strict=False))
    ordered = []
    for entry in fields:
        value = given.pop(entry.argument, None)
        if value is None and entry.default is not None:
            value = Known(entry.default(), entry.name)
        if value is None:
            what = f"{cls.__name__} without its {entry.argument}"
            raise source.refuse(node, what, f"{entry.argument}=...")
        ordered.append(value)
    if given or len(node.args) > len(places):
        what = f"{cls.__name__} with an argument that it does not take"
        raise source.refuse(node, what, "its fields")
    return ast.Call(Native(maker, cls.__name__), ordered, [])


def _replace(source: Source, node: ast.Call) -> ast.expr:
    names = tuple(str(k.arg) for k in node.keywords)
    if len(node.args) != 1 or any(k.arg is None for k in node.keywords):
        raise source.refuse(node, "replace with computed names", "replace(value, field=...)")
    return call(replacer(names), *node.args, *(k.value for k in node.keywords))


def _classes(source: Source, node: ast.expr) -> tuple[type, ...]:
    """Return the classes that the second argument of ``isinstance`` names."""
    match node:
        case ast.Tuple(items):
            return tuple(cls for item in items for cls in _classes(source, item))
        case ast.BinOp(left, ast.BitOr(), right):
            return _classes(source, left) + _classes(source, right)
        case ast.Constant(None):
            return (type(None),)
    value = node.value if isinstance(node, Known) else None
    found = value if isinstance(value, tuple) else typing.get_args(value) or (value,)
    if not all(isinstance(cls, type) for cls in found):
        raise source.refuse(node, "isinstance with a computed class", "the class by its name")
    return found


def _class(source: Source) -> type:
    """Return the class that the function is lowered for."""
    if source.cls is None:
        raise source.refuse(source.tree, "super() outside a class", "the class by its name")
    return source.cls


def _above(source: Source, node: ast.AST, name: str) -> tuple[Any, type]:
    """Return what ``super().name`` finds, and the class that defines it."""
    order, owner = list(_class(source).__mro__), source.owner
    for base in order[order.index(owner) + 1 :] if owner in order else order[1:]:
        if name in vars(base):
            return vars(base)[name], base
    raise source.refuse(node, f"super().{name}", "the name of a method that exists")


def _bound(source: Source, node: ast.Call, target: Any, owner: type) -> ast.expr:
    """Return the call of a method of a base class, with ``self`` as the first argument."""
    method = source.lowering.bound(target, _class(source), owner)
    name = getattr(node.func, "attr", "method")
    return ast.Call(Native(method, name), [load(source.first), *node.args], node.keywords)
