"""Lines of play: words to actions and back, and errors for wrong words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blood.basic import basic
from blood.quick import TrainingAbstraction
from zerosum.abstraction import Abstracted
from zerosum.cards import NO_CARDS, card, parse
from zerosum.errors import GameError
from zerosum.pkr import Bet, Call, Check, Deal, PokerAction, RaiseHalfPot, RaisePot, RiverOfBlood
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.actions import label_of, legal, word_of, words_of
from zerosum.pkr.shows.line import Line, read_line
from zerosum.rng import Random

FEW = Abstracted(RiverOfBlood(), None, capped_bets(basic, 3))
GAMES = [RiverOfBlood(), FEW, TrainingAbstraction()]


@st.composite
def lines(draw):
    """A game, and a random line that ends at a decision of it."""
    start = draw(st.sampled_from(GAMES))
    rng = Random(draw(st.integers(0, 2**32)))
    game, steps, decisions = start, [], []
    for _ in range(4):
        game = game.apply(game.sample(rng))
    while not game.terminal:
        if game.chance:
            step = game.sample(rng)
        else:
            decisions.append(len(steps))
            menu = game.infoset(game.active).actions()
            step = menu[rng.integer(len(menu))]
        steps.append(step)
        game = game.apply(step)
    return start, Line(tuple(steps[: draw(st.sampled_from(decisions))]))


@given(lines())
def test_what_is_spelled_is_read(case):
    game, line = case
    assert read_line(str(line), game) == line


@given(lines(), st.data())
def test_every_word_of_an_action_says_the_same(case, data):
    game, line = case
    words = []
    for place, step in enumerate(line.steps):
        if not isinstance(step, Deal):
            words.append(data.draw(st.sampled_from(words_of(step))).upper())
            continue
        gap = data.draw(st.sampled_from(["", " "]))
        dealing = place > 0 and isinstance(line.steps[place - 1], Deal)
        words.append(str(Line((step,)))[2:] if dealing else f"/{gap}{str(Line((step,)))[2:]}")
    assert read_line("  ".join(words), game) == line


@given(lines())
def test_a_line_leads_every_hand_to_the_same_betting(case):
    game, line = case
    there = line.play(game)
    for hand in ("2h2d", "3c3s"):
        if parse(hand) & line.board:
            continue
        for player in (0, 1):
            again = line.play(game, parse(hand), player)
            assert held(again)[player] == parse(hand)
            assert not held(again)[1 - player] & (parse(hand) | line.board)
            assert again.active == there.active
            assert again.infoset(again.active).actions() == there.infoset(there.active).actions()


def held(game):
    return getattr(game, "game", game).hands


def test_steps_in_turn() -> None:
    line = read_line("p c / AhKd2c k h", FEW)
    cards = [Deal(card(name)) for name in ("Ah", "Kd", "2c")]
    assert line.steps == (RaisePot(), Call(), *cards, Check(), RaiseHalfPot())
    assert line.board == parse("AhKd2c")
    assert str(line) == "p c / AhKd2c k h"
    assert str(read_line("a c / AhKd2c k k / 7c k", FEW)) == "a c / AhKd2c k k / 7c k"


def test_empty_lines_and_bets_by_the_chips_that_they_add() -> None:
    assert read_line("", FEW) == read_line("  ", FEW) == Line()
    assert (str(Line()), Line().board) == ("", NO_CARDS)
    line = read_line("b4 bet10 c / 7h8h9h k b12", RiverOfBlood())
    assert line.steps[:2] == (Bet(4), Bet(10))
    assert line.play(RiverOfBlood()).infoset(1).cost == 12


@pytest.mark.parametrize(
    "text", ["p c/AhKd2c k h", "POT Call / Ah Kd 2c CHECK halfpot", "RaisePot c/ AhKd 2c x h"]
)
def test_ways_to_spell(text: str) -> None:
    assert str(read_line(text, FEW)) == "p c / AhKd2c k h"


def test_a_run_of_red_cards_goes_on() -> None:
    text = "c k / AhKhQh k k / Jh k k / Th k k / 9h k k / 8h k"
    assert len(read_line(text, FEW).board) == 7
    with pytest.raises(GameError, match="the card of the next street: write / Kd, for example"):
        read_line(f"{text} k", FEW)


WRONG = {
    "q": "The word 'q' at the start of the line must be an action of the small blind: legal here "
    "are f, c, p, a.",
    "p k": "The word 'k' after 'p' must be an action of the big blind: legal here are f, c, p, a.",
    "b4": "The word 'b4' at the start of the line must be an action of the small blind: legal "
    "here are f, c, p, a.",
    "/ AhKd2c": "The word '/' at the start of the line must be an action of the small blind: "
    "legal here are f, c, p, a.",
    "p c AhKd2c": "The word 'AhKd2c' after 'p c' must be a slash and 3 cards of the flop: write / "
    "AhKd2c, for example.",
    "p c / AhK": "The word 'AhK' after 'p c /' must be 3 cards of the flop: write AhKd2c, for "
    "example.",
    "p c / AHKD2C": "The word 'AHKD2C' after 'p c /' must be 3 cards of the flop: write AhKd2c, "
    "for example.",
    "p c / AhKd k": "The word 'k' after 'p c / AhKd' must be 1 card of the flop: write 2c, for "
    "example.",
    "p c / AhKdAh": "The word 'AhKdAh' after 'p c /' must be of cards that are left; Ah is on the "
    "board: write AhKd2c, for example.",
    "p c / AhKd2c k k / Ah": "The word 'Ah' after 'p c / AhKd2c k k /' must be of cards that are "
    "left; Ah is on the board: write As, for example.",
    "p c / AhKd2c k k / 7c8c": "The word '7c8c' after 'p c / AhKd2c k k /' must be the card of "
    "the turn: write As, for example.",
    "p c / AhKd2c k k k": "The word 'k' after 'p c / AhKd2c k k' must be a slash and the card of "
    "the turn: write / As, for example.",
    "f c": "The word 'c' after 'f' must be left out: the hand is already over.",
    "f": "The line 'f' must end at a decision; the hand is over by then: leave out its last word.",
    "p c": "The line 'p c' must end at a decision; it lacks 3 cards of the flop: write / AhKd2c, "
    "for example.",
    "p c /": "The line 'p c /' must end at a decision; it lacks 3 cards of the flop: write "
    "AhKd2c, for example.",
    "p c / AhKd": "The line 'p c / AhKd' must end at a decision; it lacks 1 card of the flop: "
    "write 2c, for example.",
    "p c / AhKd2c k k / 7h k k": "The line 'p c / AhKd2c k k / 7h k k' must end at a decision; it "
    "lacks the card of the river: write / As, for example.",
}


@pytest.mark.parametrize("text", WRONG)
def test_refuses(text: str) -> None:
    with pytest.raises(GameError) as caught:
        read_line(text, FEW)
    assert str(caught.value) == WRONG[text]


def test_refuses_bets_and_boards_of_the_whole_game() -> None:
    with pytest.raises(GameError, match=r"legal here are f, c, b3 to b399\.$"):
        read_line("b2", RiverOfBlood())
    deck = "".join(rank + suit for rank in "AKQJT98765432" for suit in "hdcs")
    with pytest.raises(GameError, match="must be 3 cards of the flop: write AhKd2c, for example"):
        read_line(f"p c / {deck}", FEW)


@dataclass(frozen=True)
class Straddle(PokerAction):
    chips: int


def test_actions_of_ones_own() -> None:
    assert (word_of(Straddle(8)), label_of(Straddle(8))) == ("straddle8", "Straddle")
    assert legal((Straddle(8), Bet(3), Bet(9))) == "straddle8, b3, b9"
