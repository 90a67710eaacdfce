"""Compile kernels, and functions that are only ever linked into a kernel and never run themselves.

For every function that it compiles, Numba makes an entry from Python, optimises the function with
all that it calls, and makes machine code. Then it links the intermediate code into each caller,
where all this is done once more. What a game's methods become is never called from Python: without
entries, and with code that is optimised and translated only in the kernel that is called, a game
compiles in about a third of the time, and runs as fast.

LLVM ends the process if machine code names a symbol that is not there. So no code is translated,
kept or loaded before :func:`check_symbols` has found a definition of each symbol.
"""

import itertools
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from llvmlite.binding import (
    Linkage,
    ModuleRef,
    address_of_symbol,
    create_new_module_pass_manager,
    parse_bitcode,
)
from numba import _dynfunc
from numba.core import cgutils
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CR_FIELDS, CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.funcdesc import default_mangler
from numba.core.imputils import fix_returning_optional
from numba.core.lowering import Lower
from numba.core.typed_passes import AnnotateTypes, NativeLowering, NopythonTypeInference
from numba.core.typing.templates import _OverloadFunctionTemplate, builtin_registry

from zerosum.errors import LoweringError
from zerosum.native.bool_or_int import NoteBoolOrInt
from zerosum.native.sparing import Passes, uncollected


def _count_from_elsewhere() -> None:
    """Let this process number the functions that it compiles as no other process does.

    Symbols are names, types of arguments and a number that Numba counts up from 1 in each process,
    and of two functions with one symbol the linker takes either. What a cache holds has numbers of
    other processes: two functions of one name would become one.
    """
    FunctionIdentity._unique_ids = itertools.count(1 + secrets.randbits(96))


_count_from_elsewhere()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_count_from_elsewhere)

LINKED_CODE = "linked"
"""The kind of linked code in a cache, where Numba says whether it is machine code."""


def check_symbols(codegen: Any, module: ModuleRef) -> None:
    """Check that something in this process defines each symbol that a module declares.

    Raises
    ------
    LoweringError
        If nothing does.
    """
    for known in itertools.chain(module.functions, module.global_variables):
        name = known.name
        if not known.is_declaration or name.startswith("llvm."):
            continue
        if not codegen._engine.is_symbol_defined(name) and address_of_symbol(name) is None:
            raise LoweringError(
                f"The compiled code of {module.name} must name only what is there; nothing defines "
                f"{name}; write functions that call each other as a loop.",
                name,
            )


@cache
def _sweep(codegen: Any) -> tuple[Any, Any]:
    """Return the passes that make lowered code small: it is linked, and kept, in many places."""
    passes = create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    return passes, codegen._pass_builder()


class CheckedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Machine code, refused if it names a symbol that nothing defines."""

    def finalize(self) -> None:
        """Link everything that is called, once, and make machine code."""
        self._linking_libraries: list[Any] = _reached(self._linking_libraries)
        super().finalize()

    def _finalize_final_module(self) -> None:
        check_symbols(self._codegen, self._final_module)
        super()._finalize_final_module()


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Intermediate code, as it was lowered.

    What it calls is linked where machine code is made, or a file of the cache: not here, and then
    into each caller again.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.alone = _Alone(self)
        self._shared_module: Any = None

    def _optimize_functions(self, module: ModuleRef) -> None:
        """Take away what lowering left behind; the rest is left to the kernel that is called."""
        module.data_layout = self._codegen._data_layout
        passes, builder = _sweep(self._codegen)
        passes.run(module, builder)

    def finalize(self) -> None:
        """Keep the code as it is."""
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
            self._dynamic_globals += library._dynamic_globals
        self._finalize_dynamic_globals()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr
        self._finalized = True

    def _get_module_for_linking(self) -> ModuleRef:
        """Return the code with all that it calls."""
        self._ensure_finalized()
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for each in _reached(self._linking_libraries):
                self._shared_module.link_in(each._get_module_for_linking(), preserve=True)
        return self._shared_module

    def serialize_using_object_code(self) -> Any:
        """Return what a cache keeps."""
        return self.name, LINKED_CODE, self._get_module_for_linking().as_bitcode()


@dataclass(frozen=True, eq=False)
class _Alone:
    """A linked function without what it calls."""

    library: LinkedLibrary

    @property
    def _reload_init(self) -> Any:
        return self.library._reload_init

    def _get_module_for_linking(self) -> ModuleRef:
        return self.library._final_module


def _reached(libraries: Iterable[Any]) -> list[Any]:
    """Return all that is called from some libraries, each once and after all that call it.

    The linker takes only what is called from the code that it has.
    """
    found: dict[Any, None] = {}
    _reach(libraries, found, set())
    return list(reversed(found))


def _reach(libraries: Iterable[Any], found: dict[Any, None], known: set[Any]) -> None:
    for library in libraries:
        if library not in known:
            known.add(library)
            is_alone = isinstance(library, LinkedLibrary) and library._shared_module is None
            if is_alone:
                _reach(library._linking_libraries, found, known)
            found[library.alone if is_alone else library] = None


def rebuilt(context: Any, payload: Any) -> CompileResult:
    """Return a linked function from what Numba's cache kept of it."""
    (name, _, code), descriptor, environment, signature, *_, reloads, environments = payload
    for reload in reloads:
        reload()
    library = LinkedLibrary(context.codegen(), name)
    library._final_module = parse_bitcode(code)
    check_symbols(context.codegen(), library._final_module)
    library.finalize()
    known = {
        "typing_context": context.typing_context,
        "target_context": context,
        "entry_point": never_called(library, descriptor, environment),
        "objectmode": False,
        "signature": signature,
        "library": library,
        "fndesc": descriptor,
        "environment": environment,
        "reload_init": reloads,
        "referenced_envs": environments,
    }
    return CompileResult(**dict.fromkeys(CR_FIELDS) | known)


