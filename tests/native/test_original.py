"""What the framework's first users wrote runs as it stands, and native."""

from __future__ import annotations

from tests.games.original import TrainingAbstraction, actions, linearpot, states
from zerosum.native import explain
from zerosum.testing import check_native


def test_the_first_readme_runs_native() -> None:
    explanation = explain(TrainingAbstraction())
    assert explanation.native, explanation
    check_native(TrainingAbstraction(), playouts=200, seed=3)


def test_its_products_read_as_written() -> None:
    assert "linearpot(20)" in repr(states)
    assert actions in states.factors
    assert linearpot(20) in states.factors
