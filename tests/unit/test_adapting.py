"""Bots that adapt: what they take their opponent for, and what they play against it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blood.bot import main
from blood.river_price import actions
from blood.seat import account
from tests.referee import Opponent, Referee, scripted, shuffled
from tests.runs import CONFIG, refused, run_folder
from zerosum.abstraction import Abstracted
from zerosum.cards import NO_CARDS, parse
from zerosum.errors import StoreError
from zerosum.pkr import Bet, Call, Check, Fold, RiverOfBlood
from zerosum.pkr.bots.adapting import (
    RESPONSES,
    SITUATIONS,
    Adapting,
    Portfolio,
    count,
    response_of,
    situation_of,
)
from zerosum.pkr.bots.engine import Session
from zerosum.pkr.bots.gallery import Clincher, Folder, Maniac, Tight
from zerosum.pkr.bots.models import Modelled, by_strength
from zerosum.rng import Random
from zerosum.testing import check_native

START = RiverOfBlood()
FOLDS, CALLS = (99.0, 1.0, 0.0), (0.0, 100.0, 0.0)


def portfolio() -> Portfolio:
    """Return who knows an equilibrium that folds, and a model that calls."""
    habits = np.array([np.tile(FOLDS, (SITUATIONS, 1)), np.tile(CALLS, (SITUATIONS, 1))])
    return Portfolio(np.array([[0.0, 0.0], [-3.0, 9.0]]), habits)


def drawn(habits: Any, rng: Random, decisions: int) -> Any:
    """Return decisions of a player with these habits, in situations of equal chances."""
    seen = np.zeros((SITUATIONS, RESPONSES))
    for _ in range(decisions):
        situation = rng.integer(SITUATIONS)
        chances = np.cumsum(habits[situation] / habits[situation].sum())
        seen[situation, int(np.searchsorted(chances, rng.random()))] += 1
    return seen


def test_who_plays_the_equilibrium_is_met_by_the_equilibrium() -> None:
    """After 150 decisions of which none tells much, a hundred times."""
    habits = np.ones((2, SITUATIONS, RESPONSES))
    habits[0], habits[1] = (30.0, 50.0, 20.0), (60.0, 35.0, 5.0)
    known = Portfolio(np.array([[0.0, 1.0], [-4.0, 9.0]]), habits)
    for seed in range(100):
        rng = Random(seed)
        for player, habit in enumerate(habits):
            expected = known.expected(drawn(habit, rng, 150), np.zeros(2), np.zeros(2))
            assert int(np.argmax(expected)) == player


def test_a_mixture_is_found_also_by_what_was_saved(tmp_path: Path) -> None:
    known = portfolio()
    seen = np.zeros((SITUATIONS, RESPONSES))
    seen[5] = 300, 700, 0
    assert known.weights(seen) == pytest.approx([0.3, 0.7], abs=0.02)
    known.save(tmp_path)
    again = Portfolio.load(tmp_path)
    assert (again.weights(seen) == known.weights(seen)).all()


def test_situations_differ_by_street_pot_and_chips_and_responses_by_kind() -> None:
    found = set()
    for seed in range(200):
        rng, hand = Random(seed), START
        while not hand.terminal:
            if not hand.chance:
                found.add(situation_of(hand.infoset(hand.active)))
            offers = [] if hand.chance else hand.infoset(hand.active).actions()
            hand = hand.apply(hand.sample(rng) if hand.chance else offers[rng.integer(len(offers))])
    assert found <= set(range(SITUATIONS))
    assert len(found) >= 20
    raised = START.face_down.apply(Bet(3)), START.face_down.apply(Bet(399))
    assert len({situation_of(hand.infoset(1)) for hand in raised}) == 2
    assert [response_of(each) for each in (Fold(), Check(), Call(), Bet(4))] == [0, 1, 1, 2]


def played(opponent: Opponent, hands: int) -> Adapting:
    """Return who adapts, after a match; it folds, or raises at random against who never folds."""
    adapting, rng = Adapting([Folder(), Maniac()], portfolio()), Random(2)
    session = Session(Clincher(adapting), Random(1))
    referee = Referee(session.answer, opponent)
    referee.match(shuffled(rng) for _ in range(hands))
    assert (session.tally.fallbacks, session.tally.disputed, referee.illegal) == (0, 0, [])
    assert (
        f"Hands by folder: {adapting.hands[0]:.0f}, by maniac: {adapting.hands[1]:.0f}."
        in account(session.tally, session.agent)
    )
    return adapting


def test_who_never_folds_is_met_by_the_response_after_some_hands() -> None:
    adapting = played(lambda table: Call() if Call in table.legal() else Check(), 60)
    assert 0 < adapting.hands[0] < 30 < adapting.hands[1]
    assert adapting.hands.sum() == 60
    assert adapting.seen[:, 1].sum() == adapting.seen.sum() > 60


def test_what_is_seen_is_what_the_opponent_does() -> None:
    """The opponent calls as the small blind, then faces a check, bets 6, and is folded to."""
    adapting = Adapting([Folder(), Maniac()], portfolio())
    Referee(Session(adapting, Random(1)).answer, scripted("C R6")).match(
        [shuffled(Random(1)), shuffled(Random(2))]
    )
    assert adapting.seen.sum() == 2
    assert adapting.seen[situation_of(START.face_down.infoset(0))].tolist() == [0, 1, 0]


def test_what_is_no_decision_is_not_counted() -> None:
    """After an all-in that is called, both players check until the end."""
    hand, seen = START.face_down.apply(Bet(399)), np.zeros((SITUATIONS, RESPONSES))
    count(seen, hand, Call())
    hand = hand.apply(Call())
    while hand.chance:
        hand = hand.apply(hand.sample(Random(1)))
    assert hand.infoset(hand.active).actions() == (Check(),)
    count(seen, hand, Check())
    assert seen.sum() == 1


def test_a_portfolio_of_other_situations_is_refused(tmp_path: Path) -> None:
    Portfolio(np.zeros((1, 1)), np.zeros((1, SITUATIONS - 1, RESPONSES))).save(tmp_path)
    with pytest.raises(StoreError, match="another version: pack the bot again"):
        Portfolio.load(tmp_path)


def test_strategies_and_models_are_measured() -> None:
    known = Portfolio.measured([Tight(), Maniac()], [Folder()], deals=20, seed=3)
    assert known.worth.shape == (2, 2)
    assert known.worth[0, 0] == 0.0
    assert known.worth[1, 1] > 0.5  # who raises at random from who folds
    assert known.habits[1, :, 2].sum() == 0  # who never bets
    assert known.habits[:, :, 1:].sum() > 40


class TestModels:
    @pytest.mark.parametrize("fear", [0.0, 0.5])
    def test_they_are_native(self, fear: float) -> None:
        """Play at random among the actions of a model is what it does."""
        model = by_strength(actions, fear)
        check_native(Abstracted(RiverOfBlood(), model, model), playouts=60)

    def test_who_is_honest_bets_what_it_holds_and_calls_at_the_right_price(self) -> None:
        model = by_strength(actions)
        aces, trash = (START.holding(parse(hand), NO_CARDS) for hand in ("AhAd", "7h2d"))
        assert isinstance(Modelled(model).choose(aces, aces.infoset(0)).popitem()[0], Bet)
        facing = START.holding(NO_CARDS, parse("7h2d")).apply(Bet(5))
        assert model(trash.infoset(0)) == (Call(),)
        assert model(facing.infoset(1)) == (Call(),)  # 4 into 12, with .34
        assert by_strength(actions, fear=5.0)(facing.infoset(1)) == (Fold(),)


@pytest.fixture
def quick(own_folder: Path) -> Path:
    from blood.quick import TrainingAbstraction

    return run_folder(own_folder / "quick", "blood.quick", TrainingAbstraction(), 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("quick --build", "must hold meta.json; quick/beside/portfolio holds none"),
        ("quick --build --think 20ms", "A bot that adapts must not think; quick has responses"),
        ("quick --pack bot", "The run to pack must have no responses yet; quick is a bot"),
    ],
)
def test_mistakes_with_a_packed_bot(quick: Path, words: str, message: str) -> None:
    (quick / "beside").mkdir()
    assert message in refused(main, words)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("quick 9000 --beside quick", "Give --beside together with --pack."),
        ("quick --pack bot --think 20ms --beside quick", "Give one of --beside and --think."),
        ("quick --pack bot --beside nothing", "The folder nothing must be a run folder"),
        (
            "quick --pack bot --beside quick",
            "must be a response to a model of an opponent; blood.quick is not: train",
        ),
    ],
)
def test_mistakes(words: str, message: str) -> None:
    assert message in refused(main, words)
    assert not Path("bot").exists()


@pytest.mark.parametrize(
    ("algorithm", "message"),
    [
        ("ExternalSampling", "blood.river_honest is not: train one"),
        ("RestrictedSampling", "blood.river_honest is a response itself: name one"),
    ],
)
def test_an_equilibrium_is_packed_with_responses(
    own_folder: Path, algorithm: str, message: str
) -> None:
    config = {**CONFIG, "algorithm": algorithm, "experiment": "blood.river_honest"}
    for name in ("first", "second"):
        (own_folder / name).mkdir()
        (own_folder / name / "config.json").write_text(json.dumps(config))
    assert message in refused(main, "first --pack bot --beside second")
