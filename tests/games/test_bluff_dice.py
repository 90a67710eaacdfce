"""Bluff with any dice: rolls, the order of bids, calls, later rounds, and its size."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import isclose

import pytest
from hypothesis import given, settings

from zerosum.bluff import Bluff, InfoSet
from zerosum.bluff.rolls import ROLLS, SORTED, THROWS, spell_roll, thrown
from zerosum.bluff.rounds import worth
from zerosum.errors import GameError
from zerosum.terms import Moment, terms_of
from zerosum.testing import check_game, playouts

FACES = "12345*"

_ORDER = {
    2: "1-1 1-2 1-3 1-4 1-5 1-* 2-1 2-2 2-3 2-4 2-5 2-*",
    3: "1-1 1-2 1-3 1-4 1-5 1-* 2-1 2-2 2-3 2-4 2-5 3-1 3-2 3-3 3-4 3-5 2-* 3-*",
    4: "1-1 1-2 1-3 1-4 1-5 1-* 2-1 2-2 2-3 2-4 2-5 3-1 3-2 3-3 3-4 3-5 2-* "
    "4-1 4-2 4-3 4-4 4-5 3-* 4-*",
}
ORDER = {dice: bids.split() for dice, bids in _ORDER.items()}
"""The bids from the lowest, by how many dice are on the table."""


def left_after(rolls: tuple[str, str], bidder: int, bid: str) -> tuple[int, tuple[int, int]]:
    """Return who wins the round when a bid is called, and how many dice both have then."""
    quantity, face = int(bid[0]), bid[2]
    shown = [die for die in rolls[0] + rolls[1] if die in (face, "*")]
    winner = bidder if len(shown) >= quantity else 1 - bidder
    dice = [len(rolls[0]), len(rolls[1])]
    dice[1 - winner] -= max(abs(len(shown) - quantity), 1)
    return winner, (max(dice[0], 0), max(dice[1], 0))


DICE = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)]


def rolls_of(dice: int) -> list[int]:
    """Return the rolls of so many dice, as the game lists them."""
    return list(Bluff(dice, 1).chances())


def played(rolls: str, *bids: str) -> Bluff:
    """Return a game with a die each after some bids."""
    game = Bluff().apply(FACES.index(rolls[0])).apply(FACES.index(rolls[1]))
    for bid in bids:
        game = game.apply(ORDER[2].index(bid))
    return game


@pytest.mark.parametrize("dice", [(1, 1), (2, 2)])
def test_keeps_to_the_protocol(dice):
    check_game(Bluff(*dice), examples=15)


def test_a_player_sees_the_own_roll_and_the_bids():
    assert played("2*", "1-4").infoset(1) == played("3*", "1-4").infoset(1)
    assert played("2*", "1-4").infoset(0) != played("3*", "1-4").infoset(0)
    assert played("2*", "1-4").infoset(1).player == 1
    assert played("11", "2-*").infoset(1).actions() == (Bluff().call,)
    assert played("11", "1-1", "2-5").infoset(0).actions() == (11, Bluff().call)


@pytest.mark.parametrize(("dice", "rolls"), [(1, 6), (2, 21), (3, 56)])
def test_rolls_are_as_probable_as_throws(dice, rolls):
    """Of all ways in which dice may fall, each counts once."""
    throws = Counter("".join(sorted(faces)) for faces in product("*12345", repeat=dice))
    chances = {
        "".join(sorted(spell_roll(roll))): chance
        for roll, chance in Bluff(dice, 1).chances().items()
    }
    assert len(chances) == len(throws) == rolls
    assert isclose(sum(chances.values()), 1, abs_tol=1e-15)
    assert {roll: round(chance * 6**dice) for roll, chance in chances.items()} == throws


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_samples_are_as_probable_as_chances_say(dice):
    """The number that is drawn names one way to fall; all ways together are the chances."""
    drawn = Counter(thrown(dice, throw) for throw in range(THROWS[dice]))
    chances = Bluff(dice, 1).chances()
    assert {roll: ways / THROWS[dice] for roll, ways in drawn.items()} == chances
    assert len(SORTED) == 6 + 36 + 216


def test_a_die_is_its_face_and_rolls_are_numbered_in_one_row():
    assert [spell_roll(roll) for roll in range(6)] == list(FACES)
    assert sorted(rolls_of(1) + rolls_of(2) + rolls_of(3)) == list(range(len(ROLLS)))
    assert list(Bluff(2, 1).apply(6).chances()) == rolls_of(1)


@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (2, 2)])
def test_the_order_of_bids(dice):
    game = Bluff(*dice)
    named = [terms_of(game).name(Moment(game), action) for action in range(game.call)]
    assert named == ORDER[game.dice]
    every = InfoSet(0, (1 << game.call) - 1, game.dice)
    assert str(every).split()[1:] == ORDER[game.dice]
    assert every.actions() == (game.call,)
    assert InfoSet(0, 0, game.dice).actions() == tuple(range(game.call))


@pytest.mark.parametrize("dice", DICE)
def test_who_wins_a_call_and_what_is_left(dice):
    """Every pair of rolls, every bid, by either player."""
    values = {(1, 1): worth(1, 1), (2, 1): worth(2, 1), (1, 2): worth(1, 2)}
    for first, second in product(rolls_of(dice[0]), rolls_of(dice[1])):
        spelled = spell_roll(first), spell_roll(second)
        for number, bid in enumerate(ORDER[sum(dice)]):
            for bids, bidder in ((1 << number, 0), (1 | 1 << number, 1))[: 1 + (number > 0)]:
                called = Bluff(*dice, rolls=(first, second), bids=bids, called=True)
                winner, left = left_after(spelled, bidder, bid)
                own, other = left if winner == 0 else left[::-1]
                expected = values[own, other] if other else 1.0
                assert called.payoff(winner) == expected
                assert called.payoff(1 - winner) == -expected


# Rolls of Bluff(2,1), bids, and what player 0 wins: the second player needs two rounds or luck.
CALLS = [
    ("12", "3", ["1-1"], 1.0),
    ("12", "3", ["2-1"], -worth(1, 1)),  # off by one: a die each, player 1 begins
    ("12", "3", ["3-1"], -1.0),  # off by two: no die left
    ("12", "3", ["1-1", "1-2"], -worth(1, 1)),  # exact: one die
    ("1*", "*", ["1-1", "1-*"], -worth(1, 1)),
    ("**", "*", ["1-1", "1-*"], -1.0),  # two more than were bid
    ("**", "*", ["3-*"], 1.0),
    ("1*", "4", ["1-4", "2-*"], 1.0),
    ("44", "4", ["1-1", "3-4"], -worth(1, 1)),
]


@pytest.mark.parametrize(("first", "second", "bids", "pays"), CALLS)
def test_later_rounds_of_two_dice_against_one(first, second, bids, pays):
    game = Bluff(2, 1)
    for roll in (first, second):
        game = game.apply(ROLLS.index(tuple(FACES.index(face) for face in roll)))
    for bid in bids:
        game = game.apply(ORDER[3].index(bid))
    game = game.apply(game.call)
    assert game.terminal
    assert (game.payoff(0), game.payoff(1)) == (pays, -pays)
    assert str(game) == " ".join([first, second, *bids, "call"])


@cache
def below(dice: int, bids: int) -> tuple[int, int]:
    """Return how many sets of bids follow, this one included, with an even and an odd number.

    That depends on the last bid alone, but for who is to act.
    """
    infoset = InfoSet(0, bids, dice)
    even, odd = 1, 0
    for action in infoset.actions():
        if action < infoset.call:
            others = below(dice, 1 << action)
            even, odd = even + others[1], odd + others[0]
    return even, odd


def test_sizes():
    """Sets of bids, half of them player 0's, for each of 21 and 6 rolls."""
    assert below(2, 0) == (2**11, 2**11)
    even, odd = below(3, 0)
    assert (even, odd) == (2**17, 2**17)
    assert (21 * even, 6 * odd) == (2_752_512, 786_432)
    assert 2 * 21 * 6 * even == 33_030_144  # decisions
    assert sum(below(4, 0)) * 21 == 352_321_536  # infosets of Bluff(2,2)


