"""Exploitability as training goes on: the game it is measured in, and the moments."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from blood.quick import TrainingAbstraction as Quick
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.bluff import Bluff
from zerosum.evaluation import exploitability, lift
from zerosum.experiment import Gauge
from zerosum.experiment.measure import Pace
from zerosum.kuhn import InfoSet, Kuhn
from zerosum.kuhn.abstraction import Abstraction, JackOrBetter
from zerosum.kuhn.three import KuhnThree
from zerosum.tree import enumerated


@algebraic
def player(infoset: InfoSet) -> int:
    return 1 if infoset.history in {2, 3} else 0


@algebraic
def card(infoset: InfoSet) -> int:
    return infoset.card


FORGETFUL = Abstracted(Kuhn(), player * card)


@dataclass(frozen=True)
class Unequal(Kuhn):
    """Pays what does not cancel."""

    def payoff(self, player: int) -> float:
        return 1.0


@dataclass(frozen=True)
class Drawn(Kuhn):
    """Deals without a list of what it may deal."""

    def chances(self):
        raise NotImplementedError


@dataclass(frozen=True)
class Absent(Kuhn):
    """A game whose own players forget what they did."""

    def infoset(self, player: int) -> InfoSet:
        seen = super().infoset(player)
        return InfoSet(seen.card, 1) if player == 0 else seen


def trained(game, *, native: bool = False) -> ExternalSampling:
    solver = ExternalSampling(game, seed=3, native=native)
    solver.run(30)
    return solver


@pytest.mark.parametrize("game", [Kuhn(), KuhnThree(), Abstraction(), JackOrBetter()])
def test_measures_in_the_game_trained_on(game) -> None:
    solver = trained(game)
    gauge = Gauge(game, solver)
    assert gauge.reason is None
    assert not gauge.lifted
    assert gauge.words == ("in the abstract game" if game == Abstraction() else "")
    assert gauge(solver) == exploitability(game, solver.strategy())


def test_native_runs_are_measured_natively() -> None:
    solver = trained(Kuhn(), native=True)
    assert Gauge(Kuhn(), solver)(solver) == Gauge(Kuhn(), trained(Kuhn()))(solver)


def test_uniform_before_the_first_iteration() -> None:
    solver = ExternalSampling(Kuhn(), native=False)
    assert Gauge(Kuhn(), solver)(solver) == pytest.approx(11 / 24, abs=1e-15)


def test_players_who_forget_are_measured_in_the_whole_game() -> None:
    solver = trained(FORGETFUL)
    gauge = Gauge(FORGETFUL, solver)
    assert gauge.reason is None
    assert gauge.lifted
    assert gauge.words == "of the lifted strategy in the whole game"
    assert gauge(solver) == exploitability(Kuhn(), lift(solver.strategy(), Kuhn()))


class Holder:
    """A solver that has a tree, as CFR does."""

    def __init__(self, game) -> None:
        self.tree, self.solver = enumerated(game), trained(game)

    def strategy(self):
        return self.solver.strategy()


@pytest.mark.parametrize("game", [Kuhn(), FORGETFUL])
def test_takes_the_tree_that_a_solver_has(game, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Holder(game)
    asked = []
    monkeypatch.setattr(
        "zerosum.tree.enumerated", lambda game, **_: asked.append(game) or enumerated(game)
    )
    assert Gauge(game, solver)(solver) > 0
    assert asked == ([] if game == Kuhn() else [Kuhn()])


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Quick(), "histories of TrainingAbstraction must be at most 50,000 to be measured; th"),
        (Drawn(), "must be at most 50,000 to be measured; there are about inf"),
        (Unequal(), "payoffs"),
        (Absent(), "players of Absent must remember their own moves to have best responses"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_keeps_a_game_from_being_measured_is_a_reason(game, words: str) -> None:
    solver = ExternalSampling(game, native=False)
    gauge = Gauge(game, solver)
    assert words in str(gauge.reason)
    assert gauge(solver) is None


def test_pace() -> None:
    pace = Pace(stop=1, patience=5.0)
    assert pace.due(1, 0.0)
    pace.took(0.1, 1, 0.0)
    assert pace.stop == 2
    assert not pace.due(1, 4.9)
    assert pace.due(1, 5.0)
    assert pace.due(2, 0.0)
    pace.took(0.1, 100, 1.0)
    assert pace.stop == 125
    assert not pace.due(200, 0.99)  # three tenths of a second are more than .25 + 1/20
    assert pace.due(200, 1.01)
    pace.wait(200)
    assert pace.stop == 250


def test_an_estimate_alone_refuses_nothing_near() -> None:
    """Knuth's estimate of this game is twice its size, above the bound of interpreted runs."""
    game = Bluff().apply(2)
    gauge = Gauge(game, ExternalSampling(game, native=False, reserve=1 << 22))
    assert gauge.reason is None
