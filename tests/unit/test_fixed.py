"""Approximate best responses: learning, measuring, and equal results natively and interpreted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.factors import card, nothing
from tests.games.odd import ShortSighted
from tests.games.streets import StreetLeduc
from tests.runs import always, learnt_once
from zerosum.abstraction import Abstracted, algebraic, base_and_view
from zerosum.algorithms import DCFR, PREDICTIVE_PLUS, ExternalSampling
from zerosum.errors import AbstractionError, RuleError, StrategyError
from zerosum.evaluation import (
    approximate_best_response,
    best_response,
    expected_values,
    exploitability,
    lift,
    nash_conv,
    sampled_values,
)
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.kuhn.game import Move
from zerosum.leduc import Leduc
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.tables import Storage


def trained(game: Any, iterations: int = 300) -> Strategy:
    return learnt_once(game(), iterations, 3)


def _knows(policy: Any, seen: Any) -> bool:
    """Return whether a strategy, lifted or not, knows an infoset."""
    return bool(getattr(policy, "strategy", policy).knows(seen))


def won(exploiters: Any, strategy: Any) -> float:
    """Return exactly what exploiters win in Kuhn poker, the mean of both seats.

    Where they have learned nothing, they play the strategy.
    """
    one, other = (
        lambda seen, own=own: (own if _knows(own, seen) else strategy)(seen) for own in exploiters
    )
    first = expected_values(Kuhn, [one, strategy])[0]
    return (first + expected_values(Kuhn, [strategy, other])[1]) / 2


@pytest.mark.slow
def test_it_comes_near_the_best_response():
    strategy = trained(Kuhn, 30)
    found = approximate_best_response(Kuhn, strategy, 20_000, 20_000, rule=DCFR)
    exact, learnt = exploitability(Kuhn, strategy), won(found.strategies, strategy)
    assert 0.9 * exact < learnt <= exact + 1e-12
    assert abs(found.bound.mean - learnt) < 4 * found.bound.error
    assert found.iterations == (20_000, 20_000)
    assert found.bound.deals == 20_000


@pytest.mark.slow
def test_errors_are_those_of_the_mean():
    """Of 100 measurements about 68 lie within one error."""
    strategy = trained(Kuhn, 30)
    within = 0
    for seed in range(100):
        found = approximate_best_response(Kuhn, strategy, 5, 100, seed)
        within += abs(found.bound.mean - won(found.strategies, strategy)) < found.bound.error
    assert 50 < within < 85


def test_it_is_the_same_natively():
    natively, plainly = (
        approximate_best_response(Kuhn, trained(Kuhn), 60, 50, seed=5, native=native)
        for native in (True, False)
    )
    assert natively.bound.seats.tolist() == plainly.bound.seats.tolist()
    for ours, theirs in zip(natively.strategies, plainly.strategies, strict=True):
        assert ours.words.tolist() == theirs.words.tolist()
        assert ours.probabilities.tolist() == theirs.probabilities.tolist()


def test_pure_strategies_are_found_and_the_opponent_stays_as_it_is():
    """Against one who never bets and never calls, betting wins every ante."""
    found = approximate_best_response(Kuhn, always(trained(Kuhn)), 20_000, 1_000)
    assert found.bound.mean == pytest.approx(1.0, abs=0.01)
    strategy = trained(Kuhn)
    before = strategy.probabilities.tolist()
    approximate_best_response(Kuhn, strategy, 50, 10, native=False)
    assert strategy.probabilities.tolist() == before


@pytest.mark.slow
def test_each_of_three_seats_deviates_alone():
    strategy = trained(KuhnThree, 30)
    compact = Storage("float32", fingerprint=64)  # as evaluation does, which compiles it as well
    found = approximate_best_response(KuhnThree, strategy, 3_000, 3_000, storage=compact)
    exact = nash_conv(KuhnThree, strategy) / 3
    assert 0.8 * exact < found.bound.mean < exact + 4 * found.bound.error
    best = [best_response(KuhnThree(), player, strategy).value for player in range(3)]
    assert (found.bound.seats < best + 4 * found.bound.seat_errors).all()


@pytest.mark.slow
def test_the_storage_makes_no_difference():
    strategy = trained(Leduc, 100)
    exact, printed = (
        approximate_best_response(Leduc, strategy, 500, 500, storage=storage)
        for storage in (None, Storage(fingerprint=64))
    )
    assert exact.bound.seats.tolist() == printed.bound.seats.tolist()
    assert exact.turned_away == (0, 0)


@pytest.mark.slow
def test_full_tables_learn_no_more():
    strategy = trained(Leduc, 100)
    found = approximate_best_response(Leduc, strategy, 500, 2_000, reserve=40_000)
    assert min(found.turned_away) > 0
    assert found.bound.mean < exploitability(Leduc, strategy) + 4 * found.bound.error


def test_it_sees_what_the_game_declares(monkeypatch):
    monkeypatch.setattr(Kuhn, "hooks", replace(Kuhn.hooks, details=card))
    _, view = base_and_view(QueenIsKing)
    finer = Abstracted(Kuhn(), view.states * card, view.actions)
    strategy = trained(QueenIsKing)
    declared, given = (
        approximate_best_response(QueenIsKing, strategy, 60, 50, own=own, native=False)
        for own in (None, finer)
    )
    assert declared.bound.seats.tolist() == given.bound.seats.tolist()
    assert len(declared.strategies[0]) == 6


@pytest.mark.slow
def test_who_may_deviate_on_fewer_streets_wins_less():
    """And on none, if there is no decision of the first one that pays."""
    strategy = trained(StreetLeduc, 300)
    few, all_ = (
        approximate_best_response(StreetLeduc, strategy, 5_000, 5_000, streets=streets)
        for streets in (1, None)
    )
    won_itself = sampled_values(StreetLeduc, strategy, 5_000).means.mean()
    assert won_itself < few.bound.mean < all_.bound.mean
    with pytest.raises(ValueError, match="streets must be a whole number, at least 1; got 0"):
        approximate_best_response(StreetLeduc, strategy, streets=0)


def test_who_sees_more_wins_more():
    """Who takes a queen for a king is exploited better by one who does not."""
    strategy = trained(QueenIsKing, 500)
    blurred, sharp = (
        approximate_best_response(QueenIsKing, strategy, 800, 10, own=own, native=False)
        for own in (None, Kuhn)
    )
    lifted = lift(strategy, Kuhn())
    coarse = won([lift(each, Kuhn()) for each in blurred.strategies], lifted)
    assert coarse + 0.05 < won(sharp.strategies, lifted) <= exploitability(Kuhn, lifted) + 1e-12


def test_equal_seeds_give_equal_bounds_and_unknown_infosets_are_counted():
    first, again, other = (
        approximate_best_response(Kuhn, trained(Kuhn), 20, 50, seed, native=False)
        for seed in (1, 1, 2)
    )
    assert first.bound.seats.tolist() == again.bound.seats.tolist() != other.bound.seats.tolist()
    found = approximate_best_response(Kuhn, trained(Kuhn, 0), 5, 20, native=False)
    assert found.bound.unknown == 1.0


def test_the_clock_stops_learning():
    shares: list[float] = []
    found = approximate_best_response(
        Kuhn, trained(Kuhn), 10**9, 10**9, seconds=1e-6, progress=shares.append, native=False
    )
    assert 2 <= found.bound.deals < 1_000
    assert 1 <= found.iterations[0] < 1_000
    assert 1 <= found.iterations[1] < 1_000
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@algebraic
def passing(infoset):
    return (Move.PASS,)


@pytest.mark.parametrize(
    ("own", "words"),
    [
        (Leduc, "must be of the same base and actions .* differs in game"),
        (Abstracted(Kuhn(), None, passing), "it differs in actions: change its states only"),
        (ShortSighted, "it differs in game"),
    ],
)
def test_an_exploiter_of_another_game_is_refused(own, words):
    with pytest.raises(AbstractionError, match=words):
        approximate_best_response(Kuhn, trained(Kuhn), own=own, native=False)


@algebraic
def eager(infoset):
    return (Move.PASS, Move.BET) if infoset.card == 0 else (Move.BET, Move.PASS)


@pytest.mark.usefixtures("unchecked")
def test_a_key_of_the_strategy_that_stands_for_two_players_is_shown():
    """Its training stopped at that, but what it had learnt can be read."""
    game = Abstracted(Kuhn(), nothing, eager)
    solver = ExternalSampling(game, native=False)
    with pytest.raises(AbstractionError):
        solver.run(50)
    strategy = solver.strategy()
    own = Abstracted(Kuhn(), nothing * eager, eager)
    with pytest.raises(AbstractionError, match=r"Equal keys must imply equal players .*nothing"):
        approximate_best_response(game, strategy, 50, 10, own=own, native=False)


@pytest.mark.parametrize(
    ("game", "extra", "error", "words"),
    [
        (Leduc, {}, StrategyError, "it differs in game"),
        (Kuhn, {"rule": PREDICTIVE_PLUS}, RuleError, "must not be used with sampling"),
        (Kuhn, {"iterations": 0}, ValueError, "iterations must be a whole number"),
        (Kuhn, {"deals": 1}, ValueError, "deals must be a whole number, at least 2; got 1"),
    ],
)
def test_mistakes_are_refused(game, extra, error, words):
    with pytest.raises(error, match=words):
        approximate_best_response(game, trained(Kuhn), **extra, native=False)


@dataclass(frozen=True)
class Dealt:
    card: int
    step: int


@dataclass(frozen=True)
class Deck:
    """A card is dealt, and each player says one thing; one card of two hundred has an odd menu."""

    card: int = -1
    step: int = 0
    last: int = 0

    @property
    def terminal(self) -> bool:
        return self.step == 2

    @property
    def chance(self) -> bool:
        return self.card < 0

    @property
    def active(self) -> int:
        return self.step

    def sample(self, rng: Random) -> int:
        return rng.integer(200)

    def infoset(self, player: int) -> Dealt:
        return Dealt(self.card, self.step)

    def apply(self, action: int) -> Deck:
        if self.card < 0:
            return replace(self, card=action)
        return replace(self, step=self.step + 1, last=action)

    def payoff(self, player: int) -> float:
        return float(self.last) * (1 - 2 * player)


@algebraic
def offered(infoset):
    return (0, 1, 2) if infoset == Dealt(199, 1) else (0, 1)


@algebraic
def step(infoset):
    return infoset.step


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(("iterations", "deals"), [(600, 2), (2, 2_000)])
def test_the_strategy_is_blamed_where_it_is_at_fault(iterations, deals):
    """While the exploiter learns, and while what it learnt is measured: both share a path."""
    blind, whole = Abstracted(Deck(), step, offered), Abstracted(Deck(), step * card, offered)
    solver = ExternalSampling(blind, seed=3, native=False, reserve=1 << 20)
    solver.run(3)
    with pytest.raises(AbstractionError, match=r"key {'step': 1} stands for player 1 .*card=199"):
        approximate_best_response(
            blind, solver.strategy(), iterations, deals, own=whole, native=False
        )
