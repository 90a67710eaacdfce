"""The examples of "ACPC Protocol Specification, version 2.0.0", and a dealer written from it."""

from __future__ import annotations

from random import Random

import pytest

from tests.acpc_dealer import (
    COVERED,
    LIMIT,
    LIMIT_THREE,
    SHORT,
    STRADDLE,
    TWO,
    Dealer,
    Function,
    Hand,
    Stakes,
    anything,
    defined,
)
from zerosum.pkr.acpc import action_of, follow, game_of, read_state, seats_of, shown, word_of
from zerosum.pkr.holdem import UNIT

LIMIT_HANDS = """
0:0::TdAs|
0:0:r:TdAs| r
0:0:rr:TdAs|
0:0:rrc/:TdAs|/2c8c3h r
0:0:rrc/r:TdAs|/2c8c3h
0:0:rrc/rc/:TdAs|/2c8c3h/9c c
0:0:rrc/rc/cr:TdAs|/2c8c3h/9c c
0:0:rrc/rc/crc/:TdAs|/2c8c3h/9c/Kh c
0:0:rrc/rc/crc/cr:TdAs|/2c8c3h/9c/Kh c
0:0:rrc/rc/crc/crc:TdAs|8hTc/2c8c3h/9c/Kh
1:1::|Qd7c r
1:1:rr:|Qd7c c
1:1:rrc/:|Qd7c/2h8h5c
1:1:rrc/rc/r:|Qd7c/2h8h5c/Th f
1:1:rrc/rc/rf:|Qd7c/2h8h5c/Th
0:2:rc/cc/cr:9d7s|/5d2cJc/3d f
"""
NO_LIMIT_HANDS = """
0:30::9s8h|
0:30:c:9s8h| c
0:30:cc/:9s8h|/8c8d5c r250
0:30:cc/r250c/:9s8h|/8c8d5c/6s r500
0:30:cc/r250c/r500c/:9s8h|/8c8d5c/6s/2d r1250
0:30:cc/r250c/r500c/r1250c:9s8h|9c6h/8c8d5c/6s/2d
1:31::|JdTc r300
1:31:r300r900:|JdTc c
1:31:r300r900c/r1800:|JdTc/6dJc9c r3600
1:31:r300r900c/r1800r3600r9000:|JdTc/6dJc9c c
1:31:r300r900c/r1800r3600r9000c/r20000:|JdTc/6dJc9c/Kh c
1:31:r300r900c/r1800r3600r9000c/r20000c/:KsJs|JdTc/6dJc9c/Kh/Qc
"""
THREE_HANDS = """
2:55::||AsTs r
2:55:rc:||AsTs
2:55:rcc/rf:||AsTs/4cJh8h c
2:55:rcc/rfc/rc/r:||AsTs/4cJh8h/Kd/8c f
2:55:rcc/rfc/rc/rf:||AsTs/4cJh8h/Kd/8c
0:90:c:Ad6h|| r
0:90:crfc/:Ad6h||/TsKd7h r
0:90:crfc/rc/rc/rc:Ad6h||Td2h/TsKd7h/Kh/6d
"""
LIMIT_SHORT = Stakes((5, 10, 0), (105, 200, 60), (2, 0, 0, 0), (10, 10, 20, 20), (3, 4, 4, 4))


@pytest.mark.parametrize(
    ("stakes", "hands"),
    [(LIMIT, LIMIT_HANDS), (TWO, NO_LIMIT_HANDS), (LIMIT_THREE, THREE_HANDS)],
    ids=["limit", "no-limit", "three"],
)
def test_the_examples_of_the_specification(stakes: Stakes, hands: str) -> None:
    game = game_of(defined(stakes))
    seats = seats_of(game, defined(stakes))
    for example in hands.split("\n")[1:-1]:
        text, _, answer = example.partition(" ")
        line = f"MATCHSTATE:{text}"
        state = read_state(line)
        hand = follow(game, state, seats)
        assert str(state) == line
        acts = not hand.terminal and hand.active == seats[state.position]
        assert acts == bool(answer)
        if acts:
            assert word_of(action_of(answer, hand), hand) == answer
            hand.apply(action_of(answer, hand))


def test_what_is_won_in_the_examples() -> None:
    """A pair of eights wins 80 chips, and a straight all of them."""
    game = game_of(defined(LIMIT))
    state = read_state("MATCHSTATE:0:0:rrc/rc/crc/crc:TdAs|8hTc/2c8c3h/9c/Kh")
    assert shown(follow(game, state, (0, 1)), state, (0, 1)).payoff(1) == 80
    game = game_of(defined(TWO))
    state = read_state("MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000c/:KsJs|JdTc/6dJc9c/Kh/Qc")
    assert shown(follow(game, state, (0, 1)), state, (0, 1)).payoff(1) == 20_000


@pytest.mark.parametrize(
    "stakes",
    [SHORT, LIMIT_THREE, STRADDLE, COVERED, LIMIT_SHORT],
    ids=["short", "limit three", "straddle", "covered", "limit short"],
)
def test_the_dealer_and_the_game_agree(stakes: Stakes) -> None:
    """On every state of random hands: who acts, what may be bet, and who wins which chips."""
    game, rng = game_of(defined(stakes)), Random(8)
    seats, choose = seats_of(game, defined(stakes)), anything(rng)

    def checked(hand: Hand) -> str:
        own = follow(game, read_state(hand.line(hand.actor)), seats)
        assert own.active == hand.actor
        cost, paid = own.infoset(hand.actor).cost, own.paid[hand.actor]
        lower, upper = own.infoset(hand.actor).bounds()
        assert cost == min(max(hand.spent), hand.stakes.stacks[hand.actor]) - paid
        assert hand.bounds() == ((paid + lower, paid + upper) if upper > cost else None)
        return choose(hand)

    dealer = Dealer(stakes, [Function(checked) for _ in seats], rng)
    dealer.match(10)
    for end in dealer.finals:
        for viewer in seats:
            state = read_state(end.line(viewer))
            hand = shown(follow(game, state, seats), state, seats)
            assert hand.terminal
            assert hand.won == tuple(value * UNIT for value in end.values())
