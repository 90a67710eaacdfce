"""Pruning: what is skipped, native and interpreted, resuming, and bad input."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.streets import StreetLeduc
from tests.references_sampling import External
from tests.rows import bits
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, ExternalSampling, Pruning
from zerosum.errors import RuleError, StoreError
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.rules import Rule
from zerosum.support import store

NAN, INF = float("nan"), float("inf")
PRUNING = Pruning(-3.0, share=0.2, after=10)


def made(game: Any, **options: Any) -> ExternalSampling:
    options = {"seed": 3, "period": 50, "pruning": PRUNING, "native": False, **options}
    solver = ExternalSampling(game, **options)
    assert solver.native == options["native"]
    return solver


@pytest.mark.parametrize(
    ("game", "rule", "iterations"),
    [(Kuhn, VANILLA, 200), (KuhnThree, LINEAR, 80), (Leduc, DCFR, 60)],
)
def test_the_definition_on_dicts(game, rule, iterations):
    """Interpreted; nodes touched are the same, so that what is skipped is as well."""
    reference = External(game(), 5, rule, period=30, pruning=PRUNING)
    reference.run(iterations)
    assert reference.skipped > 10
    solver = made(game(), rule=rule, seed=5, period=30)
    solver.run(iterations)
    assert solver.random.state == reference.rng.state
    assert solver.touched == reference.touched
    strategy = solver.strategy()
    for infoset in reference.regrets:
        expected = pytest.approx(reference.expected(infoset), abs=1e-9)
        assert strategy(infoset, strict=True) == expected


@pytest.mark.parametrize("rule", [LINEAR, DCFR], ids=lambda rule: rule.name)
def test_native_equals_interpreted_and_resumed(rule, tmp_path):
    plain, solver = made(Kuhn(), rule=rule), made(Kuhn(), rule=rule, native=True)
    plain.run(600)
    solver.run(300)
    solver.save(tmp_path / "run")
    solver.run(300)
    resumed = ExternalSampling.load(tmp_path / "run", Kuhn())
    assert resumed.pruning == PRUNING
    resumed.run(300)
    assert bits(solver) == bits(plain) == bits(resumed)


def test_what_changes_nothing():
    solvers = [made(Leduc(), pruning=pruning) for pruning in (None, Pruning(-1.0, after=60))]
    for solver in solvers:
        solver.run(60)
    assert bits(solvers[0]) == bits(solvers[1])
    for solver in solvers:
        solver.run(40)
    assert solvers[1].touched < solvers[0].touched
    solver, pruned = made(Kuhn(), pruning=None), made(Kuhn(), pruning=Pruning(-1e9))
    for each in (solver, pruned):
        each.run(1_000)
    # It draws numbers of its own, so that other actions are sampled.
    assert pruned.touched == pytest.approx(solver.touched, rel=0.02)
    assert solver.random.state != pruned.random.state


class TestRefused:
    @pytest.mark.parametrize(
        ("rule", "floor"), [(PLUS, "0"), (Rule("floored", floor=-4.0), "-4")], ids=["plus", "other"]
    )
    def test_rules_whose_regrets_stay_above(self, rule, floor):
        words = f"The rule {rule.name} must not be used with pruning below -5: its regrets are"
        with pytest.raises(RuleError, match=f"{words} never less than {floor}, so that nothing"):
            ExternalSampling(Kuhn(), rule=rule, pruning=Pruning(-5.0))

    @pytest.mark.parametrize(
        ("name", "words", "values"),
        [
            (
                "threshold",
                "a regret below 0, in chips; got {}.",
                [0.0, 2.0, NAN, -INF, "low", None],
            ),
            ("share", "above 0 and below 1; got {}: leave share=", [0.0, 1.0, NAN, True, "half"]),
            (
                "after",
                "whole, not negative and below 2**60; got {}: leave after= out",
                [-1, 2.7, 2.0, True, "late", 1 << 60, 10**20],
            ),
        ],
    )
    def test_parameters(self, name, words, values):
        for value in values:
            with pytest.raises(RuleError, match=re.escape(words.format(repr(value)))):
                Pruning(**{"threshold": -1.0, name: value})


class TestResume:
    def saved(self, folder: Any, pruning: Pruning | None) -> Any:
        solver = made(Kuhn(), pruning=pruning)
        solver.run(5)
        solver.save(folder / "run")
        return folder / "run"

    @pytest.mark.parametrize("began", [None, PRUNING], ids=["without", "with"])
    def test_the_same_goes_on_and_another_is_refused(self, began, tmp_path):
        path = self.saved(tmp_path, began)
        same = ExternalSampling.load(path, Kuhn(), native=False, pruning=began)
        assert same.pruning == began
        other = Pruning(-4.0) if began is None else None
        with pytest.raises(StoreError, match="must go on with the pruning that it began with"):
            ExternalSampling.load(path, Kuhn(), native=False, pruning=other)

    @pytest.mark.parametrize("words", [{"threshold": 3.0}, {"limit": -3.0}, 7])
    def test_a_damaged_one_is_refused(self, words, tmp_path):
        path = self.saved(tmp_path, PRUNING)
        saved = store.read(path)
        saved.meta["settings"]["pruning"] = words
        store.write(path, saved.arrays, saved.meta)
        with pytest.raises(StoreError, match="must be complete"):
            ExternalSampling.load(path, Kuhn(), native=False)


@pytest.mark.parametrize("native", [True, False])
def test_regrets_stay_above_the_floor(native):
    solver = made(Kuhn(), rule=VANILLA, native=native, pruning=Pruning(-3.0, floor=-8.0))
    solver.run(300)
    assert solver.work.arrays()["values"].min() == -8.0


@pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.slow), False])
def test_nothing_is_skipped_on_later_streets(native):
    """What is touched is between that of pruning on all streets, and that without."""
    pruned = [Pruning(-3.0), Pruning(-3.0, streets=2), Pruning(-3.0, streets=1), None]
    touched = []
    for pruning in pruned:
        solver = made(StreetLeduc(), rule=VANILLA, native=native, pruning=pruning)
        solver.run(200)
        touched.append(solver.touched)
    assert touched[0] == touched[1] < touched[2] < touched[3]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"floor": -2.0}, "must be a regret below the threshold -3, in chips; got -2.0"),
        ({"floor": float("-inf")}, "must be a regret below the threshold"),
        ({"streets": 0}, "must be a whole number, 1 or more; got 0"),
    ],
)
def test_floors_and_streets_that_are_none(wrong, said):
    with pytest.raises(RuleError, match=re.escape(said)):
        Pruning(-3.0, **wrong)
