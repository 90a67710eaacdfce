"""What random playouts told of a game: found once a process, or kept beside compiled code.

Playouts are the same in each process, and so is what they tell. It is kept under the meaning of the
game's start and of its abstraction (:mod:`zerosum.abstraction.identity`), after a kernel compiled
for them: native code reads no file, no clock and no other library, so that an edit of what decides
a fact leads to another meaning. Nothing is kept of games in ``__main__``, and of those whose
``sample`` takes no generator, since they draw other numbers in each process.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.anatomy import field_names
from zerosum.abstraction.identity import digest, meaning
from zerosum.native.cache import folder_of, kept, try_to_keep
from zerosum.native.primitives import how_drawn

PLAIN = View(None, None)
"""How a game is seen of which a fact is asked that no abstraction changes."""

_MOST = 256  # games, each seen in one way


@dataclass
class _Facts:
    """What is known of a game; once anyone looked, its file, and whether that keeps all of it.

    What was found before anyone looked is not kept: it may be of another meaning, where values
    that the sources read were replaced since.
    """

    found: dict[str, Any] = field(default_factory=dict)
    are_kept: bool | None = None
    path: Path | None = None


_KNOWN: dict[Any, _Facts] = {}


def known(fact: str, base: Any, view: View, find: Callable[[], Any]) -> Any:
    """Return a fact of a game and its abstraction, a value of JSON that ``find`` finds.

    A game that has no hash is asked each time.
    """
    if not has_hash(base):
        return find()
    facts = _facts(base, view)
    if fact not in facts.found:
        facts.found[fact] = find()
        if facts.are_kept:
            _keep(base, facts)
    return facts.found[fact]


def recall_facts(base: Any, view: View) -> None:
    """Recall what an earlier process kept of a game, unless this one looked before."""
    if not has_hash(base) or (facts := _facts(base, view)).are_kept is not None:
        return
    facts.are_kept = False
    with suppress(Exception):  # Whatever is wrong with a game is told by its checks.
        facts.path = None if facts.found else _path(base, view)
        if data := kept(facts.path):
            for each, found in zip((view, PLAIN), json.loads(data), strict=True):
                _facts(base, each).found.update(found)
            facts.are_kept = True


def keep_facts(base: Any, view: View) -> None:
    """Keep what is known of a game that has compiled, and what will be, unless it is kept."""
    if has_hash(base) and not (facts := _facts(base, view)).are_kept:
        facts.are_kept = True
        _keep(base, facts)


def _keep(base: Any, facts: _Facts) -> None:
    text = json.dumps([facts.found, _facts(base, PLAIN).found])
    try_to_keep(facts.path, text.encode())


def _facts(base: Any, view: View) -> _Facts:
    key = Exactly(base), view.states, view.actions
    if key not in _KNOWN and len(_KNOWN) >= _MOST:
        _KNOWN.pop(next(iter(_KNOWN)), None)
    return _KNOWN.setdefault(key, _Facts())


def _path(base: Any, view: View) -> Path | None:
    """Return the file of what is kept of a game; None if it must not be kept."""
    text = meaning((base, view.states, view.actions), asides=True)
    cls: Any = type(base)
    folder = folder_of(())
    if folder is None or "__main__:" in text or how_drawn(cls) == "plain":
        return None
    return folder / f"facts.{digest(text)}.json"


def has_hash(value: Any) -> bool:
    """Return whether a value can be hashed."""
    try:
        hash(value)
    except Exception:  # Whatever the user's __hash__ raises.
        return False
    return True


class Exactly:
    """A value that equals another only if all parts do, of the same classes as they are now.

    Games that are equal may pay differently: fields that are not compared may differ, classes of
    fields, or attributes that a class was given since.
    """

    def __init__(self, value: Any) -> None:
        self.value = value
        self.parts = tuple(_parts(value))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Exactly)
            and len(self.parts) == len(other.parts)
            and all(map(_is_same, self.parts, other.parts))
        )

    def __hash__(self) -> int:
        return hash(self.value)


def _parts(value: Any) -> Iterator[Any]:
    """Yield the class of a value, what it and its bases define, and the parts of its fields."""
    cls: Any = type(value)
    yield cls
    names = field_names(cls)
    if names:
        for base in cls.__mro__[:-1]:
            members = vars(base).items()
            yield from (each for name, each in members if name[:2] != "__" or callable(each))
        for name in names:
            yield from _parts(getattr(value, name))
    elif cls is tuple:
        yield len(value)
        for part in value:
            yield from _parts(part)
    else:
        yield value


def _is_same(first: Any, second: Any) -> bool:
    plain = type(first) in (bool, int, float, str)
    return first is second or (plain and type(first) is type(second) and first == second)
