"""Regret bounds are computed from all rows, and are above exploitability."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zerosum.algorithms import (
    DCFR,
    LINEAR,
    PLUS,
    VANILLA,
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    PureCFR,
    RoundSampling,
)
from zerosum.evaluation import exploitability
from zerosum.experiment import Experiment, read_runs, train
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.tables.blocks import read_block
from zerosum.tree import enumerated


@pytest.mark.parametrize(
    ("kind", "game", "rule"),
    [
        (ExternalSampling, Leduc(), DCFR),
        (ChanceSampling, Kuhn(), LINEAR),
        (OutcomeSampling, Kuhn(), PLUS),
        (PureCFR, Leduc(), LINEAR),  # an estimate, too low in Kuhn
    ],
)
def test_they_are_above_exploitability(kind: type, game: object, rule: object) -> None:
    native, tree = kind is ExternalSampling, enumerated(game, native=False)
    solver = kind(game, rule, 7, native=native)
    for iterations in (100, 500):
        solver.run(iterations)
        assert solver.regret_bound() > exploitability(tree, solver.strategy())


def summed(solver: ExternalSampling, weight: float, remains: dict[int, float]) -> float:
    table = solver.work.table
    total = 0.0
    for block in table.blocks[: table.rows].tolist():
        at = int(table.words[block])
        n = len(read_block(table.words, block).actions)
        kept = remains[int(table.values[at + 2 * n])] if solver.rule.fades else 1.0
        total += kept * max(0.0, *table.values[at : at + n].tolist())
    return total / weight / 2


def test_they_are_those_of_the_rows() -> None:
    kept = {3: 1.0, 2: DCFR.discount(3, 1.5), 1: DCFR.discount(3, 1.5) * DCFR.discount(2, 1.5)}
    faded = 4 * kept[1] + 4 * kept[2] + 2
    for rule, weight in ((VANILLA, 10), (PLUS, 10), (LINEAR, 55), (DCFR, faded)):
        solver = ExternalSampling(Leduc(), rule, 7, period=4, native=False)
        assert solver.regret_bound() == float("inf")
        solver.run(10)
        assert solver.regret_bound() == pytest.approx(summed(solver, weight, kept))


def test_native_and_interpreted_are_equal() -> None:
    one, other = (
        ExternalSampling(Kuhn(), DCFR, 7, period=4, native=native) for native in (True, False)
    )
    for solver in (one, other):
        solver.run(50)
    assert one.regret_bound() == other.regret_bound()


def test_runs_too_large_for_exploitability_record_them(tmp_path: Path) -> None:
    experiment = Experiment(Kuhn, iterations=1_000, limit=10, name="here")
    outcome = train(experiment, tmp_path / "run")
    (run,) = read_runs([outcome.folder])
    assert run.curve == ()
    counts = [point.iterations for point, _ in run.known("regret")]
    assert counts[:8] == [1, 2, 3, 4, 5, 7, 9, 12]
    assert counts[-1] == 1_000
    assert run.known("regret")[-1][1] == outcome.solver.regret_bound()
    assert run.milestones == ()
    measured = train(Experiment(Kuhn, iterations=100, name="here"), tmp_path / "other")
    lines = (measured.folder / "metrics.jsonl").read_text().splitlines()
    assert all("regret" not in json.loads(line) for line in lines)


def test_there_is_none_before_the_first_round(tmp_path: Path) -> None:
    experiment = Experiment(
        Kuhn, algorithm=RoundSampling, options={"round": 100}, iterations=150, limit=10, name="here"
    )
    (run,) = read_runs([train(experiment, tmp_path / "run").folder])
    counts = [point.iterations for point, _ in run.known("regret")]
    assert 100 <= counts[0] < counts[-1] == 150
