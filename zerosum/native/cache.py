"""The disk cache of kernels: one folder per fingerprint of everything that shaped the code.

Numba's own cache watches the file that holds the kernel, and misses the game, the factors and
their helpers in other files. Here a signature is filed under the fingerprints that its types
carry, so that an edit anywhere leads to another folder, and going back finds the old one.

Each file begins with a checksum of its content and of its name, and is written in one step. So a
file that is cut off, damaged, or that another one was renamed to, is not read but replaced. Code
that names a symbol which nothing in this process defines is neither kept nor loaded, since LLVM
would end the process: see :func:`zerosum.native.linking.check_symbols`.
"""

import hashlib
import logging
import os
import pickle
import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite.binding import parse_bitcode
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.typing.templates import Signature

from zerosum.abstraction.fitting import reason_of, say_once
from zerosum.abstraction.identity import digest
from zerosum.errors import LoweringError
from zerosum.native.depth import helper_budget
from zerosum.native.emit import Context, Function, Kind
from zerosum.native.linking import LINKED_CODE, check_symbols, rebuilt
from zerosum.native.sparing import define_helpers, prepare_to_compile
from zerosum.native.types import Fingerprinted
from zerosum.support import tokens
from zerosum.support.cache import used
from zerosum.support.store import cache_folder

_LOG = logging.getLogger("zerosum")
_SEAL = 16  # bytes of a checksum


@cache
def library_fingerprint() -> str:
    """Return a fingerprint of this package's own sources, 16 hex digits."""
    found = hashlib.blake2b(digest_size=8)
    root = Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        found.update(path.relative_to(root).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def folder_of(signature: Signature | tuple[Kind, ...]) -> Path | None:
    """Return the folder of what is kept of a signature; None if a type must not be cached."""
    versions = sys.version_info[:2], np.__version__, numba.__version__, llvmlite.__version__
    made_by = f"{library_fingerprint()} {versions}"
    kinds = [kind for kind in _parts(signature) if isinstance(kind, Fingerprinted)]
    if not all(kind.cacheable for kind in kinds):
        return None
    return cache_folder() / digest(made_by + "".join(kind.name for kind in kinds))


def _parts(signature: Signature | tuple[Kind, ...]) -> Iterator[Kind]:
    for kind in getattr(signature, "args", signature):
        yield from kind.types if isinstance(kind, types.BaseTuple) else (kind,)


class _Reduction(CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's way to and from bytes, without its choice of a folder."""

    def __init__(self) -> None:
        pass

    def rebuild(self, target_context: Any, payload: Any) -> CompileResult:
        """Return compiled code.

        Raises
        ------
        LoweringError
            If nothing defines a symbol that the code names.
        """
        _, kind, data = payload[0]
        if kind == LINKED_CODE:
            return rebuilt(target_context, payload)
        check_symbols(target_context.codegen(), parse_bitcode(data[1]))
        return super().rebuild(target_context, payload)

    def check_cachable(self, data: CompileResult) -> bool:
        """Return whether code is valid in another process: it holds no addresses.

        Raises
        ------
        LoweringError
            If nothing defines a symbol that the code names.
        """
        data.library._ensure_finalized()
        check_symbols(data.library.codegen, data.library._get_module_for_linking())
        return not (data.lifted or data.library.has_dynamic_globals)


class FingerprintCache(_Cache):  # type: ignore[misc]
    """A dispatcher's cache that files each signature under its fingerprint.

    Parameters
    ----------
    function
        What is compiled.
    use
        Whether it is an entry from Python, or called by other kernels.
    meaning
        Text that distinguishes the function from others of its name; None if it must not be cached.
    """

    def __init__(self, function: Function, use: str, meaning: str | None) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__name__}.{use}"
        self._meaning = meaning
        self._code = digest(str(meaning))
        self._reduction = _Reduction()
        self.hits = 0

    @property
    def cache_path(self) -> str:
        """The folder below which all entries lie."""
        return str(cache_folder())

    def enable(self) -> None:
        """Do nothing: this cache is always on."""

    def disable(self) -> None:
        """Do nothing: this cache is always on."""

    def flush(self) -> None:
        """Do nothing: entries are never stale."""

    def load_overload(self, sig: Signature, target_context: Context) -> CompileResult | None:
        """Return the compiled code of a signature, or None."""
        path = self._path(sig, target_context.codegen())
        data = kept(path)
        found = None
        if data is not None:
            try:
                found = self._rebuilt(data, target_context)
                self.hits += 1
            except Exception:  # Whatever is wrong with a file, compiling anew mends it.
                _LOG.debug("compiled code in %s cannot be used", path, exc_info=True)
        if found is None:
            prepare_to_compile()
        return found

    def _rebuilt(self, data: bytes, target_context: Context) -> CompileResult:
        """Return compiled code from the content of a file.

        Code that names only what is in every process does not wait for all that Numba knows.
        """
        define_helpers()
        classes, payload = pickle.loads(data)  # noqa: S301 - what keep() wrote
        for number, name in classes.items():  # which rows may hold
            tokens.recall_class(number, *name)
        try:
            return self._reduction.rebuild(target_context, payload)
        except LoweringError:
            prepare_to_compile()
            return self._reduction.rebuild(target_context, payload)

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        """Keep the compiled code of a signature."""
        path = self._path(sig, data.codegen)
        try:
            if path is not None and self._reduction.check_cachable(data):
                keep(path, dumps((tokens.class_names(), self._reduction.reduce(data))))
        except OSError as error:
            say_once(
                f"The cache folder {cache_folder()} must be writable to keep compiled code; "
                f"{reason_of(error)}. The next process compiles it again: set ZEROSUM_CACHE to a "
                f"folder that can be written."
            )
        except Exception:  # Code that cannot be kept costs time, never a run.
            _LOG.debug("compiled code cannot be kept in %s", path, exc_info=True)

    @property
    def label(self) -> str:
        """What distinguishes the function from all others; empty if it must not be cached."""
        return "" if self._meaning is None else f"{self._name}.{self._code}"

    def _path(self, sig: Signature, codegen: Any) -> Path | None:
        """Return the file of a signature on this platform; None if it must not be kept."""
        folder = folder_of(sig) if self.label else None
        flags = os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_OPT", "")
        key = self._code, (str(sig), codegen.magic_tuple(), flags, helper_budget())
        return None if folder is None else folder / f"{self._name}.{digest(repr(key))}.code"


def keep(path: Path, data: bytes) -> None:
    """Write a file of the cache folder in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    used(path.parent)
    scratch = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        scratch.write_bytes(_seal(path, data) + data)
        scratch.replace(path)
    except OSError:
        with suppress(OSError):
            scratch.unlink()
        raise


def try_to_keep(path: Path | None, data: bytes) -> None:
    """Write a file of the cache folder, if it is one; a full disk costs the next start time."""
    if path is not None:
        with suppress(OSError):
            keep(path, data)


def kept(path: Path | None) -> bytes | None:
    """Return what was written to a file of the cache folder; None if it does not hold that."""
    if path is None:
        return None
    try:
        found = path.read_bytes()
    except OSError:
        return None
    used(path.parent)
    seal, data = found[:_SEAL], found[_SEAL:]
    return data if seal == _seal(path, data) else None


def _seal(path: Path, data: bytes) -> bytes:
    """Return the checksum of a file: of its content, and of the name that it has."""
    name = f"{path.parent.name}/{path.name}\0".encode()
    return hashlib.blake2b(name + data, digest_size=_SEAL).digest()
