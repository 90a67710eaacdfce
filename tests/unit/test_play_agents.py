"""Agents act legally by their strategies, and count the exceptions."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from blood import quick
from blood.basic import basic
from blood.quick import Abstraction as QuickWalk
from tests.games.holdem import limit
from tests.games.holdem import random_deal as dealt
from tests.references import histories
from tests.runs import run_folder
from zerosum.abstraction import Abstracted, abstract, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.blackjack import Blackjack
from zerosum.errors import ExperimentError, GameError, NotApplicable, StrategyError
from zerosum.experiment.agents import agent_of
from zerosum.kernels.compile import prepare
from zerosum.kuhn import Kuhn, Move
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.leduc import Leduc
from zerosum.leduc import Move as Called
from zerosum.leduc.game import passive
from zerosum.native.primitives import draw
from zerosum.pkr import Allin, Bet, Call, Check, Fold, RiverOfBlood
from zerosum.pkr.abstraction import PseudoHarmonic, Translation, capped_bets
from zerosum.pkr.bots import Rollout
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.nolimit import choices
from zerosum.play import AlwaysCall, Answers, StrategyAgent, Uniform
from zerosum.rng import Random
from zerosum.strategy import Strategy


@cache
def trained(game: Any, iterations: int = 200) -> Strategy:
    start = game() if isinstance(game, type) else game
    solver = ExternalSampling(start, seed=3, native=False)
    solver.run(iterations)
    return solver.strategy()


@pytest.mark.parametrize(("game", "iterations"), [(Kuhn, 1), (QueenIsKing, 200)])
def test_answers_are_those_of_the_strategy(game: type, iterations: int) -> None:
    strategy = trained(game, iterations)
    answers = Answers(strategy, Kuhn())
    assert answers.native is not None
    before = strategy.unknown
    for history in (each for each in histories(Kuhn()) if not (each.terminal or each.chance)):
        infoset = history.infoset(history.active)
        assert answers(history, history.active) == strategy(infoset)
    assert answers.unknown == strategy.unknown - before
    assert (answers.unknown > 0) == (iterations == 1)


def test_a_strategy_of_small_holdem_is_asked_about_histories(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Their attribute ``shown`` is a number of cards, unlike that of a walk."""
    monkeypatch.setattr("zerosum.play.answers.prepare", partial(prepare, native=False))
    game = limit(ranks=2, hole=1)
    agent = StrategyAgent(trained(game, 20), game)
    hand = dealt(agent.begin(game), Random(1))
    assert agent.act(hand, Random(1)) in hand.infoset(0).actions()


def test_a_strategy_agent_plays_its_strategy_and_counts_what_is_unknown() -> None:
    strategy, rng = trained(Kuhn), Random(5)
    agent = StrategyAgent(strategy, Kuhn)
    hand = agent.begin(Kuhn()).apply(1).apply(0)
    bets = sum(agent.act(hand, rng) == Move.BET for _ in range(2_500))
    assert bets == pytest.approx(2_500 * strategy(hand.infoset(0))[Move.BET], abs=100)
    assert (agent.decisions, agent.unknown, agent.clipped) == (2_500, 0, 0)
    agent = StrategyAgent(trained(Kuhn, 0), Kuhn)
    hand = agent.begin(Kuhn()).apply(1).apply(0)
    assert {agent.act(hand, Random(seed)) for seed in range(50)} == {Move.PASS, Move.BET}
    assert (agent.decisions, agent.unknown) == (50, 50)


def test_a_player_by_rules_of_its_own_is_a_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.play.answers.prepare", partial(prepare, native=False))
    game = Abstracted(Leduc(), None, algebraic(passive))
    agent = StrategyAgent(Strategy.uniform(game), game)
    hand, rng = agent.begin(Leduc()), Random(2)
    while not hand.terminal:
        move = draw(hand, rng) if hand.chance else agent.act(hand, rng)
        assert hand.chance or move == Called.CALL
        hand = hand.apply(move)
    assert (agent.decisions, agent.unknown) == (4, 0)


def test_a_strategy_of_another_game_is_refused() -> None:
    with pytest.raises(StrategyError, match="that is played, Leduc; it is of Kuhn"):
        StrategyAgent(trained(Kuhn), Kuhn, name="mine").begin(Leduc())
    with pytest.raises(StrategyError, match=r"played, Kuhn\(cards=\(2, -1\).*is of Kuhn\(cards"):
        StrategyAgent(trained(Kuhn), Kuhn).begin(Kuhn().apply(2))
    with pytest.raises(StrategyError, match="it differs in game"):
        Answers(trained(Kuhn), Leduc())


