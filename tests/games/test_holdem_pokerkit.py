"""Betting, pots and payoffs of two to nine seats against PokerKit."""

from hypothesis import strategies as st

from tests.games.pokerkit_hands import compare, counterpart, limit_tables, play, tables
from tests.scale import scaled, tried
from zerosum.cards import parse
from zerosum.pkr import Bet, Call, Deal
from zerosum.pkr.holdem import NoLimitHoldem

CHOICES = st.lists(st.integers(0, 2**16), min_size=2, max_size=30)


@scaled(15, 1_500)
def test_no_limit_hands(scale):
    tried(play, scale, tables(), CHOICES)


@scaled(10, 1_500)
def test_limit_hands(scale):
    tried(play, scale, limit_tables(), CHOICES)


def test_short_all_ins_stay_added_up():
    """A raise to 300, and all-ins to 400, 500 and 550: PokerKit forgets the first two."""
    ours = NoLimitHoldem(players=5, stacks=(550, 2000, 2000, 400, 500), blinds=(50, 100))
    theirs = counterpart(ours)
    for seat, cards in enumerate(("2c2d", "3c3d", "4c4d", "5c5d", "6c6d")):
        for card in parse(cards):
            ours = ours.apply(Deal(card))
        theirs.deal_hole(str(ours.hand(seat)))
    for to in (300, 400, 500, 550):
        assert compare(ours, theirs)
        theirs.complete_bet_or_raise_to(to)
        ours = ours.apply(Bet(to - ours.pips[ours.active]))
    theirs.check_or_call()
    ours = ours.apply(Call())
    assert ours.active == 2
    assert ours.infoset(2).bounds() == (450, 1700)  # 250 to call, at least the raise of 200
    assert not compare(ours, theirs)


def test_a_blind_that_covers_all_is_not_asked():
    """The small blind has the chips for a call and no more."""
    game = NoLimitHoldem(stacks=(2, 10), whole=True)
    assert game.owed == 0b01
    assert play(game, [1, 2]) == 1
