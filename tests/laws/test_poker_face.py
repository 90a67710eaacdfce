"""River of Blood and hold'em offer the same members beside their rules, with one meaning."""

from typing import Any

import pytest

from zerosum.cards import NO_CARDS
from zerosum.errors import GameError
from zerosum.pkr import Bet, Deal, Fold, LimitHoldem, NoLimitHoldem, PokerAction, RiverOfBlood
from zerosum.rng import Random

GAMES = [
    RiverOfBlood(),
    NoLimitHoldem(players=3, stacks=(20, 9, 20), sizes=(50, 100)),
    LimitHoldem(stacks=(9,)),
]


def moved(hand: Any, rng: Random) -> PokerAction:
    """Return a card, or an action, which is seldom a fold or a bet."""
    if hand.chance:
        card: PokerAction = hand.sample(rng)
        return card
    menu = hand.infoset(hand.active).actions()
    passive = [action for action in menu if not isinstance(action, Bet | Fold)]
    chosen: PokerAction = menu[rng.integer(len(menu))] if rng.integer(4) == 0 else passive[0]
    return chosen


@pytest.mark.parametrize("start", GAMES, ids=lambda game: type(game).__name__)
def test_a_hand_face_down_is_the_hand_without_its_cards(start: Any) -> None:
    nothing = [NO_CARDS] * start.players
    for seed in range(20):
        rng, hand = Random(seed), start
        while len(hand.used) < hand.players * hand.hole:
            assert not any(hand.hidden(seat) for seat in range(hand.players))
            hand = hand.apply(moved(hand, rng))
        hands = [hand.hand(seat) for seat in range(hand.players)]
        down, seen, board = start.face_down, start.seated(1, hands[1]), []
        assert [seen.hidden(seat) for seat in range(2)] == [True, False]
        streets = 0
        while True:
            if not hand.chance:
                assert (down.holding(*hands), hand.holding(*nothing)) == (hand, down)
                assert hand.holding(NO_CARDS, *hands[1:2], *nothing[2:]) == seen
                assert down.live == hand.live
                assert down.street == streets
            if hand.terminal:
                break
            action = moved(hand, rng)
            hand = hand.apply(action)
            if not isinstance(action, Deal):
                down, seen = down.apply(action), seen.apply(action)
                streets += hand.chance or (hand.terminal and hand.live & (hand.live - 1) > 0)
                continue
            board.append(action.card)
            if not hand.chance or hand.terminal:
                cards = board[len(down.community) :]
                with pytest.raises(GameError, match="must be"):
                    down.after_board([*cards, cards[0]])
                with pytest.raises(GameError, match="in the deck"):
                    down.after_board([*cards[1:], 52])
                down, seen = down.after_board(cards), seen.after_board(cards)
                if down.terminal or not down.chance:
                    streets = down.street  # of all streets that were dealt at once


def test_infosets_of_both_games_count_alike() -> None:
    names = ("street", "cost", "total", "pot", "pips", "behind", "effective", "bets")
    for seed in range(40):
        rng, hands = (
            Random(seed),
            [RiverOfBlood().face_down, NoLimitHoldem(stacks=(400,)).face_down],
        )
        while not any(hand.terminal for hand in hands):
            assert hands[0].street == hands[1].street
            if hands[0].chance:
                left = list(hands[0].deck.cards - hands[0].used)
                cards = [left.pop(rng.integer(len(left))) for _ in range(hands[0].due)]
                if hands[0].due != hands[1].due:  # all-in: the other board is dealt at once
                    break
                hands = [hand.after_board(cards) for hand in hands]
                continue
            found = [hand.infoset(hand.active) for hand in hands]
            for name in names:
                assert getattr(found[0], name) == getattr(found[1], name), name
            lower, upper = found[1].bounds()
            bet = min(lower + rng.integer(30) ** 2, upper)
            action = moved(hands[0], rng)
            if isinstance(action, Bet) or (upper > found[1].cost and rng.integer(3) == 0):
                action = Bet(bet)
            hands = [hand.apply(action) for hand in hands]
