"""Tables are equal bit for bit, native and interpreted, stopped and resumed."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, ExternalSampling
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as LeducByRank

RULES = {rule.name: rule for rule in (VANILLA, PLUS, LINEAR, DCFR)}


def quick() -> Any:
    from blood.quick import TrainingAbstraction

    return TrainingAbstraction()


GAMES = {
    "kuhn": (Kuhn, 1_000),
    "three": (KuhnThree, 300),
    "leduc": (Leduc, 1_000),
    "leduc by rank": (LeducByRank, 300),
    "river of blood": (quick, 30),
}
RUNS = [
    *(("kuhn", rule) for rule in RULES),
    ("three", "dcfr"),
    ("leduc", "linear"),
    pytest.param("leduc by rank", "plus", marks=pytest.mark.slow),
    pytest.param("river of blood", "linear", marks=pytest.mark.slow),
]


def solver(name: str, rule: str, *, native: bool) -> ExternalSampling:
    game, _ = GAMES[name]
    made = ExternalSampling(game(), rule=RULES[rule], seed=3, period=100, native=native)
    assert made.native == native
    return made


def tables(made: ExternalSampling) -> dict[str, np.ndarray]:
    return {**made.work.arrays(), "random": made.random.word}


def assert_equal(made: dict[str, np.ndarray], known: dict[str, np.ndarray]) -> None:
    assert made.keys() == known.keys()
    for name, array in made.items():
        assert array.tobytes() == known[name].tobytes(), name


@cache
def interpreted(name: str, rule: str) -> dict[str, np.ndarray]:
    made = solver(name, rule, native=False)
    made.run(GAMES[name][1])
    return {name: array.copy() for name, array in tables(made).items()}


@pytest.mark.parametrize(("name", "rule"), RUNS)
def test_native_equals_interpreted(name, rule):
    made = solver(name, rule, native=True)
    made.run(GAMES[name][1])
    assert_equal(tables(made), interpreted(name, rule))


@pytest.mark.parametrize(
    ("rule", "first", "then"),
    [("dcfr", True, False), ("dcfr", False, True), ("linear", True, True), ("plus", False, False)],
)
def test_stopped_and_resumed(rule, first, then, tmp_path):
    made = solver("kuhn", rule, native=first)
    made.run(500)
    made.save(tmp_path / "checkpoint")
    resumed = ExternalSampling.load(tmp_path / "checkpoint", Kuhn(), native=then)
    assert (resumed.native, resumed.iterations, resumed.seed) == (then, 500, 3)
    assert resumed.rule == RULES[rule]
    resumed.run(500)
    assert_equal(tables(resumed), interpreted("kuhn", rule))


def test_resumed_with_rows_still_to_come(tmp_path):
    made = solver("leduc", "linear", native=True)
    made.run(20)
    few = made.infosets
    made.save(tmp_path / "checkpoint")
    resumed = ExternalSampling.load(tmp_path / "checkpoint", Leduc())
    resumed.run(980)
    assert resumed.infosets > few
    assert_equal(tables(resumed), interpreted("leduc", "linear"))


@pytest.mark.parametrize("native", [True, False])
def test_batches_leave_no_trace(native):
    """Whole runs, pieces, and callbacks that look at everything."""
    looks = []

    def look(each: ExternalSampling) -> None:
        looks.append((each.iterations, each.touched, len(each.strategy())))

    made = solver("kuhn", "dcfr", native=native)
    for piece in (1, 0, 2, 497, 500):
        made.run(piece, look)
    assert looks[-1][0] == made.iterations == 1_000
    assert_equal(tables(made), interpreted("kuhn", "dcfr"))


def test_seeds_matter():
    made = [ExternalSampling(Kuhn(), seed=seed) for seed in (1, 1, 2)]
    for each in made:
        each.run(200)
    first, same, other = (each.work.arrays()["values"].tolist() for each in made)
    assert first == same != other
