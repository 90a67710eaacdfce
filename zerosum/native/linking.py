"""Compile functions that are only ever linked into a kernel, and never run by themselves.

For every function that it compiles, Numba makes an entry from Python and machine code, and
then links its intermediate code into each caller, where it is optimised once more. What a
game's methods become is never called from Python: without entries, and without machine code
before the kernel's own, a game compiles in about half the time.
"""

from typing import Any, ClassVar

from numba import _dynfunc
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering, NopythonTypeInference

from zerosum.native.bool_or_int import NoteBoolOrInt


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):  # type: ignore[misc]
    """Numba's last pass, without making machine code."""

    _name = "zerosum_linked_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a function to intermediate code; its entry is a name that is never called."""
        context = state.targetctx
        executable = context.get_executable

        def linked(library: Any, descriptor: Any, environment: Any) -> Any:
            if library is not state.library:
                return executable(library, descriptor, environment)
            module, name = descriptor.lookup_module(), descriptor.qualname
            return _dynfunc.make_function(module, name, "linked", 0, environment, (library,))

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
