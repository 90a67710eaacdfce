"""Matches of more than two: an agent at each seat, and every deal in rotations of the seats."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest

from blood.holdem import TrainingAbstraction
from tests.runs import learnt
from zerosum.abstraction import Abstracted, algebraic, split
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError, ZeroSumError
from zerosum.evaluation import expected_values
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.pkr.abstraction import translated
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.play import (
    AlwaysCall,
    StrategyAgent,
    Uniform,
    play_match,
    play_seats,
    random_like,
)
from zerosum.play.seating import seatings
from zerosum.play.tables import AgentTable, NativeTable, native_table
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.tables import Storage

pytestmark = pytest.mark.usefixtures("plain_trees")


class End:
    """Takes one end of the menu, sometimes the other, and notes the cards that it saw."""

    def __init__(self, at: int = 0, stray: float = 0.0) -> None:
        self.name, self.at, self.stray = f"end {at}", at, stray
        self.seen = list[Any]()

    def begin(self, game: Any, rng: Random | None = None) -> Any:
        return game

    def act(self, hand: Any, rng: Random) -> Any:
        self.seen.append((hand.active, hand))
        menu = hand.infoset(hand.active).actions()
        return menu[self.at if rng.random() >= self.stray else -1 - self.at]


@algebraic
def seen(infoset: Any) -> Any:
    """Return the whole infoset."""
    return infoset.card, infoset.history


@cache
def trained(iterations: int = 200, numbers: str = "float64") -> StrategyAgent:
    storage = Storage(numbers)
    solver = ExternalSampling(KuhnThree(), seed=3, native=False, storage=storage)
    solver.run(iterations)
    return StrategyAgent(solver.strategy(), KuhnThree)


@pytest.mark.parametrize("agent", [Uniform(), End(0, 0.3)])
def test_equal_agents_win_nothing(agent: Any) -> None:
    match = play_seats([agent] * 3, deals=40, game=KuhnThree)
    assert (match.means, match.margins, match.hands) == ((0.0,) * 3, (0.0,) * 3, 120)


def test_rotations_of_equal_agents_are_one_hand() -> None:
    """Each seat wins the same in every rotation, at no-limit hold'em for six."""
    game = NoLimitHoldem(players=6, stacks=(900, 2_000, 500, 800, 90, 999), blinds=(50, 100))
    table = AgentTable(game, (End(0, 0.5),) * 6)
    for number, hands in enumerate(table.play(7, 0, 4).gains):
        source = Random(0)
        source.follow(7, number)
        source.branch(), source.branch()
        seats = np.array(seatings(source, 6, 6))
        by_seat = np.take_along_axis(hands, seats.argsort(axis=1), axis=1)
        assert (by_seat == by_seat[0]).all()
        assert by_seat.any()


def test_the_sum_over_seats_is_zero_to_the_chip() -> None:
    agents = End(0, 0.2), End(-1, 0.5), Uniform(), End(0, 0.5), End(-1, 0.9), Uniform()
    game = NoLimitHoldem(players=6, stacks=(2_000,), blinds=(50, 100))
    gains = AgentTable(game, agents).play(7, 0, 5).gains
    assert gains.shape == (5, 6, 6)
    assert (gains.sum(axis=2) == 0.0).all()
    assert gains.any(axis=(0, 1)).all()


def test_all_rotations_seat_everyone_everywhere_once() -> None:
    rng = Random(5)
    orders = Counter[tuple[int, ...]]()
    for _ in range(600):
        seats = seatings(rng, 4, 4)
        orders[seats[0]] += 1
        assert [sorted(agent) for agent in zip(*seats, strict=True)] == [[0, 1, 2, 3]] * 4
        assert all((np.subtract(b, a) % 4 == 1).all() for a, b in pairwise(seats))
    assert set(orders) == {(0, *order) for order in permutations((1, 2, 3))}
    assert all(60 < count < 140 for count in orders.values())


def test_some_rotations_are_drawn_without_favour() -> None:
    rng = Random(6)
    found = Counter[tuple[int, ...]]()
    for _ in range(600):
        first, second = seatings(rng, 3, 2)
        assert first != second
        found.update([first, second])
    assert set(found) == set(permutations(range(3)))
    assert all(150 < count < 250 for count in found.values())


def test_cards_stay_whoever_plays_while_seats_rotate() -> None:
    spies = [End(0), End(0), End(0)]
    AgentTable(KuhnThree(), tuple(spies)).play(7, 0, 1)
    cards = {hand.cards for spy in spies for _, hand in spy.seen}
    assert len(cards) == 1
    assert [{seat for seat, _ in spy.seen} for spy in spies] == [{0, 1, 2}] * 3
    table = AgentTable(KuhnThree(), (Uniform(), End(0, 0.5), trained()), 2)
    whole, part = table.play(99, 0, 30), table.play(99, 20, 10)
    assert whole.gains.shape == (30, 2, 3)
    assert whole.gains[20:].tolist() == part.gains.tolist()


