"""Translation of hold'em: known answers, refusals, and the agents that use it by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.holdem import played
from tests.runs import learnt, run_folder
from zerosum.abstraction import Abstracted, algebraic, split
from zerosum.cards import parse
from zerosum.errors import AbstractionError, GameError
from zerosum.experiment import Experiment
from zerosum.experiment.agents import trained_agent
from zerosum.experiment.load import walk_of
from zerosum.leduc import Leduc
from zerosum.pkr import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    LimitHoldem,
    NoLimitHoldem,
)
from zerosum.pkr.abstraction import (
    PseudoHarmonic,
    allin,
    bb_sizes,
    capped,
    limited,
    passive,
    pot_bets,
    translated,
)
from zerosum.pkr.bots.acpc import Session
from zerosum.pkr.holdem.abstraction import bets, player, street
from zerosum.play import StrategyAgent
from zerosum.rng import Random

MENU = passive + limited(bb_sizes(3) + pot_bets(1), street=2) + allin
STACKS = (200, 200, 50)  # the button is short


def start(menu: Any = MENU, stacks: tuple[int, ...] = STACKS, seat: int = 0, **options: Any) -> Any:
    """A walk at a table of three, as a seat sees it, with the button to act."""
    base = NoLimitHoldem(len(stacks), stacks)
    walk = translated(Abstracted(base, player * street * bets * menu, menu), **options)
    return walk.seated(seat, parse("AhAd"))


def flop(walk: Any) -> Any:
    return played(walk, *(Deal(card) for card in sorted(parse("7c2dKh"))))


def test_a_raise_off_the_menu_looks_like_one_of_it():
    walk = start().apply(Bet(7))
    assert (walk.real.pips, walk.abstract.pips) == ((1, 2, 7), (1, 2, 6))
    assert walk.infoset(0).actions() == MENU(walk.abstract.infoset(0))


def test_a_call_that_is_all_in_in_the_real_hand_only():
    """A raise to 65 puts the button all-in; in the abstract hand it is one to 6."""
    walk = played(start(passive + capped(bb_sizes(3), 1)), Call(), Bet(64))
    assert walk.abstract.pips == (6, 2, 2)
    walk = played(walk, Fold(), Call())
    assert walk.chance
    assert walk.real.able == walk.abstract.able == 0b001
    assert (walk.real.paid, walk.abstract.paid) == ((65, 2, 50), (6, 2, 6))
    assert walk.shown.infoset(0).effective == 0


def test_a_bet_over_the_limit_passes_the_turn_around_the_table():
    menu = passive + capped(bb_sizes(3), 1)
    walk = played(start(menu, (200,) * 4), Bet(6), Call(), Bet(17))  # the small blind reraises
    assert (walk.abstract.paid, walk.abstract.active) == ((6, 2, 1, 1), 1)
    assert walk.abstract.wagers == 1
    walk = played(walk, Call(), Fold())
    assert walk.active == walk.abstract.active == 3
    walk = walk.apply(Call())
    assert walk.chance
    assert (walk.abstract.paid, walk.real.paid) == ((6, 6, 1, 6), (18, 18, 6, 18))


def test_a_bet_shown_as_all_in_to_two_seats():
    walk = flop(played(start(stacks=(200,) * 3, seat=2), Call(), Call(), Check()))
    walk = walk.apply(Bet(150))
    assert walk.shown.pips == (198, 0, 0)
    assert walk.abstract.pips == (6, 0, 0)
    walk = walk.apply(Call())
    assert walk.infoset(2).actions() == (Fold(), Call())  # both are all-in, as they are shown
    walk = walk.apply(Call())
    assert walk.chance
    assert walk.shown == walk.abstract
    assert (walk.abstract.total, walk.real.total) == (24, 456)


def test_a_bet_that_nobody_can_cover_counts_as_all_that_matters():
    walk = start(passive + pot_bets(1 / 2, 1) + allin, (200, 50)).apply(Bet(60))
    assert walk.shown.paid == (200, 2)
    assert walk.infoset(0) is not None
    with pytest.raises(GameError, match="hand of seat 1 must be known"):
        walk.infoset(1)


def test_bets_of_the_games_own_menu_are_parts_of_the_pot():
    walk = translated(NoLimitHoldem(sizes=(100,))).seated(1, parse("AhAd"))
    walk = flop(played(walk, Bet(21), Call()))
    assert (walk.real.total, walk.abstract.total) == (44, 8)
    assert walk.infoset(1).actions() == (Check(), Bet(8), Bet(196))
    assert walk.realise(Bet(8)) == Bet(44)
    assert walk.realise(Bet(196)) == Bet(178)


def test_equal_words_equal_walks_within_the_rules():
    walk = start(mapping=PseudoHarmonic(), word=5)
    assert walk.apply(Bet(20)) == walk.apply(Bet(20))
    assert walk.word == 5 != walk.apply(Bet(20)).word
    with pytest.raises(GameError, match=r"got Bet\(quantity=3\) where player 2 owes 2 and may add"):
        start().apply(Bet(3))
    with pytest.raises(GameError, match="must be one of the abstract infoset's"):
        start(seat=2).realise(Bet(7))


@pytest.mark.parametrize("game", [Leduc(), LimitHoldem, start().real])
def test_other_games_are_refused(game):
    with pytest.raises(AbstractionError, match="must be the start of no-limit hold'em"):
        translated(game)


@algebraic
def push(infoset):
    return (*passive(infoset), *allin(infoset))


BASE = NoLimitHoldem(3, (50, 30, 20), rules="acpc")
GAME = Abstracted(BASE, player * street * push, push)
PLAIN = Abstracted(BASE, player * street * bets)
SIZED = Abstracted(NoLimitHoldem(sizes=(50,)), player * street * push, push)
LIMIT = Abstracted(LimitHoldem(), player * street * push, push)


def test_experiments_translate_where_bets_may_differ():
    assert walk_of(Experiment(GAME)) == translated(GAME)
    assert walk_of(Experiment(GAME, play=PLAIN)) == PLAIN
    assert [walk_of(Experiment(game)) for game in (PLAIN, SIZED, LIMIT)] == [None] * 3


RUN = """
from tests.unit.test_holdem_translation import GAME as TrainingAbstraction
"""


@pytest.mark.slow
def test_an_agent_translates_by_itself(tmp_path, monkeypatch):
    (tmp_path / "pushes.py").write_text(RUN)
    monkeypatch.chdir(tmp_path)
    run_folder(tmp_path / "run", "pushes.py", GAME, 5)
    agent = trained_agent(tmp_path / "run")
    assert split(agent.play) == split(GAME)
    session = Session(agent, BASE, Random(3))
    words = [session.answer(f"MATCHSTATE:0:1:{done}:AhKd||") for done in ("r6", "r6")]
    assert words[0] == words[1]
    assert words[0].rpartition(":")[2] in {"f", "c", "r50"}
    assert (session.tally.decisions, session.tally.fallbacks) == (1, 0)


@pytest.mark.slow
def test_an_agent_finds_the_infosets_of_training():
    agent = StrategyAgent(learnt(GAME, 200, 1), GAME, translated(GAME))
    hand = agent.begin(BASE, Random(1)).seated(0, parse("AhAd")).apply(Bet(5))
    assert agent.act(hand, Random(2)) in {Fold(), Call(), Bet(49)}
    assert agent.unknown == 0
    assert hand.realise(Allin()) == Bet(49)
