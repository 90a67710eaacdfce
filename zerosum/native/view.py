"""Compile a view, and the rows that a table stores: their methods, made from the factors.

The actions are computed once, and serve as menu and, where they are a factor of the states, as
part of the key.

Menus and keys that an abstraction makes are functions which kernels call by address
(:mod:`zerosum.native.called`). So a kernel is compiled for a game and the type of its menus, and
serves all abstractions of these; after an edit only the menu or the key is compiled. Those that are
of the game itself become part of the kernel, as all its rules do. A *whole* view becomes part of
the kernel too: kernels that ask for the values of factors one by one take such.
"""

import hashlib
import pickle
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any

from numba.core import types
from numba.core.compiler import Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.targetconfig import ConfigStack

from zerosum.abstraction import Algebraic, View
from zerosum.abstraction.fitting import equipped
from zerosum.abstraction.identity import fingerprint
from zerosum.errors import LoweringError
from zerosum.native.cache import folder_of, kept, try_to_keep
from zerosum.native.called import call_at, located, placed_as, put_in, value_at
from zerosum.native.emit import Function, Kind, define, generic
from zerosum.native.encoding import Native
from zerosum.native.keys import most_words, put_value
from zerosum.native.layout import CAPACITY, Room
from zerosum.native.lowering import Lowering, lowering_of
from zerosum.native.menus import as_sequence, menu_of
from zerosum.native.primitives import infoset_type, menu_type
from zerosum.native.sequences import empty_sequence, hold, release, value_of
from zerosum.native.sparing import prepare_to_compile
from zerosum.native.types import (
    FamilyType,
    HeldType,
    RangedType,
    RecordType,
    SequenceType,
    ViewType,
)
from zerosum.support.tokens import NO_BUCKET, PLAYERS, ROW_WORDS, put

# Parts of a view, each compiled by itself.
_MENU, _KEY = "menu", "key"
_WORDS = types.CPointer(types.int64)
_PAIR = types.UniTuple(types.int64, 2)
words_in = placed_as(_WORDS)
# Infosets come held, or as values.
_SEEN = "    infoset = value_of(infoset)"
# The words of a view that is called: for each part, where its data and its functions are.
_ADDRESSES = tuple((name, types.int64) for name in ("menu_data", "menu_at", "key_data", "write_at"))