def test_means_are_those_over_all_seatings() -> None:
    agents = Uniform(), End(0, 0.1), End(-1, 0.2)
    ends = [(1 / 2, 1 / 2), (0.9, 0.1), (0.2, 0.8)]
    policies = [lambda infoset, odds=odds: dict(enumerate(odds)) for odds in ends]
    worth = np.zeros(3)
    for seats in permutations(range(3)):
        sitting = [policies[seats.index(seat)] for seat in range(3)]
        worth += expected_values(KuhnThree(), sitting)[list(seats)] / 6
    match = play_seats(agents, 3_000, seed=2, game=KuhnThree, rotations=1)
    assert match.rotations == 1
    for mean, margin, known in zip(match.means, match.margins, worth, strict=True):
        assert mean == pytest.approx(known, abs=1.5 * margin)
        assert 0 < margin < 0.12


@pytest.mark.parametrize("rotations", [3, 2])
def test_native_hands_are_the_interpreted_ones(rotations: int) -> None:
    agents = trained(), trained(2), trained()
    table = native_table(KuhnThree(), agents, rotations)
    assert isinstance(table, NativeTable)
    native = table.play(8, 3, 40)
    plain = AgentTable(KuhnThree(), agents, rotations).play(8, 3, 40)
    assert native.gains.shape == (40, rotations, 3)
    assert native.gains.tolist() == plain.gains.tolist()
    assert native.counts.tolist() == plain.counts.tolist()
    first, poor, third = native.counts[1]
    assert first == third == 0 < poor


def test_who_is_not_native_plays_interpreted() -> None:
    assert native_table(KuhnThree(), (trained(), trained(), Uniform())) is None
    assert native_table(KuhnThree(), (trained(), Uniform(), Uniform())) is None


@pytest.mark.slow
def test_each_agent_may_have_an_abstraction_of_its_own() -> None:
    """Three kinds of agents: with whole infosets, with none at all, and with 32 bits."""
    game = Abstracted(KuhnThree(), seen, None)
    agents = trained(), StrategyAgent(Strategy.uniform(game), game), trained(2, "float32")
    assert_same_hands(KuhnThree(), agents)


def assert_same_hands(game: Any, agents: tuple[Any, ...], deals: int = 40) -> None:
    """Check that a native table plays the very hands of an interpreted one."""
    table = native_table(game, agents)
    assert isinstance(table, NativeTable)
    native, plain = table.play(8, 3, deals), AgentTable(game, agents).play(8, 3, deals)
    assert native.gains.tolist() == plain.gains.tolist()
    assert native.counts.tolist() == plain.counts.tolist()
    assert native.gains.any()


@pytest.mark.slow
@pytest.mark.parametrize("caller", [0, 1])
def test_one_among_callers_is_native(caller: int) -> None:
    """The first agent, and all others, may have menus of their own, and numbers of 32 bits."""
    known = trained(numbers=["float32", "float64"][caller])
    agents = [(known, *[AlwaysCall()] * 2), (AlwaysCall(), *[known] * 2)][caller]
    assert_same_hands(KuhnThree(), tuple(agents))


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["call", "random", "other"])
def test_one_among_copies_at_holdem_for_six(rival: str) -> None:
    """A strategy that plays through a translation needs none against actions of its menu."""
    game = TrainingAbstraction(players=6, stack=2_000)
    solver, agents = ExternalSampling(game, seed=1), []
    for _ in range(2):
        solver.run(200)
        agents.append(StrategyAgent(solver.strategy(), game, translated(game)))
    rivals = {"call": AlwaysCall(), "random": random_like(agents[0]), "other": agents[1]}
    seated = agents[0], *[rivals[rival]] * 5
    assert_same_hands(split(game)[0], seated, 12)


def test_one_rotation_of_two_seats_is_the_same_native() -> None:
    agents = [StrategyAgent(learnt(Kuhn(), 20, 3), Kuhn) for _ in range(2)]
    table = native_table(Kuhn(), agents, 1)
    assert table is not None
    native, plain = table.play(8, 3, 50).gains, AgentTable(Kuhn(), agents, 1).play(8, 3, 50).gains
    assert native.shape == (50, 1, 2)
    assert native.tolist() == plain.tolist()
    won = {tuple(row) for row in native[:, 0]}
    assert len(won) > 2
    plays = play_seats(agents, 50, 8, rotations=2), play_match(*agents, 50, 8)
    assert plays[0] == plays[1]


class TestRefused:
    @pytest.mark.parametrize("given", [2, 4])
    def test_too_few_or_too_many_agents(self, given: int) -> None:
        with pytest.raises(GameError, match=rf"3 agents, one for each player; got {given}: na"):
            play_seats([Uniform()] * given, game=KuhnThree)

    @pytest.mark.parametrize("rotations", [0, 1.5, True])
    def test_rotations_that_are_no_number(self, rotations: Any) -> None:
        words = rf"rotations of a match .* at least 1; got {rotations}: leave them out for all 3"
        with pytest.raises(ZeroSumError, match=words):
            play_seats([Uniform()] * 3, game=KuhnThree, rotations=rotations)

    def test_more_rotations_than_seats(self) -> None:
        with pytest.raises(ZeroSumError, match=r"rotations of a match must be at most 3.* got 4"):
            play_seats([Uniform()] * 3, game=KuhnThree, rotations=4)
