"""Pots chip by chip: a slow reference for who wins what."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.holdem import dealt
from tests.games.pokerkit_hands import chosen, seated
from zerosum.cards import parse
from zerosum.pkr.holdem import TWENTY, UNIT, NoLimitHoldem
from zerosum.rng import Random


@st.composite
def finished(draw: Any) -> NoLimitHoldem:
    """Draw a finished hand; hands of one card split many pots."""
    table: Any = draw(seated(9))
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
        may_raise = infoset.bounds()[1] > infoset.cost
        game = game.apply(chosen(game, choices[1:], decisions, may_raise))
        decisions += 1
    return game


def pots(game: Any) -> dict[int, int]:
    """Return the chips of each pot by its level, laying every chip into the pot that it reaches."""
    live = [seat for seat in range(game.players) if game.live >> seat & 1]
    layered = [game.paid[i] + game.posted[i] * game.trim for i in range(game.players)]
    levels = sorted({layered[seat] for seat in live})
    found = dict.fromkeys(levels, 0)
    for chips in layered:
        for height in range(1, chips + 1):
            found[next((level for level in levels if level >= height), levels[-1])] += 1
    if not game.trim:
        found[levels[0]] += sum(game.posted)
    return found


def taken(game: Any) -> list[Fraction]:
    """Return what each seat takes from all pots."""
    found = [Fraction(0)] * game.players
    for level, chips in pots(game).items():
        inside = [
            seat
            for seat in range(game.players)
            if game.live >> seat & 1 and game.paid[seat] + game.posted[seat] * game.trim >= level
        ]
        alone = len(inside) == 1
        best = 0 if alone else max(game.value(seat) for seat in inside)
        winners = [seat for seat in inside if alone or game.value(seat) == best]
        share = Fraction(chips // len(winners) if game.whole else Fraction(chips, len(winners)))
        for seat in winners:
            found[seat] += share
        found[winners[0]] += chips - share * len(winners)
    return found


def check(game: Any) -> None:
    spent = [game.paid[seat] + game.posted[seat] for seat in range(game.players)]
    expected = [won - chips for won, chips in zip(taken(game), spent, strict=True)]
    assert [Fraction(won, UNIT) for won in game.won] == expected
    assert game.total == sum(spent)
    assert sum(game.won) == 0
    payoffs = [game.payoff(seat) for seat in range(game.players)]
    assert sum(payoffs) == pytest.approx(0, abs=1e-9)
    assert all(chips <= stack for chips, stack in zip(spent, game.stacks, strict=True))


@settings(max_examples=60)
@given(finished())
def test_pots(game):
    check(game)


@pytest.mark.slow
@settings(max_examples=3000)
@given(finished())
def test_many_pots(game):
    check(game)


def test_uncalled_chips_go_back_before_antes_count():
    """Seats 0 and 1 have anted 4; seat 2 has bet 9 more than anyone called."""
    start = NoLimitHoldem(players=3, stacks=(30, 40, 40), blinds=(1, 2), antes=(4, 4, 0))
    hand = dealt(start, "AcAd", "2c7d", "3c8d")
    over = replace(
        hand, paid=(11, 11, 20), total=50, level=20, live=0b101, dealt=tuple(parse("Kh9s7s5h2d"))
    )
    assert [won // UNIT for won in over.won] == [26, -15, -11]
