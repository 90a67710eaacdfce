"""Arrays that are never in memory as a whole: written part by part, or by several processes."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Stream:
    """An array that is written part by part, since it is too large to be made at once.

    Parameters
    ----------
    size
        The number of its items; it has one dimension.
    kind
        Their type.
    parts
        Arrays, one after another.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.support.store import read, write
    >>> parts = (np.full(2, number) for number in (1.0, 2.0))
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write(place, {"sums": Stream(4, np.float64, parts)}, {})
    ...     read(place).arrays["sums"].tolist()
    [1.0, 1.0, 2.0, 2.0]
    """

    size: int
    kind: Any
    parts: Iterable[NDArray[Any]]

    def whole(self) -> NDArray[Any]:
        """Return the array."""
        found, end = np.empty(self.size, self.kind), 0
        for part in self.parts:
            found[end : end + part.size] = part
            end += part.size
        return found


@dataclass(frozen=True)
class Shared:
    """An array that other processes write into its file, each a part.

    Parameters
    ----------
    size
        The number of its items; it has one dimension.
    kind
        Their type.
    fill
        Called with the file, and the byte where the items begin; it has them written, and made to
        last, and returns the checksum of all.
    """

    size: int
    kind: Any
    fill: Callable[[Path, int], int]


def save_shared(folder: Path, file_name: str, shared: Shared) -> dict[str, Any]:
    """Let others write an array; return its entry in the meta."""
    whole = np.broadcast_to(np.zeros((), shared.kind), (shared.size,))
    with (folder / file_name).open("wb") as file:
        _write_header(file, whole)
        start = file.tell()
        file.truncate(start + whole.nbytes)
    checksum = shared.fill(folder / file_name, start)
    return {"file": file_name, **description(whole), "crc32": checksum}


def _write_header(file: IO[bytes], whole: NDArray[Any]) -> None:
    shape = {"descr": whole.dtype.str, "fortran_order": False, "shape": whole.shape}
    np.lib.format.write_array_header_1_0(file, shape)


def save_stream(folder: Path, file_name: str, stream: Stream) -> dict[str, Any]:
    """Write an array part by part; return its entry in the meta."""
    whole = np.broadcast_to(np.zeros((), stream.kind), (stream.size,))
    checksum = 0
    with (folder / file_name).open("wb") as file:
        _write_header(file, whole)
        for part in stream.parts:
            data = np.ascontiguousarray(part, stream.kind).view(np.uint8).data
            checksum = zlib.crc32(data, checksum)
            file.write(data)
        sync(file)
    return {"file": file_name, **description(whole), "crc32": checksum}


def description(values: NDArray[Any]) -> dict[str, Any]:
    """Return the type and the shape of an array, as JSON has them."""
    dtype = np.lib.format.dtype_to_descr(values.dtype)
    return {"dtype": json.loads(json.dumps(dtype)), "shape": list(values.shape)}


def sync(file: IO[bytes]) -> None:
    """Make what was written to a file last."""
    file.flush()
    os.fsync(file.fileno())
