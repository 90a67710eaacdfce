"""What kernels need and Python spells differently: menus, chance, random numbers, data of factors.

Each function of Python stands beside its native form.
"""

import ast
import inspect
from functools import cache
from types import FunctionType
from typing import Any, TypeVar

from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target

from zerosum.abstraction.fitting import put_word, ready
from zerosum.abstraction.source import syntax_of
from zerosum.cards import popcount
from zerosum.errors import GameError
from zerosum.jit import give_native_form
from zerosum.native.emit import WORD, Emitter, Function, Kind, Value, always, instruction, overload
from zerosum.native.encoding import word_count
from zerosum.native.records import constant
from zerosum.native.sequences import empty_sequence
from zerosum.native.sequences import hold as hold_natively
from zerosum.native.types import RANDOM, RandomType, RecordType

T = TypeVar("T")

_GAMMA, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_LEAP = (_GAMMA << 32) & ((1 << 64) - 1)
# What probabilities and payoffs may be off by, for their size.
SLACK = 1e-9


class NotOne(GameError):
    """Raised if the outcomes of chance are not a probability distribution."""


def hold(sequence: T) -> T:
    """Keep a menu, or an infoset, where a kernel can read it cheaply."""
    return sequence


give_native_form(hold, hold_natively)


def no_menu(game: Any, view: Any) -> Any:
    """Return an empty menu of the type that a view, or the first of several, gives for a game."""
    return ()


@overload(no_menu)
def _no_menu(game: Kind, view: Any) -> Function:
    view = view[0] if isinstance(view, types.BaseTuple) else view
    empty = empty_sequence(menu_type(view, infoset_type(game)))
    return lambda game, view: empty()


def infoset_type(game: Kind) -> Kind:
    """Return the type of a game's infosets; of a series of hands, that of the infosets of these."""
    if not hasattr(game.cls, "infoset"):
        game = cpu_target.typing_context.resolve_getattr(game, "deal")
    return _returned(game, "infoset", types.int64)


def menu_type(view: Kind, infoset: Kind) -> Any:
    """Return the type of the menus that a view gives for infosets."""
    return _returned(view, "menu", infoset)


def _returned(kind: Kind, name: str, given: Kind) -> Kind:
    context = cpu_target.typing_context
    context.refresh()
    method = context.resolve_getattr(kind, name)
    found: Kind = method.get_call_type(context, (given,), {}).return_type
    return found


@cache
def how_drawn(cls: type) -> str:
    """Return how chance is drawn in games of a class: rng, plain, chances, or never.

    ``sample(rng)`` is ``rng``, ``sample()`` is ``plain``; a ``sample`` that is missing, or only
    a stub, is drawn from ``chances``; if that is a stub too, there is no chance.
    """
    sample = inspect.getattr_static(cls, "sample", None)
    if sample is not None and not _is_stub(sample):
        parameters = inspect.signature(cls.sample).parameters  # type: ignore[attr-defined]
        return "rng" if len(parameters) > 1 else "plain"
    return "chances" if lists_chances(cls) else "never"


@cache
def lists_chances(cls: type) -> bool:
    """Return whether games of a class have a ``chances`` that is more than a stub."""
    chances = inspect.getattr_static(cls, "chances", None)
    return chances is not None and not _is_stub(chances)


@cache
def lists_actions(cls: type) -> bool:
    """Return whether infosets of a class list all actions of the game.

    Those with ``concrete`` say themselves what other actions stand for.
    """
    actions = inspect.getattr_static(cls, "actions", None)
    return actions is not None and not _is_stub(actions) and not hasattr(cls, "concrete")


def can_list(game: Any) -> bool:
    """Return whether a game lists its outcomes of chance, or has no chance."""
    cls: Any = type(game)
    return lists_chances(cls) or how_drawn(cls) == "never"


def outcomes(game: Any) -> Any:
    """Return the (outcome, probability) pairs of a history where chance moves."""
    cls: Any = type(game)
    if not lists_chances(cls):
        raise NotImplementedError(
            f"{type(game).__qualname__} must define chances, since chance moves"
        )
    return list(game.chances().items())


@overload(outcomes)
def _outcomes(game: Kind) -> Function | None:
    if not isinstance(game, RecordType):
        return None
    if lists_chances(game.cls):
        return lambda game: game.chances()
    nothing = _no_outcome(game)

    def never(game: Any) -> Any:
        if game.chance:
            raise NotImplementedError("a game where chance moves must define chances")
        return [(nothing(), 1.0)]

    return never


def _no_outcome(game: RecordType) -> Function:
    """Return what makes an outcome where chance never moves: typed, and never called."""
    action = game.lowering.action_type()
    return constant(action, (0,) * word_count(action))


def draw(game: Any, rng: Any) -> Any:
    """Return an outcome of chance, drawn as the game says."""
    cls: Any = type(game)
    how = how_drawn(cls)
    if how == "rng":
        return game.sample(rng)
    if how == "plain":
        return game.sample()
    if how == "chances":
        return draw_from(check_chances(outcomes(game)), rng)
    raise NotImplementedError(
        f"{type(game).__qualname__} must define sample or chances, since chance moves"
    )


