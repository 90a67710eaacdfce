"""Bluff(1,1) by its rules: bids, stars, calls, and the text of a history."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from tests.games.dice import FACES, ORDER
from zerosum.bluff import Bluff, InfoSet
from zerosum.testing import check_game, playouts

CALL = Bluff().call
BIDS = ORDER[2]


def played(rolls: str, *bids: str) -> Bluff:
    game = Bluff()
    for roll in rolls:
        game = game.apply(FACES.index(roll))
    for bid in bids:
        game = game.apply(BIDS.index(bid))
    return game


def test_keeps_to_the_protocol():
    check_game(Bluff, examples=100)


def test_the_first_player_must_bid():
    game = played("1*")
    assert game.active == 0
    assert game.infoset(0).actions() == tuple(range(12))


def test_the_highest_bid_must_be_called():
    assert played("11", "2-*").infoset(1).actions() == (CALL,)


@pytest.mark.parametrize("bid", range(12))
def test_a_bid_is_called_or_outbid(bid):
    assert InfoSet(0, 1 << bid).actions() == (*range(bid + 1, 12), CALL)
    assert InfoSet(0, 1 | 1 << bid).actions() == (*range(bid + 1, 12), CALL)


# Rolls, bids, and whether the last bid was right.
CALLS = [
    ("12", ["1-1"], True),
    ("12", ["1-2"], True),
    ("12", ["1-3"], False),
    ("1*", ["1-3"], True),  # the star is any face
    ("1*", ["1-*"], True),
    ("12", ["1-*"], False),  # and no face is the star
    ("11", ["1-1"], True),  # at least so many
    ("11", ["2-1"], True),
    ("12", ["2-1"], False),
    ("1*", ["2-1"], True),
    ("1*", ["2-2"], False),
    ("**", ["2-4"], True),
    ("1*", ["2-*"], False),
    ("**", ["2-*"], True),
    ("44", ["1-1", "2-4"], True),
    ("35", ["1-3", "1-5", "2-5"], False),
]


@pytest.mark.parametrize(("rolls", "bids", "right"), CALLS)
def test_who_wins_a_call(rolls, bids, right):
    game = played(rolls, *bids).apply(CALL)
    assert game.terminal
    bidder = (len(bids) - 1) % 2
    winner = bidder if right else 1 - bidder
    assert (game.payoff(winner), game.payoff(1 - winner)) == (1.0, -1.0)


@given(playouts(Bluff()))
def test_bids_grow_and_players_alternate(playout):
    bids = playout.moves[2:-1]
    assert all(lower < higher for lower, higher in pairwise(bids))
    assert [history.active for history in playout.histories[2:-1]] == [
        turn % 2 for turn in range(len(bids) + 1)
    ]
    assert [history.terminal for history in playout.histories].index(True) == len(bids) + 3


def test_a_player_sees_the_own_roll_and_the_bids():
    assert played("2*", "1-4").infoset(1) == played("3*", "1-4").infoset(1)
    assert played("2*", "1-4").infoset(0) != played("3*", "1-4").infoset(0)
    assert played("2*", "1-4").infoset(1).player == 1


@pytest.mark.parametrize(
    ("game", "spelled"),
    [
        (Bluff(), "? ?"),
        (played("4"), "4 ?"),
        (played("4*"), "4 *"),
        (played("4*", "1-4", "1-*", "2-5"), "4 * 1-4 1-* 2-5"),
        (played("12", "2-*").apply(CALL), "1 2 2-* call"),
        (played("4*", "1-4", "1-*").infoset(0), "4 1-4 1-*"),
        (played("4*").infoset(1), "*"),
    ],
)
def test_spelled(game, spelled):
    assert str(game) == spelled
