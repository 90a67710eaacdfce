"""Spots: what is written, the menu, the game, and its solution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from zerosum.algorithms.street_cfr import StreetCFR
from zerosum.cards import parse
from zerosum.errors import GameError, TableError, ZeroSumError
from zerosum.pkr.actions import Bet, Check
from zerosum.pkr.hands.deck import SHORT, TWENTY
from zerosum.pkr.ranges import parse_range
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.pkr.spots import Bets, Spot, spot_of
from zerosum.pkr.spots.boards import flops, on_boards
from zerosum.pkr.spots.bunching import bunched
from zerosum.pkr.spots.locks import locks_of
from zerosum.pkr.spots.solve import solve
from zerosum.pkr.spots.written import written
from zerosum.scale import Processes
from zerosum.tree.streets.betting import Leaf
from zerosum.tree.streets.tree import street_tree

TURN = """
oop = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
ip = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
board = "Td9d6hQc"
pot = 200
stack = 900
[bets]
bet = "60%, e, allin"
raise = "2.5x"
"""
RIVER = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")


def test_the_betting_of_a_turn():
    """As it was counted by a program of its own."""
    betting = street_tree(spot_of(TURN).game).betting
    assert (betting.segments, betting.owners.size, betting.kinds.size) == (10, 76, 122)
    kinds = [int((betting.kinds == kind).sum()) for kind in Leaf]
    assert kinds == [56, 49, 8, 9]
    assert not betting.bases[betting.kinds == Leaf.SHOWDOWN].any()
    pots = betting.gains[betting.kinds == Leaf.SHOWDOWN, 0]
    values, counts = np.unique(pots, return_counts=True)
    found = dict(zip(values.tolist(), counts.tolist(), strict=True))
    assert found == {100: 1, 220: 4, 316: 2, 400: 4, 484: 4, 640: 2, 695: 4, 1000: 28}


def test_menus():
    spot = Spot(
        "AA",
        "KK",
        board="2c3d7h",
        pot=100,
        stack=400,
        bets={"bet": "50%, 55", "flop.ip.bet": "e", "raise": "3x, 100%", "turn.donk": ""},
    )
    state = street_tree(spot.game).ranked.dealt(1 << 50 | 1 << 51, 1 << 46 | 1 << 47)
    menu = spot.game.actions
    assert [str(action) for action in menu(state.infoset(0))] == ["Check()", "Bet(quantity=55)"]
    after = state.apply(Check())
    # A third of the streets: (1 + 2 * 400 / 100) ** (1 / 3) = 2.08, so that 54 are bet.
    assert menu(after.infoset(1))[1:] == (Bet(54),)
    raised = state.apply(Bet(55)).infoset(1)
    assert [action.quantity for action in menu(raised)[2:]] == [165, 265]
    raised = after.apply(Bet(54)).infoset(0)
    assert [action.quantity for action in menu(raised)[2:]] == [162, 262]


@given(
    pot=some.integers(2, 999),
    stack=some.integers(1, 999),
    board=some.sampled_from(["2c3d7h", "2c3d7hAs", "2c3d7hAs9s"]),
)
@settings(max_examples=25)
def test_chips_are_exact(pot, stack, board):
    hand = Spot("QQ", "KK", board=board, pot=pot, stack=stack).hand
    assert (hand.total, hand.behind, hand.street) == (pot, (stack, stack), len(board) // 2 - 2)
    assert hand.infoset(hand.active).bounds()[0] == 1


def test_written_and_read_again():
    spot = Spot(
        "AA:0.5,QQ@25",
        "[50]KK[/50],AhKh",
        board="8c9d7h",
        pot=11,
        stack=(30, 20),
        bets=Bets.of({"bet": "50%", "river.ip.raise": "2.5x"}, merge=0.0),
        rake=0.05,
        cap=2,
        dead="6c",
        deck=SHORT,
    )
    assert spot_of(written(spot)) == spot
    assert (spot.stack, spot.first.combos, spot.second.combos) == (20, 4.5, 4.0)


def test_folded_hands_are_left_out_of_ranges():
    """Of two seats, as enumerated: each pair of hands that share no card, by weight."""
    spot = Spot("AA,AK", "random", board="TcTdJh", pot=10, stack=10, deck=TWENTY)
    seats = [parse_range(text) for text in ("AQ,AJs:0.5", "KK,KQ,QJ")]
    left = bunched(spot, seats).second
    live = np.array(HAND_MASKS) & (spot.board.mask | ~TWENTY.cards.mask) == 0
    masks = np.array(HAND_MASKS)[live]
    pairs = np.outer(*(np.array(seat.weights)[live] for seat in seats))
    pairs *= masks[:, None] & masks == 0
    both = masks[:, None] | masks
    met = np.array([pairs[both & hand == 0].sum() for hand in masks])
    assert np.array(left.weights)[live] == pytest.approx(met / met.max(), abs=4e-3)
    with pytest.raises(GameError, match="hold hands of their ranges at once"):
        bunched(spot, ["AA", "AA", "AA"])
    assert left.weight(parse("AcQc")) == left.weight(parse("AdQd"))  # the board is alike
    assert spot_of("folded = ['KK']" + TURN) == bunched(spot_of(TURN), ["KK"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"board": "2c2d"}, "3, 4 or 5 cards"),
        ({"board": "2c2d2h", "dead": "2c"}, "used once"),
        ({"pot": 1}, "whole number of chips from 2"),
        ({"bets": "50p"}, "part of the pot, a multiple, chips, e or allin"),
        ({"bets": {"bet": "2x"}}, "of a bet that is raised"),
        ({"bets": {"preflop.bet": "50%"}}, "A place of bets"),
        ({"rake": 1.5}, "share of the pot below 1"),
        ({"first": 3}, "must be Range or its text"),
        ({"bets": 3}, "sizes by place"),
    ],
)
def test_what_is_refused(change, says):
    with pytest.raises(GameError, match=says):
        Spot(**{"first": "AA", "second": "KK", "board": "2c2d2h", "pot": 10, "stack": 10} | change)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("oop = 3", "must be a text"),
        ("colour = 3", "must be of oop"),
        ('oop = "AA"', "must have ip, board, pot, stack"),
        ("oop", "must be TOML"),
    ],
)
def test_what_is_no_spot(text, says):
    with pytest.raises(GameError, match=says):
        spot_of(text)


def test_a_river():
    """A range of nuts and air bets all its nuts, and bluffs so that a call wins nothing."""
    found = solve(RIVER, to=1e-4, iterations=5_000)
    assert found.values == pytest.approx([7.5, 2.5], abs=0.002)
    assert found.opening == pytest.approx({"x": 0.25, "a": 0.75}, abs=0.02)


def test_rake_is_taken_from_who_wins():
    """The pot of 10 is won by one of both; 20 % of it and of the called bets are gone."""
    spot = Spot("AA", "KK", board="2c2d7h8s9c", pot=10, stack=10, rake=0.2)
    solver = StreetCFR(spot.game)
    assert spot.values(solver.values()) == pytest.approx([8.0, 0.0], abs=1e-5)


def test_a_lock():
    """Who never bluffs is never called."""
    found = solve(RIVER, to=1e-3, locks=" -> x 1 for QQ")
    assert found.values == pytest.approx([5.0, 5.0], abs=0.02)


def test_dead_cards_are_no_image_of_others():
    spot = Spot("QQ", "KK", board="7c8c9c5c", pot=10, stack=10, dead="As")
    found = [StreetCFR(spot.game, symmetric=symmetric).values() for symmetric in (True, False)]
    assert found[0] == pytest.approx(found[1], abs=1e-5)


def test_a_lock_may_be_of_some_suits():
    spot = Spot("AA,QJs", "KK,JTs", board="7s8s2s5s", pot=10, stack=10, bets="50%")
    lock = "-> a 1 for AhAd,QhJh"
    solution = solve(spot, to=0.0, iterations=10, locks=lock)
    assert sum(solution.values) == pytest.approx(10, abs=1e-4)
    assert not solution.solver.tree.symmetric
    with pytest.raises(GameError, match="suits that are alike"):
        StreetCFR(spot.game).lock(locks_of(lock, spot.game))


def test_words_round_as_the_menu_does():
    spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=25, stack=100, bets="50%")
    (lock,) = locks_of("b50% -> f 1", spot.game)
    assert lock.actions == (Bet(13),)


@pytest.mark.parametrize(
    ("lock", "says"),
    [
        ("x", "must be a line"),
        ("r50 -> x 1", "must be on the menu"),
        ("x -> x 0.5", "a probability for each"),
        ("x 2h -> x 1", "cards of all streets or of none"),
        ("x -> x 1 for 22", "in the range of its player"),
    ],
)
def test_no_lock(lock, says):
    with pytest.raises(GameError, match=says):
        StreetCFR(RIVER.game).lock(locks_of(lock, RIVER.game))


def test_memory_is_counted_first(monkeypatch, tmp_path):
    (tmp_path / "meminfo").write_text("MemTotal: 9000 kB\nMemAvailable: 1000 kB\n")
    monkeypatch.setattr("zerosum.tables.table.Path", lambda _: tmp_path / "meminfo")
    with pytest.raises(TableError, match="must fit in 819 kB"):
        solve(spot_of(TURN))
    with pytest.raises(TableError, match=r"must fit in .* give fewer bets"):
        solve(spot_of(TURN), memory=1_000_000)


def test_boards(tmp_path):
    boards = list(flops())[:2]
    spot = Spot("AA", "KK", board=boards[0][0], pot=10, stack=10)
    found = on_boards(spot, boards[:1], path=tmp_path / "boards.jsonl", to=0.01)
    again = on_boards(spot, boards, path=tmp_path / "boards.jsonl", to=0.01)
    assert again[0] == found[0]
    assert sum(again[1].values) == pytest.approx(10.0, abs=1e-3)
    assert not on_boards(spot, [(parse("AcAdAh"), 4)])
    with Processes(1) as backend:
        there = on_boards(spot, boards, backend=backend, to=0.01)
        with pytest.raises(ZeroSumError, match="must fit in 1 B"):
            on_boards(spot, boards[:1], backend=backend, memory=1)
    assert [replace(each, seconds=0.0) for each in there] == [
        replace(each, seconds=0.0) for each in again
    ]
