"""Hold'em in words at a terminal."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.games.holdem import dealt, played
from zerosum.errors import GameError
from zerosum.pkr import Bet, Call, Check, Deal, Fold
from zerosum.pkr.holdem import SHORT, NoLimitHoldem
from zerosum.pkr.shows.terminal import PokerTerms
from zerosum.support.rendering import text_of
from zerosum.terms import Moment

TERMS = PokerTerms()
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
    with pytest.raises(GameError, match="BTN owes 2, and the menu has f, c, r4 to r20"):
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


NAMES = {0: "robot (seat 1)", 1: "You", 2: "robot (seat 3)"}


def unequal(board: str) -> Moment:
    """Return the end of a hand of three who are all-in with 10, 30 and 50 chips."""
    start = NoLimitHoldem(players=3, stacks=(10, 30, 50))
    allin = played(dealt(start, "AcAd", "KcKd", "QcQd"), Bet(50), Call(), Call())
    return Moment(dealt(dealt(dealt(allin, board[:6]), board[6:8]), board[8:]))


def test_blinds_and_the_button_are_told() -> None:
    told = "The button is at seat 3; blinds: seat 1 1, seat 2 2."
    assert TERMS.setting(Moment(NoLimitHoldem(players=3))) == f"{told} All begin with 200 chips."
    uneven = NoLimitHoldem(players=3, stacks=(10, 30, 50), antes=(0, 4, 4))
    assert TERMS.setting(Moment(uneven)) == (
        "The button is at seat 3; blinds: seat 1 1, seat 2 2; antes: seat 2 4, seat 3 4. "
        "Stacks: seat 1 10, seat 2 30, seat 3 50."
    )


def test_what_everyone_put_in_is_told() -> None:
    moment = Moment(START)
    assert TERMS.around(moment, 2) == "Put in so far: seat 1 1, seat 2 2, you 0."
    moment = moment.apply(Fold()).apply(Bet(19))
    assert TERMS.around(moment, 1) == (
        "Put in so far: seat 1 20 (all-in), you 2, seat 3 0 (folded)."
    )


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (
            "2c3h4s8d9d",
            [
                "robot (seat 1) wins the main pot: 30.",
                "You win the side pot of you and robot (seat 3): 40.",
            ],
        ),
        (
            "2s3s4s5s6s",
            [
                "You, robot (seat 1) and robot (seat 3) split the main pot: 30.",
                "You and robot (seat 3) split the side pot of you and robot (seat 3): 40.",
            ],
        ),
    ],
)
def test_side_pots_are_told(board: str, told: list[str]) -> None:
    """What seat 3 put in above 30 chips was not called, and is in no pot."""
    moment = unequal(board)
    assert list(TERMS.settled(moment, NAMES)) == told


def test_who_takes_a_pot_without_a_showdown_is_told() -> None:
    moment = Moment(START).apply(Fold()).apply(Fold())
    assert list(TERMS.settled(moment, NAMES)) == ["You take the pot of 3."]
    assert list(TERMS.settled(moment, {**NAMES, 1: "robot"})) == ["robot takes the pot of 3."]


def test_two_seats_are_told_less() -> None:
    moment = Moment(dealt(NoLimitHoldem(), "AcAd", "KcKd"))
    assert TERMS.setting(moment) == TERMS.around(moment, 0) == ""
    assert list(TERMS.settled(moment.apply(Fold()), NAMES)) == []


def test_folded_hands_stay_face_down() -> None:
    moment = Moment(START).apply(Fold())
    assert str(TERMS.hand(moment, 2)) == "QdQc"
    river = dealt(dealt(dealt(played(moment.game, Bet(19), Call()), "2c3c4c"), "5d"), "9h")
    assert [str(TERMS.hand(Moment(river), seat)) for seat in range(3)] == ["AdAc", "KdKc", ""]


def test_every_hand_is_asked_for_among_many_seats() -> None:
    """Only the cards of the seat to act are put in, so that no other card is revealed."""
    seen = []

    def strategy(infoset):
        seen.append(infoset.hand)
        assert infoset.public.hands == ()
        return {Fold(): 0.25, Call(): 0.75}

    start = NoLimitHoldem(players=6)
    moment = Moment(start)
    for hand in (range(2), range(2, 4), range(4, 6), range(6, 8), range(8, 10), range(10, 12)):
        for card in hand:
            moment = moment.apply(Deal(card))
    ask = SimpleNamespace(strategy=strategy)
    shown = text_of(TERMS.by_hand(ask, start, moment.apply(Fold()), iter))
    assert len(set(seen)) == 1326
    assert shown.startswith("Strategy of the hijack after f")
    assert "Fold 25.0%" in shown
