"""``sum``, ``min``, ``max``, ``any``, ``all``, ``sorted``, ``list``, ``tuple``, ``reversed``.

Each takes what Python takes: tuples, bounded tuples, lists, arrays, ranges, cards, and
generators once they are lists.
"""

from functools import cache
from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import LISTS
from zerosum.native.emit import Function, Kind, always, define, generic
from zerosum.native.protocols import iterate, truth
from zerosum.native.sequences import ANY_LENGTH, BOUNDED, as_tuple
from zerosum.native.types import ListTupleType


@generic
def total(items: Kind, start: Any = 0) -> Function | None:
    """Return ``sum(items)``, of ints."""
    if isinstance(items, types.BaseTuple):
        _refuse_floats(*items)
        terms = "".join(f" + items[{place}]" for place in range(len(items)))
        return define(f"def impl(items, start=0):\n    return start{terms}\n", {})
    _refuse_floats(_item_type(items))

    def impl(items: Any, start: Any = 0) -> Any:
        result = start
        for item in iterate(items):
            result += item
        return result

    return impl


def _refuse_floats(*kinds: Kind | None) -> None:
    if any(isinstance(kind, types.Float) for kind in kinds):
        raise LoweringError(
            "The sum of floats depends on the version of Python: from 3.12 on, sum corrects "
            "rounding errors; write a loop with `total += x` instead.",
            kinds,
        )


def _item_type(items: Kind) -> Kind | None:
    """Return the type of the items of an iterable; None if it is not known."""
    if isinstance(items, BOUNDED):
        return items.item
    return getattr(items.items if isinstance(items, ListTupleType) else items, "dtype", None)


def _extreme(name: str, sign: str) -> Function:
    """Return ``min`` or ``max``, given how a better item compares."""

    def resolve(items: Kind) -> Function | None:
        if isinstance(items, types.BaseTuple) and len(items):
            lines = ["    best = items[0]"]
            for place in range(1, len(items)):
                lines += [f"    if items[{place}] {sign} best:", f"        best = items[{place}]"]
        else:
            lines = [
                "    found = listed(items)",
                "    if len(found) == 0:",
                f"        raise ValueError('{name}() of an empty sequence')",
                "    best = found[0]",
                "    for item in found:",
                f"        if item {sign} best:",
                "            best = item",
            ]
        source = "\n".join(["def impl(items):", *lines, "    return best"])
        return define(source, {"listed": listed})

    return generic(resolve)


smallest, greatest = _extreme("min", "<"), _extreme("max", ">")


def _quantifier(word: str, *, found: bool) -> Function:
    """Return ``any`` or ``all``, which ends at the first item whose truth is ``found``."""

    def resolve(items: Kind) -> Function | None:
        if isinstance(items, types.BaseTuple):
            tests = [f"truth(items[{place}])" for place in range(len(items))]
            source = f"def impl(items):\n    return {f' {word} '.join(tests) or not found}\n"
            return define(source, {"truth": truth})

        def impl(items: Any) -> bool:
            for item in iterate(items):
                if truth(item) == found:
                    return found
            return not found

        return impl

    return generic(resolve)


some, every = _quantifier("or", found=True), _quantifier("and", found=False)


@generic
@always
def listed(items: Any) -> Any:
    """Return ``list(items)``."""
    return [item for item in iterate(items)]


@generic
@always
def in_order(items: Any, reverse: Any = False) -> Any:
    """Return ``sorted(items)``."""
    return sorted(listed(items), reverse=reverse)


@generic
def in_order_tuple(items: Kind, reverse: Any = False) -> Function | None:
    """Return ``tuple(sorted(items))``, as long as before for a tuple with items of one type."""
    if not isinstance(items, types.UniTuple):
        return lambda items, reverse=False: to_tuple(in_order(items, reverse))
    parts = "".join(f"found[{place}], " for place in range(len(items)))
    lines = "    found = in_order(items, reverse)\n" if parts else ""
    return define(
        f"def impl(items, reverse=False):\n{lines}    return ({parts})\n", {"in_order": in_order}
    )


@generic
def backwards(items: Kind) -> Function | None:
    """Return ``reversed(items)``."""
    if isinstance(items, types.UniTuple | BOUNDED | types.List):
        return lambda items: iterate(items[::-1])
    return lambda items: listed(items)[::-1]


@generic
def to_tuple(items: Kind) -> Function | None:
    """Return ``tuple(items)``; a sequence is returned as it is."""
    if isinstance(items, LISTS):
        return lambda items: as_tuple(items)
    if isinstance(items, types.BaseTuple | ANY_LENGTH):
        return lambda items: items
    return lambda items: as_tuple([item for item in iterate(items)])


@cache
def unpacker(count: int) -> Function:
    """Return the native function that takes apart what ``a, b = items`` does."""
    parts = "".join(f"items[{place}], " for place in range(count))
    check = (
        f"    if len(items) != {count}:\n        raise ValueError('not {count} values to unpack')\n"
    )
    impl = define(f"def impl(items):\n{check}    return ({parts})\n", {})

    @generic
    def unpacked(items: Kind) -> Function:
        varying = isinstance(items, types.List | types.ListType | types.Array | ANY_LENGTH)
        return impl if varying else lambda items: items

    return unpacked


REDUCTIONS = {
    sum: total,
    min: smallest,
    max: greatest,
    any: some,
    all: every,
    list: listed,
    sorted: in_order,
    tuple: to_tuple,
}
