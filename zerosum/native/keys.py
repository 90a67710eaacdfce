"""Native forms of what kernels share: tokens, drawing chance, hashing, counting bits."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from zerosum import jit
from zerosum.cards import popcount
from zerosum.errors import LoweringError
from zerosum.native.casts import unwrap
from zerosum.native.classes import word_of
from zerosum.native.lowering import classes_of
from zerosum.native.overloads import overload, overload_method
from zerosum.native.primitives import (
    draw,
    draw_from,
    hold,
    how_drawn,
    lists_chances,
    no_menu,
    outcomes,
)
from zerosum.native.records import constant, tag_of
from zerosum.native.sequences import hold as hold_natively
from zerosum.native.syntax import define
from zerosum.native.types import (
    EnumType,
    FamilyType,
    HeldType,
    ListTupleType,
    RangedType,
    RecordType,
    SequenceType,
)
from zerosum.native.words import WORD, word_count
from zerosum.tokens import (
    ENUM,
    FALSE,
    NONE,
    REAL,
    RECORD,
    TRUE,
    TUPLE,
    class_number,
    field_kinds,
    put,
)

jit.give_native_form(hold, hold_natively)


@overload(no_menu)
def _no_menu(game: Any, view: Any) -> Any:
    context = cpu_target.typing_context
    infoset = context.resolve_getattr(game, "infoset").get_call_type(context, (types.int64,), {})
    seen = context.resolve_getattr(view, "menu")
    kind = seen.get_call_type(context, (infoset.return_type,), {}).return_type

    @intrinsic
    def empty(context: Any) -> Any:
        def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            menu = ir.Constant(ctx.get_value_type(kind), ir.Undefined)
            return builder.insert_value(menu, ir.Constant(WORD, 0), 0)

        return kind(), codegen

    return lambda game, view: empty()


@overload(put)
def _put(words: Any, at: Any, value: Any) -> Any:
    if isinstance(value, types.Boolean):

        def put_bool(words: Any, at: Any, value: Any) -> Any:
            words[at] = TRUE if value else FALSE
            return at + 1

        return put_bool
    if isinstance(value, EnumType | types.EnumMember):
        return _put_enum(value)
    if isinstance(value, types.Optional):

        def put_optional(words: Any, at: Any, value: Any) -> Any:
            if value is None:
                words[at] = NONE
                return at + 1
            return put(words, at, unwrap(value))

        return put_optional
    return _put_scalar(value) or _put_compound(value)


def _put_scalar(value: Any) -> Any:
    if isinstance(value, types.Integer):

        def put_int(words: Any, at: Any, value: Any) -> Any:
            words[at] = value
            return at + 1

        return put_int
    if value is types.none:

        def put_none(words: Any, at: Any, value: Any) -> Any:
            words[at] = NONE
            return at + 1

        return put_none
    if isinstance(value, types.Float):

        def put_real(words: Any, at: Any, value: Any) -> Any:
            words[at] = REAL
            words[at + 1] = float_bits(value)
            return at + 2

        return put_real
    return None


def _put_enum(kind: Any) -> Any:
    token = ENUM + class_number(classes_of(kind)[0])
    read = word_of if isinstance(kind, EnumType) else int

    def put_enum(words: Any, at: Any, value: Any) -> Any:
        words[at] = token
        words[at + 1] = read(value)
        return at + 2

    return put_enum


def _put_compound(kind: Any) -> Any:
    if isinstance(kind, SequenceType | RangedType | HeldType | ListTupleType):

        def put_items(words: Any, at: Any, value: Any) -> Any:
            words[at] = TUPLE + len(value)
            at += 1
            for place in range(len(value)):
                at = put(words, at, value[place])
            return at

        return put_items
    if isinstance(kind, types.BaseTuple):
        lines = ["def impl(words, at, value):", f"    words[at] = {TUPLE + len(kind)}"]
        lines.append("    at += 1")
        lines += [f"    at = put(words, at, value[{place}])" for place in range(len(kind))]
        return define("\n".join([*lines, "    return at"]), {"put": put})
    if isinstance(kind, RecordType):
        lines = ["def impl(words, at, value):", *_record_lines(kind.cls, "    ")]
        return define("\n".join([*lines, "    return at"]), {"put": put})
    if isinstance(kind, FamilyType):
        lines = ["def impl(words, at, value):", "    tag = tag_of(value)"]
        for place, cls in enumerate(kind.classes):
            lines.append(f"    {'if' if place == 0 else 'elif'} tag == {place}:")
            lines += _record_lines(cls, "        ")
        names = {"put": put, "tag_of": tag_of}
        return define("\n".join([*lines, "    return at"]), names)
    raise LoweringError(
        f"A value of a key must be an int, bool, None, enum, frozen record or a tuple of these; "
        f"got {kind}.",
        kind,
    )


def _record_lines(cls: type, indent: str) -> list[str]:
    lines = [f"words[at] = {RECORD + class_number(cls)}", "at += 1"]
    lines += [f"at = put(words, at, value.{name})" for name, _ in field_kinds(cls)]
    return [indent + line for line in lines]


@intrinsic
def float_bits(context: Any, value: Any) -> Any:
    """Return the bits of a float as an int."""

    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.bitcast(args[0], WORD)

    return types.int64(types.float64), codegen


@intrinsic
def _popcount(context: Any, x: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@overload(popcount)
def _overload_popcount(x: Any) -> Any:
    return lambda x: _popcount(x)


@overload_method(types.Integer, "bit_count")
def _bit_count(x: Any) -> Any:
    return lambda x: _popcount(abs(x))


@intrinsic
def _leading_zeros(context: Any, x: Any) -> Any:
    def codegen(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@overload_method(types.Integer, "bit_length")
def _bit_length(x: Any) -> Any:
    return lambda x: 64 - _leading_zeros(abs(x))


@overload(draw)
def _draw(game: Any, rng: Any) -> Any:
    if not isinstance(game, RecordType):
        return None
    how = how_drawn(game.cls)
    if how == "rng":
        return lambda game, rng: game.sample(rng)
    if how == "plain":
        return lambda game, rng: game.sample()
    if how == "chances":
        return lambda game, rng: draw_from(game.chances(), rng)
    nothing = _no_outcome(game)

    def never(game: Any, rng: Any) -> Any:
        if game.chance:
            raise NotImplementedError("a game must have sample or chances where chance moves")
        return nothing()

    return never


def _no_outcome(game: RecordType) -> Any:
    """Return what makes an outcome where chance never moves: typed, and never called."""
    action = game.lowering.action_type()
    return constant(action, (0,) * word_count(action))


@overload(outcomes)
def _outcomes(game: Any) -> Any:
    if not isinstance(game, RecordType):
        return None
    if lists_chances(game.cls):
        return lambda game: game.chances()
    nothing = _no_outcome(game)

    def never(game: Any) -> Any:
        if game.chance:
            raise NotImplementedError("a game must have chances where chance moves")
        return [(nothing(), 1.0)]

    return never


@overload(draw_from)
def _draw_from(pairs: Any, rng: Any) -> Any:
    return draw_from
