"""Load Numba's declarations only to compile, and without SciPy.

They take longer than a kernel from the cache, which names none of them. Numba imports SciPy only to
see whether it is installed, and imports it again where a native function calls it.
"""

from contextlib import suppress
from functools import cache

from llvmlite.binding import add_symbol
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python


@cache
def define_helpers() -> None:
    """Let machine code find the functions in C that Numba's arrays and errors call."""
    for name, address in _nrt_python.c_helpers.items():  # as rtsys.initialize() does
        add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def prepare_to_compile() -> None:
    """Let Numba see what was registered since it last looked."""
    with suppress(ImportError, AttributeError):  # another version of Numba: then it takes longer
        _load_without_scipy()
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


@cache
def _load_without_scipy() -> None:
    from numba.np import linalg

    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ensure
