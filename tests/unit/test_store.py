"""Folders of arrays: what is read equals what was written, even after failures."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from zerosum.errors import StoreError
from zerosum.support import store

ARRAYS = {
    "keys": np.arange(6, dtype=np.int64).reshape(2, 3),
    "sums": np.linspace(0, 1, 5),
    "none": np.empty((0, 4), np.uint8),
    "one": np.array(7, np.uint64),
    "rows": np.array([(1, 2.5)], [("count", "<i4"), ("sum", "<f8")]),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store.write(tmp_path / "deep" / "saved", ARRAYS, {"iterations": 3, "word": 2**64 - 1})
    return tmp_path / "deep" / "saved"


@pytest.mark.parametrize("mmap", [False, True])
def test_reads_what_was_written(folder: Path, mmap: bool) -> None:
    saved = store.read(folder, mmap=mmap)
    assert saved.meta == {"iterations": 3, "word": 2**64 - 1}
    assert list(saved.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert saved.arrays[name].dtype == array.dtype
        assert saved.arrays[name].shape == array.shape
        assert saved.arrays[name].tobytes() == array.tobytes()
    assert {path.suffix for path in folder.iterdir()} == {".npy", ".json"}
    assert len(list(folder.glob("*.json"))) == 1


@given(
    array=hnp.arrays(
        st.one_of(hnp.integer_dtypes(), hnp.floating_dtypes(), hnp.boolean_dtypes()),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0),
    ),
    mmap=st.booleans(),
)
def test_any_array_round_trips(
    tmp_path_factory: pytest.TempPathFactory, array: np.ndarray, mmap: bool
) -> None:
    folder = tmp_path_factory.mktemp("saved")
    store.write(folder, {"values": array.T}, {})
    back = store.read(folder, mmap=mmap).arrays["values"]
    assert back.dtype == array.dtype
    assert back.shape == array.T.shape
    assert back.tobytes() == array.T.tobytes()


def test_replaces_sweeps_and_stamps(folder: Path) -> None:
    mapped = store.read(folder, mmap=True).arrays["sums"]
    store.write(folder, {"sums": np.ones(2)}, {"iterations": 4})
    assert store.read(folder).meta == {"iterations": 4}
    assert len(list(folder.iterdir())) == 2
    if os.name == "posix":
        np.testing.assert_array_equal(mapped, ARRAYS["sums"])
    store.write(folder, {}, {}, stamp={"seed": 7})
    stamp = store.read(folder).stamp
    assert stamp["seed"] == 7
    assert stamp["versions"]["numpy"] == np.__version__
    assert {"written", "command", "commit", "machine"} <= set(stamp)


def damage_flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


DAMAGES = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-4]),
    "empty": lambda path: path.write_bytes(b""),
    "removed": Path.unlink,
    "other": lambda path: np.save(path, np.zeros((2, 3), np.int32)),
    "flipped": damage_flip,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_refuses_damaged_array(folder: Path, damage: str) -> None:
    DAMAGES[damage](next(folder.glob("keys.*.npy")))
    with pytest.raises(StoreError, match=r"saved must be as it was written; the array keys"):
        store.read(folder)
    if damage != "flipped":  # a map does not look at the content
        with pytest.raises(StoreError, match="the array keys"):
            store.read(folder, mmap=True)


def test_refuses_pickles(folder: Path) -> None:
    np.save(next(folder.glob("keys.*.npy")), np.array([{}], object), allow_pickle=True)
    with pytest.raises(StoreError, match="the array keys cannot be read"):
        store.read(folder)


@pytest.mark.parametrize("damage", ["cut", "empty", "flipped"])
def test_refuses_damaged_meta(folder: Path, damage: str) -> None:
    DAMAGES[damage](folder / "meta.json")
    with pytest.raises(StoreError, match=r"must be as it was written; meta\.json cannot be read"):
        store.read(folder)


def test_refuses_foreign_json(folder: Path) -> None:
    (folder / "meta.json").write_text("[]")
    with pytest.raises(StoreError, match=r"meta\.json cannot be read"):
        store.read(folder)


def test_refuses_edited_meta_and_another_format(folder: Path) -> None:
    text = (folder / "meta.json").read_text()
    (folder / "meta.json").write_text(text.replace('"iterations": 3', '"iterations": 4'))
    with pytest.raises(StoreError, match=r"meta\.json does not say what was written"):
        store.read(folder)
    document = json.loads((folder / "meta.json").read_text())
    (folder / "meta.json").write_text(json.dumps(document | {"format": 99}))
    with pytest.raises(StoreError, match=r"format of .* must be 1; got 99"):
        store.read(folder)


def test_refuses_what_is_missing_and_leaves_strangers_alone(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"must hold meta\.json; .* holds none"):
        store.read(tmp_path / "nowhere")
    assert not store.exists(tmp_path / "nowhere")
    (tmp_path / "thesis.txt").write_text("three years of work")
    with pytest.raises(StoreError, match=r"got thesis\.txt: choose another folder"):
        store.write(tmp_path, {}, {})
    with pytest.raises(StoreError, match="must be writable"):
        store.write(tmp_path / "thesis.txt", {}, {})
    assert (tmp_path / "thesis.txt").read_text() == "three years of work"


@pytest.mark.parametrize("meta", [{"x": object()}, {"x": float("nan")}])
def test_refuses_meta_beyond_json(folder: Path, meta: dict[str, object]) -> None:
    with pytest.raises(StoreError, match="must be what JSON can hold"):
        store.write(folder, {}, meta)
    assert store.read(folder).meta["iterations"] == 3


@pytest.mark.parametrize(
    "arrays", [{"x": np.array([{}], object)}, {"../x": np.zeros(1)}, {"a.b": np.zeros(1)}]
)
def test_refuses_arrays_beyond_npy(folder: Path, arrays: dict[str, np.ndarray]) -> None:
    with pytest.raises(StoreError, match="identifier for a name and a type other than object"):
        store.write(folder, arrays, {})
    assert store.read(folder).meta["iterations"] == 3


def test_killed_between_any_two_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop before any one step of a second writing leaves the first or the second state."""
    steps = ["_save", "sync", "_sync_folder", "_sealed", "_sweep"]
    seen = set()
    for step in steps:
        for countdown in range(4):
            folder = tmp_path / f"{step}{countdown}"
            store.write(folder, {"a": np.zeros(3), "b": np.zeros(3)}, {"n": 0})
            with monkeypatch.context() as patch:
                patch.setattr(store, step, stopping(getattr(store, step), countdown))
                try:
                    store.write(folder, {"a": np.ones(3), "b": np.ones(3)}, {"n": 1})
                except KeyboardInterrupt:
                    seen.add(step)
            saved = store.read(folder)
            assert (saved.arrays["a"] == saved.meta["n"]).all()
            assert (saved.arrays["b"] == saved.meta["n"]).all()
            store.write(folder, {"a": np.full(3, 2.0)}, {"n": 2})
            assert len(list(folder.iterdir())) == 2
    assert seen == set(steps)


def stopping(function, countdown: int):
    """Return the function, stopped before its call number ``countdown``."""
    calls = iter(range(countdown))

    def stopped(*args):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return function(*args)

    return stopped


def test_what_is_forgotten_is_read_again(tmp_path):
    store.write(tmp_path / "run", {"ones": np.ones(1 << 16)}, {})
    mapped = np.asarray(store.read(tmp_path / "run", mmap=True).arrays["ones"])
    assert mapped.sum() == 1 << 16
    store.forget(mapped)
    assert mapped.sum() == 1 << 16
    plain = np.ones(3)
    store.forget(plain)
    assert plain.sum() == 3
