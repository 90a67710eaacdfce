"""Compile functions that are only ever linked into a kernel, and never run by themselves.

For every function that it compiles, Numba makes an entry from Python, optimises the function with
all that it calls, and makes machine code. Then it links the intermediate code into each caller,
where all this is done once more. What a game's methods become is never called from Python: without
entries, and with code that is optimised and translated only in the kernel that is called, a game
compiles in about a third of the time, and runs as fast.
"""

import itertools
import os
import secrets
from typing import Any, ClassVar

from llvmlite.binding import parse_bitcode
from numba import _dynfunc
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CR_FIELDS, CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering, NopythonTypeInference

from zerosum.native.bool_or_int import NoteBoolOrInt


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


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Intermediate code, as it was lowered and linked.

    Functions that call each other are the exception: they are called by their address.
    """

    @property
    def _holds_addresses(self) -> bool:
        names = (known.name for known in self._final_module.global_variables)
        return any(name.startswith(RuntimeLinker.PREFIX) for name in names)

    def _optimize_final_module(self) -> None:
        if self._holds_addresses:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self._holds_addresses:
            super()._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """Return what a cache keeps."""
        return self.name, LINKED_CODE, self._final_module.as_bitcode()


def rebuilt(context: Any, payload: Any) -> CompileResult:
    """Return a linked function from what Numba's cache kept of it."""
    (name, _, code), descriptor, environment, signature, *_, reloads, environments = payload
    for reload in reloads:
        reload()
    library = LinkedLibrary(context.codegen(), name)
    library._final_module = parse_bitcode(code)
    library._finalize_final_module()
    known = {
        "typing_context": context.typing_context,
        "target_context": context,
        "entry_point": never_called(descriptor, environment, library),
        "objectmode": False,
        "signature": signature,
        "library": library,
        "fndesc": descriptor,
        "environment": environment,
        "reload_init": reloads,
        "referenced_envs": environments,
    }
    return CompileResult(**dict.fromkeys(CR_FIELDS) | known)


def never_called(descriptor: Any, environment: Any, library: LinkedLibrary) -> Any:
    """Return what stands for the entry of a linked function."""
    module, name = descriptor.lookup_module(), descriptor.qualname
    return _dynfunc.make_function(module, name, "linked", 0, environment, (library,))


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):  # type: ignore[misc]
    """Numba's last pass, without making machine code."""

    _name = "zerosum_linked_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a function to intermediate code; its entry is a name that is never called."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        context = state.targetctx
        executable = context.get_executable

        def linked(library: Any, descriptor: Any, environment: Any) -> Any:
            if library is not state.library:
                return executable(library, descriptor, environment)
            return never_called(descriptor, environment, library)

        context.get_executable = linked
        try:
            return bool(super().run_pass(state))
        finally:
            context.get_executable = executable


class Linked(CompilerBase):  # type: ignore[misc]
    """Numba's compiler with :class:`LinkedLowering` as its last pass."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (LinkedLowering if step is NativeLowering else step, why)
            for step, why in pipeline.passes
        ]
        pipeline._finalized = False
        pipeline.add_pass_after(self.look_at_returns, NopythonTypeInference)
        pipeline.finalize()
        return [pipeline]

    look_at_returns: ClassVar[Any] = NoteBoolOrInt


LINKED: dict[str, Any] = {
    "pipeline_class": Linked,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
