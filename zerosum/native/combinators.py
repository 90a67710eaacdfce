"""Combinators and menus natively: factors that call other factors."""

from typing import Any

from numba.core import types
from numba.core.registry import cpu_target

from zerosum.abstraction.branches import LEAF, leaf_of
from zerosum.abstraction.combinators import first_bucket
from zerosum.abstraction.combined import as_number, attribute, value_of
from zerosum.abstraction.menus import come_to, joined
from zerosum.abstraction.projections import reached
from zerosum.errors import AbstractionError, LoweringError
from zerosum.native.casts import unwrap
from zerosum.native.convert import converter
from zerosum.native.emit import always, define, generic, overload
from zerosum.native.menus import as_sequence, common_type
from zerosum.native.protocols import truth
from zerosum.native.sequences import (
    empty_sequence,
    hold,
    push,
    release,
    sequence_count,
    sequence_item,
)
from zerosum.native.spelling import spelled
from zerosum.native.types import FamilyType, RecordType, SequenceType, StaticType
from zerosum.support.tokens import NO_BUCKET

_NUMBERS = types.Integer | types.Float | types.Boolean | types.IntEnumMember
_NOTHING = types.Tuple(())  # what a function returns that offers no action anywhere


@overload(value_of)
def _value_of(factor: Any, infoset: Any) -> Any:
    if isinstance(factor, StaticType):
        call = factor.lowering.callable(factor.value)
        return lambda factor, infoset: call(infoset)
    if isinstance(factor, RecordType | FamilyType):
        return lambda factor, infoset: factor.__call__(infoset)
    return None


@overload(attribute)
def _attribute(infoset: Any, name: Any) -> Any:
    if not isinstance(name, StaticType):
        return None
    return define(f"def impl(infoset, name):\n    return infoset.{name.value}\n", {})


@overload(as_number)
def _as_number(value: Any) -> Any:
    if isinstance(value, _NUMBERS):
        return lambda value: value
    if isinstance(value, types.Optional) and isinstance(value.type, _NUMBERS):
        return _number_there
    raise LoweringError(
        f"The value of a function to quantise must be an int or a float; got {spelled(value)}: "
        f"return a number for every infoset.",
        value,
    )


def _number_there(value: Any) -> Any:
    if value is None:
        raise AbstractionError("The value of a function to quantise must be a number; got None")
    return unwrap(value)


@overload(reached)
def _reached(value: Any, edges: Any) -> Any:
    known = edges.value if isinstance(edges, StaticType) else ()
    steps = [f"    count += value >= {edge!r}\n" for edge in known]
    return define(f"def impl(value, edges):\n    count = 0\n{''.join(steps)}    return count\n", {})


@overload(first_bucket)
def _first_bucket(parts: Any, infoset: Any) -> Any:
    if not isinstance(parts, types.BaseTuple):
        return None
    lines = ["def impl(parts, infoset):"]
    for place in range(len(parts)):
        lines += [
            f"    bucket = int(value_of(parts[{place}].factor, infoset))",
            f"    if bucket >= parts[{place}].size:",
            f"        raise ValueError({NO_BUCKET!r})",
            "    if bucket >= 0:",
            f"        return parts[{place}].first + bucket",
        ]
    return define("\n".join([*lines, "    return -1"]), {"value_of": value_of})


@overload(leaf_of)
def _leaf_of(factors: Any, nodes: Any, infoset: Any) -> Any:
    if not isinstance(factors, types.BaseTuple):
        return None
    lines = ["def impl(factors, nodes, infoset):", "    at = value = 0"]
    lines.append(f"    while nodes[at] != {LEAF}:")
    for place in range(len(factors)):
        lines.append(f"        {'elif' if place else 'if'} nodes[at] == {place}:")
        lines.append(f"            value = int(value_of(factors[{place}], infoset))")
    lines.append("        at = nodes[at + 2] if value == nodes[at + 1] else nodes[at + 3]")
    return define("\n".join([*lines, "    return nodes[at + 1]"]), {"value_of": value_of})


@overload(joined)
def _joined(parts: Any, infoset: Any) -> Any:
    if not isinstance(parts, types.BaseTuple):
        return None
    offered = [returned(value_of, dict(part.fields)["offer"], infoset) for part in parts]
    places = [place for place, kind in enumerate(offered) if kind != _NOTHING]
    if not places:
        return lambda parts, infoset: ()
    kind = _sum_of([returned(as_sequence, offered[place]) for place in places])
    add, unknown = _adder(kind, infoset)
    names: dict[str, Any] = {
        "hold": hold,
        "empty": empty_sequence(kind),
        "release": release,
        "truth": truth,
        "add": add,
        "unknown": unknown,
        "value_of": value_of,
        "as_sequence": as_sequence,
    }
    lines = ["def impl(parts, infoset):", "    held, known = hold(empty()), hold(unknown())"]
    for place in places:
        lines += _lines_of(place, len(dict(parts[place].fields)["places"]))
    return define("\n".join([*lines, "    return release(held)"]), names)


def _lines_of(place: int, predicates: int) -> list[str]:
    """Return the statements that add one part's actions where its predicates hold."""
    part = f"parts[{place}]"
    tests = [f"truth(value_of({part}.places[{n}], infoset))" for n in range(predicates)]
    return [
        f"    if {' and '.join(tests) or 'True'}:",
        f"        menu{place} = as_sequence(value_of({part}.offer, infoset))",
        f"        for place{place} in range(len(menu{place})):",
        f"            add(held, known, infoset, menu{place}[place{place}])",
    ]


def returned(function: Any, *kinds: Any) -> Any:
    """Return the type of what an overloaded function returns."""
    context = cpu_target.typing_context
    called = context.resolve_value_type(function)
    return context.resolve_function_type(called, kinds, {}).return_type


def _sum_of(menus: list[SequenceType]) -> SequenceType:
    """Return the type of a menu that has room for several."""
    item = common_type([menu.item for menu in menus])
    if item is None:
        raise LoweringError(
            f"The actions of a menu must be of one family, or all ints; got "
            f"{', '.join(str(menu.item) for menu in menus)}.",
            menus,
        )
    return SequenceType(item, sum(menu.capacity for menu in menus))


def _adder(kind: SequenceType, infoset: Any) -> Any:
    """Return a function that appends an action unless the menu has an equivalent one."""
    convert = converter(kind.item, "An action of a menu")
    made = returned(come_to, infoset, kind.item)

    @generic
    @always
    def add(menu: Any, known: Any, infoset: Any, action: Any) -> None:
        item = convert(action)
        made = come_to(infoset, item)
        for place in range(sequence_count(known)):
            if sequence_item(known, place) == made:
                return
        push(menu, item)
        push(known, made)

    return add, empty_sequence(SequenceType(made, kind.capacity))


@overload(come_to)
def _come_to(infoset: Any, action: Any) -> Any:
    lowering = getattr(infoset, "lowering", None)
    if lowering is None or lowering.method(infoset, "concrete") is None:
        return lambda infoset, action: action
    return lambda infoset, action: infoset.concrete(action)
