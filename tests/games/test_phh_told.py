"""Hand histories in words, and strategies asked along them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.phh import CHECKED, hand_of
from zerosum.abstraction import Abstracted, algebraic
from zerosum.errors import GameError
from zerosum.kuhn import Kuhn
from zerosum.pkr import Call
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.phh import Hand, ask
from zerosum.pkr.phh.show import picture
from zerosum.rendering import text_of


@algebraic
def pot_or_fold(infoset: Any) -> tuple[Any, ...]:
    return tuple(action for action in infoset.actions() if not isinstance(action, Call))


def uniform(infoset: Any) -> dict[Any, float]:
    return dict.fromkeys(infoset.actions(), 1 / len(infoset.actions()))


def answers(hand: Hand, game: Any) -> list[tuple[int, str, Any]]:
    return [
        (each.player, each.taken, each.chances or each.reason) for each in ask(hand, game, uniform)
    ]


def test_a_strategy_is_asked_in_chips_of_its_own_game() -> None:
    game = NoLimitHoldem(stacks=(20,), sizes=(100,))  # its first seat has the button
    hand = hand_of(2, "'d dh p1 AhKh', 'd dh p2 ??3s', 'p2 cbr 200', 'p1 cbr 1000', 'p2 f'")
    assert answers(hand, game) == [
        (1, "cbr 200", "cards not known"),
        (0, "cbr 1000", {"f": 1 / 4, "cc": 1 / 4, "cbr 400": 1 / 4, "cbr 1000": 1 / 4}),
        (1, "f", "cards not known"),
    ]


def test_a_strategy_is_asked_until_an_action_is_not_on_its_menu() -> None:
    game = Abstracted(NoLimitHoldem(stacks=(20,), sizes=(100,)), pot_or_fold, pot_or_fold)
    dealt = "'d dh p1 AhKh', 'd dh p2 3c3s', "
    lost = "not in the abstraction"
    menu = {"f": 1 / 3, "cbr 200": 1 / 3, "cbr 1000": 1 / 3}
    called = [(1, "cc", menu), (0, "cc", lost)]
    assert answers(hand_of(2, dealt + "'p2 cc', 'p1 cc'"), game) == called
    between = [(1, "cbr 225", menu), (0, "f", lost)]
    assert answers(hand_of(2, dealt + "'p2 cbr 225', 'p1 f'"), game) == between


def test_a_strategy_of_another_game_is_refused() -> None:
    for game in (NoLimitHoldem(stacks=(21,)), NoLimitHoldem(players=3), LimitHoldem()):
        with pytest.raises(
            GameError, match="The game of the hand, line 5, must be that of the str"
        ):
            list(ask(hand_of(), game, uniform))
    with pytest.raises(GameError, match="must be of NoLimitHoldem or LimitHoldem; got one of Kuhn"):
        list(ask(hand_of(), Kuhn(), uniform))


def test_a_hand_is_shown() -> None:
    game = NoLimitHoldem(players=3, stacks=(5, 20, 20), blinds=(1, 2), sizes=(100,))
    actions = "'d dh p1 AhKh', 'd dh p2 Ac3s', 'd dh p3 QhQd', 'p3 cbr 350 # a { brace', 'p1 cc', "
    actions += "'p2 f', 'p1 sm AhKh', 'p3 sm -', 'd db 7h8h9h', '', 'd db 2d', 'd db 2s'"
    hand = hand_of(3, actions, starting_stacks="[250, 1000, 1000]", hand="7")
    told = text_of(picture(hand, ask(hand, game, uniform)))
    lines = [
        "Hand 7: no-limit Texas hold'em, blinds 50/100",
        "p2 Ac3s 1,000 100",
        "Preflop, pot 150",
        "p3 raises to 350 [fold 33%, call 100 33%, raise to 1,000 33%]",
        "# a { brace",
        "p1 calls 200 and is all-in [not in the abstraction]",
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
