"""Betting, pots and payoffs of two to nine seats against PokerKit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.pokerkit_hands import play, tables

CHOICES = st.lists(st.integers(0, 2**16), min_size=2, max_size=30)


@settings(max_examples=100)
@given(tables(), CHOICES)
def test_no_limit_hands(game, choices):
    play(game, choices)
