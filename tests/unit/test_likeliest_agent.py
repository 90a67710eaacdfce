"""An agent that takes the likeliest action plays the same from memory and from a database."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import blood.export
import blood.match
import blood.play
from blood import quick
from blood.setback import fallback
from tests.awkward import GAMES, infosets, trained
from tests.games.setback import SMALL, dealt
from tests.runs import invoked, learnt, run_folder
from tests.unit.test_storage import GAME as DENSE
from zerosum.abstraction import Abstracted, split
from zerosum.algorithms import ExternalSampling
from zerosum.errors import ExperimentError, StoreError, StrategyError
from zerosum.experiment import Run, export, load
from zerosum.experiment.agents import agent_of
from zerosum.kernels.compile import prepare
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.native.primitives import draw
from zerosum.play import LikeliestAgent, StrategyAgent, Uniform, play_match
from zerosum.play.likeliest import Fallback, first_action
from zerosum.rng import Random
from zerosum.setback import BID_FOUR, BID_THREE, BID_TWO, PASS
from zerosum.setback.abstraction import actions, states
from zerosum.strategy import Database, Strategy, likeliest, thresholded
from zerosum.tables import Storage

KUHN = Kuhn().apply(0).apply(2)


def both(
    strategy: Strategy, game: Any, place: Path, fallback: Fallback = first_action
) -> list[LikeliestAgent]:
    """Return the agents of a strategy in memory and in a database."""
    export(strategy, place / "out.sqlite")
    known = strategy, Database(place / "out.sqlite", game)
    return [LikeliestAgent(each, game, fallback=fallback) for each in known]


def moves(agents: list[LikeliestAgent], deals: int, seed: int = 5) -> int:
    """Play deals at all seats, and return the number of decisions that all agents made alike."""
    rng, start, made = Random(seed), agents[0].game, 0
    for _ in range(deals):
        hand = start
        while not hand.terminal:
            if hand.chance:
                hand = hand.apply(draw(split(hand)[0], rng))
                continue
            first, *others = [agent.act(hand, rng) for agent in agents]
            assert others == [first] * len(others), hand
            made += 1
            hand = hand.apply(first)
    return made


@pytest.mark.parametrize(
    "name", ["a menu in the states", pytest.param("Leduc with factors", marks=pytest.mark.slow)]
)
def test_takes_what_the_frozen_strategy_takes(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    strategy = trained(game)
    frozen = likeliest(strategy, game)
    agents = both(strategy, game, tmp_path)
    assert [agent.answers.native for agent in agents][1:] == [False]
    decisions = [game]
    while decisions:
        hand = decisions.pop()
        if hand.terminal:
            continue
        if hand.chance:
            decisions += [hand.apply(outcome) for outcome in hand.chances()]
            continue
        infoset = split(hand)[0].infoset(hand.active)
        taken = [agent.act(hand, Random(1)) for agent in agents]
        assert (taken[0],) == (taken[1],) == frozen(infoset)
        decisions += [hand.apply(action) for action in hand.infoset(hand.active).actions()]
    memory, database = agents
    assert (memory.decisions, memory.unknown) == (database.decisions, database.unknown)
    assert 0 < memory.unknown < memory.decisions


def test_a_fall_back_sees_the_infoset_of_the_game_and_the_menu() -> None:
    game, seen = GAMES["a menu in the states"], []

    def last(infoset: Any, menu: tuple[Any, ...]) -> Any:
        seen.append((infoset, menu))
        return menu[-1]

    agent = LikeliestAgent(trained(game, 0), game, fallback=last)
    hand = agent.begin(Kuhn()).apply(0).apply(2)
    assert agent.act(hand, Random(1)) == hand.infoset(0).actions()[-1]
    assert seen == [(KUHN.infoset(0), hand.infoset(0).actions())]
    assert (agent.decisions, agent.unknown) == (1, 1)


def kept(chances: dict[Any, float], least: float) -> dict[Any, float]:
    """Return the shares of the actions above a limit, or of the likeliest."""
    best = max(chances, key=chances.__getitem__)
    some = {a: c for a, c in chances.items() if c >= least} or {best: 1.0}
    return {a: c / sum(some.values()) for a, c in some.items()}


@pytest.mark.parametrize("least", [0.2, 1.0])
@pytest.mark.parametrize(
    "storage", [None, Storage(fingerprint=64), Storage("float32", dense=True)], ids=str
)
def test_a_strategy_without_unlikely_actions(storage: Any, least: float) -> None:
    game = DENSE
    solver = ExternalSampling(game, seed=2, storage=storage, native=False)
    solver.run(40)
    strategy = solver.strategy()
    plain, agent = StrategyAgent(strategy, game), StrategyAgent(thresholded(strategy, least), game)
    likeliest, rng, unknown = LikeliestAgent(strategy, game), Random(1), 0
    hand = plain.begin(Leduc())
    for _ in range(400):
        hand = plain.begin(Leduc()) if hand.terminal else hand
        if hand.chance:
            hand = hand.apply(draw(split(hand)[0], rng))
            continue
        whole, found = plain.find(hand), agent.find(hand)
        assert found.known is whole.known
        unknown += not found.known
        if found.known:
            chances = {action: chance for action, chance in found.chances.items() if chance}
            assert chances == pytest.approx(kept(whole.chances, least), rel=1e-6)
            assert least < 1 or chances == likeliest.find(hand).chances
        menu = hand.infoset(hand.active).actions()
        hand = hand.apply(menu[rng.integer(len(menu))])
    assert 0 < unknown < 200


def test_a_run_plays_without_the_actions_that_its_experiment_leaves_out(tmp_path: Path) -> None:
    run = Run.open(run_folder(tmp_path / "kuhn", "blood.kuhn", Kuhn(), 40))
    vars(run)["experiment"] = replace(run.experiment, least=1.0)
    infoset = KUHN.infoset(0)
    assert sorted(run.agent().find(KUHN).chances.values()) == [0.0, 1.0]
    assert sorted(run.strategy(infoset).values())[0] > 0.0
    with pytest.raises(
        ExperimentError, match=r"least of an experiment must be a probability, 0 to 1; got 2"
    ):
        replace(run.experiment, least=2)
    with pytest.raises(StrategyError, match="must be a table; got a str: leave least out"):
        thresholded("strategy", 0.5)
    assert len(thresholded(Strategy.uniform(Kuhn()), 0.5)) == 0


def test_fall_backs_off_the_menu_and_other_games_are_refused(tmp_path: Path) -> None:
    agent = LikeliestAgent(trained(Kuhn(), 0), Kuhn, name="mine", fallback=lambda *_: 7)
    with pytest.raises(StrategyError, match=r"fall-back of mine must be on the menu .*; got 7 at"):
        agent.act(KUHN, Random(1))
    export(trained(Leduc()), tmp_path / "out.sqlite")
    with pytest.raises(StrategyError, match="it differs in game: give the game"):
        LikeliestAgent(Database(tmp_path / "out.sqlite", Leduc()), Kuhn())


def test_a_database_plays_through_a_translation(tmp_path: Path) -> None:
    game = quick.TrainingAbstraction()
    strategy = learnt(game, 1, 3)
    export(strategy, tmp_path / "out.sqlite")
    known = strategy, Database(tmp_path / "out.sqlite", game)
    agents = [LikeliestAgent(each, game, quick.Abstraction) for each in known]
    results = [play_match(each, Uniform(), 8, native=False) for each in agents]
    assert results[0] == results[1]
    assert agents[0].decisions == agents[1].decisions > agents[0].unknown > 0


class TestSetback:
    def test_plays_the_same_move_for_move(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("zerosum.play.answers.prepare", partial(prepare, native=False))
        game = Abstracted(SMALL, states, actions)
        agents = both(learnt(game, 30, 3), game, tmp_path, fallback)
        assert moves(agents, 15) > 100
        assert agents[0].unknown == agents[1].unknown > 0

    def test_where_nothing_is_known_the_original_bids_three(self) -> None:
        game = Abstracted(
            dealt("AsKsJs 4h3h2d", "Qs9s2s KhTd5c", "Ts8s AhQh AdKd"), states, actions
        )
        infoset = split(game)[0].infoset(0)
        assert fallback(infoset, (PASS, BID_TWO, BID_THREE)) == BID_THREE
        assert fallback(replace(infoset, high=3), (PASS, BID_FOUR)) == PASS
        assert fallback(replace(infoset, made=4), (88, 90)) == 88


class TestFiles:
    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Return a current folder with a run of Kuhn poker and its database."""
        monkeypatch.chdir(tmp_path)
        run_folder(tmp_path / "kuhn", "blood.kuhn", Kuhn(), 300)
        done = invoked(blood.export, "kuhn kuhn.sqlite")
        assert done.exit_code == 0, done.output
        return tmp_path

    def test_a_database_is_an_agent_and_pickles(self) -> None:
        agent = agent_of("kuhn.sqlite")
        assert repr(agent) == "LikeliestAgent(kuhn.sqlite)"
        again = pickle.loads(pickle.dumps(agent))
        assert again.name == agent.name
        for infoset in infosets(Kuhn()):
            assert again.strategy(infoset) == agent_of("kuhn").strategy(infoset)

    def test_an_experiment_declares_the_fall_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def last(infoset: Any, menu: tuple[Any, ...]) -> Any:
            return menu[-1]

        assert agent_of("kuhn.sqlite").fallback is first_action
        declared = replace(load("blood.kuhn"), fallback=last)
        monkeypatch.setattr("zerosum.experiment.agents.load_run", lambda *_: declared)
        assert agent_of("kuhn.sqlite").fallback is last
        with pytest.raises(ExperimentError, match="fallback of an experiment must be a function"):
            replace(declared, fallback=3)

    def test_other_files_are_refused(self, here: Path) -> None:
        export(trained(Kuhn()), "nameless.sqlite")
        with pytest.raises(ExperimentError, match=r"nameless\.sqlite must name its experiment; it"):
            agent_of("nameless.sqlite")
        (here / "notes.txt").write_text("mine")
        with pytest.raises(StoreError, match="must be a database with a strategy; it is something"):
            agent_of("notes.txt")

    def test_matches_and_persons_play_against_a_database(self) -> None:
        result = invoked(blood.match, "kuhn.sqlite kuhn --hands 400 --workers 1")
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith("kuhn.sqlite against kuhn: ")
        assert "interpreted" in result.stdout
        result = invoked(blood.play, "kuhn.sqlite --seed 7 --hands 1", "?\nb\n")
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith("You play against kuhn.sqlite; seed 7.")
        assert "> ?\nhand " in result.stdout
