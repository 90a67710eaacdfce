"""The factors of River of Blood: their values, and that abstractions are well-formed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from blood import basic as blood
from blood import quick, river_price
from tests.bench import strength as bench
from tests.games import original
from zerosum.abstraction import without
from zerosum.cards import card, parse
from zerosum.pkr.abstraction import capped_bets, strength
from zerosum.pkr.abstraction.equities import HOLE_EQUITIES, MADE_EQUITIES
from zerosum.pkr.game import (
    Allin,
    Call,
    Check,
    Fold,
    InfoSet,
    RaisePot,
    RaiseShare,
    RiverOfBlood,
)
from zerosum.pkr.hands.classes import HOLE_CLASSES, MADE_CLASSES, hole_class, made_class
from zerosum.pkr.holdem.abstraction import spr
from zerosum.rng import Random
from zerosum.testing import check_abstraction, check_game

PREFLOP = InfoSet(
    hand=parse("AhAd"),
    community=parse(""),
    last=-1,
    player=0,
    stacks=(400, 400),
    pips=(1, 2),
    pot=0,
    bets=0,
)
RIVER = replace(
    PREFLOP,
    community=parse("2c7d9sJd3c"),
    last=card("3c"),
    player=1,
    stacks=(380, 380),
    pips=(30, 10),
    pot=40,
    bets=2,
)


def decisions(seed: int, playouts: int) -> Iterator[list[InfoSet]]:
    """The infosets at which the players of random abstract hands decide, hand by hand."""
    rng = Random(seed)
    for _ in range(playouts):
        game, met = RiverOfBlood(), []
        while not game.terminal:
            if game.chance:
                game = game.apply(game.sample(rng))
                continue
            infoset = game.infoset(game.active)
            met.append(infoset)
            menu = quick.actions(infoset)
            safe = [action for action in menu if not isinstance(action, Fold | Allin)]
            menu = safe if rng.random() < 0.7 else menu
            game = game.apply(menu[rng.integer(len(menu))])
        yield met


def test_values() -> None:
    assert [blood.street(i) for i in (PREFLOP, RIVER)] == [0, 5]
    assert [blood.player(i) for i in (PREFLOP, RIVER)] == [0, 1]
    assert [blood.run(i) for i in (PREFLOP, RIVER)] == [None, True]
    assert [blood.bets(i) for i in (PREFLOP, RIVER)] == [0, 2]
    assert [blood.linearpot(20)(i) for i in (PREFLOP, RIVER)] == [0, 2]  # 80 of 800
    assert [blood.linearcost(12)(i) for i in (PREFLOP, RIVER)] == [4, 3]  # 1/3 and 20/80
    aces = hole_class(PREFLOP.hand.mask)
    assert [blood.hole(i) for i in (PREFLOP, RIVER)] == [aces, None]
    # 398 chips behind for a pot of 4 after the call; 350 for one of 100
    assert [spr(1 / 2, 4, 90)(i) for i in (PREFLOP, RIVER)] == [3, 1]
    red = replace(RIVER, community=parse("2c7d9sJd3d"), last=card("3d"))
    assert blood.run(red) is False


def test_the_price_of_a_call_is_part_of_the_key() -> None:
    """Half a pot and a pot to call are one infoset of the quick experiment, not of the other."""
    flop = RiverOfBlood(hands=(parse("AhAd"), parse("KhKd")), stacks=(390, 390), pot=20, bets=1)
    flop = replace(flop, community=parse("2c7d9s"), last=card("9s"), due=0, active=1)
    half, whole = (replace(flop, pips=(chips, 0)).infoset(1) for chips in (10, 20))
    assert quick.states(half) == quick.states(whole)
    states = without(river_price.states, *river_price.cards.factors)  # which are fitted
    assert states(half) != states(whole)
    assert RaiseShare.of(2, 1) in river_price.actions(whole)
    assert whole.quantity(RaiseShare.of(2, 1)) == 20 + 60  # a call, and a raise of the pot


def test_capped_bets() -> None:
    assert capped_bets(blood.basic)(PREFLOP) == (Fold(), Call(), RaisePot(), Allin())
    assert capped_bets(blood.basic, 2)(RIVER) == (Fold(), Call())
    assert capped_bets(blood.basic, 3)(RIVER)[2:] == blood.basic(RIVER)
    checked = replace(RIVER, pips=(0, 0), bets=0)
    assert capped_bets(blood.basic, 1)(checked) == (Check(), *blood.basic(checked))
    assert capped_bets(blood.basic, 0)(checked) == (Check(),)
    facing_all_in = replace(RIVER, stacks=(30, 30))
    assert blood.basic(facing_all_in) == (Allin(),)  # within the bounds, and yet a call
    assert capped_bets(blood.basic)(facing_all_in) == (Fold(), Call())


def test_basic_means_what_the_original_meant() -> None:
    for met in decisions(1, 60):
        for infoset in met:
            assert blood.basic(infoset) == original.basic(infoset)


def test_no_player_meets_an_infoset_of_quick_twice() -> None:
    for met in decisions(2, 100):
        keys = [quick.states.key(infoset) for infoset in met]
        assert len(set(keys)) == len(keys)


@pytest.mark.slow
@pytest.mark.parametrize("experiment", [quick, river_price])
def test_experiments_are_well_formed(experiment: Any) -> None:
    check_abstraction(RiverOfBlood, experiment.states, experiment.actions, examples=30)


def test_strength_stays_within_its_steps() -> None:
    for acc in (1, 20):
        for met in decisions(3, 30):
            assert {strength(acc)(infoset) for infoset in met} <= set(range(acc))


def test_strength_before_the_flop() -> None:
    hands = ["AhAd", "KhKd", "AhKh", "AhKd", "QhJd", "Th5d", "7h2d", "3h2d"]
    steps = [strength(100)(replace(PREFLOP, hand=parse(hand))) for hand in hands]
    assert steps == sorted(steps, reverse=True)
    assert len(set(steps)) == len(steps)


@pytest.mark.parametrize("board", ["2c7d9sJd3c", "2c7d9sJd3d", "2c7d9sJd", "2c7d9s"])
def test_strength_after_the_flop(board: str) -> None:
    hands = ["9h9d", "AhAd", "Ah9d", "8h7s", "AhKh", "QhTh", "6s4h"]
    there = replace(PREFLOP, community=parse(board), last=card(board[-2:]))
    steps = [strength(100)(replace(there, hand=parse(hand))) for hand in hands]
    order = [steps[i] for i in (0, 1, 3, 4, 6)]
    assert order == sorted(order, reverse=True)
    assert steps[0] > steps[1] >= steps[2] > steps[3]
    assert steps[4] > steps[6]


def test_before_the_cards_are_out_the_class_is_the_first() -> None:
    assert strength(20)(replace(PREFLOP, hand=parse(""))) == HOLE_EQUITIES[0] * 20 // 1000


def test_a_glance_counts_four_things() -> None:
    def glance(hand: str, board: str) -> int:
        return made_class(parse(hand).mask, parse(board).mask, card(board[-2:]))

    dry = "2c7d9sJd3c"
    assert glance("AhKh", dry) != glance("KhQh", dry)  # ranks above the kicker
    assert glance("Jh4s", dry) == glance("Js5h", dry)  # top pair
    assert glance("Jh4s", dry) != glance("9h4s", dry)
    assert glance("Jh4s", "2c7d9sJd") != glance("Jh4s", dry)  # the stage
    assert glance("Jh4s", "2c7d9sJd3d") != glance("Jh4s", dry)
    assert glance("AhKh", "2h7h9s") != glance("AhKh", "2h7d9s")  # the draw
    assert glance("AhKh", "9s9d9c2c2s") != glance("AhKh", "9s9d4c2c2s")  # what the board makes


def test_tables_hold_what_a_new_sample_shows() -> None:
    holes, made = bench.measure(3_000, Random(99))
    for counts, table, size in (
        (holes, HOLE_EQUITIES, HOLE_CLASSES),
        (made, MADE_EQUITIES, MADE_CLASSES),
    ):
        assert len(table) == size
        assert not table.flags.writeable
        for hands, points, thousandths in zip(*counts, table, strict=True):
            if hands >= 30:
                # Five standard deviations of a mean of points, 1/2 a hand at most.
                assert abs(points / hands - thousandths / 1000) < 2.5 / hands**0.5


def test_the_command_prints_the_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "DEALS", 20)
    bench.main()
    module: dict[str, Any] = {}
    exec(capsys.readouterr().out, module)
    assert module["HOLE_EQUITIES"].shape == (HOLE_CLASSES,)
    assert module["MADE_EQUITIES"].shape == (MADE_CLASSES,)


def test_hole_classes() -> None:
    hands = [1 << a | 1 << b for a in range(52) for b in range(a)]
    assert {hole_class(hand) for hand in hands} == set(range(HOLE_CLASSES))


@pytest.mark.slow
def test_the_game_keeps_the_protocol() -> None:
    check_game(RiverOfBlood, examples=10)
