"""Lines of play: steps to words and back, in all games of poker, and errors for wrong words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blood.basic import basic
from blood.quick import TrainingAbstraction
from zerosum.abstraction import Abstracted, split
from zerosum.cards import card, parse
from zerosum.errors import GameError
from zerosum.kuhn import Kuhn
from zerosum.pkr import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    LimitHoldem,
    MinRaise,
    NoLimitHoldem,
    PokerAction,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
    RaiseTimes,
    RaiseToBlinds,
    RiverOfBlood,
)
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.actions import label_of
from zerosum.pkr.phh import read as hands_of
from zerosum.pkr.text import Bets, Line, read_line, seat_name, seat_word, word_of
from zerosum.pkr.text.line import Spot
from zerosum.pkr.text.reading import action_of
from zerosum.pkr.text.spelling import words_of
from zerosum.pkr.text.words import read_words
from zerosum.rng import Random

RIVER = RiverOfBlood()
FEW = Abstracted(RIVER, None, capped_bets(basic, 3))
SIX = NoLimitHoldem(players=6, blinds=(50, 100), stacks=(10_000,))
GAMES = [
    RIVER,
    FEW,
    TrainingAbstraction(),
    SIX,
    NoLimitHoldem(),
    NoLimitHoldem(players=3, stacks=(40, 100, 70), antes=(2,), sizes=(50, 100)),
    NoLimitHoldem(players=10, stacks=(60,), rules="acpc"),
    LimitHoldem(players=2),
    LimitHoldem(players=6, stacks=(9,)),
]
MENU = (
    *(RaisePot(), RaiseHalfPot(), MinRaise(), Allin(), Bet(399), RaiseShare.of(1, 3)),
    *(RaiseShare.of(3, 8), RaiseTimes.of(5, 2), RaiseTimes.of(1, 7), RaiseToBlinds.of(7, 3)),
)


@st.composite
def lines(draw: Any) -> tuple[Any, Line]:
    """A game, and a random line of it."""
    game, rng = draw(st.sampled_from(GAMES)), Random(draw(st.integers(0, 2**32)))
    spot = Spot(split(game)[0].face_down, split(game)[2])
    for _ in range(draw(st.integers(0, 40))):
        if spot.hand.terminal:
            break
        if spot.hand.chance:
            left = list(spot.hand.deck.cards - spot.hand.used)
            spot = spot.after(
                tuple([left.pop(rng.integer(len(left))) for _ in range(spot.hand.due)])
            )
            continue
        menu = spot.menu[1:] if isinstance(spot.menu[0], Fold) and rng.integer(9) else spot.menu
        spot = spot.after(menu[0] if rng.integer(3) else menu[rng.integer(len(menu))])
    return game, Line(split(game)[0], spot.steps)


@given(lines(), st.sampled_from(list(Bets)))
def test_what_is_written_is_read(case: tuple[Any, Line], bets: Bets) -> None:
    game, line = case
    assert read_line(str(line), game, bets) == line
    assert read_line(str(line).replace(" ", ""), game, bets) == line
    assert [step for _, step in line] == list(line.steps)
    # Seats may be named.
    hands = [hand for hand, step in line if not isinstance(step, tuple)]
    names = iter([seat_word(hand.active, hand.players, hand.button) for hand in hands])
    words = [f"{next(names)} {word}" if word[0] in "fxcbra" else word for word in str(line).split()]
    assert read_line(" ".join(words), game) == line


@given(st.sampled_from(["", "r6 c Ks7d2c", "r6 c Ks7d2c b4"]), st.sampled_from(MENU))
def test_every_word_for_a_bet_is_read(text: str, action: PokerAction) -> None:
    """Of a menu's bets by size, too; River of Blood does not know all of them."""
    for game in (RIVER, NoLimitHoldem(stacks=(400,))):
        hand = read_line(text, game).end
        spot = Spot(hand, None)
        word = word_of(action, spot.infoset)
        chips = spot.infoset.quantity(action)
        lower, upper = spot.infoset.bounds()
        if not lower <= chips <= upper:
            continue
        (found,) = read_words(word)
        assert action_of(found, spot) == Bet(chips)


@pytest.mark.parametrize("spaces", [True, False])
def test_hands_that_were_played(spaces: bool) -> None:
    """Written, read, and applied again they are the same hands, with all their cards."""
    for hand in hands_of(Path(__file__).parents[1] / "games" / "hands.phhs"):
        final = hand.final
        line = Line.of(final)
        text = str(line)
        again = read_line(text if spaces else text.replace(" ", ""), final.start)
        assert again == line
        assert again.end.paid == final.paid
        assert again.end.community == final.community


def test_steps_in_turn() -> None:
    line = read_line("r100% c / AhKd2c k b50%", FEW)
    flop = tuple(map(card, ("Ah", "Kd", "2c")))
    assert line.steps == (Bet(3), Call(), flop, Check(), Bet(4))
    assert (str(line), line.board) == ("r4 c | AhKd2c x b4", parse("AhKd2c"))
    assert line.end.infoset(line.end.active).cost == 4
    assert str(read_line("a c / AhKd2c k k / 7c k", FEW)) == "a c | AhKd2c x x | 7c x"
    assert read_line("", FEW) == read_line("  ", FEW) == Line(RIVER)
    assert Line.taken(FEW, (RaisePot(), Call(), *map(Deal, flop), Check(), RaiseHalfPot())) == line


