"""Native hands have room for what the menu allows, or are refused before anything is trained."""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.abstraction import Abstracted, base_and_view
from zerosum.algorithms import ExternalSampling
from zerosum.native import explain
from zerosum.native.capacity import room_of
from zerosum.pkr import Call, MinRaise
from zerosum.pkr.abstraction import allin, limited, min_raise, passive
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player, raises_of_hand, street

MENU = passive + min_raise + allin
STATES = player * street * raises_of_hand * MENU


def uncapped(chips: int) -> Abstracted:
    return Abstracted(NoLimitHoldem(stacks=(chips,)), STATES, MENU)


def room(game):
    base, view = base_and_view(game)
    return dict(room_of(base, (view,)))


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (NoLimitHoldem(sizes=(50, 100)), {}),
        (NoLimitHoldem(stacks=(2_000_000,), sizes=(50, 100)), {"levels": 36}),  # 20 raises
        (uncapped(36), {}),  # 17 raises of 2 chips, and all-in
        (uncapped(40), {"levels": 36}),
        (uncapped(200), {"levels": 144, "line": 186}),
        (LimitHoldem(), {}),
        (LimitHoldem(players=6), {"line": 186}),  # four raises, each called by all, on four streets
        (LimitHoldem(players=10), {"line": 186}),
        (LimitHoldem(raises=(9,) * 4), {"levels": 36}),
    ],
)
def test_the_room_is_that_of_the_longest_hand(game, expected):
    assert room(game) == expected


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (uncapped(2_000), "144 bets and raises, and 744 actions, .* limit them, as in limited"),
        (NoLimitHoldem(), "at most 64 actions to be native; got 199 .*; give sizes="),
    ],
)
def test_what_has_no_room_is_said_before_anything_is_compiled(game, words):
    (verdict,) = explain(game).verdicts
    assert not verdict.native
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(f"{verdict.reason}; {verdict.advice}")


def test_limits_of_raises_need_no_room():
    menu = passive + limited(min_raise, hand=8) + allin
    assert room(Abstracted(NoLimitHoldem(stacks=(2_000,)), player * street * menu, menu)) == {}


def test_a_hand_may_have_hundreds_of_actions():
    """Also interpreted: where the streets began is kept in so many bits."""
    hand = NoLimitHoldem(stacks=(1_000,)).public
    while hand.street == 0:
        hand = hand.act(MinRaise() if len(hand.line) < 300 else Call())
    assert hand.begun == len(hand.line) == 301
    assert hand.initiative_at(1) == 1


@pytest.mark.slow
def test_the_nineteenth_raise_of_a_hand_is_trained_natively():
    game = uncapped(60)
    runs = [
        ExternalSampling(game, seed=3, native=native, reserve=1 << 22) for native in (True, False)
    ]
    assert runs[0].native
    for run in runs:
        run.run(60)
    assert np.array_equal(*(run.work.arrays()["values"] for run in runs))
