"""Spare Numba's compiler, and a start without any compilation, work whose result is not used.

What is compiled is the same. A change that another version of Numba has no place for is left out;
``tests/native/test_numba.py`` lists what they build on. Numba's declarations, which take longer to
load than a kernel from the cache, are loaded only to compile, and without SciPy.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from typing import Any

from llvmlite.binding import add_symbol, ffi
from numba.core import (
    callconv,
    cgutils,
    errors,
    ir,
    postproc,
    targetconfig,
    transforms,
    types,
    typing,
    utils,
)
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python

from zerosum.support.interrupts import pause, steady


@contextmanager
def uncollected() -> Iterator[None]:
    """Stop the garbage collector meanwhile.

    What a compiler makes lives until it is done. To look through it again and again takes a tenth
    of the time of a compilation.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Passes(PassManager):  # type: ignore[misc]
    """The passes of a compiler, without measurements of each, and with a pause before it."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        pause()
        step.analysis = self._analysis
        with errors.new_error_context("Pass {name}", name=step.name()):
            step.run_initialization(state)
            step.run_pass(state)
            step.run_finalizer(state)


@cache
def define_helpers() -> None:
    """Let machine code find the functions in C that Numba's arrays and errors call."""
    for name, address in _nrt_python.c_helpers.items():  # as rtsys.initialize() does
        add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


@steady()
def prepare_to_compile() -> None:
    """Let Numba see what was registered since it last looked."""
    with suppress(ImportError, AttributeError):  # another version of Numba: then it takes longer
        _load_without_scipy()
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


@cache
def _load_without_scipy() -> None:
    """Import Numba's functions of arrays without SciPy.

    Numba imports SciPy only to see whether it is installed, and imports it again where a native
    function calls it.
    """
    from numba.np import linalg

    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ensure


def call_llvm_unmeasured() -> None:
    """Leave out the time inside LLVM, which every compilation under way would measure."""
    lock = ffi.lib._lock
    lock._cblist = [pair for pair in lock._cblist if pair[0].__module__ != "numba.core.base"]


def list_variables_once() -> None:
    """List the variables of an instruction in one list, where Numba adds up a list a level."""
    ir.Inst._rec_list_vars = wraps(ir.Inst._rec_list_vars)(_list_vars)


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
    names: list[ir.Var] = []
    _vars_of((value,), names)
    return names


def compare_set_options() -> None:
    """Compare and return the options of a compilation together, where Numba asks for each."""
    flags: Any = targetconfig.TargetConfig
    defaults: dict[type, dict[str, Any]] = {}

    def values(one: Any) -> dict[str, Any]:
        cls = type(one)
        if cls not in defaults:
            defaults[cls] = {name: option.default for name, option in cls.options.items()}
        found: dict[str, Any] = defaults[cls] | one._values
        return found

    def equal(one: Any, other: Any) -> Any:
        if not isinstance(other, flags):
            return NotImplemented
        return one._values == other._values or one.values() == other.values()

    flags.values, flags.__eq__ = values, equal
    # Numba's is one for all values, too.
    flags.__hash__ = lambda one: hash(type(one))


def find_lifetimes_at_the_end() -> None:
    """Leave out which variables live where: after most passes only generators need it."""
    run = postproc.PostProcessor.run

    @wraps(run)
    def finish(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        code = self.func_ir
        if emit_dels or code.is_generator:
            run(self, emit_dels, extend_lifetimes)
            return
        code.blocks = transforms.canonicalize_cfg(code.blocks)
        code.variable_lifetime = postproc.VariableLifetime(code.blocks)
        code.generator_info = None

    postproc.PostProcessor.run = finish


def order_templates_once() -> None:
    """Sort the same forms of a function once."""
    order: Callable[..., list[Any]] = utils.order_by_target_specificity
    known: dict[Any, list[Any]] = {}

    @wraps(order)
    def ordered(target: Any, templates: list[Any], fnkey: Any = "") -> list[Any]:
        key = target, *templates
        if key not in known:
            known[key] = order(target, templates, fnkey)
        return known[key]

    utils.order_by_target_specificity = ordered
    typing.context.order_by_target_specificity = ordered


def find_forms_once() -> None:
    """Find the form of a function for the same arguments once, where Numba looks for it each time.

    Operators have a dozen forms, and all before the right one are tried and fail.
    """
    function = types.functions.BaseFunction
    find: Callable[..., Any] = function.get_call_type
    known: dict[Any, tuple[Any, Any]] = {}

    @wraps(find)
    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        options = targetconfig.ConfigStack.top_or_none()
        key = self, context, tuple(args), tuple(dict(kws).items()), options
        if key not in known:
            signature = find(self, context, args, kws)
            known[key] = signature, self._impl_keys[signature.args]
        signature, form = known[key]
        self._impl_keys[signature.args] = form
        return signature

    function.get_call_type = get_call_type


def ask_for_arrays_first() -> None:
    """Look first whether an operand is an array, where Numba looks for a ufunc first."""
    operator = typing.npydecl.NumpyRulesArrayOperator
    generic: Callable[..., Any] = operator.generic

    @wraps(generic)
    def of_arrays(self: Any, args: Any, kws: Any) -> Any:
        kinds = [each.type if isinstance(each, types.Optional) else each for each in args]
        if any(isinstance(kind, types.ArrayCompatible) for kind in kinds):
            return generic(self, args, kws)
        return None

    operator.generic = of_arrays


def leave_results_unset() -> None:
    """Leave room for the result of a call unset, where Numba fills it with zeros for errors.

    After an error nothing reads it, unless it would be released.
    """
    convention: Any = callconv.CPUCallConv
    call: Callable[..., Any] = convention.call_function

    @wraps(call)
    def call_function(
        self: Any, builder: Any, callee: Any, kind: Any, kinds: Any, args: Any, attrs: Any = None
    ) -> Any:
        if attrs or self.context.data_model_manager[kind].contains_nrt_meminfo():
            return call(self, builder, callee, kind, kinds, args, attrs)
        with builder.goto_entry_block():
            room = builder.alloca(self.get_return_type(kind).pointee)
        failure = cgutils.alloca_once(builder, callconv.excinfo_ptr_t)
        given = self._get_arg_packer(kinds).as_arguments(builder, args)
        code = builder.call(callee, [room, failure, *given])
        status = self._get_return_status(builder, code, builder.load(failure))
        return status, self.context.get_returned_value(builder, kind, builder.load(room))

    convention.call_function = call_function


for _spare in (
    call_llvm_unmeasured,
    list_variables_once,
    compare_set_options,
    find_lifetimes_at_the_end,
    order_templates_once,
    find_forms_once,
    ask_for_arrays_first,
    leave_results_unset,
):
    with suppress(ImportError, AttributeError):  # another version of Numba: then it takes longer
        _spare()
