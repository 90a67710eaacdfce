"""Load Numba's functions of arrays without SciPy, which takes as long as a kernel from the cache.

Numba imports SciPy only to see whether it is installed, and imports it again where a native
function calls it.
"""

from contextlib import suppress


def load_without_scipy() -> None:
    """Import the module of Numba that would import SciPy."""
    from numba.np import linalg

    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ensure


with suppress(ImportError, AttributeError):  # another version of Numba: then it takes longer
    load_without_scipy()
