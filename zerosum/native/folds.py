"""``sum``, ``min``, ``max``, ``any``, ``all``, ``sorted``, ``list``, ``tuple`` and truth.

Each takes what Python takes: tuples, bounded tuples, lists, arrays, ranges, cards, and
generators once they are lists.
"""

from __future__ import annotations

from typing import Any

from numba.core import types

from zerosum.errors import LoweringError
from zerosum.native.casts import LISTS, unwrap
from zerosum.native.classes import false_words, word_of
from zerosum.native.emit import define, overload
from zerosum.native.sequences import as_tuple
from zerosum.native.types import (
    EnumType,
    FamilyType,
    HeldType,
    ListTupleType,
    RecordType,
    SequenceType,
)
from zerosum.native.walking import iterate


def total(items: Any, start: Any = 0) -> Any:
    """``sum(items)``, of ints."""
    return sum(items, start)


@overload(total)
def _total(items: Any, start: Any = 0) -> Any:
    if isinstance(items, types.BaseTuple):
        _refuse_floats(list(items))
        terms = "".join(f" + items[{place}]" for place in range(len(items)))
        return define(f"def impl(items, start=0):\n    return start{terms}\n", {})
    _refuse_floats([item_type(items)])
    return _add


def _add(items: Any, start: Any = 0) -> Any:
    result = start
    for item in iterate(items):
        result += item
    return result


def _refuse_floats(kinds: list[Any]) -> None:
    if any(isinstance(kind, types.Float) for kind in kinds):
        raise LoweringError(
            "The sum of floats depends on the version of Python, from 3.12 on it corrects its "
            "rounding; write a loop with `total += x` instead.",
            kinds,
        )


def item_type(items: Any) -> Any:
    """Return the type of what is walked; None where it is not known."""
    if isinstance(items, SequenceType):
        return items.item
    if isinstance(items, ListTupleType):
        return items.items.dtype
    return getattr(items, "dtype", None)


def smallest(items: Any) -> Any:
    """``min(items)``."""
    return min(items)


def greatest(items: Any) -> Any:
    """``max(items)``."""
    return max(items)


def _extreme(name: str, sign: str) -> Any:
    def resolve(items: Any) -> Any:
        message = f"{name}() of nothing"
        if isinstance(items, types.BaseTuple) and len(items):
            tests = "".join(
                f"    if items[{place}] {sign} best:\n        best = items[{place}]\n"
                for place in range(1, len(items))
            )
            return define(f"def impl(items):\n    best = items[0]\n{tests}    return best\n", {})
        source = (
            "def impl(items):\n    listed = listed_(items)\n    if len(listed) == 0:\n"
            "        raise ValueError(message)\n    best = listed[0]\n    for item in listed:\n"
            f"        if item {sign} best:\n            best = item\n    return best\n"
        )
        return define(source, {"listed_": listed, "message": message})

    return resolve


def backwards(items: Any) -> Any:
    """``reversed(items)``."""
    return reversed(items)


@overload(backwards)
def _backwards(items: Any) -> Any:
    if isinstance(items, types.UniTuple | SequenceType | types.List):
        return lambda items: iterate(items[::-1])
    return lambda items: listed(items)[::-1]


overload(smallest)(_extreme("min", "<"))
overload(greatest)(_extreme("max", ">"))


def listed(items: Any) -> list[Any]:
    """``list(items)``."""
    return list(items)


@overload(listed)
def _listed(items: Any) -> Any:
    return lambda items: [item for item in iterate(items)]


def in_order(items: Any, reverse: Any = False) -> list[Any]:
    """``sorted(items)``."""
    return sorted(items, reverse=reverse)


@overload(in_order)
def _in_order(items: Any, reverse: Any = False) -> Any:
    return lambda items, reverse=False: sorted(listed(items), reverse=reverse)


def some(items: Any) -> bool:
    """``any(items)``."""
    return any(items)


@overload(some)
def _some(items: Any) -> Any:
    if isinstance(items, types.BaseTuple):
        tests = " or ".join(f"truth(items[{place}])" for place in range(len(items)))
        return define(f"def impl(items):\n    return {tests or 'False'}\n", {"truth": truth})

    def impl(items: Any) -> Any:
        for item in iterate(items):
            if truth(item):
                return True
        return False

    return impl


def every(items: Any) -> bool:
    """``all(items)``."""
    return all(items)


@overload(every)
def _every(items: Any) -> Any:
    if isinstance(items, types.BaseTuple):
        tests = " and ".join(f"truth(items[{place}])" for place in range(len(items)))
        return define(f"def impl(items):\n    return {tests or 'True'}\n", {"truth": truth})

    def impl(items: Any) -> Any:
        for item in iterate(items):
            if not truth(item):
                return False
        return True

    return impl


def to_tuple(items: Any) -> Any:
    """``tuple(items)``: natively a list or a sequence serves as it is."""
    return tuple(items)


@overload(to_tuple)
def _to_tuple(items: Any) -> Any:
    if isinstance(items, LISTS):
        return lambda items: as_tuple(items)
    if isinstance(items, types.BaseTuple | SequenceType | ListTupleType):
        return lambda items: items
    return lambda items: as_tuple([item for item in iterate(items)])


def truth(value: Any) -> bool:
    """Return what Python takes a value for in a condition."""
    return bool(value)


@overload(truth)
def _truth(value: Any) -> Any:
    if value is types.none:
        return lambda value: False
    if isinstance(value, types.Optional):
        return lambda value: False if value is None else truth(unwrap(value))
    if isinstance(value, types.BaseTuple | SequenceType | HeldType | ListTupleType | types.List):
        return lambda value: len(value) > 0
    if isinstance(value, EnumType | types.IntEnumMember):
        return _is_true_member(false_words(getattr(value, "cls", None) or value.instance_class))
    if isinstance(value, RecordType | FamilyType):
        return lambda value: bool(value)
    if isinstance(value, types.Boolean):
        return lambda value: value
    if isinstance(value, types.Number):
        return lambda value: value != 0
    return lambda value: bool(value)


def _is_true_member(false: tuple[int, ...]) -> Any:
    if not false:
        return lambda value: True
    return lambda value: word_of(value) not in false


FOLDS = {
    sum: total,
    min: smallest,
    max: greatest,
    any: some,
    all: every,
    list: listed,
    sorted: in_order,
    tuple: to_tuple,
}
