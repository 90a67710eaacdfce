"""Atomic folders: arrays as ``.npy`` files, everything else in one ``meta.json``, no pickle.

The arrays of one write share a number: ``regrets.000007.npy``. ``meta.json`` lists the current
files with their types, shapes and checksums, and it is replaced in one step after they are on the
disk. So if the process is killed at any moment, the folder contains either the old state or the new
one. The next write deletes files that ``meta.json`` does not list; it never overwrites a file that
is still mapped.

    >>> import tempfile, numpy as np
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write(f"{place}/sums", {"sums": np.arange(3.0)}, {"iterations": 2})
    ...     saved = read(f"{place}/sums")
    >>> saved.arrays["sums"].tolist(), saved.meta
    ([0.0, 1.0, 2.0], {'iterations': 2})
"""

import json
import mmap as mapping
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import StoreError
from zerosum.support.stamp import stamp as make_stamp
from zerosum.support.streams import Shared, Stream, description, save_shared, save_stream, sync

FORMAT = 1

Array: TypeAlias = NDArray[Any]
"""An array of numbers of any type."""
Json: TypeAlias = Mapping[str, Any]
"""An object of JSON or a table of TOML, or values by name that become one."""

_META = "meta.json"
_PART = "meta.json.part"
_PART_BYTES = 1 << 24
_ARRAY = re.compile(r"[A-Za-z_]\w*\.(\d{6,})\.npy", re.ASCII)


class Saved(NamedTuple):
    """The content of a folder: arrays by name, the caller's metadata, and a stamp of its origin.

    >>> saved = Saved({"sums": np.zeros(3)}, {"iterations": 2}, {})
    >>> saved.arrays["sums"].size, saved.meta["iterations"]
    (3, 2)
    """

    arrays: dict[str, NDArray[Any]]
    meta: dict[str, Any]
    stamp: dict[str, Any]


def forget(array: NDArray[Any]) -> None:
    """Give back the memory of an array that is mapped from a file; it is read again when needed.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write(place, {"sums": np.arange(3.0)}, {})
    ...     sums = read(place, mmap=True).arrays["sums"]
    ...     forget(sums)
    ...     sums.tolist()
    [0.0, 1.0, 2.0]
    """
    part: Any = array
    while part is not None and not isinstance(part, mapping.mmap):
        part = getattr(part, "base", None)
    if part is not None and hasattr(part, "madvise"):
        part.madvise(mapping.MADV_DONTNEED)


def cache_folder() -> Path:
    """Return the user's cache folder: ``$ZEROSUM_CACHE``, or the default of the platform.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, ZEROSUM_CACHE="elsewhere"):
    ...     cache_folder().name
    'elsewhere'
    """
    chosen = os.environ.get("ZEROSUM_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("zerosum")


def exists(path: str | Path) -> bool:
    """Return whether a folder was written here, damaged or not.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     before = exists(place), written(place)
    ...     write(place, {}, {"iterations": 2})
    ...     before, exists(place), written(place) > 0
    ((False, 0), True, True)
    """
    return (Path(path) / _META).is_file()


def written(path: str | Path) -> int:
    """Return when a folder was last written, in nanoseconds since 1970; 0 if it never was.

    >>> written("nowhere")
    0
    """
    try:
        return (Path(path) / _META).stat().st_mtime_ns
    except OSError:
        return 0


def write(
    path: str | Path,
    arrays: Mapping[str, NDArray[Any] | Stream | Shared],
    meta: Mapping[str, Any],
    *,
    stamp: Mapping[str, Any] | None = None,
) -> None:
    """Write a folder, or replace the state of one, in one atomic step.

    Parameters
    ----------
    path
        The folder; it and its parents are created if they do not exist.
    arrays
        Arrays by name, of any type but object, or streams, or shared; the names are identifiers.
    meta
        What JSON can hold: numbers (no NaN), strings, lists, and dicts by strings.
    stamp
        Added to the stamp (versions, commit, machine, command), which is never compared.

    Raises
    ------
    StoreError
        If the folder contains something else, writing fails, or a value cannot be saved.
    """
    folder = Path(path)
    notes = _plain(folder, {"meta": dict(meta), "stamp": {**make_stamp(), **(stamp or {})}})
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1 + max(_numbers(folder), default=0)
        entries = {name: _save(folder, name, number, array) for name, array in arrays.items()}
        _sync_folder(folder)
        with (folder / _PART).open("wb") as file:
            file.write(_sealed({"format": FORMAT, "arrays": entries, **notes}))
            sync(file)
        (folder / _PART).replace(folder / _META)
        _sync_folder(folder)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} must be writable; the system says: {error.strerror}.", folder
        ) from error
    _sweep(folder, {entry["file"] for entry in entries.values()})


