"""Games whose payoffs sum to a constant: what their zero-sum twins are, in units of their own."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tests.equilibria import game_value
from tests.games.goofspiel import Goofspiel
from zerosum.abstraction import algebraic
from zerosum.algorithms import (
    CFR,
    ChanceSampling,
    ExternalSampling,
    LinearProgram,
    OutcomeSampling,
    PublicChanceSampling,
    PureCFR,
)
from zerosum.algorithms.pruning import Pruning
from zerosum.errors import GameError
from zerosum.evaluation import (
    approximate_best_response,
    best_response,
    deviation_gains,
    expected_values,
    exploitability,
    local_best_response,
    nash_conv,
    sampled_values,
)
from zerosum.evaluation.price import best, loss
from zerosum.experiment.evaluate import Evaluation
from zerosum.kuhn import Kuhn, KuhnThree, Move
from zerosum.kuhn import game as kuhn_game
from zerosum.kuhn.abstraction import betting, is_jack
from zerosum.play import StrategyAgent, Uniform, play_match, play_seats
from zerosum.resolving import position, resolve
from zerosum.rules import LINEAR
from zerosum.tree import enumerated
from zerosum.tree.public import public_tree

SHIFT = 0.5  # of each player: sums are exact in binary
EVEN = {Move.PASS: 0.5, Move.BET: 0.5}
passive = kuhn_game.passive  # what a module declares for local best response


@algebraic
def is_second(infoset: Any) -> Any:
    """Tell player 1, who moves second, from player 0, who forgets the own first move."""
    return infoset.history >> 1 == 1


@dataclass(frozen=True)
class Paid(Kuhn):
    """Kuhn poker, and the house pays each player."""

    def payoff(self, player: int) -> float:
        return super().payoff(player) + SHIFT


@dataclass(frozen=True)
class Favoured(Kuhn):
    """Kuhn poker, and the house pays player 0."""

    def payoff(self, player: int) -> float:
        return super().payoff(player) + (1.0 if player == 0 else 0.0)


@dataclass(frozen=True)
class PaidThree(KuhnThree):
    def payoff(self, player: int) -> float:
        return super().payoff(player) + SHIFT


@dataclass(frozen=True)
class Fair(Goofspiel):
    """Goofspiel where payoffs sum to 0."""

    def payoff(self, player: int) -> float:
        return super().payoff(player) - SHIFT


@dataclass(frozen=True)
class Raked(Kuhn):
    """Kuhn poker where the house takes a part of large pots: a general-sum game."""

    def payoff(self, player: int) -> float:
        won = super().payoff(player)
        return won - 0.25 if won == 2.0 else won


TWINS = [(Paid(), Kuhn()), (PaidThree(), KuhnThree()), (Goofspiel(), Fair())]
NAMES = [type(game).__name__ for game, _ in TWINS]


@pytest.fixture(autouse=True)
def _plain(plain_trees: None) -> None:
    """Trees are the same in Python."""


def even(infoset: Any) -> dict[Any, float]:
    """Play the first action twice as often as each other."""
    menu = infoset.actions()
    return {each: (2.0 if each == menu[0] else 1.0) / (len(menu) + 1) for each in menu}


def test_the_value_is_that_of_a_linear_program_of_the_payoffs_themselves() -> None:
    program, value = LinearProgram(Favoured()), 1 - 1 / 18
    assert game_value(Favoured()) == pytest.approx(value, abs=1e-9)
    assert program.value == pytest.approx(value, abs=1e-9)
    values = expected_values(Favoured(), program.strategy())
    assert values == pytest.approx([value, 1 - value], abs=1e-9)
    assert nash_conv(Favoured(), program.strategy()) == pytest.approx(0, abs=1e-9)
    assert LinearProgram(Goofspiel()).value == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize(("game", "twin"), TWINS, ids=NAMES)
def test_figures_are_those_of_the_twin_and_values_are_shifted(game: Any, twin: Any) -> None:
    values = expected_values(twin, even)
    assert expected_values(game, even) == pytest.approx(values + SHIFT, abs=1e-12)
    for player in range(len(values)):
        response, other = best_response(game, player, even), best_response(twin, player, even)
        assert response.value == pytest.approx(other.value + SHIFT, abs=1e-12)
        assert np.array_equal(response.strategy.probabilities, other.strategy.probabilities)
    for figure in (nash_conv, exploitability, deviation_gains):
        assert np.array_equal(figure(game, even), figure(twin, even))


SOLVERS = {
    "cfr": lambda game: CFR(game, native=False),
    "external": lambda game: ExternalSampling(game, seed=1, native=False),
    "pruned": lambda game: ExternalSampling(
        game, LINEAR, 1, native=False, pruning=Pruning(threshold=-1.0, after=10)
    ),
    "chance": lambda game: ChanceSampling(game, seed=1, native=False),
    "outcome": lambda game: OutcomeSampling(game, seed=1, native=False),
    "baselines": lambda game: OutcomeSampling(game, seed=1, baseline=0.2, native=False),
    "pure": lambda game: PureCFR(game, seed=1, native=False),
}


@pytest.mark.parametrize(
    ("name", "pair"), [*((name, 0) for name in SOLVERS), ("external", 1), ("cfr", 2)]
)
def test_solvers_learn_what_they_learn_of_the_twin(name: str, pair: int) -> None:
    found = []
    for each in TWINS[pair]:
        solver = SOLVERS[name](each)
        solver.run(60)
        found.append(solver.strategy().probabilities)
    assert np.array_equal(*found)


def test_public_trees() -> None:
    solvers = [PublicChanceSampling(game, native=False) for game in (Paid(), Kuhn())]
    for solver in solvers:
        solver.run(20)
    paid, kuhn = solvers
    assert np.array_equal(paid.strategy().probabilities, kuhn.strategy().probabilities)
    assert paid.nash_conv() == kuhn.nash_conv()
    assert paid.values() == pytest.approx(kuhn.values() + SHIFT, abs=1e-12)
    assert paid.responses() == pytest.approx(np.add(kuhn.responses(), SHIFT), abs=1e-12)
    assert expected_values(paid.tree, even) == pytest.approx(
        expected_values(kuhn.tree, even) + SHIFT, abs=1e-12
    )


def test_parts_that_are_solved_again() -> None:
    trees = [public_tree(game, native=False) for game in (Paid(), Kuhn())]
    paid, kuhn = (resolve(position(tree, (Move.BET,)), even, 1) for tree in trees)
    assert np.array_equal(paid.probabilities, kuhn.probabilities)
    assert paid.values == pytest.approx(kuhn.values + SHIFT * kuhn.weights, abs=1e-12)
    assert paid.margin == pytest.approx(kuhn.margin, abs=1e-9)


@pytest.mark.parametrize(
    "states", [is_jack * betting, is_jack * is_second], ids=["remembers", "forgets"]
)
def test_prices(states: Any) -> None:
    paid, kuhn = (loss(game, states, iterations=10) for game in (Paid(), Kuhn()))
    assert np.subtract(paid.values, SHIFT) == pytest.approx(kuhn.values, abs=1e-9)
    assert np.subtract(paid.responses, SHIFT) == pytest.approx(kuhn.responses, abs=1e-9)
    assert (paid.lifted, paid.price) == pytest.approx((kuhn.lifted, kuhn.price), abs=1e-9)
    assert paid.least == pytest.approx(kuhn.least, abs=1e-9)
    favoured, twin = best(Favoured(), states, iterations=10), kuhn.best
    assert twin is not None
    assert favoured.price == pytest.approx(twin.price, abs=1e-9)
    assert favoured.conceded == pytest.approx((twin.conceded[0], twin.conceded[1] + 1.0), abs=1e-9)


def uniform(game: Any) -> Any:
    return ExternalSampling(game, seed=1, native=False).strategy()


@pytest.mark.usefixtures("uncompiled")
def test_bounds_and_samples() -> None:
    games = Paid(), Kuhn()
    for bound in (
        lambda game: local_best_response(game, uniform(game), deals=20),
        lambda game: approximate_best_response(game, uniform(game), 20, 20).bound,
    ):
        paid, kuhn = map(bound, games)
        assert paid.mean == pytest.approx(kuhn.mean, abs=1e-12)
        assert paid.seats == pytest.approx(kuhn.seats + SHIFT, abs=1e-12)
    paid, kuhn = (sampled_values(game, uniform(game), deals=20) for game in games)
    assert paid.means == pytest.approx(kuhn.means + SHIFT, abs=1e-12)


@pytest.mark.usefixtures("uncompiled")
def test_the_table_of_measures_has_exploitability_beside_the_values() -> None:
    evaluation = Evaluation(Favoured(), uniform(Favoured()), 20, None, 1)
    exact = evaluation._exact(evaluation._gauge())
    assert exact.both is not None
    assert exact.both[0] == pytest.approx(11 / 24)
    assert sum(value for value, _ in exact.players) / 2 == pytest.approx(11 / 24 + 0.5)


def test_matches() -> None:
    match = play_match(Uniform(), Uniform(), deals=10, game=Favoured())
    assert match.means == (0.5, 0.5)
    seats = play_seats([Uniform()] * 3, deals=10, game=PaidThree)
    assert seats.means == (SHIFT,) * 3


@pytest.mark.slow
def test_native_matches() -> None:
    agents = [StrategyAgent(uniform(Favoured()), Favoured()) for _ in range(2)]
    native, plain = (play_match(*agents, deals=50, native=native) for native in (True, False))
    assert (native.native, native.means) == (True, plain.means)
    assert sum(native.means) == 1.0


def test_the_constant_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    @dataclass(frozen=True)
    class Said(Paid):
        pass

    with caplog.at_level(logging.INFO, "zerosum"):
        for _ in range(2):
            enumerated(Said())
            ExternalSampling(Said(), native=False)
        enumerated(Kuhn())
    (record,) = caplog.records
    assert "payoffs of " in record.getMessage()
    assert "Said sum to 1 at every terminal, not to 0" in record.getMessage()


@pytest.mark.parametrize("solve", [CFR, LinearProgram, ExternalSampling])
def test_a_general_sum_game_is_still_refused(solve: Any) -> None:
    with pytest.raises(GameError, match=r"sum to \S+ over all players, .* make it one more player"):
        solve(Raked(), native=False)


@dataclass(frozen=True)
class Stake(Paid):
    """Pays in a unit that is not compared: games are equal, and pay differently."""

    unit: float = field(default=1.0, compare=False)

    def payoff(self, player: int) -> float:
        return self.unit * super().payoff(player)


@pytest.mark.parametrize("units", [(1.0, 2.0), (2.0, 1.0)])
def test_equal_games_may_sum_to_different_constants(units: tuple[float, ...]) -> None:
    sums = [sum(expected_values(Stake(unit=unit), lambda _: EVEN)) for unit in units]
    assert sums == pytest.approx([2 * SHIFT * unit for unit in units])