@overload(draw)
def _draw(game: Kind, rng: Kind) -> Function | None:
    if not isinstance(game, RecordType):
        return None
    how = how_drawn(game.cls)
    if how == "rng":
        return lambda game, rng: game.sample(rng)
    if how == "plain":
        return lambda game, rng: game.sample()
    if how == "chances":
        return lambda game, rng: draw_from(check_chances(game.chances()), rng)
    nothing = _no_outcome(game)

    def never(game: Any, rng: Any) -> Any:
        if game.chance:
            raise NotImplementedError("a game where chance moves must define sample or chances")
        return nothing()

    return never


def draw_from(pairs: Any, rng: Any) -> Any:
    """Return the outcome of one of several (outcome, probability) pairs."""
    threshold = rng.random()
    total = 0.0
    chosen = pairs[0][0]
    for outcome, probability in pairs:
        if total <= threshold:
            chosen = outcome
        total += probability
    return chosen


def check_chances(pairs: Any) -> Any:
    """Return the outcomes of chance, which must be a probability distribution."""
    total, sound = 0.0, True
    for _, probability in pairs:
        total += probability
        sound = sound and probability >= 0.0
    # Written so that NaN fails too.
    if not (sound and abs(total - 1.0) <= SLACK):
        raise NotOne(
            "The probabilities of chance must not be negative and must sum to 1: check chances()."
        )
    return pairs


overload(draw_from)(always(draw_from))
overload(check_chances)(always(check_chances))
overload(ready)(always(lambda record: record))


@instruction(lambda array, place, word: types.none(array, types.int64, types.int64))
def _put_word(emitter: Emitter, array: Value, place: Value, word: Value) -> None:
    builder, kind = emitter.builder, emitter.signature.args[0]
    data = emitter.context.make_array(kind)(emitter.context, builder, array).data
    builder.store(word, builder.gep(data, [place]))


@overload(put_word)
def _overload_put_word(array: Kind, place: Kind, word: Kind) -> Function | None:
    if isinstance(array, types.Array) and array.ndim == 1 and array.dtype == types.int64:
        return lambda array, place, word: _put_word(array, place, word)
    return None


@instruction(types.int64(types.int64))
def _popcount(emitter: Emitter, x: Value) -> Value:
    return emitter.builder.ctpop(x)


@instruction(types.int64(types.int64))
def _leading_zeros(emitter: Emitter, x: Value) -> Value:
    return emitter.builder.ctlz(x, ir.Constant(ir.IntType(1), 0))


overload(popcount)(always(lambda x: _popcount(x)))
overload(types.Integer, "bit_count")(always(lambda x: _popcount(abs(x))))
overload(types.Integer, "bit_length")(always(lambda x: 64 - _leading_zeros(abs(x))))


def _emit_bits(emitter: Emitter, generator: Value) -> Value:
    """Emit one step of SplitMix64, as :meth:`zerosum.rng.Random.bits`."""
    builder = emitter.builder
    pointer = builder.extract_value(generator, 0)
    state = builder.add(builder.load(pointer), WORD(_GAMMA))
    builder.store(state, pointer)
    for shift, factor in ((30, _MIX1), (27, _MIX2)):
        state = builder.xor(state, builder.lshr(state, WORD(shift)))
        state = builder.mul(state, WORD(factor))
    return builder.xor(state, builder.lshr(state, WORD(31)))


@instruction(types.int64(RANDOM))
def _bits(emitter: Emitter, generator: Value) -> Value:
    return _emit_bits(emitter, generator)


@instruction(types.float64(RANDOM))
def _random(emitter: Emitter, generator: Value) -> Value:
    builder = emitter.builder
    bits = builder.lshr(_emit_bits(emitter, generator), WORD(11))
    scale = ir.Constant(ir.DoubleType(), 2.0**-53)
    return builder.fmul(builder.uitofp(bits, ir.DoubleType()), scale)


@instruction(types.int64(RANDOM, types.int64))
def _integer(emitter: Emitter, generator: Value, n: Value) -> Value:
    builder, half = emitter.builder, WORD(32)
    high = builder.lshr(_emit_bits(emitter, generator), half)
    return builder.lshr(builder.mul(high, n), half)


@instruction(types.int64(RANDOM))
def _branch(emitter: Emitter, generator: Value) -> Value:
    return emitter.builder.lshr(_emit_bits(emitter, generator), WORD(2))


@instruction(types.none(RANDOM, types.int64, types.int64))
def _follow(emitter: Emitter, generator: Value, branch: Value, stream: Value) -> None:
    builder = emitter.builder
    state = builder.add(branch, builder.mul(stream, WORD(_LEAP)))
    builder.store(state, builder.extract_value(generator, 0))


overload(RandomType, "bits")(always(lambda generator: _bits(generator)))
overload(RandomType, "random")(always(lambda generator: _random(generator)))
overload(RandomType, "integer")(always(lambda generator, n: _integer(generator, n)))
overload(RandomType, "branch")(always(lambda generator: _branch(generator)))
overload(RandomType, "follow")(
    always(lambda generator, branch, stream: _follow(generator, branch, stream))
)


def _is_stub(method: Any) -> bool:
    """Return whether the body of a method says only that it is missing."""
    function = getattr(method, "__func__", method)
    node = syntax_of(function) if isinstance(function, FunctionType) else None
    return isinstance(node, ast.FunctionDef) and all(map(_is_empty, node.body))


def _is_empty(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(ast.Constant()):
            return True
        case ast.Raise(ast.Name(name) | ast.Call(ast.Name(name))):
            return name == "NotImplementedError"
    return False
