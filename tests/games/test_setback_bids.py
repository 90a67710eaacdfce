"""Bids by the score: the deal at random scores, what it pays, and what the bids see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from blood.setback_bids import ScoredDeal, TrainingAbstraction, auction, drawing, score_aware
from tests.games.setback import dealt, moved
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.cards import parse
from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment, Run
from zerosum.experiment.agents import trained_agent
from zerosum.kuhn import Kuhn
from zerosum.play import StrategyAgent, play_match
from zerosum.rng import Random
from zerosum.setback import BID_THREE, BID_TWO, PASS, Setback
from zerosum.setback.abstraction import absent_minded, actions
from zerosum.testing import check_game, check_native

SMALL = Setback(deck=parse("AsJsTs2s AhKhJh3h"), size=2)
PLAYS = Abstracted(SMALL, absent_minded, actions)

# West and east make all four points with a bid of 4.
HANDS = "AsKsJs2s 3h4h", "QsTs 5h6h 7c8c", "9s8s AhKh 2c3c", "7s6s QhJh 4c5c"
PLAYED = "4 - - -", "As Ts 8s 6s Ks Qs 9s 7s Js 7c 2c 4c 2s 8c 3c 5c"


@pytest.fixture(scope="module")
def cards() -> Any:
    solver = ExternalSampling(PLAYS, seed=1, native=False)
    solver.run(40)
    return solver.strategy()


def at(own: int, other: int) -> Any:
    return dealt(*HANDS, start=ScoredDeal().apply(drawing(own, other)))


def seen(deal: Any) -> dict[str, Any]:
    """Return the factors of the auction, as player 0 has them."""
    infoset = deal.infoset(0)
    return {repr(factor): factor(infoset) for factor in auction.factors}


@pytest.mark.parametrize(
    ("scores", "payoff"),
    [((0, 0), 4), ((6, 10), 4), ((7, 10), 5.5), ((10, -3), 5.5), ((10, 10), 5.5)],
)
def test_the_end_of_a_match_pays_half_the_goal(scores, payoff):
    deal = moved(at(*scores), *PLAYED)
    assert deal.terminal
    assert (deal.payoff(0), deal.payoff(1)) == (payoff, -payoff)


def test_whoever_is_ahead_wins_if_both_reach_the_goal():
    hands = "Jh2h AcKc 3d2d", "KhQh5h 4s3s2s", "Ah3h Tc4c3c2c", "6h 7s6s5s 6c5c"  # 2 each
    for scores, payoff in ((9, 10), -5.5), ((10, 9), 5.5), ((9, 9), 0), ((8, 9), -5.5):
        start = ScoredDeal().apply(drawing(*scores))
        deal = moved(dealt(*hands, start=start), "- 2 - -", "Kh Ah 6h Jh Tc 5c Ac 5h Qh 3h 5s 2h")
        assert deal.payoff(0) == payoff, scores


def test_scores_are_drawn_first_and_uniformly():
    game, rng = ScoredDeal(), Random(1)
    assert len(game.chances()) == 14 * 14
    drawn = {game.apply(outcome).deal.scores for outcome in game.chances()}
    assert drawn == {(own, other) for own in range(-3, 11) for other in range(-3, 11)}
    assert game.apply(game.sample(rng)).deal.scores in drawn


@pytest.mark.parametrize(
    ("own", "other", "needs", "trailing"),
    [(0, 0, 5, False), (0, 7, 4, True), (7, 7, 4, False), (10, 9, 2, False), (0, 6, 5, False)],
)
def test_what_bids_know(own, other, needs, trailing):
    values = seen(at(own, other))
    assert (values["other_needs"], values["trailing"]) == (needs, trailing)
    values = seen(moved(at(own, other), "- 3"))
    assert (values["highest_bid"], values["bidder"], values["bids_made"]) == (3, 1, 2)


def test_cards_are_played_by_the_frozen_strategy(cards):
    game = score_aware(replace(SMALL, scores=(7, 9)), cards, PLAYS)
    history, rng = game, Random(3)
    while history.chance:
        history = history.apply(history.sample(rng))
    assert set(history.infoset(0).actions()) >= {PASS, BID_TWO, BID_THREE}
    for bid in BID_TWO, PASS, PASS, PASS:
        history = history.apply(bid)
    while not history.terminal:
        shares = cards(history.game.infoset(history.active))
        assert history.infoset(history.active).actions() == (max(shares, key=shares.get),)
        history = history.apply(history.infoset(history.active).actions()[0])


@pytest.mark.slow
def test_keeps_to_the_protocol(cards):
    check_game(ScoredDeal(SMALL), examples=20)
    check_native(score_aware(ScoredDeal(SMALL), cards, PLAYS), 30)


@pytest.mark.slow
def test_a_run_is_trained_on_scores_and_plays_deals(cards, tmp_path):
    game, walk = (score_aware(start, cards, PLAYS) for start in (ScoredDeal(SMALL), SMALL))
    solver = ExternalSampling(game, seed=1, native=False)
    solver.run(20)
    run = Run(tmp_path)
    vars(run).update(game=game, walk=walk, played=solver.strategy())
    agent = run.agent()
    assert agent.base == SMALL
    other = StrategyAgent(cards, PLAYS, name="other")
    match = play_match(agent, other, deals=3, series=True, native=False)
    assert (match.series, match.unknown[0] < 1) == (True, True)


def test_a_database_of_an_experiment_that_plays_another_game(cards, tmp_path, monkeypatch):
    game, walk = (score_aware(start, cards, PLAYS) for start in (ScoredDeal(SMALL), SMALL))
    agents = "zerosum.experiment.agents"
    monkeypatch.setattr(f"{agents}.read_about", lambda _: {"run": {"experiment": "some"}})
    monkeypatch.setattr(f"{agents}.load_run", lambda *_: Experiment(game, walk))
    monkeypatch.setattr(f"{agents}.Database", lambda *_: None)
    (tmp_path / "bids.sqlite").touch()
    with pytest.raises(ExperimentError, match=r"must play the game that it trains on.*run folder"):
        trained_agent(tmp_path / "bids.sqlite")


def test_a_baseline_of_another_game(tmp_path, monkeypatch):
    run = Run(tmp_path)
    vars(run).update(game=Kuhn(), strategy=None)
    monkeypatch.setattr(Run, "open", lambda _: run)
    with pytest.raises(ExperimentError, match=r"must be a run of blood.setback; runs/kuhn is of"):
        TrainingAbstraction(baseline="runs/kuhn")