def read(path: str | Path, *, mmap: bool = False, check: bool = False) -> Saved:
    """Read a folder and check it.

    Parameters
    ----------
    path
        The folder.
    mmap
        Map the arrays from the disk, read-only. This is fast for any size, but checks only types
        and lengths, not checksums.
    check
        Check the checksums of mapped arrays too, which reads the files once.

    Raises
    ------
    StoreError
        If the folder is missing, damaged, or written in another format.
    """
    folder = Path(path)
    document = _read_meta(folder)
    while True:
        try:
            arrays = {
                name: _load(folder, name, entry, mmap=mmap, check=check)
                for name, entry in document["arrays"].items()
            }
        except StoreError:
            latest = _read_meta(folder)
            if latest == document:
                raise
            document = latest  # another process wrote between our two looks
        else:
            return Saved(arrays, document["meta"], document["stamp"])


def _plain(folder: Path, notes: dict[str, Any]) -> dict[str, Any]:
    """Return the notes as JSON will give them back."""
    try:
        plain: dict[str, Any] = json.loads(json.dumps(notes, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise StoreError(
            f"The meta of {folder} must be what JSON can hold; {error}.", notes["meta"]
        ) from error
    return plain


def _save(
    folder: Path, name: str, number: int, array: NDArray[Any] | Stream | Shared
) -> dict[str, Any]:
    """Write one array under a name that no file has yet; return its entry in the meta."""
    file_name = f"{name}.{number:06d}.npy"
    if isinstance(array, Stream):
        return save_stream(folder, file_name, array)
    if isinstance(array, Shared):
        return save_shared(folder, file_name, array)
    values = np.ascontiguousarray(array).reshape(np.shape(array))
    if values.dtype.hasobject or not _ARRAY.fullmatch(file_name):
        raise StoreError(
            f"An array of {folder} must have an identifier for a name and a type other than "
            f"object; got {name!r} of type {values.dtype}.",
            array,
        )
    with (folder / file_name).open("wb") as file:
        np.save(file, values, allow_pickle=False)
        sync(file)
    return {"file": file_name, **description(values), "crc32": _checksum(values)}


def _checksum_of_file(path: Path, size: int) -> int:
    """Return the checksum of the last bytes of a file."""
    found = 0
    with path.open("rb") as file:
        file.seek(-size, os.SEEK_END)
        while part := file.read(_PART_BYTES):
            found = zlib.crc32(part, found)
    return found


def _load(
    folder: Path, name: str, entry: dict[str, Any], *, mmap: bool, check: bool
) -> NDArray[Any]:
    path = folder / entry["file"]
    mode: Literal["r"] | None = "r" if mmap and 0 not in entry["shape"] else None
    try:
        values: NDArray[Any] = np.load(path, mmap_mode=mode, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise _damaged(folder, f"the array {name} cannot be read ({error})") from error
    if description(values) != {key: entry[key] for key in ("dtype", "shape")}:
        raise _damaged(folder, f"the array {name} has another type or shape than was written")
    found = entry["crc32"]
    if mode is None and not (mmap and not check):
        found = _checksum(values)
    elif check:
        found = _checksum_of_file(path, values.nbytes)
    if found != entry["crc32"]:
        raise _damaged(folder, f"the array {name} does not have the values that were written")
    return values


def _checksum(values: NDArray[Any]) -> int:
    return zlib.crc32(values.reshape(-1).view(np.uint8).data)


def _sealed(document: dict[str, Any]) -> bytes:
    """Return the text of ``meta.json``, with a checksum over its own content."""
    return json.dumps({**document, "crc32": _seal(document)}, indent=1).encode()


def _seal(document: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(document, sort_keys=True).encode())


def _read_meta(folder: Path) -> dict[str, Any]:
    try:
        document: dict[str, Any] = json.loads((folder / _META).read_bytes())
        seal = document.pop("crc32")
        number = document["format"]
    except FileNotFoundError as error:
        raise StoreError(
            f"A saved folder must hold {_META}; {folder} holds none: check the path.", folder
        ) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(folder, f"{_META} cannot be read ({error})") from error
    if number != FORMAT:
        raise StoreError(
            f"The format of {folder} must be {FORMAT}; got {number}: read it with the version "
            "of zerosum that wrote it.",
            folder,
        )
    if seal != _seal(document):
        raise _damaged(folder, f"{_META} does not say what was written")
    return document


def _damaged(folder: Path, how: str) -> StoreError:
    return StoreError(
        f"The folder {folder} must be as it was written; {how}: go back to a copy of it.", folder
    )


def _numbers(folder: Path) -> Iterator[int]:
    """Yield the numbers of all writings, finished or not, that left a file; refuse other files."""
    for path in folder.iterdir():
        match = _ARRAY.fullmatch(path.name)
        if match:
            yield int(match[1])
        elif path.name not in {_META, _PART}:
            raise StoreError(
                f"The folder {folder} must hold nothing but what was saved there; got "
                f"{path.name}: choose another folder.",
                folder,
            )


def _sweep(folder: Path, wanted: set[str]) -> None:
    """Remove the arrays of earlier writings, but for those that someone still maps (Windows)."""
    for path in folder.iterdir():
        if _ARRAY.fullmatch(path.name) and path.name not in wanted:
            with suppress(OSError):
                path.unlink()


def _sync_folder(folder: Path) -> None:
    """Make new names in a folder last; Windows does so by itself."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
