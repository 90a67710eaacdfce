"""A log of what a shard was sent since its last checkpoint, from which it is made again.

A record is a round: its number, and named tuples of arrays and numbers, as ``.npz``. The end of a
file that a killed process left is not read.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from zerosum.errors import StoreError

T = TypeVar("T", bound=tuple[Any, ...])

_HEAD = struct.Struct("<qqI")  # round, bytes, checksum


def append(path: Path, number: int, records: Sequence[T]) -> None:
    """Append a round to a log.

    Raises
    ------
    StoreError
        If the file cannot be written; then it ends where it ended before.
    """
    data = io.BytesIO()
    arrays = {f"{k}_{name}": v for k, r in enumerate(records) for name, v in _items(r)}
    np.savez(data, count=len(records), **arrays)
    text = data.getbuffer()
    try:
        with path.open("ab", buffering=0) as file:
            end = file.tell()
            try:
                file.write(_HEAD.pack(number, len(text), zlib.crc32(text)))
                file.write(text)
            except OSError:
                file.truncate(end)
                raise
    except OSError as error:
        raise StoreError(
            f"The log {path} must be writable; the system says: {error.strerror}.", path
        ) from error


def records(path: Path, kind: type[T]) -> Iterator[tuple[int, list[T]]]:
    """Yield the rounds of a log that are whole, with what was sent in each; none if there is none.

    Parameters
    ----------
    path
        The file.
    kind
        The class of named tuples.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        while len(head := file.read(_HEAD.size)) == _HEAD.size:
            number, size, checksum = _HEAD.unpack(head)
            text = file.read(size)
            if len(text) != size or zlib.crc32(text) != checksum:
                return
            with np.load(io.BytesIO(text), allow_pickle=False) as found:
                yield number, [_of(kind, found, k) for k in range(int(found["count"]))]


def _items(record: Any) -> list[tuple[str, Any]]:
    return list(record._asdict().items())


def _of(kind: Any, found: Any, k: int) -> Any:
    values = {name: found[f"{k}_{name}"] for name in kind._fields}
    return kind(**{name: v if v.ndim else v.item() for name, v in values.items()})
