"""Numba's compiler without what it does for others: half of the time of the tests is spent in it.

All of it gives what Numba gives, and sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from numba.core import (
    compiler_machinery,
    event,
    ir,
    postproc,
    targetconfig,
    transforms,
    types,
    typing,
    utils,
)


def lighten() -> None:
    """Change Numba for this process."""
    # Numba announces each call of LLVM and each pass, and every compilation around it measures it.
    event.start_event = event.end_event = lambda *_, **__: None
    passes = compiler_machinery.PassManager
    passes.dependency_analysis = _analysed(passes.dependency_analysis)
    ir.Inst._rec_list_vars = _list_vars
    targetconfig.TargetConfig.values = _values
    targetconfig.TargetConfig.__eq__ = _equal_flags
    # Numba's is one for all values, too.
    targetconfig.TargetConfig.__hash__ = lambda one: hash(type(one))
    postproc.PostProcessor.run = _finished(postproc.PostProcessor.run)
    utils.order_by_target_specificity = _ordered(utils.order_by_target_specificity)
    operator = typing.npydecl.NumpyRulesArrayOperator
    operator.generic = _of_arrays(operator.generic)


class _Kinds(dict[type, str]):
    """What a part of an instruction is, by its class."""

    def __missing__(self, cls: type) -> str:
        kinds = {"var": ir.Var, "inst": ir.Inst, "dict": dict, "items": (list, tuple)}
        self[cls] = next((kind for kind, base in kinds.items() if issubclass(cls, base)), "")
        return self[cls]


_KINDS = _Kinds()


def _vars_of(items: Iterable[Any], names: list[ir.Var]) -> None:
    for item in items:
        kind = _KINDS[type(item)]
        if kind == "var":
            names.append(item)
        elif kind == "inst":
            names += item.list_vars()
        elif kind:
            _vars_of(item.values() if kind == "dict" else item, names)


def _list_vars(_: ir.Inst, value: Any) -> list[ir.Var]:
    """Return the variables of an instruction in one list, where Numba adds up a list a level."""
    names: list[ir.Var] = []
    _vars_of((value,), names)
    return names


_DEFAULTS: dict[type, dict[str, Any]] = {}


def _values(flags: targetconfig.TargetConfig) -> dict[str, Any]:
    """Return all options, where Numba asks for one after the other."""
    cls = type(flags)
    if cls not in _DEFAULTS:
        _DEFAULTS[cls] = {name: option.default for name, option in cls.options.items()}
    return _DEFAULTS[cls] | flags._values


def _equal_flags(one: targetconfig.TargetConfig, other: object) -> bool:
    """Compare what is set first."""
    if not isinstance(other, targetconfig.TargetConfig):
        return NotImplemented
    return one._values == other._values or one.values() == other.values()


def _finished(run: Callable[..., None]) -> Callable[..., None]:
    def finish(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:  # noqa: FBT002
        """Leave out which variables live where: after most passes only generators need it."""
        code = self.func_ir
        if emit_dels or code.is_generator:
            run(self, emit_dels, extend_lifetimes)
            return
        code.blocks = transforms.canonicalize_cfg(code.blocks)
        code.variable_lifetime = postproc.VariableLifetime(code.blocks)
        code.generator_info = None

    return finish


def _analysed(analyse: Callable[[Any], dict[Any, Any]]) -> Callable[[Any], dict[Any, Any]]:
    known: dict[tuple[Any, ...], dict[Any, Any]] = {}

    def analysed(self: Any) -> dict[Any, Any]:
        """Find once what the same passes need of each other."""
        passes = tuple(step for step, _ in self.passes)
        if passes not in known:
            known[passes] = analyse(self)
        return known[passes]

    return analysed


def _ordered(order: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    known: dict[Any, list[Any]] = {}

    def ordered(target: Any, templates: list[Any], fnkey: Any = "") -> list[Any]:
        """Sort the same templates once."""
        key = target, *templates
        if key not in known:
            known[key] = order(target, templates, fnkey)
        return known[key]

    return ordered


def _of_arrays(generic: Callable[..., Any]) -> Callable[..., Any]:
    def of_arrays(self: Any, args: Any, kws: Any) -> Any:
        """Look first whether an operand is an array, where Numba looks for a ufunc first."""
        kinds = [each.type if isinstance(each, types.Optional) else each for each in args]
        if any(isinstance(kind, types.ArrayCompatible) for kind in kinds):
            return generic(self, args, kws)
        return None

    return of_arrays
