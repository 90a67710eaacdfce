"""Find functions that return a bool on one path and an int on another.

In a key, Python distinguishes ``True`` from 1, and a member of an ``IntEnum`` from its value. Numba
gives both returns one type, which can hold either, and the bool or member is an int from then on.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass

from zerosum.errors import LoweringError

MIXES = "zerosum_bool_or_int"
_SHAPING = "zerosum.native.menus"


@register_pass(mutates_CFG=False, analysis_only=True)
class NoteBoolOrInt(FunctionPass):  # type: ignore[misc]
    """Record in a typed function's metadata whether a bool or member it returns becomes an int."""

    _name = "zerosum_note_bool_or_int"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Write the finding where the passes of a caller read it."""
        state.metadata[MIXES] = _Returned(state).mixed
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class RefuseBoolOrInt(NoteBoolOrInt):
    """Refuse a factor that returns a bool or a member on one path and an int on another."""

    _name = "zerosum_refuse_bool_or_int"

    def run_pass(self, state: Any) -> bool:
        """Look at what a typed function returns.

        Raises
        ------
        LoweringError
            If the function returns a bool or a member on one path and an int on another.
        """
        super().run_pass(state)
        if state.metadata[MIXES]:
            name = state.func_id.func_qualname
            raise LoweringError(
                f"{name} returns a bool or a member of an IntEnum on one path and an int on "
                f"another, which Python distinguishes and native code does not; return ints "
                f"everywhere, as in int(x > 1), or bools or members everywhere.",
                name,
            )
        return False


def mix_bool_and_int(kinds: Iterable[Any]) -> bool:
    """Return whether types to be unified have a bool, an int or a member in the same place."""
    bare = [kind.type if isinstance(kind, types.Optional) else kind for kind in kinds]
    scalars = {_kind(kind) for kind in bare} - {None}
    lengths: dict[int, list[Any]] = {}
    for kind in bare:
        if isinstance(kind, types.BaseTuple):
            lengths.setdefault(len(kind), []).append(kind)
    parts = (part for tuples in lengths.values() for part in zip(*tuples, strict=True))
    return len(scalars) > 1 or any(map(mix_bool_and_int, parts))


def as_int(kinds: Iterable[Any]) -> str | None:
    """Return how to write a member of an ``IntEnum`` among some types as an int; None without."""
    enums = (kind.instance_class for kind in kinds if isinstance(kind, types.IntEnumMember))
    return next((f"int({enum.__name__}.{next(iter(enum)).name})" for enum in enums), None)


class _Returned:
    """Where the returned values of a function with types come from."""

    def __init__(self, state: Any) -> None:
        self.typemap, self.calltypes = state.typemap, state.calltypes
        self.sources: dict[str, list[Any]] = defaultdict(list)
        self.mixed = False  # Whether a value, or a part of one, may be of two of these.
        statements = [each for block in state.func_ir.blocks.values() for each in block.body]
        for each in statements:
            if isinstance(each, ir.Assign):
                self.sources[each.target.name].append(each.value)
        self._look([each.value for each in statements if isinstance(each, ir.Return)])

    def _look(self, values: list[Any]) -> None:
        """Check variables whose values are unified."""
        self.mixed = mix_bool_and_int(list(self._kinds(values, set()))) or self.mixed

    def _kinds(self, values: list[Any], known: set[str]) -> Iterator[Any]:
        for value in values:
            if value.name in known:
                continue
            known.add(value.name)
            for source in self.sources.get(value.name, [None]):
                copied = self._copied(source)
                if copied is None:
                    yield self.typemap[value.name]
                else:
                    yield from self._kinds(copied, known)

    def _copied(self, source: Any) -> list[Any] | None:
        """Return the variables that an expression passes on unchanged; None for a new value."""
        if isinstance(source, ir.Var):
            return [source]
        if not isinstance(source, ir.Expr):
            return None
        if source.op == "cast":
            return [source.value]
        if source.op == "phi":
            return [each for each in source.incoming_values if isinstance(each, ir.Var)]
        if source.op == "build_tuple":
            for item in source.items:
                self._look([item])
        if source.op == "getattr":
            self._note_method(self.typemap[source.value.name], source.attr, ())
        if source.op == "call":
            return self._called(source)
        return None

    def _called(self, source: Any) -> list[Any] | None:
        function, signature = self.typemap[source.func.name], self.calltypes[source]
        key: Any = getattr(function, "typing_key", None)
        if isinstance(function, types.Dispatcher):
            self._note(function.dispatcher, signature.args)
        elif isinstance(function, types.BoundFunction):
            self._note_method(function.this, str(key[1]), signature.args)
        elif key in (min, max):
            return list(source.args)
        elif getattr(key, "__module__", "") == _SHAPING:
            return [source.args[0]]
        return None

    def _note_method(self, kind: Any, name: str, args: tuple[Any, ...]) -> None:
        """Take over what was found in a method or property; fields have none."""
        made = getattr(getattr(kind, "lowering", None), "made_method", None)
        if made is not None:
            self._note(made(kind, name), (kind, *args))

    def _note(self, dispatcher: Any, args: tuple[Any, ...]) -> None:
        """Take over what was found in a function that is called."""
        found = None if dispatcher is None else dispatcher.overloads.get(args)
        # What comes from the disk cache is the library's own, and has no metadata.
        noted = getattr(found, "metadata", None) or {}
        self.mixed = self.mixed or noted.get(MIXES, False)


def _kind(kind: Any) -> Any:
    """Return what distinguishes bools, ints and members of each IntEnum; None for others."""
    if isinstance(kind, types.IntEnumMember):
        return kind.instance_class
    return next((each for each in (types.Boolean, types.Integer) if isinstance(kind, each)), None)
