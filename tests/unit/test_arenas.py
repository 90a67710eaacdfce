"""Arenas: one memory for Python, interpreted kernels and native code, declared by fields."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from zerosum.algorithms import CFR, DCFR, ExternalSampling, PublicChanceSampling
from zerosum.jit import compiled, kernel
from zerosum.kuhn import Kuhn
from zerosum.rng import Random
from zerosum.tables import Arena, Floats, Ints, Workspace


class Inner(Arena):
    count: int
    values: Floats


class Outer(Arena):
    steps: int
    mean: float
    ints: Ints
    small: NDArray[np.int8]
    table: NDArray[np.uint32]
    rng: Random
    inner: Inner


class Wider(Outer):
    more: int


def outer(kind: Any = Outer, **values: Any) -> Any:
    return kind(
        ints=np.arange(4),
        small=np.array([-1, 2], np.int8),
        table=np.array([[1, 2], [3, 1 << 31]], np.uint32),
        rng=Random(3),
        inner=Inner(values=np.zeros(3)),
        **values,
    )


@kernel
def work_on(arena: Any, steps: int) -> float:
    """Use every kind of field, and parts of arrays."""
    for step in range(steps):
        arena.steps += 1
        arena.mean += arena.rng.random()
        arena.ints[step] = arena.table[3] + arena.small[0]
        behind, values = arena.ints[1:], arena.inner.values
        values[step] = behind[step] * 0.5
        arena.inner.count -= 2
    return arena.mean / arena.steps


@pytest.mark.parametrize("kind", [Outer, Wider])
def test_native_and_interpreted_kernels_leave_the_same_memory(kind):
    native, plain = outer(kind, mean=0.25), outer(kind, mean=0.25)
    assert native.run(work_on, 3) == plain.run(work_on, 3, native=False)
    for field in kind.fields:
        ours, theirs = getattr(native, field.name), getattr(plain, field.name)
        if field.is_number or isinstance(ours, np.ndarray):
            assert np.array_equal(ours, theirs), field.name
    assert (native.steps, native.inner.count) == (plain.steps, plain.inner.count) == (3, -6)
    assert native.inner.values.tolist() == plain.inner.values.tolist()
    assert native.rng.state == plain.rng.state


def test_numbers_are_written_back_and_must_be_set():
    arena = outer()
    with pytest.raises(IndexError):
        arena.run(work_on, 9, native=False)
    assert (arena.steps, arena.inner.count) == (4, -6)
    with pytest.raises(AttributeError, match="values of Inner must be set"):
        Inner().plain()
    with pytest.raises(TypeError, match="values of Inner must be set"):
        compiled(work_on)(Inner(), 1)


def test_arrays_are_replaced_or_shared():
    arena = outer()
    arena.ints = np.full(4, 7)
    arena.inner = Inner(values=np.ones(3))
    compiled(work_on)(arena, 1)
    assert arena.ints.tolist() == [(1 << 31) - 1, 7, 7, 7]
    assert arena.inner.values[0] == 3.5
    arena = outer(steps=5)
    other = arena.alike(mean=2.0)
    other.steps += 1
    assert (arena.steps, other.steps, other.mean) == (5, 6, 2.0)
    assert other.ints is arena.ints


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda arena: pickle.loads(pickle.dumps(arena))])
def test_a_copy_has_memory_of_its_own(copied):
    arena = outer(steps=2)
    arena.label = "kept"
    other = copied(arena)
    expected = outer(steps=2).run(work_on, 3)
    assert other.run(work_on, 3) == expected
    assert (arena.steps, other.steps, other.label) == (2, 5, "kept")
    assert arena.ints.tolist() == [0, 1, 2, 3]
    assert arena.run(work_on, 3) == expected


@pytest.mark.parametrize(
    "make",
    [
        lambda: ExternalSampling(Kuhn(), seed=3, reserve=1 << 20),
        lambda: ExternalSampling(Kuhn(), DCFR, 3, native=False, reserve=1 << 20),
        pytest.param(lambda: CFR(Kuhn()), marks=pytest.mark.slow),
        pytest.param(lambda: PublicChanceSampling(Kuhn()), marks=pytest.mark.slow),
    ],
)
def test_a_copied_solver_goes_on_alone(make):
    whole, first = make(), make()
    whole.run(30)
    first.run(10)
    other = copy.deepcopy(first)
    other.run(20)
    assert (first.iterations, other.iterations) == (10, 30)
    for solver in (first, other):
        solver.run(30 - solver.iterations)
        for name, array in whole.state()[0].items():
            assert np.array_equal(solver.state()[0][name], array), name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ints", np.zeros(3)),
        ("ints", np.zeros(6, np.int64)[::2]),
        ("inner", np.zeros(3)),
        ("rng", 3),
    ],
)
def test_what_a_field_does_not_declare_is_refused(name, value):
    with pytest.raises(TypeError, match=f"{name} of an arena must be"):
        setattr(outer(), name, value)


class TestDeclarations:
    def test_a_default(self):
        class Rated(Arena):
            rate: float = 0.5
            steps: int = 3

        assert (Rated().rate, Rated(steps=4).steps, Rated().plain().rate) == (0.5, 4, 0.5)

    @pytest.mark.parametrize(
        ("declare", "message"),
        [
            (lambda: Inner(valeus=np.zeros(3)), "Inner has no field 'valeus'"),
            (
                lambda: type("Mine", (Workspace,), {"__annotations__": {"rows": int}}),
                "rows of Mine must be a new name",
            ),
            (lambda: type("Both", (Inner, Outer), {}), "must have one arena for a base"),
            (lambda: setattr(outer(), "steps", 2.7), "cannot be interpreted as an integer"),
        ],
    )
    def test_mistakes(self, declare, message):
        with pytest.raises(TypeError, match=message):
            declare()
