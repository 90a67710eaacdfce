"""Families of actions and outcomes: which records share a native type, and how they lie in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, get_args

from numba.core import types

from zerosum.abstraction.values import is_frozen
from zerosum.native.declarations import argument_of, bounded, full_name, returned_by
from zerosum.native.encoding import word_count
from zerosum.native.types import Fields
from zerosum.support.hints import choices


def records_below(base: type) -> list[type]:
    """Return the frozen records among the subclasses of a class, itself included."""
    if base is object:
        return []
    found: list[type] = [base] if is_frozen(base) else []
    below: list[type] = type.__subclasses__(base)
    for cls in below:
        found += [each for each in records_below(cls) if each not in found]
    return found


def action_groups(game: type) -> Iterator[list[type]]:
    """Yield the record classes that are actions or outcomes together, from annotations."""
    yield _classes_of(argument_of(game, "apply"))
    yield _classes_of(returned_by(game, "sample"))
    chances = returned_by(game, "chances")
    yield _classes_of((get_args(chances) or (chances,))[0])
    actions, _ = bounded(returned_by(returned_by(game, "infoset"), "actions"))
    yield [cls for part in get_args(actions) for cls in _classes_of(part)]


def _classes_of(hint: Any) -> list[type]:
    hint, _ = bounded(hint)
    several = choices(hint)
    if len(several) > 1:
        return [cls for part in several for cls in _classes_of(part)]
    plain = (object, int, float, bool)
    return records_below(hint) if isinstance(hint, type) and hint not in plain else []


def merged(groups: list[list[type]]) -> list[list[type]]:
    """Join groups that share a class."""
    found: list[list[type]] = []
    for group in groups:
        joined, rest = group, []
        for other in found:
            if set(other) & set(joined):
                joined = other + [cls for cls in joined if cls not in other]
            else:
                rest.append(other)
        found = rest + ([joined] if joined else [])
    return found


def lay_words(
    classes: list[tuple[type, Fields]],
) -> tuple[list[tuple[str, tuple[Any, ...]]], int]:
    """Give each field of each class its first word; equal names of one type share it."""
    placed: dict[tuple[str, types.Type], range] = {}
    for field in dict.fromkeys(each for _, fields in classes for each in fields):
        beside = [each for _, fields in classes if field in fields for each in fields]
        taken = {word for each in beside for word in placed.get(each, ())}
        width = word_count(field[1])
        start = next(at for at in count() if taken.isdisjoint(range(at, at + width)))
        placed[field] = range(start, start + width)
    members = [
        (full_name(cls), tuple((*field, placed[field].start) for field in fields))
        for cls, fields in classes
    ]
    return members, max((words.stop for words in placed.values()), default=0)
