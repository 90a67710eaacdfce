"""Abstractions that kernels call by address: one kernel for many, with the bits of Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from zerosum.abstraction import Abstracted, View, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError
from zerosum.jit import compiled
from zerosum.leduc import Leduc
from zerosum.native import lower
from zerosum.tables import Storage
from zerosum.tables.storage import stored

STEPS = 1


def ranked(steps: int):
    @algebraic
    def rank(infoset):
        return infoset.card // steps

    return rank


@algebraic
def seen(infoset):
    return infoset.player, infoset.board, infoset.history


@algebraic
def coarse(infoset):
    return infoset.card // STEPS


@algebraic
def passive(infoset):
    return tuple(infoset.actions())[:2]


def game(steps: int):
    return Abstracted(Leduc(), ranked(steps) * seen, passive)


def solver(game) -> ExternalSampling:
    return ExternalSampling(game, seed=7)


def test_a_kernel_serves_all_abstractions_of_a_game():
    first, other = solver(game(1)), solver(game(2))
    assert first.native
    assert other.native
    assert first._entry.view.kind == other._entry.view.kind
    assert first._entry.view.value.write_at != other._entry.view.value.write_at
    assert len(compiled(first.kernel).overloads) == len(compiled(other.kernel).overloads)
    first.run(50)
    other.run(50)
    assert first.infosets > other.infosets


@pytest.mark.parametrize(
    "storage",
    [None, pytest.param(Storage(fingerprint=128), marks=pytest.mark.slow)],
    ids=["keys", "prints"],
)
def test_what_is_called_has_the_bits_of_python(storage):
    native, plain = (
        ExternalSampling(game(1), seed=7, storage=storage, native=native)
        for native in (True, False)
    )
    native.run(100)
    plain.run(100)
    for name, array in native.state()[0].items():
        assert np.array_equal(array, plain.state()[0][name]), name


def test_a_value_from_outside_that_was_replaced_is_seen(monkeypatch):
    def made() -> list[ExternalSampling]:
        seen_game = Abstracted(Leduc(), coarse * seen, passive)
        return [ExternalSampling(seen_game, seed=7, native=native) for native in (True, False)]

    before = made()[0]
    monkeypatch.setitem(globals(), "STEPS", 6)
    for each in (solvers := [before, *made()]):
        each.run(50)
    assert solvers[0].infosets > solvers[1].infosets == solvers[2].infosets


def test_threads_may_compile_factors_of_a_game_at_once():
    @algebraic
    def shared(infoset):
        return infoset.card + infoset.board

    def lowered(steps: int) -> Any:
        view = stored(View(ranked(steps) * shared, None), Storage())
        return lower(Leduc(), view)[1].value.write_at

    with ThreadPoolExecutor(3) as threads:
        assert len(set(threads.map(lowered, range(3, 6)))) == 3


@pytest.mark.usefixtures("unchecked")
def test_an_error_in_a_factor_leaves_the_kernel():
    @algebraic
    def broken(infoset):
        return 1 // (infoset.board - 4)

    made = solver(Abstracted(Leduc(), broken * seen, passive))
    assert made.native
    with pytest.raises(GameError, match="ZeroDivisionError"):
        made.run(1_000)
