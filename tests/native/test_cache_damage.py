"""Compiled code on disk that is not what was written: it is made anew, and never loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding, ir
from numba.core import types
from numba.core.codegen import JITCPUCodegen

from zerosum.errors import LoweringError
from zerosum.jit import _make_twin, kernel
from zerosum.native import linking
from zerosum.native.cache import keep, kept
from zerosum.native.emit import WORD, Emitter, Value, instruction

STRANGE = "zerosum_of_another_process"


@kernel
def following(value: Any) -> Any:
    return value + 1


@instruction(types.int64)
def strange(emitter: Emitter) -> Value:
    """Call a function that only some processes have."""
    kind = ir.FunctionType(WORD, [])
    return emitter.builder.call(ir.Function(emitter.builder.module, kind, STRANGE), [])


@kernel
def calling(value: Any) -> Any:
    return value + strange()


def start(function: Any = following) -> Any:
    """Return the native kernel as another process has it, which has compiled nothing yet."""
    return _make_twin(function, "entry")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def grow(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"\0")


def flip(file: Path, place: int = -1000) -> None:
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)


def zero_the_end(file: Path) -> None:
    """As after a loss of power: the length is there, and the last blocks are not."""
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2] + bytes(len(data) - len(data) // 2))


def swap(file: Path) -> None:
    (other,) = set(file.parent.iterdir()) - {file}
    data, others = file.read_bytes(), other.read_bytes()
    file.write_bytes(others)
    other.write_bytes(data)


def move(file: Path) -> None:
    """Put the file of an edited game in the place of this one."""
    elsewhere = file.parent.with_name("0123456789abcdef") / file.name
    keep(elsewhere, kept(file) or b"")
    elsewhere.replace(file)
    elsewhere.parent.rmdir()


def point_nowhere(file: Path) -> None:
    """Root reads files without permissions too."""
    file.unlink()
    file.symlink_to("nowhere")


def make_strange(file: Path) -> None:
    """Seal what is no compiled code, as another version may have."""
    keep(file, b"no pickle")


DAMAGES: list[Callable[[Path], object]] = [
    cut,
    grow,
    flip,
    lambda file: flip(file, 3),  # in the checksum
    zero_the_end,
    swap,
    move,
    point_nowhere,
    make_strange,
    lambda file: file.write_bytes(b""),
    lambda file: file.unlink(),
]


@pytest.fixture
def own_cache(monkeypatch, tmp_path) -> Iterator[Path]:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_damaged_is_compiled_anew(own_cache):
    start()(4.0)
    floats = {*own_cache.rglob("*.code")}
    start()(4)
    (file,) = {*own_cache.rglob("*.code")} - floats
    for damage in DAMAGES:
        damage(file)
        anew, warm = start(), start()
        assert (anew(4), warm(4)) == (5, 5)
        assert (anew._cache.hits, warm._cache.hits) == (0, 1)
        start()(4.0)  # What was swapped is mended too.
    assert {*own_cache.rglob("*.*")} == {file, *floats}


def test_code_of_another_machine_is_not_loaded(own_cache, monkeypatch):
    start()(4)
    monkeypatch.setattr(JITCPUCodegen, "magic_tuple", lambda self: ("mips", "r3000", ""))
    other = start()
    assert (other(4), other._cache.hits) == (5, 0)


def test_a_file_that_cannot_be_replaced_is_said_once(own_cache):
    start()(4)
    (file,) = own_cache.rglob("*.code")
    file.unlink()
    file.mkdir()
    with pytest.warns(RuntimeWarning, match="must be writable to keep compiled code"):
        assert start()(4) == 5
    assert [*own_cache.rglob("*.tmp")] == []


def test_code_whose_symbols_do_not_resolve_is_neither_kept_nor_loaded(own_cache, monkeypatch):
    def without(name: str) -> int | None:
        return None if name == STRANGE else binding.address_of_symbol(name)

    refused = pytest.raises(LoweringError, match=f"nothing defines {STRANGE}")
    with refused:
        start(calling)(4)
    assert not own_cache.exists()
    here = linking.address_of_symbol("abs")
    binding.add_symbol(STRANGE, here)
    start(calling).compile((types.int64,))
    warm = start(calling)
    warm.compile((types.int64,))
    assert warm._cache.hits == 1
    monkeypatch.setattr(linking, "address_of_symbol", without)
    with refused:
        start(calling)(4)
