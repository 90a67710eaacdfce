"""Exploitability during training: the game in which it is measured, and when."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from blood.quick import TrainingAbstraction as Quick
from tests.factors import card, player
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.bluff import Bluff
from zerosum.errors import AbstractionError, GameError
from zerosum.evaluation import exploitability, lift
from zerosum.experiment import Gauge
from zerosum.experiment.metrics import Point
from zerosum.experiment.schedule import Schedule
from zerosum.kuhn import InfoSet, Kuhn
from zerosum.kuhn.abstraction import Abstraction
from zerosum.kuhn.three import KuhnThree
from zerosum.tree import enumerated

FORGETFUL = Abstracted(Kuhn(), player * card)


@dataclass(frozen=True)
class Unequal(Kuhn):
    """Pays what does not cancel."""

    def payoff(self, player: int) -> float:
        return super().payoff(0)


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


@pytest.mark.parametrize("game", [Kuhn(), Abstraction()])
@pytest.mark.usefixtures("plain_trees")
def test_measures_in_the_game_trained_on(game) -> None:
    solver = trained(game)
    gauge = Gauge(game, solver)
    assert gauge.reason is None
    assert not gauge.lifted
    assert gauge.words == ("in the abstract game" if game == Abstraction() else "")
    assert gauge(solver) == exploitability(game, solver.strategy())


def test_native_and_new_runs_are_measured() -> None:
    solver = trained(Kuhn(), native=True)
    assert Gauge(Kuhn(), solver)(solver) == Gauge(Kuhn(), trained(Kuhn()))(solver)
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
        self.tree, self.solver = enumerated(game, native=False), trained(game)

    def strategy(self):
        return self.solver.strategy()


@pytest.mark.parametrize("game", [Kuhn(), FORGETFUL])
def test_takes_the_tree_that_a_solver_has(game, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Holder(game)
    asked = []
    monkeypatch.setattr(
        "zerosum.tree.enumerated",
        lambda game, **_: asked.append(game) or enumerated(game, native=False),
    )
    assert Gauge(game, solver)(solver) > 0
    assert asked == ([] if game == Kuhn() else [Kuhn()])


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Quick(), "The game RiverOfBlood has about 8e+22 histories; the limit is 500,000."),
        (Drawn(), "Chance of Drawn must have chances() to be enumerated; it has only sample()"),
        (Absent(), "players of Absent must remember their own moves to have best responses"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_keeps_a_game_from_being_measured_is_a_reason(game, words: str) -> None:
    solver = ExternalSampling(game, native=False)
    gauge = Gauge(game, solver)
    assert words in str(gauge.reason)
    assert gauge(solver) is None


def test_a_wrong_game_or_abstraction_is_an_error() -> None:
    with pytest.raises(GameError, match=r"sum to \S+ over all players, .*; got \[(\S+), \1\]"):
        Gauge(Unequal(), ExternalSampling(Unequal(), native=False))
    merged = Abstracted(Kuhn(), card)
    with pytest.raises(AbstractionError, match="Equal keys must imply equal players"):
        Gauge(merged, ExternalSampling(merged, native=False))


def test_a_limit_of_histories() -> None:
    solver = trained(Kuhn())
    assert "at most 57 histories" in str(Gauge(Kuhn(), solver, 57).reason)
    assert Gauge(Kuhn(), solver, 58).reason is None


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
    assert str(words).startswith("Hands share an infoset. The game RiverOfBlood has about")


def test_points_of_the_curve() -> None:
    schedule = Schedule(1, 0, patience=5.0)
    assert schedule.due(1, 0, 0.0).measure
    schedule.measured(0.1, 1, 0.0)
    assert schedule.stop == 2
    assert not schedule.due(1, 0, 4.9).measure
    assert schedule.due(1, 0, 5.0).measure
    assert schedule.due(2, 0, 0.0).measure
    schedule.measured(0.1, 100, 1.0)
    assert schedule.stop == 125
    assert not schedule.due(200, 0, 0.99).measure  # .3 seconds are more than .25 + 1/20
    assert schedule.due(200, 0, 1.01).measure
    schedule.batch(200, 0, 1_000)
    assert schedule.stop == 250


def test_milestones_cost_the_curve_nothing_and_are_recorded() -> None:
    schedule = Schedule(1, 0)
    schedule.measured(0.2, 8, 1.0, milestone=1_000_000)
    assert schedule.stop == 10
    assert schedule.due(10, 0, 1.0).measure
    schedule = Schedule(1, 0)
    assert not schedule.due(1, 0, 1.0).record
    schedule.measured(0.0, 1, 1.0)
    assert not schedule.due(1, 0, 5.9).record
    assert schedule.due(1, 0, 6.0).record


def test_milestones_are_passed_once_and_measured_where_they_can_be() -> None:
    schedule = Schedule(1, 0)
    assert schedule.due(1, 999_999, 0.0).milestone is None
    assert schedule.due(1, 1_000_000, 0.0).milestone == 1_000_000
    assert schedule.due(1, 1_999_999, 0.0).milestone is None
    assert schedule.due(1, 8_500_000, 0.0).milestone == 8_000_000  # in one leap past three
    assert schedule.milestone == 16_000_000
    begun = [Schedule(1, touched).milestone for touched in (0, 999_999, 1_000_000, 5e6)]
    assert begun == [1_000_000, 1_000_000, 2_000_000, 8_000_000]
    schedule = Schedule(1, 0, measures=False)
    due = schedule.due(1, 1_000_000, 60.0)
    assert (due.measure, due.milestone) == (False, None)
    assert due.show
    assert due.record
    assert due.save


def test_batches_last_a_tenth_of_a_second() -> None:
    schedule = Schedule(1, 0, measures=False)
    assert schedule.batch(1, 0, 10**6) == 1
    for done, seconds, wanted in ((1, 1e-5, 4), (4, 4e-5, 16), (16, 0.05, 32), (3, 1e-5, 32)):
        schedule.ran(done, seconds)
        assert schedule.batch(1, 0, 10**6) == wanted
    assert schedule.batch(1, 0, 10) == 9
    schedule.ran(30, 3.0)
    assert schedule.batch(1, 0, 10**6) == 1


def ahead(schedule: Schedule, iterations: int, touched: int) -> int:
    """Return the next batch where only milestones bound it."""
    schedule.stop = schedule._size = 1 << 50
    return schedule.batch(iterations, touched, 1 << 60)


@pytest.mark.parametrize("each", [1, 57, 3_000, 590_000, 2_000_000])
def test_few_batches_lead_close_to_a_milestone(each: int) -> None:
    schedule, iterations, stops = Schedule(0, 0), 1, 0
    while schedule.due(iterations, each * iterations, 0.0).milestone is None:
        iterations += ahead(schedule, iterations, each * iterations)
        stops += 1
    assert iterations == max(1, -(-1_000_000 // each))
    assert stops <= 6


def test_a_slower_start_does_not_lead_past_a_milestone() -> None:
    """Iterations that touch ten times as many nodes later on are noticed after the next batch."""
    schedule = Schedule(0, 0)
    assert ahead(schedule, 0, 0) == 1
    assert ahead(schedule, 100, 1_000) == 98_901
    assert ahead(schedule, 200, 11_000) == 9_791
    schedule = Schedule(0, 0)
    assert ahead(schedule, 1, 10) == 98_999


@pytest.mark.parametrize(("found", "end"), [(0.0, ", sum of best responses 0"), (None, "")])
def test_a_milestone_tells_only_what_was_measured(found: float | None, end: str) -> None:
    point = Point(9, 2.0, 3, 1_000_009, exploitability=found)
    assert point.told(players=3) == f"1,000,009 touched: 9 iterations, 2.00 s{end}"


def test_milestones_have_a_share_of_the_time() -> None:
    def affords(cost: float, seconds: float, spent: float = 0.0) -> bool:
        schedule = Schedule(1, 0)
        schedule.measured(spent, 1, 0.0, milestone=1)
        schedule.measured(cost, 1, 0.0)
        return schedule.due(1, 1_000_000, seconds).milestone is not None

    assert affords(1.0, 0.0)
    assert not affords(1.1, 0.0)
    assert affords(1.1, 0.5)
    assert not affords(0.11, 0.5, spent=1.0)
    assert affords(0.1, 0.5, spent=1.0)


def test_an_estimate_alone_refuses_nothing_near() -> None:
    """Knuth's estimate of this game is twice its size, above the bound of interpreted runs."""
    game = Bluff().apply(2)
    gauge = Gauge(game, ExternalSampling(game, native=False, reserve=1 << 22))
    assert gauge.reason is None
