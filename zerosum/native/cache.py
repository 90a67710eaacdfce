"""The disk cache of kernels: one folder per fingerprint of everything that shaped the code.

Numba's own cache watches the file that holds the kernel, and misses the game, the factors and
their helpers in other files. Here a signature is filed under the fingerprints that its types
carry, so that an edit anywhere leads to another folder, and going back finds the old one.
"""

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, IndexDataCacheFile, _Cache
from numba.core.compiler import CompileResult
from numba.core.typing.templates import Signature

from zerosum import tokens
from zerosum.abstraction.fitting import reason_of, say_once
from zerosum.abstraction.identity import digest
from zerosum.native.depth import helper_budget
from zerosum.native.emit import Context, Function, Kind
from zerosum.native.linking import LINKED_CODE, rebuilt
from zerosum.native.types import Fingerprinted
from zerosum.store import cache_folder

_LOG = logging.getLogger("zerosum")
_CLASSES = "classes.json"


@cache
def library_fingerprint() -> str:
    """Return a fingerprint of this package's own sources, 16 hex digits."""
    found = hashlib.blake2b(digest_size=8)
    root = Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        found.update(path.relative_to(root).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def signature_fingerprint(signature: Signature | tuple[Kind, ...]) -> str | None:
    """Return the name of a signature's folder; None if a type must not be cached."""
    made_by = f"{library_fingerprint()} {sys.version_info[:2]} {np.__version__}"
    kinds = [kind for kind in _parts(signature) if isinstance(kind, Fingerprinted)]
    lasting = all(kind.cacheable for kind in kinds)
    return digest(made_by + "".join(kind.name for kind in kinds)) if lasting else None


def _parts(signature: Signature | tuple[Kind, ...]) -> Iterator[Kind]:
    for kind in getattr(signature, "args", signature):
        yield from kind.types if isinstance(kind, types.BaseTuple) else (kind,)


class _Reduction(CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's way to and from bytes, without its choice of a folder."""

    def __init__(self) -> None:
        pass

    def rebuild(self, target_context: Any, payload: Any) -> CompileResult:
        """Return compiled code."""
        if payload[0][1] == LINKED_CODE:
            return rebuilt(target_context, payload)
        return super().rebuild(target_context, payload)

    def check_cachable(self, data: CompileResult) -> bool:
        """Return whether code is valid in another process: it holds no addresses."""
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
        folder = self._folder(sig)
        if folder is None or not folder.exists():
            return None
        target_context.refresh()
        key = self._key(sig, target_context.codegen())
        try:
            data = self._file(folder, key).load(key)
            if data is None:
                return None
            _recall_classes(folder)
            found = self._reduction.rebuild(target_context, data)
        except Exception:  # Whatever is wrong with a file, compiling anew mends it.
            _LOG.debug("compiled code in %s cannot be read", folder, exc_info=True)
            with suppress(OSError):
                (folder / f"{self._entry(key)}.nbi").unlink()
            return None
        self.hits += 1
        return found

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        """Keep the compiled code of a signature."""
        folder = self._folder(sig)
        if folder is None or not self._reduction.check_cachable(data):
            return
        try:
            names = {str(number): name for number, name in tokens.class_names().items()}
            write_json(folder / _CLASSES, names)  # which rows may hold
            key = self._key(sig, data.codegen)
            self._file(folder, key).save(key, self._reduction.reduce(data))
        except OSError as error:
            say_once(
                f"The cache folder {cache_folder()} must be writable to keep compiled code; "
                f"{reason_of(error)}. The next process compiles it again: set ZEROSUM_CACHE to a "
                f"folder that can be written."
            )
        except Exception:  # Code that cannot be kept costs time, never a run.
            _LOG.debug("compiled code cannot be kept in %s", folder, exc_info=True)

    def beside(self, sig: Signature | tuple[Kind, ...], name: str) -> Path | None:
        """Return the path of a small file about a signature; None if none may be kept."""
        folder = self._folder(sig)
        return None if folder is None else folder / f"{self._name}.{self._code}.{name}.json"

    def _folder(self, sig: Signature | tuple[Kind, ...]) -> Path | None:
        fingerprint = None if self._meaning is None else signature_fingerprint(sig)
        return None if fingerprint is None else cache_folder() / fingerprint

    def _file(self, folder: Path, key: Any) -> IndexDataCacheFile:
        """Return the index and the code of one key.

        Numba keeps one index for all signatures of a function, and two processes that save at
        once give two of them one number: each would then run the other's code.
        """
        return IndexDataCacheFile(str(folder), self._entry(key), self._code)

    def _entry(self, key: Any) -> str:
        return f"{self._name}.{digest(repr((self._code, key)))}"

    def _key(self, sig: Signature, codegen: Any) -> tuple[Any, ...]:
        flags = os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_OPT", "")
        return str(sig), codegen.magic_tuple(), flags, helper_budget()


def write_json(path: Path, found: Any) -> None:
    """Write a small file of the cache folder in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(f".{os.getpid()}.tmp")
    scratch.write_text(json.dumps(found))
    scratch.replace(path)


def read_json(path: Path) -> Any:
    """Return what a small file of the cache folder holds; None if it cannot be read."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def _recall_classes(folder: Path) -> None:
    """Give numbers of classes their names in a process that only loads code."""
    for number, (module, qualname) in (read_json(folder / _CLASSES) or {}).items():
        tokens.recall_class(int(number), module, qualname)
