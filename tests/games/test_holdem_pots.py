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
from zerosum.pkr.holdem import TWENTY, UNIT, NoLimitHoldem, OddChips
from zerosum.pkr.holdem.pots import share_of
from zerosum.pkr.phh.replay import without
from zerosum.rng import Random


@st.composite
def finished(draw: Any) -> NoLimitHoldem:
    """Draw a finished hand; hands of one card split many pots."""
    table: Any = draw(seated(9))
    game = NoLimitHoldem(
        **table,
        odd=draw(st.sampled_from(OddChips)),
        deck=TWENTY,
        hole=draw(st.integers(1, 1 + (table["players"] < 8))),
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


def entitled(game: Any) -> list[int]:
    """Return the seats that have not folded, from the one after the button on."""
    order = [(game.first + place) % game.players for place in range(game.players)]
    return [seat for seat in order if game.live >> seat & 1 or seat in game.mucked]


def pots(game: Any) -> dict[int, int]:
    """Return the chips of each pot by its level, laying every chip into the pot that it reaches."""
    layered = [game.paid[i] + game.posted[i] * game.trim for i in range(game.players)]
    levels = sorted({layered[seat] for seat in entitled(game)})
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
            for seat in entitled(game)
            if game.paid[seat] + game.posted[seat] * game.trim >= level
        ]
        live = [seat for seat in inside if seat not in game.mucked]
        best = max(game.value(seat) for seat in live) if len(live) > 1 else 0
        winners = [seat for seat in live if len(live) == 1 or game.value(seat) == best]
        winners = winners or [max(inside, key=game.mucked.index)]
        share = Fraction(chips // len(winners) if game.whole else Fraction(chips, len(winners)))
        rest = int(chips - share * len(winners))
        first = game.odd == OddChips.FIRST
        for place, seat in enumerate(winners):
            found[seat] += share + (rest * (place == 0) if first else place < rest)
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


@settings(max_examples=60)
@given(finished(), st.randoms(use_true_random=False))
def test_pots_that_seats_give_up(game, random):
    """Nobody wins more than a seat can that put in as much, whoever mucks, and in what order."""
    for seat in random.sample(range(game.players), random.randint(1, game.players - 1)):
        if game.live >> seat & 1 and game.live != 1 << seat:
            game = without(game, seat)
    check(game)
    spent = [paid + ante for paid, ante in zip(game.paid, game.posted, strict=True)]
    for seat, won in enumerate(game.won):
        antes = 0 if game.trim else sum(game.posted)
        assert won <= UNIT * (sum(min(chips, spent[seat]) for chips in spent) + antes - spent[seat])


@pytest.mark.parametrize(("odd", "shares"), [("each", [4, 4, 3]), ("first", [5, 3, 3])])
def test_chips_that_are_left_over(odd, shares):
    game = NoLimitHoldem(players=3, whole=True, odd=odd)
    assert [share_of(game, 11, 0b111, seat) // UNIT for seat in range(3)] == shares


def test_of_two_seats_the_big_blind_gets_the_odd_chip():
    game = NoLimitHoldem(whole=True)
    assert game.button == 0
    assert [share_of(game, 5, 0b11, seat) // UNIT for seat in range(2)] == [2, 3]


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
