"""The code of the framework's first README runs unchanged, and natively."""

from __future__ import annotations

import pytest

import blood.river
from tests.games import readme
from tests.games.original import TrainingAbstraction, actions, linearpot, states
from zerosum.algorithms import ExternalSampling
from zerosum.testing import check_native


@pytest.mark.slow
def test_the_first_readme_runs_native() -> None:
    """What is not native is a warning, and an error here."""
    check_native(TrainingAbstraction(), playouts=200, seed=3)


def test_its_products_read_as_written() -> None:
    assert "linearpot(20)" in repr(states)
    assert actions in states.factors
    assert linearpot(20) in states.factors


def test_its_example_declares_what_blood_river_does() -> None:
    assert readme.cards == blood.river.cards
    assert repr(readme.states) == repr(blood.river.states)


@pytest.mark.slow
def test_its_example_trains_native_and_is_played() -> None:
    """Fits its buckets first, two minutes where none are kept."""
    solver = ExternalSampling(readme.TrainingAbstraction(), seed=1)
    solver.run(200)
    assert solver.native
    walk = readme.Abstraction()
    while walk.chance:
        walk = walk.apply(walk.sample())
    assert solver.strategy().knows(walk.infoset(walk.active))