def never_called(library: LinkedLibrary, descriptor: Any, environment: Any) -> Any:
    """Return what stands for the entry of a linked function."""
    module, name = descriptor.lookup_module(), descriptor.qualname
    return _dynfunc.make_function(module, name, "linked", 0, environment, (library,))


class _Lower(Lower):  # type: ignore[misc]
    """Numba's lowering, without calls by an address that is filled in when both ends are there.

    That is how Numba calls a function of which any signature is still being compiled. But what is
    only linked has no address, and where code comes from a cache nobody fills one in. One that is
    done is linked as any other; of one that is not, the code will be linked with this code.
    """

    def alloca(self, name: str, kind: Any) -> Any:
        """Emit room for a variable, unset where Numba fills it with zeros for what is released."""
        if self.context.data_model_manager[kind].contains_nrt_meminfo():
            return super().alloca(name, kind)
        with self.builder.goto_entry_block():
            return self.builder.alloca(self.context.get_value_type(kind))

    def _lower_call_RecursiveCall(self, kind: Any, expr: Any, signature: Any) -> Any:
        called, context, builder = kind.dispatcher_type.dispatcher, self.context, self.builder
        if signature.args in called.overloads:
            return self._lower_call_normal(kind.dispatcher_type, expr, signature)
        made = kind.get_overloads(signature.args)
        tags = {"abi_tags": self.fndesc.abi_tags, "uid": made.uid}
        name = (context.mangler or default_mangler)(made.qualname, signature.args, **tags)
        given = self.fold_call_args(kind, signature, expr.args, expr.vararg, expr.kws)
        convention, shape = context.call_conv, (signature.return_type, signature.args)
        function = cgutils.get_or_insert_function(
            builder.module, convention.get_function_type(*shape), name
        )
        status, found = convention.call_function(builder, function, *shape, given)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return fix_returning_optional(context, builder, signature, status, found)


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):  # type: ignore[misc]
    """Numba's last pass; without making machine code where there is no entry from Python."""

    _name = "zerosum_lowering"

    @property
    def lowering_class(self) -> Any:
        """What lowers a function."""
        return _Lower

    def run_pass(self, state: Any) -> bool:
        """Lower a function; a linked one to intermediate code, with an entry that is not called."""
        context, is_linked = state.targetctx, state.flags.no_cpython_wrapper
        library = LinkedLibrary if is_linked else CheckedLibrary
        own = state.library = library(context.codegen(), state.func_id.func_qualname)
        if not is_linked:
            own.enable_object_caching()
            return bool(super().run_pass(state))
        executable = context.get_executable
        context.get_executable = lambda library, descriptor, environment: (
            never_called if library is own else executable
        )(library, descriptor, environment)
        try:
            return bool(super().run_pass(state))
        finally:
            context.get_executable = executable


class Compiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler with a last pass of ours."""

    look_at_returns: ClassVar[Any] = NoteBoolOrInt

    def _compile_core(self) -> CompileResult:
        with uncollected():
            return super()._compile_core()

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        return [_pipeline(self.look_at_returns, self.state)]


_PIPELINES: dict[Any, Passes] = {}
"""The passes of a compiler, by the one that looks at returns: no function needs others."""


def _pipeline(look_at_returns: Any, state: Any) -> Passes:
    if look_at_returns not in _PIPELINES:
        made = _PIPELINES[look_at_returns] = Passes("nopython")
        for step, why in DefaultPassBuilder.define_nopython_pipeline(state).passes:
            if step is not AnnotateTypes:  # Only listings would show them.
                made.add_pass(Lowering if step is NativeLowering else step, why)
            if step is NopythonTypeInference:
                made.add_pass(look_at_returns)
        made.finalize()
    return _PIPELINES[look_at_returns]


ENTRY: dict[str, Any] = {"pipeline_class": Compiler, "nogil": True, "no_cfunc_wrapper": True}
LINKED: dict[str, Any] = {
    "pipeline_class": Compiler,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def _link_small_functions() -> None:
    """Let functions of Numba that nearly every game calls be linked only, without entries."""
    for function, kind in builtin_registry.globals:
        if function in (int, min, max):
            for template in kind.templates:
                if issubclass(template, _OverloadFunctionTemplate):
                    template._jit_options = template._jit_options | LINKED


with suppress(AttributeError):  # another version of Numba: then it takes longer
    _link_small_functions()
