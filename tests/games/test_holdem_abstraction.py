"""The factors of hold'em on small decks: their values, and that merging suits loses nothing."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.holdem import BLINDS, FLOP, LEDUC, MENU, NO_LIMIT, dealt, limit, played
from tests.suits import by_suits
from zerosum.abstraction import Abstracted
from zerosum.algorithms import LinearProgram
from zerosum.pkr import Bet, Call, Check, Deal
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.holdem import abstraction
from zerosum.testing import check_abstraction
from zerosum.tree import enumerated


@settings(max_examples=30)
@given(st.permutations(range(52)), st.permutations(range(4)), st.integers(0, 3))
def test_names_of_suits_do_not_matter(order, suits, street):
    one, other = (on_street(order, street, names) for names in (tuple(range(4)), tuple(suits)))
    assert abstraction.cards(one) == abstraction.cards(other)
    assert abstraction.hand_ranks(one) == abstraction.hand_ranks(other)
    assert abstraction.board_ranks(one) == abstraction.board_ranks(other)
    assert abstraction.made(one) == abstraction.made(other)
    assert abstraction.suited(one) == abstraction.suited(other)


def on_street(order, street, suits):
    """Return player 0's infoset on a street, the cards in an order, their suits renamed."""
    names = [card & ~3 | suits[card & 3] for card in order]
    game = NO_LIMIT
    for start, end in ((0, 2), (2, 4)):
        game = played(game, *(Deal(card) for card in sorted(names[start:end])))
    game = played(game, Call(), Check())
    for start, end in ((4, 7), (7, 8), (8, 9))[:street]:
        game = played(game, *(Deal(card) for card in sorted(names[start:end])))
        game = played(game, Check(), *([Check()] if end - 3 < street + 3 else []))
    return game.infoset(0)


def test_cards_are_told_apart_as_suits_are():
    """On one street the factor is full isomorphism of a hand and a board."""
    infosets = [
        replace(limit(ranks=3, suits=3), dealt=(board,), hands=pair, street=1).infoset(0)
        for pair in combinations(Deck(3, 3).cards, 2)
        for board in Deck(3, 3).cards
        if board not in pair
    ]
    pairs = {
        (abstraction.cards(each), by_suits(each.hand.mask, each.community.mask))
        for each in infosets
    }
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({other for _, other in pairs})


def test_factors():
    game = dealt(limit(**BLINDS), "KcAc", "KdAd")
    game = dealt(played(game, Bet(3), Call()), "Qd")
    infoset = played(game, Check()).infoset(0)
    assert abstraction.street(infoset) == 1
    assert abstraction.player(infoset) == 0
    assert abstraction.history(infoset) == ((2, 1, 1), (4,))
    assert abstraction.round_history(infoset) == ((1,), ())
    assert abstraction.pot(infoset) == 8
    assert abstraction.bets(infoset) == 0
    assert abstraction.actions(infoset) == (Check(), Bet(4))
    assert abstraction.hand_ranks(infoset) == 12 * 13 + 11
    assert abstraction.hand_ranks(dealt(LEDUC, "Qc").infoset(0)) == 10
    assert abstraction.board_ranks(infoset) == 1 << 30
    assert abstraction.suited(infoset) is True
    assert abstraction.suited(dealt(limit(), "KcAd").infoset(0)) is False
    assert abstraction.made(infoset) == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", [LEDUC, limit(), FLOP], ids=["Leduc", "two cards", "flop"])
def test_suits_lose_nothing(game):
    states = abstraction.cards * abstraction.history
    check_abstraction(game, states, examples=30)
    merged = Abstracted(game, states)
    assert enumerated(merged).infoset_count < enumerated(game).infoset_count
    assert LinearProgram(merged).value == pytest.approx(LinearProgram(game).value, abs=1e-9)


@pytest.mark.slow
def test_ranks_lose_nothing_where_no_flush_can_be():
    ranks = abstraction.hand_ranks * abstraction.board_ranks * abstraction.history
    merged = Abstracted(LEDUC, ranks)
    assert enumerated(merged).infoset_count == 288
    assert LinearProgram(merged).value == pytest.approx(-0.085606424078, abs=1e-10)


@pytest.mark.slow
def test_every_factor_is_native():
    factors = abstraction
    states = factors.cards * factors.history * factors.hand_ranks * factors.board_ranks
    states = states * factors.suited * factors.made * factors.street * factors.player
    states = states * factors.round_history * factors.pot * factors.bets * factors.actions
    check_abstraction(limit(), states, examples=30)
    check_abstraction(MENU, states, examples=30)
