"""Compiled code on disk, written by two processes at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core.caching import IndexDataCacheFile

from zerosum.jit import _make_twin, kernel


@kernel
def total(values: Any) -> Any:
    found = values[0] * 0
    for value in values:
        found += value
    return found


def start() -> Any:
    """Return the native kernel as another process has it, which has compiled nothing yet."""
    return _make_twin(total, "entry")


def test_two_signatures_saved_at_once_do_not_mix(monkeypatch, tmp_path):
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    ints, floats = np.arange(4), np.arange(4) / 8
    save = IndexDataCacheFile._save_data

    def save_late(self: Any, name: str, data: Any) -> None:
        """Between index and code of the first process, a second one saves that saw no index."""
        with monkeypatch.context() as patch:
            patch.setattr(IndexDataCacheFile, "_save_data", save)
            patch.setattr(IndexDataCacheFile, "_load_index", lambda self: {})
            assert start()(floats) == 0.75
        save(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(IndexDataCacheFile, "_save_data", save_late)
        assert start()(ints) == 6
    warm = start()
    assert (warm(ints), warm(floats)) == (6, 0.75)
    assert warm._cache.hits == 2