def test_a_walk_draws_from_its_own_numbers() -> None:
    agent = StrategyAgent.__new__(StrategyAgent)
    agent.base, agent.name = RiverOfBlood(), "mine"
    agent.play = QuickWalk(mapping=PseudoHarmonic())
    words = [agent.begin(RiverOfBlood(), Random(seed)).word for seed in (1, 1, 2)]
    assert words[0] == words[1] != words[2]
    assert agent.begin(RiverOfBlood()).word is None


def test_odds_are_those_of_real_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy answers a bet that is not on its menu."""
    monkeypatch.setattr("zerosum.play.answers.prepare", partial(prepare, native=False))
    game = quick.TrainingAbstraction()
    agent = StrategyAgent(Strategy.uniform(game), game, QuickWalk())
    hand = dealt(agent.begin(RiverOfBlood()), Random(3)).apply(Bet(6))
    rng, menu = Random(5), hand.real.infoset(1).actions()
    odds = agent.odds(hand)
    assert odds.keys() == {agent.act(hand, rng) for _ in range(60)} <= set(menu)
    assert sum(odds.values()) == pytest.approx(1.0)
    assert set(Uniform().odds(hand.real).values()) == {1 / len(menu)}


def test_uniform_makes_every_legal_raise_and_always_call_none() -> None:
    agent, rng = Uniform(), Random(3)
    hand = dealt(agent.begin(RiverOfBlood()), rng)
    found = Counter(agent.act(hand, rng) for _ in range(5_000))
    menu = hand.infoset(0).actions()
    assert set(found) == set(menu)
    assert len(menu) == 2 + 397
    assert max(found.values()) < 3 * 5_000 / len(menu)
    facing_all_in = hand.apply(Allin())
    assert {agent.act(facing_all_in, rng) for _ in range(50)} == {Fold(), Call()}
    agent, rng = AlwaysCall(), Random(3)
    hand = dealt(agent.begin(RiverOfBlood()), rng)
    assert agent.act(hand, rng) == Call()
    assert agent.act(hand.apply(Call()), rng) == Check()
    assert agent.act(hand.apply(Bet(9)), rng) == Call()


def test_games_that_agents_do_not_know() -> None:
    with pytest.raises(GameError, match="game of rollout must be River of Blood, or"):
        Rollout().begin(Kuhn())
    with pytest.raises(NotApplicable, match=r"Blackjack must declare the hook passive"):
        AlwaysCall().begin(Blackjack())


@pytest.mark.parametrize("players", [2, 6])
def test_choices_are_the_actions_of_holdem(players: int) -> None:
    game = NoLimitHoldem(players=players, stacks=(150, 99) * (players // 2), blinds=(5, 10))
    hand = dealt(game, Random(3))
    for action in (Call(), Bet(30), Allin()):
        infoset = hand.infoset(hand.active)
        assert tuple(choices(infoset)) == infoset.actions()
        hand = hand.apply(action)
    assert tuple(choices(hand.infoset(hand.active))) == (Fold(), Call())


class TestNames:
    @pytest.fixture
    def run(self, tmp_path: Path) -> Path:
        return run_folder(tmp_path, "blood.kuhn", Kuhn(), 200)

    def test_a_run_folder_is_an_agent_and_pickles(self, run: Path) -> None:
        agent = agent_of(run)
        again = pickle.loads(pickle.dumps(agent))
        assert again.name == agent.name == run.name
        assert again.strategy.probabilities.tolist() == agent.strategy.probabilities.tolist()

    def test_another_word_is_refused(self) -> None:
        with pytest.raises(ExperimentError, match="'unifrom': did you mean uniform"):
            agent_of("unifrom")
        with pytest.raises(ExperimentError) as caught:
            agent_of("nobody")
        assert str(caught.value) == (
            "An agent must be a run folder, a database, or one of uniform, call, random; there "
            "is no 'nobody'."
        )


def test_a_walk_that_sees_the_game_otherwise_is_refused() -> None:
    actions = capped_bets(basic, 1)

    @abstract(Translation, quick.states, actions)
    @dataclass(frozen=True)
    class OtherWalk(Translation):
        """The states of the training, with other bets."""

    game = quick.TrainingAbstraction()
    nothing = ExternalSampling(game, native=False).strategy()
    words = "The walk of mine must see the game as in training; it differs in actions: declare"
    with pytest.raises(StrategyError, match=words):
        StrategyAgent(nothing, game, OtherWalk, "mine")
