"""Hand histories in words, and strategies asked along them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.phh import CHECKED, hand_of
from zerosum.abstraction import Abstracted, algebraic
from zerosum.errors import GameError
from zerosum.pkr import Call
from zerosum.pkr.ask import Query, review
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.phh import Hand
from zerosum.pkr.phh.show import picture, totals
from zerosum.strategy import Strategy
from zerosum.support.rendering import text_of

pytestmark = pytest.mark.usefixtures("uncompiled")


@algebraic
def pot_or_fold(infoset: Any) -> tuple[Any, ...]:
    return tuple(action for action in infoset.actions() if not isinstance(action, Call))


def of_nothing(game: Any) -> Query:
    """Return a strategy that is uniform everywhere."""
    return Query(Strategy.uniform(game), game)


def answers(hand: Hand, game: Any) -> list[tuple[int, str, Any]]:
    return [
        (each.player, each.taken, each.chances or each.reason)
        for each in review(hand, of_nothing(game))
    ]


def test_a_strategy_is_asked_in_chips_of_its_own_game() -> None:
    game = NoLimitHoldem(stacks=(20,), sizes=(100,))  # its first seat has the button
    hand = hand_of(2, "'d dh p1 AhKh', 'd dh p2 ??3s', 'p2 cbr 200', 'p1 cbr 1000', 'p2 f'")
    assert answers(hand, game) == [
        (1, "cbr 200", "cards not known"),
        (0, "cbr 1000", {"f": 1 / 4, "cc": 1 / 4, "cbr 400": 1 / 4, "cbr 1000": 1 / 4}),
        (1, "f", "cards not known"),
    ]


def test_cards_that_are_shown_at_the_end_are_known_before() -> None:
    game = NoLimitHoldem(stacks=(20,), sizes=(100,))
    hand = hand_of(2, "'p2 cbr 1000', 'p1 cc', 'p2 sm AhKh'")
    assert [each[2] for each in answers(hand, game)][1] == "cards not known"
    assert "cbr 200" in answers(hand, game)[0][2]


DEALT = "'d dh p1 AhKh', 'd dh p2 3c3s', "


def test_a_strategy_is_asked_behind_actions_that_are_not_on_its_menu() -> None:
    """It has no call, no bet of 225, and chips of 50: what is nearest stands for what was done."""
    game = Abstracted(NoLimitHoldem(stacks=(20,), sizes=(100,)), pot_or_fold, pot_or_fold)
    menu = {"f": 1 / 3, "cbr 200": 1 / 3, "cbr 1000": 1 / 3}
    after_a_call = {"cc": 1 / 3, "cbr 300": 1 / 3, "cbr 1000": 1 / 3}
    called = hand_of(2, DEALT + "'p2 cc', 'p1 cc'")
    assert answers(called, game) == [(1, "cc", menu), (0, "cc", after_a_call)]
    assert [(each.done, each.instead) for each in review(called, of_nothing(game))] == [
        (0.0, ""),
        (pytest.approx(1 / 3), None),
    ]
    for amount, stands in (("200", None), ("300", "cbr 200"), ("950", "cbr 1000")):
        hand = hand_of(2, f"{DEALT}'p2 cbr {amount}', 'p1 f'")
        first, second = review(hand, of_nothing(game))
        assert first.chances == menu
        assert first.instead == stands
        assert first.done == pytest.approx(1 / 3)
        assert second.done == pytest.approx(1.0 if amount == "950" else 1 / 3)  # it has no call


def test_what_an_action_lost() -> None:
    """A seat that folds or calls at random wins 500 less by folding ace king, against any hand.

    A call wins 1,000 times twice the equity less 1, and a fold loses the blind of 100. Ace king
    suited has 67.04 % against a hand at random, so that half of 441 is lost.
    """
    game = NoLimitHoldem(stacks=(20,), sizes=(100_000,))
    hand = hand_of(2, DEALT + "'p2 cbr 1000', 'p1 f'")
    (_, folded), (_, again) = (review(hand, of_nothing(game), 100, seed) for seed in (1, 1))
    assert folded == again
    lost, margin = folded.lost
    assert abs(lost - (1000 * (2 * 0.6704 - 1) + 100) / 2) < 1.5 * margin < 200
    rows = [
        line.split() for line in text_of(totals([(hand, [folded]), (hand, [folded])])).splitlines()
    ]
    assert rows[1][:4] == ["p1", "2", "2", "50%"]
    assert float(rows[1][4]) == pytest.approx(2 * lost / 100, abs=0.01)


def test_a_strategy_of_another_game_is_refused() -> None:
    for game in (NoLimitHoldem(stacks=(21,)), NoLimitHoldem(players=3), LimitHoldem()):
        with pytest.raises(
            GameError, match="The game of the hand, line 5, must be that of the str"
        ):
            list(review(hand_of(), of_nothing(game)))


def test_a_hand_is_shown() -> None:
    game = NoLimitHoldem(players=3, stacks=(5, 20, 20), blinds=(1, 2), sizes=(100,))
    actions = "'d dh p1 AhKh', 'd dh p2 Ac3s', 'd dh p3 QhQd', 'p3 cbr 350 # a { brace', 'p1 cc', "
    actions += "'p2 f', 'p1 sm AhKh', 'p3 sm -', 'd db 7h8h9h', '', 'd db 2d', 'd db 2s'"
    hand = hand_of(3, actions, starting_stacks="[250, 1000, 1000]", hand="7")
    told = text_of(picture(hand, review(hand, of_nothing(game))))
    unvisited = "not visited in training"
    instead = "not on its menu: raise to 1,000 stands for it"
    lines = [
        "Hand 7: no-limit Texas hold'em, blinds 50/100",
        "p2 Ac3s 1,000 100",
        "Preflop, pot 150",
        f"p3 raises to 350 [fold 33%, call 100 33%, raise to 1,000 33%; {unvisited}; {instead}]",
        "# a { brace",
        f"p1 calls 200 and is all-in [fold 50%, call 200 50%; {unvisited}]",
        "p3 shows QhQd",
        "Flop 7h8h9h, pot 700",
        "Result",
        "p1 wins 350 and has 600: a flush, A K 9 8 7",
        "p2 loses 100 and has 900",
        "p3 loses 250 and has 750: two pairs, queens and twos, with 9",
    ]
    plain = [re.sub(" +", " ", line).strip() for line in told.splitlines()]
    assert [line for line in lines if line not in plain] == []


def test_what_is_not_known_is_said() -> None:
    assert "The hand is not over: p2 is to act." in text_of(
        picture(hand_of(2, "'d dh p1 2c2d', 'd dh p2 3c3d'"))
    )
    flop = text_of(picture(hand_of(2, "'p2 cc', 'p1 cc'")))
    assert "The hand is not over: a card is to be dealt." in flop
    unknown = hand_of(2, CHECKED)
    assert "Who wins is not known, since cards of the showdown are not." in text_of(
        picture(unknown)
    )
    wrong = hand_of(2, "'p2 f'", finishing_stacks="[1000, 1000]")
    assert "The file gives other stacks at the end: 1,000, 1,000." in text_of(picture(wrong))
