"""Pots chip by chip: a slow reference for who wins what."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.games.holdem import dealt, taken
from tests.games.pokerkit_hands import chosen, seated
from tests.scale import scaled, tried
from zerosum.cards import parse
from zerosum.pkr.holdem import TWENTY, UNIT, NoLimitHoldem, OddChips, Rules
from zerosum.pkr.holdem.pots import share_of
from zerosum.pkr.phh.replay import without
from zerosum.rng import Random


@st.composite
def finished(draw: Any) -> NoLimitHoldem:
    """Draw a finished hand; hands of one card split many pots.

    In a casino blinds may be large, and the last seat with chips acts only if it owes some.
    """
    table: Any = draw(seated(10))
    table["rules"] = draw(st.sampled_from(Rules))
    if table["rules"] == Rules.CASINO and draw(st.booleans()):
        table |= {"blinds": draw(st.sampled_from([(5, 10), (7, 10), (0, 10)])), "posts": ()}
    game = NoLimitHoldem(
        **table, deck=TWENTY, hole=draw(st.integers(1, 1 + (table["players"] < 8)))
    )
    choices = draw(st.lists(st.integers(0, 2**16), min_size=2, max_size=30))
    rng, decisions = Random(choices[0]), 0
    while not game.terminal:
        if game.chance:
            game = game.apply(game.sample(rng))
            continue
        infoset = game.infoset(game.active)
        last = game.able == 1 << game.active
        assert infoset.cost > 0 or not last or game.rules != Rules.CASINO
        may_raise = infoset.bounds()[1] > infoset.cost
        game = game.apply(chosen(game, choices[1:], decisions, may_raise))
        decisions += 1
    return game


def check(game: Any) -> None:
    spent = [game.paid[seat] + game.posted[seat] for seat in range(game.players)]
    expected = [won - chips for won, chips in zip(taken(game), spent, strict=True)]
    assert [Fraction(won, UNIT) for won in game.won] == expected
    assert game.total == sum(spent)
    assert sum(game.won) == 0
    payoffs = [game.payoff(seat) for seat in range(game.players)]
    assert sum(payoffs) == pytest.approx(0, abs=1e-9)
    assert all(chips <= stack for chips, stack in zip(spent, game.stacks, strict=True))


@st.composite
def given_up(draw: Any) -> NoLimitHoldem:
    """Draw a finished hand, of which some seats, even all but one, have given up in some order."""
    game = draw(finished())
    game = replace(game, odd=draw(st.sampled_from(OddChips)))
    live = [seat for seat in range(game.players) if game.live >> seat & 1]
    for seat in draw(st.permutations(live))[1:] if len(live) > 1 else ():
        if draw(st.booleans()):
            game = without(game, seat)
    return game


def check_mucks(game: Any) -> None:
    """Check that each seat that has mucked gets no more than nobody else could have won."""
    check(game)
    for place, seat in enumerate(game.mucked):
        later = list(game.mucked[place + 1 :])
        later += [i for i in range(game.players) if game.live >> i & 1]
        least = max(game.paid[i] + game.posted[i] * game.trim for i in later)
        own = game.paid[seat] + game.posted[seat] * game.trim
        if own <= least:
            assert game.won[seat] == -(game.paid[seat] + game.posted[seat]) * UNIT


@scaled(25, 3_000)
def test_pots(scale):
    tried(check_mucks, scale, given_up())


@pytest.mark.parametrize(
    ("odd", "button", "won"),
    [("each", 3, (4, 4, 0, 3)), ("first", 3, (5, 3, 0, 3)), (OddChips.EACH, -1, (4, 4, 0, 3))],
)
def test_odd_chips(odd, button, won):
    game = NoLimitHoldem(players=4, whole=True, odd=odd, button=button)
    assert tuple(share_of(game, 11, 0b1011, i) // UNIT * (0b1011 >> i & 1) for i in range(4)) == won


@pytest.mark.parametrize(("button", "won"), [(0, (5, 6)), (1, (6, 5))])
def test_the_odd_chip_of_two_goes_to_the_seat_without_the_button(button, won):
    game = NoLimitHoldem(whole=True, button=button)
    assert tuple(share_of(game, 11, 0b11, seat) // UNIT for seat in range(2)) == won


def test_uncalled_chips_go_back_before_antes_count():
    """Seats 0 and 1 have anted 4; seat 2 has bet 9 more than anyone called."""
    start = NoLimitHoldem(players=3, stacks=(30, 40, 40), blinds=(1, 2), antes=(4, 4, 0))
    hand = dealt(start, "AcAd", "2c7d", "3c8d")
    over = replace(
        hand, paid=(11, 11, 20), total=50, level=20, live=0b101, dealt=tuple(parse("Kh9s7s5h2d"))
    )
    assert [won // UNIT for won in over.won] == [26, -15, -11]
