"""Compile a view, and the rows that a table stores: their methods, made from the factors.

The actions are computed once, and serve as menu and, where they are a factor of the states, as
part of the key.
"""

import hashlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from zerosum.abstraction import Algebraic, View
from zerosum.abstraction.fitting import equipped
from zerosum.abstraction.identity import fingerprint
from zerosum.native.emit import define
from zerosum.native.encoding import Native
from zerosum.native.keys import put_value
from zerosum.native.layout import CAPACITY, Room
from zerosum.native.lowering import lowering_of
from zerosum.native.menus import as_sequence, menu_of
from zerosum.native.types import ViewType
from zerosum.support.tokens import NO_BUCKET, PLAYERS, put


def lower(
    base: Any, view: View, capacity: int = CAPACITY, room: Room = ()
) -> tuple[Native, Native]:
    """Return a game and a view in the form that kernels take.

    Parameters
    ----------
    base, view
        The game and the view.
    capacity
        How many actions menus have room for, if nothing declares it.
    room
        The fields of tuples that need more room than they declare.

    Raises
    ------
    LoweringError
        If a class or annotation has no native form.
    """
    cls: Any = type(base)
    lowering = lowering_of(cls, capacity, room)
    game = Native(lowering.record(cls), base)
    data = {name: equipped(record) for name, record in _carried(view)}
    carried = SimpleNamespace(view=view, **data)
    return game, Native(view_type(view, lowering), carried)


def _carried(view: View) -> Iterator[tuple[str, Any]]:
    """Yield the factors that are records, which carry data, by the name of their field."""
    for place, factor in enumerate(view.factors):
        if factor.function is None:
            yield f"factor{place}", factor.target
    if view.actions is not None and view.actions.function is None:
        yield "menu_", view.actions.target


def view_type(view: View, lowering: Any) -> ViewType:
    """Return the native type of a view of the game that a lowering is for.

    Its name contains the meaning of every factor, but of a record only that of its class: data
    are arguments, so other data need no new compilation.
    """
    digest = hashlib.blake2b(lowering.fingerprint.encode(), digest_size=8)
    lasting = bool(lowering.cacheable)
    for named in view.sources:
        digest.update(f"{named.__module__}:{named.__qualname__}:{fingerprint(named)}".encode())
        lasting = lasting and named.__module__ != "__main__"
    fields = [(name, lowering.record(type(value), value)) for name, value in _carried(view)]
    for name, kind in fields:
        digest.update(f"{name}{kind.name}".encode())
        lasting = lasting and kind.cacheable
    shape = f"{view.states is None}{view.exact}{view.actions is None}"
    name = f"zerosum.View#{digest.hexdigest()}{shape}{getattr(view, 'shape', '')}"
    return ViewType(name, tuple(fields), lasting, lowering=_Looks(view, lowering))


def _split(call: str, sizes: tuple[int, ...]) -> Iterator[str]:
    """Yield the statements that split a private value, as ``RowView.public_of`` does."""
    yield f"value = {call}"
    first, test = 0, "if value >= 0 and"
    for size in sizes:
        yield f"{test} value < {first + size}:"
        yield f"    bucket, buckets = bucket * {size} + value - {first}, buckets * {size}"
        yield f"    value = {first + size}"
        first, test = first + size, "elif value >= 0 and"
    yield f"elif value >= {first}:"
    yield f"    raise ValueError({NO_BUCKET!r})"


class _Looks:
    """The native methods of a view, made from its factors; those of rows if it has any."""

    def __init__(self, view: Any, lowering: Any) -> None:
        self.view = view
        self.lowering = lowering
        self._made: dict[str, Any] = {}

    def view_method(self, name: str) -> Any:
        """Return the dispatcher of a method of :class:`zerosum.tables.RowView`."""
        makers = {
            "menu": self._menu,
            "write": self._write,
            "bucket": self._bucket,
            "printed": self._printed,
            "street": self._street,
            "street_of": self._street_of,
            "tell": self._tell,
        }
        if name not in makers:
            return None
        if name not in self._made:
            self._made[name] = self.lowering.jit(makers[name]())
        return self._made[name]

    def _menu(self) -> Any:
        if self.view.actions is None:
            return lambda view, infoset: menu_of(infoset)
        names: dict[str, Any] = {"as_sequence": as_sequence}
        call = self._call(self.view.actions, "menu_", names)
        return define(f"def impl(view, infoset):\n    return as_sequence({call})\n", names)

    def _write(self) -> Any:
        lines = ["def impl(view, infoset, menu, player, words):", "    words[0] = player"]
        lines += ["    head = put(words, 1, menu)", "    at = head"]
        names: dict[str, Any] = {"put": put, "put_value": put_value}
        if self.view.states is None:
            lines.append("    at = put(words, at, infoset)")
        if self.view.dense:
            lines.append("    bucket, buckets = 0, 1")
        for sizes, call in zip(self.view.sizes, self._calls(names), strict=True):
            value = call
            if sizes:
                value = "value"
                lines += [f"    {line}" for line in _split(call, sizes)]
            lines.append(f"    at = put_value(words, at, {value})")
        if self.view.dense:
            lines.append(f"    words[0] = player + {PLAYERS} * (buckets - 1)")
            lines.append("    words[at] = bucket")
        lines.append(f"    return {'1' if self.view.exact else 'head'}, at")
        return define("\n".join(lines), names)

    def _bucket(self) -> Any:
        if not self.view.dense:
            return lambda view, words, end: (0, 1)
        return lambda view, words, end: (words[end], 1 + words[0] // PLAYERS)

    def _printed(self) -> Any:
        prints = self.view.prints
        return lambda view: prints

    def _street(self) -> Any:
        if not self.view.streets:
            return lambda view, infoset: 0
        return lambda view, infoset: infoset.street

    def _street_of(self) -> Any:
        if not self.view.streets:
            return lambda view, game: 0
        return lambda view, game: game.infoset(game.active).street

    def _tell(self) -> Any:
        lines = ["def impl(view, infoset, place, words):", "    words[0] = place"]
        names: dict[str, Any] = {"put_value": put_value}
        for place, call in enumerate(self._calls(names)):
            lines += [f"    if place == {place}:", f"        return put_value(words, 1, {call})"]
        return define("\n".join([*lines, "    return 1"]), names)

    def _calls(self, names: dict[str, Any]) -> Iterator[str]:
        """Yield the call of each factor; modified in place: ``names``, what they call."""
        for place, factor in enumerate(self.view.factors):
            yield self._call(factor, f"factor{place}", names)

    def _call(self, factor: Algebraic, name: str, names: dict[str, Any]) -> str:
        if factor.function is None:
            names[name] = self.lowering.record_call(type(factor.target))
            return f"{name}(view.{name}, infoset)"
        names[name] = self.lowering.callable(factor)
        return f"{name}(infoset)"