@pytest.mark.parametrize(
    "text",
    [
        "r4 c | AhKd2c x b4",
        "r4c/AhKd2c kb4",
        "to 4 c | Ah | Kd | 2c x b4",
        "SB r4 BB c AhKd2c BB x BTN b2bb",
        "#1 c AhKd2c x b50%",
    ],
)
def test_ways_to_write(text: str) -> None:
    line = read_line(
        text, replace(NoLimitHoldem(stacks=(400,)), sizes=(100, 150)) if "#" in text else RIVER
    )
    assert [step for step in line.steps if not isinstance(step, tuple)] == [
        Bet(3), Call(), Check(), Bet(4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "game"),
    [
        ("p c / AhKd2c h", "r4 c | AhKd2c b4", RIVER),
        ("raisepot c AhKd2c halfpot", "r4 c | AhKd2c b4", RIVER),
        ("c k AhKd2c pot RAISEPOT", "c x | AhKd2c b4 r8", RIVER),
        ("c k AhKd2c t pot3of2", "c x | AhKd2c b3 r10", RIVER),
        ("ffr(2.0000)fcf|Ks7d2cxb(0.3333)r(-1)", "f f r300 f c f | Ks7d2c x b233 a", SIX),
    ],
)
def test_old_spellings_are_read_with_a_warning(old: str, new: str, game: Any) -> None:
    with pytest.warns(DeprecationWarning, match="in lines of play; the old word is read until"):
        assert str(read_line(old, game)) == new


def test_a_line_may_tell_hands_of_seats() -> None:
    line = read_line("SB:AhKh UTG f f co:QdQc f r300 f", SIX)
    assert line.hands == ((0, parse("AhKh")), (4, parse("QdQc")))
    assert read_line(str(line), SIX) == line
    assert str(line) == "SB:AhKh CO:QdQc f f f r300 f"


def test_a_run_of_red_cards_goes_on() -> None:
    text = "c k / AhKhQh k k / Jh k k / Th k k / 9h k k / 8h k"
    assert len(read_line(text, FEW).board) == 7
    with pytest.raises(GameError, match="must have 8 cards on street 7; got 7"):
        read_line(f"{text} k k", FEW)


def test_bets_of_a_menu() -> None:
    game = replace(NoLimitHoldem(stacks=(1_000,), blinds=(50, 100)), sizes=(50, 100, 120))
    for text, word in {
        "r": "r230",
        "r200": "r200",
        "b2.2bb": "r230",
        "r9bb": "a",
        "a": "a",
    }.items():
        assert str(read_line(text, game, Bets.NEAREST)) == word
    with pytest.raises(GameError, match="the menu has f, c, r200, r230, a"):
        read_line("r210", game, Bets.MENU)


WRONG = {
    "q": "The word 'q' at the start must be f, x, c, a, a bet such as b300, r300, r2.5bb or b50%, "
    "a bar, or cards.",
    "r4 x": "The word 'x' after 'r4' must be legal; BB owes 2, and legal are f, c, r6 to r400.",
    "c k / AhKd2c f": "The word 'f' after 'c k / AhKd2c' must be legal; BB owes 0, and legal are "
    "x, b2 to b398.",
    "b12": "The word 'b12' at the start must be r12 to raise to 12 chips, or r13 to add 12: b is "
    "the first bet of a street.",
    "c k AhKd2c b2 b12": "The word 'b12' after 'c k AhKd2c b2' must be r12 to raise to 12 chips: b "
    "is the first bet of a street.",
    "r4.5": "The word 'r4.5' at the start must be legal; SB owes 1, and legal are f, c, r4 to "
    "r400.",
    "r": "The size of 'r' must be written: there are r4 to r399.",
    "BB f": "The word 'BB' at the start must be SB, who is to act.",
    "CO f": "A seat must be SB, BB; got 'CO'.",
    "BB SB c": "The seat BB must be followed by its action.",
    "/ AhKd2c": "The word '/' at the start must be legal; SB owes 1, and legal are f, c, r4 to "
    "r400.",
    "c BB": "The seat BB must be followed by its action.",
    "SB:AhAd SB:AcAs": "The seat SB must have one hand; got SB:AcAs too.",
    "r4 c x": "The board must have 3 cards on the flop; got 0.",
    "r4 c / AhKd": "The board must have 3 cards on the flop; got 2.",
    "r4 c / AhKdAh": "The cards AhKdAh must be left; Ah is dealt already.",
    "r4 c AhKd2c x x 7c8c": "The cards 7c8c must be 1, as are dealt on the turn.",
    "f c": "The word 'c' after 'f' must be left out; the hand is over.",
    "SB:AhAd BB:AhKd": "A hand must be of cards that are left; Ah is dealt already.",
    "SB:Ah": "A hand must be two cards of the deck; got Ah.",
    "b" + "9" * 5000: None,
}


@pytest.mark.parametrize("text", WRONG)
def test_refuses(text: str) -> None:
    with pytest.raises(GameError) as caught:
        read_line(text, RIVER)
    assert WRONG[text] is None or str(caught.value) == WRONG[text]


def test_only_poker_has_lines() -> None:
    with pytest.raises(GameError, match="must be River of Blood or hold'em"):
        read_line("", Kuhn())


@dataclass(frozen=True)
class Straddle(PokerAction):
    chips: int


def test_actions_of_ones_own() -> None:
    infoset = RIVER.infoset(0)
    assert (word_of(Straddle(8), infoset), label_of(Straddle(8))) == ("straddle8", "Straddle")
    assert words_of((Straddle(8), Bet(3), Bet(9)), infoset) == "straddle8, r4, r10"


@pytest.mark.parametrize("players", range(2, 11))
def test_seats_have_different_names(players: int) -> None:
    for name in (seat_name, seat_word):
        assert len({name(seat, players) for seat in range(players)}) == players
    assert seat_name(players - 1, players) == ("button" if players > 2 else "big blind")