@pytest.mark.parametrize("dice", [(0, 1), (4, 1), (3, 2), (2.0, 1), ("2", 1)])
def test_other_dice_are_refused(dice):
    with pytest.raises(
        GameError,
        match=rf"^The dice of Bluff must be at least one each and at most four in all; "
        rf"got {dice[0]!r} and {dice[1]!r}: play Bluff\(2, 2\), or fewer\.$",
    ):
        Bluff(*dice)


def test_spelled():
    game = Bluff(2, 1)
    assert repr(game) == "Bluff(first=2, second=1, rolls=(-1, -1), bids=0, called=False)"
    assert str(game) == str(Bluff()) == "? ?"
    assert str(played("4*", "1-4", "1-*", "2-5")) == "4 * 1-4 1-* 2-5"
    assert str(played("12", "2-*").apply(Bluff().call)) == "1 2 2-* call"
    assert [str(played("4*").infoset(player)) for player in range(2)] == ["4", "*"]
    game = game.apply(26)
    assert str(game) == "** ?"
    game = game.apply(3).apply(16)
    assert str(game) == "** 4 2-*"
    assert str(game.infoset(1)) == "4 2-*"
    terms, moment = terms_of(game), Moment(game)
    assert (terms.name(moment, 17), terms.name(moment, game.call)) == ("3-*", "call")
    assert terms.told(moment, 17) == ("bid", " 3-*")
    assert terms.told(moment, game.call) == ("call", "")
    assert terms.chips(moment, 1) == "bids 2-*"
    assert [terms.spell(terms.private(moment, player)) for player in range(2)] == ["**", "4"]


@given(playouts(Bluff(2, 1)))
@settings(max_examples=15)
def test_public_of_bluff_is_the_bids_and_the_call(playout):
    """Bids grow, and players alternate."""
    bids = playout.moves[2:-1]
    assert all(lower < higher for lower, higher in pairwise(bids))
    for count, history in enumerate(playout.histories):
        assert history.public == sum(1 << move for move in playout.moves[2:count])
        seen = (*playout.moves[: min(count, 2)], -1, -1)[:2]
        assert (history.private(0), history.private(1)) == seen
        assert history.chance or history.terminal or history.active == count % 2