def lower(
    base: Any, view: View, capacity: int = CAPACITY, room: Room = (), *, whole: bool = False
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
    whole
        Whether the abstraction becomes part of kernels; otherwise they call it by address.

    Raises
    ------
    LoweringError
        If a class or annotation has no native form.
    """
    cls: Any = type(base)
    lowering = lowering_of(cls, capacity, room)
    game = Native(lowering.record(cls), base)
    if whole or view.is_plain:
        return game, _part_of(view, lowering)
    menus, keys = _part_of(view, lowering, _MENU), _part_of(view, lowering, _KEY)
    with global_compiler_lock:  # as while kernels compile: others may need the same factor
        return game, _called(game.kind, view, lowering, menus, keys)


def lowered_record(lowering: Lowering, record: Any) -> Native:
    """Return a record in the form that kernels take, for the game that a lowering is of."""
    return Native(lowering.record(type(record), record), equipped(record))


def _part_of(view: View, lowering: Lowering, part: str = "") -> Native:
    data = {name: equipped(record) for name, record in _carried(view, part)}
    return Native(view_type(view, lowering, part), SimpleNamespace(view=view, **data))


def _factors(view: View, part: str) -> Iterator[tuple[str, Algebraic]]:
    """Yield the factors of a view, or of a part of it, by the names of their fields."""
    if part != _MENU:
        yield from ((f"factor{place}", factor) for place, factor in enumerate(view.factors))
    if part != _KEY and view.actions is not None:
        yield "menu_", view.actions


def _carried(view: View, part: str) -> Iterator[tuple[str, Any]]:
    """Yield the factors that are records, which carry data, by the name of their field."""
    for name, factor in _factors(view, part):
        if factor.function is None:
            yield name, factor.target


def view_type(view: View, lowering: Lowering, part: str = "") -> ViewType:
    """Return the native type of a view of the game that a lowering is for, or of a part of it.

    Its name contains the meaning of every factor, but of a record only that of its class: data
    are arguments, so other data need no new compilation.
    """
    digest = hashlib.blake2b(lowering.fingerprint.encode(), digest_size=8)
    lasting = bool(lowering.cacheable)
    for _, factor in _factors(view, part):
        named = factor.function or type(factor.target)
        meaning = fingerprint(named, asides=True)
        digest.update(f"{named.__module__}:{named.__qualname__}:{meaning}".encode())
        lasting = lasting and named.__module__ != "__main__"
    fields = [(name, lowering.record(type(value), value)) for name, value in _carried(view, part)]
    for name, kind in fields:
        digest.update(f"{name}{kind.name}".encode())
        lasting = lasting and kind.cacheable
    rows = f"{view.states is None}{view.exact}{getattr(view, 'shape', '')}"
    shape = part if part == _MENU else f"{part}{rows}{view.actions is None}"
    name = f"zerosum.View#{digest.hexdigest()}{shape}"
    return ViewType(name, tuple(fields), lasting, lowering=_Looks(view, lowering))


def _called(game: RecordType, view: Any, lowering: Lowering, menus: Native, keys: Native) -> Native:
    """Return a view whose menus and keys are called, as far as the abstraction makes them."""
    infoset = _infoset_type(game, lowering)
    menu: Any = _menu_type(game, menus.kind, infoset)
    if view.actions is not None:  # so that a bet more or less leaves kernels as they are
        menu = SequenceType(menu.item, max(menu.capacity, CAPACITY))
    held = menu if isinstance(menu, RangedType) else HeldType(menu)
    seen: dict[str, Kind | None] = {"infoset": infoset, "menu": held}
    found = SimpleNamespace(menu_at=0, write_at=0, held=[menus, keys])
    found.menu_data, found.key_data = menus.address, keys.address
    if view.actions is not None:
        kinds = {"view": menus.kind, **seen}
        found.menu_at = _address_of("menu", kinds, "put_in(menu, look(view, infoset))", lowering)
    if view.states is not None:
        kinds = {"view": keys.kind, **seen, "player": None, "words": _WORDS}
        found.write_at = _address_of("write", kinds, f"return look({', '.join(kinds)})", lowering)
    rows = [bool(view.dense), view.prints, view.streets]
    shape = f"{view.actions is None}{view.states is None}{rows}{menu}"
    name = f"zerosum.View#{lowering.fingerprint}{shape}"
    looks = _Calls(view, lowering, infoset, held)
    return Native(ViewType(name, _ADDRESSES, lowering.cacheable, lowering=looks), found)


def _infoset_type(game: RecordType, lowering: Lowering) -> Kind:
    """Return the type of a game's infosets, kept since it takes as long to find as to compile."""
    path = _file((game,), "infoset")
    with suppress(Exception):  # Whatever is wrong with a file, it is written again.
        home, _, name = (kept(path) or b"").decode().partition(" ")
        if str(infoset := lowering.record(resolve_name(home))) == name:
            return infoset
    with ConfigStack().enter(_taken()):
        infoset = infoset_type(game)
    if isinstance(infoset, RecordType):
        home = f"{infoset.cls.__module__}:{infoset.cls.__qualname__}"
        try_to_keep(path, f"{home} {infoset}".encode())
    return infoset


def _menu_type(game: RecordType, menus: ViewType, infoset: Kind) -> Kind:
    """Return the type of the menus that a view gives for infosets, kept as theirs is."""
    path = _file((game, menus), "menu")
    with suppress(Exception):  # as above
        return pickle.loads(kept(path) or b"")  # noqa: S301 - what keep() wrote
    with ConfigStack().enter(_taken()):
        menu = menu_type(menus, infoset)
    # These know their classes without further ado.
    if isinstance(menu, RangedType) or isinstance(menu.item, types.Integer | FamilyType):
        with suppress(Exception):  # what names a class inside a function
            try_to_keep(path, pickle.dumps(menu))
    return menu


def _taken() -> Flags:
    """Return the flags of kernels, which take what is compiled here."""
    flags = Flags()
    flags.forceinline = flags.nrt = True
    return flags


def _file(kinds: tuple[Kind, ...], name: str) -> Path | None:
    folder = folder_of(kinds)
    return folder and folder / f"{name}.type"


def _address_of(method: str, kinds: dict[str, Kind | None], body: str, lowering: Lowering) -> int:
    """Return the address of what calls a method of a view, ``look``; compiled once.

    ``kinds`` are its parameters, ``view`` first, and what lies at each address; None for an int.
    """
    view: Any = kinds["view"]

    def make() -> Function:
        prepare_to_compile()
        names: dict[str, Any] = {"put_in": put_in, "look": view.lowering.view_method(method)}
        lines = [f"def impl({', '.join(kinds)}):"]
        for name, kind in kinds.items():
            if kind is not None:
                names[f"{name}_at"] = value_at(kind)
                lines.append(f"    {name} = {name}_at({name})")
        return define("\n".join([*lines, f"    {body}"]), names)

    meaning, made = " ".join(map(str, [method, *kinds.values()])), lowering.called
    if meaning not in made:
        lasting = meaning if view.cacheable else None
        made[meaning] = located(make, len(kinds), f"view.{method}", lasting)
    return int(made[meaning].address)


@generic
def check_row(*parts: Kind) -> Function:
    """Check that no row of a view is longer than ``ROW_WORDS``, given its menu and its key.

    Native code does not check where it writes: this is worked out from the types when it is
    compiled.
    """
    longest = 1 + sum(map(most_words, parts))
    if longest > ROW_WORDS:
        raise LoweringError(
            f"A row of the table must be at most {ROW_WORDS:,} words; player, actions and key may "
            f"take {longest:,} here: declare shorter tuples, as in UpTo(8).",
            parts,
        )
    return lambda *parts: None


def _split(sizes: tuple[int, ...]) -> Iterator[str]:
    """Yield the statements that split a private value, as ``RowView.public_of`` does."""
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

    def __init__(self, view: Any, lowering: Lowering) -> None:
        self.view = view
        self.lowering = lowering
        self._made: dict[str, Any] = {}

    def view_method(self, name: str) -> Any:
        """Return the dispatcher of a method of :class:`zerosum.tables.RowView`."""
        makers = {
            "menu": self._menu,
            "menu_in": self._menu_in,
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
            self._made[name] = self.lowering.jit(makers[name](), inline=True)
        return self._made[name]

    def _menu(self) -> Any:
        if self.view.actions is None:
            return lambda view, infoset: menu_of(value_of(infoset))
        names: dict[str, Any] = {"as_sequence": as_sequence, "value_of": value_of}
        call = self._call(self.view.actions, "menu_", names)
        lines = ["def impl(view, infoset):", _SEEN, f"    return as_sequence({call})"]
        return define("\n".join(lines), names)

    def _menu_in(self) -> Any:
        menu = self.view_method("menu")
        return lambda view, infoset, room: put_in(room, menu(view, infoset))

    def _write(self) -> Any:
        lines = ["def impl(view, infoset, menu, player, words):", _SEEN]
        lines += ["    words[0] = player", "    head = put(words, 1, menu)", "    at = head"]
        names = {"put": put, "put_value": put_value, "check_row": check_row, "value_of": value_of}
        parts = ["menu"]
        if self.view.states is None:
            parts.append("infoset")
            lines.append("    at = put(words, at, infoset)")
        if self.view.dense:
            lines.append("    bucket, buckets = 0, 1")
        for place, call in enumerate(self._calls(names)):
            parts.append(f"value{place}")
            lines += [f"    value{place} = {call}", f"    value = value{place}"]
            sizes = self.view.sizes[place]
            lines += [f"    {line}" for line in _split(sizes)] if sizes else []
            lines.append("    at = put_value(words, at, value)")
        lines.append(f"    check_row({', '.join(parts)})")
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
        return lambda view, infoset: value_of(infoset).street

    def _street_of(self) -> Any:
        if not self.view.streets:
            return lambda view, game: 0
        return lambda view, game: game.infoset(game.active).street

    def _tell(self) -> Any:
        lines = ["def impl(view, infoset, place, words):", _SEEN, "    words[0] = place"]
        names: dict[str, Any] = {"put_value": put_value, "value_of": value_of}
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


class _Calls(_Looks):
    """The native methods of a view whose abstraction is called, given the types of what is seen."""

    def __init__(self, view: Any, lowering: Lowering, infoset: Kind, menu: Kind) -> None:
        super().__init__(view, lowering)
        self._placed = placed_as(infoset), placed_as(menu)
        self._menu_type = menu

    def _menu(self) -> Any:
        if self.view.actions is None:
            return super()._menu()
        empty, menu_in = empty_sequence(self._menu_type.sequence), self.view_method("menu_in")
        return lambda view, infoset: release(menu_in(view, infoset, hold(empty())))

    def _menu_in(self) -> Any:
        if self.view.actions is None:
            return super()._menu_in()
        call, (infoset_in, menu_in) = call_at(types.none, 3), self._placed

        def impl(view: Any, infoset: Any, room: Any) -> Any:
            call(view.menu_at, view.menu_data, infoset_in(infoset), menu_in(room))
            return room

        return impl

    def _write(self) -> Any:
        if self.view.states is None:
            return super()._write()
        call, (infoset_in, menu_in) = call_at(_PAIR, 5), self._placed

        def impl(view: Any, infoset: Any, menu: Any, player: Any, words: Any) -> Any:
            seen = infoset_in(infoset), menu_in(menu)
            return call(view.write_at, view.key_data, *seen, player, words_in(words))

        return impl

    def _tell(self) -> Any:
        raise LoweringError("Kernels that ask for the values of factors take whole views.", self)
