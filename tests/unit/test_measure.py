"""Exploitability as training goes on: the game it is measured in, and the moments."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from blood.quick import TrainingAbstraction as Quick
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.bluff import Bluff
from zerosum.errors import GameError
from zerosum.evaluation import exploitability, lift
from zerosum.experiment import Gauge
from zerosum.experiment.milestones import Milestones
from zerosum.experiment.pace import Pace
from zerosum.experiment.report import Point
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


@pytest.mark.parametrize(
    "game",
    [Kuhn(), KuhnThree(), Abstraction(), pytest.param(JackOrBetter(), marks=pytest.mark.slow)],
)
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


class Itself:
    """A solver that measures itself, of a game too large for anybody else."""

    touched = 0

    def __init__(self, found: float | Exception) -> None:
        self.found = found

    def nash_conv(self) -> float:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_a_solver_may_measure_itself() -> None:
    """It has neither strategy nor tree, so that asking for one would fail."""
    gauge = Gauge(Quick(), Itself(0.5))
    assert gauge.reason is None
    assert not gauge.lifted
    assert gauge(Itself(0.25)) == 0.125
    assert Gauge(KuhnThree(), Itself(0.75))(Itself(0.75)) == 0.25


class Refuses(Itself):
    """A solver that cannot measure itself after all; its tree is of another kind."""

    native = False
    tree = object()

    def strategy(self):
        return trained(Kuhn()).strategy()


def test_a_solver_that_refuses_to_measure_itself_is_measured_like_others() -> None:
    solver = Refuses(GameError("Hands share an infoset.", Kuhn()))
    gauge = Gauge(Kuhn(), solver)
    assert gauge.reason is None
    assert gauge(solver) == exploitability(Kuhn(), solver.strategy())
    words = Gauge(Quick(), Refuses(GameError("Hands share an infoset.", Quick()))).reason
    assert "must be at most 50,000 to be measured" in str(words)


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


def test_pace_of_what_was_measured_for_another_reason() -> None:
    pace = Pace(stop=1)
    pace.saw(0.2, 8, 1.0)
    assert (pace.spent, pace.cost, pace.stop) == (0.0, 0.2, 10)
    assert pace.due(10, 1.0)


@pytest.mark.parametrize(("touched", "next_one"), [(0, 1), (999_999, 1), (1_000_000, 2), (5e6, 8)])
def test_milestones_double(touched: int, next_one: int) -> None:
    assert Milestones(touched, 2).next == next_one * 1_000_000


def test_each_milestone_is_passed_once() -> None:
    milestones = Milestones(0, 2)
    assert milestones.passed(999_999) is None
    assert milestones.passed(1_000_000) == 1_000_000
    assert milestones.passed(1_999_999) is None
    assert milestones.passed(8_500_000) == 8_000_000  # in one leap past three
    assert milestones.next == 16_000_000


@pytest.mark.parametrize("each", [1, 57, 3_000, 590_000, 2_000_000])
def test_few_stops_lead_close_to_a_milestone(each: int) -> None:
    milestones, iterations, stops = Milestones(0, 2), 1, 0
    while milestones.passed(each * iterations) is None:
        iterations += milestones.distance(iterations, each * iterations)
        stops += 1
    assert iterations == max(1, -(-1_000_000 // each))
    assert stops <= 6


def test_a_slower_start_does_not_lead_past_a_milestone() -> None:
    """Iterations that touch ten times as many nodes later on are noticed at the next stop."""
    milestones = Milestones(0, 2)
    assert milestones.distance(100, 1_000) == 98_901
    assert milestones.distance(200, 11_000) == 9_791


def test_before_the_first_iteration_one_leads_on() -> None:
    milestones = Milestones(0, 2)
    assert milestones.distance(0, 0) == 1
    assert milestones.distance(1, 10) == 98_999


@pytest.mark.parametrize(("found", "end"), [(0.0, ", sum of best responses 0"), (None, "")])
def test_a_milestone_tells_only_what_was_measured(found: float | None, end: str) -> None:
    point = Point(9, 2.0, 3, 1_000_009, exploitability=found)
    assert Milestones(0, 3).told(point) == f"1,000,009 touched: 9 iterations, 2.00 s{end}"


def test_milestones_have_a_share_of_the_time() -> None:
    milestones = Milestones(0, 2)
    assert milestones.affords(1.0, 0.0)
    assert not milestones.affords(1.1, 0.0)
    assert milestones.affords(1.1, 0.5)
    milestones.took(1.0)
    assert not milestones.affords(0.11, 0.5)
    assert milestones.affords(0.1, 0.5)


def test_an_estimate_alone_refuses_nothing_near() -> None:
    """Knuth's estimate of this game is twice its size, above the bound of interpreted runs."""
    game = Bluff().apply(2)
    gauge = Gauge(game, ExternalSampling(game, native=False, reserve=1 << 22))
    assert gauge.reason is None
