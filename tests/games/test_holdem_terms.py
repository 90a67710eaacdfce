"""Hold'em in words at a terminal."""

from __future__ import annotations

import pytest

from tests.games.holdem import dealt, played
from zerosum.errors import GameError
from zerosum.pkr import Bet, Call, Check, Fold
from zerosum.pkr.holdem import SHORT, NoLimitHoldem
from zerosum.pkr.holdem.terminal import HoldemTerms
from zerosum.terms import Moment

TERMS = HoldemTerms()
START = dealt(NoLimitHoldem(players=3, stacks=(20,)), "AcAd", "KcKd", "QcQd")


def test_seats_and_chips_are_told():
    moment = Moment(START)
    assert TERMS.seat(2) == "seat 3"
    assert str(TERMS.hand(moment, 0)) == "AdAc"
    assert TERMS.chips(moment, 2) == "pot 3, 2 to call, 20 left"
    assert TERMS.told(moment, Call()) == ("call", " 2")
    assert TERMS.told(moment, Bet(6)) == ("raise", " to 6")
    assert TERMS.told(moment, Bet(20)) == ("raise", " to 20 (all-in)")
    assert TERMS.read(moment, "to 7") == Bet(7)
    with pytest.raises(
        GameError, match="must be an action of seat 3: legal here are f, c, a, b4 to"
    ):
        TERMS.read(moment, "k")


def test_streets_and_showdowns_are_told():
    limped = played(START, Call(), Call(), Check())
    flop = dealt(limped, "2c3c4c")
    after = Moment(flop)
    assert str(TERMS.dealt(Moment(limped), after)) == "The flop: 2c3c4c"
    assert TERMS.told(after, Bet(2)) == ("bet", " 2")
    river = dealt(played(flop, Check(), Check(), Check()), "5d")
    river = dealt(played(river, Check(), Check(), Check()), "9h")
    over = Moment(played(river, Check(), Check(), Check()))
    assert str(TERMS.board(over)) == "2c3c4c 5d 9h"
    assert TERMS.shown(over)
    assert TERMS.best(over, 0) == "a straight to the five"
    assert not TERMS.shown(Moment(played(START, Fold(), Fold())))
    short = dealt(NoLimitHoldem(deck=SHORT), "AcAd", "KcKd")
    assert TERMS.best(Moment(short), 0) == ""
