"""Reach along a history by Bayes: a strategy asked hand by hand, as slowly as it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import split
from zerosum.cards import Cards
from zerosum.pkr import Bet, Deal
from zerosum.pkr.ranges.classes import HAND_MASKS


def reach_by_bayes(
    strategy: Any, game: Any, steps: Sequence[Any], hands: Sequence[int] = range(1326)
) -> NDArray[np.float64]:
    """Return how likely each seat does what it did with each hand; shape (seats, hands).

    Steps are actions of the base game, bets by their chips, and tuples of cards of the board.
    """
    base = split(game)[0]
    board = {card for step in steps if isinstance(step, tuple) for card in step}
    found = np.zeros((base.players, len(hands)))
    for seat in range(base.players):
        for place, number in enumerate(hands):
            hand = Cards(HAND_MASKS[number])
            if not board & set(hand) and set(hand) <= set(base.deck.cards):
                found[seat, place] = _reach(strategy, base.seated(seat, hand), seat, steps)
    return found


def _reach(strategy: Any, hand: Any, seat: int, steps: Sequence[Any]) -> float:
    reach = 1.0
    for step in steps:
        if isinstance(step, tuple):
            for card in sorted(step):
                hand = hand.apply(Deal(card))
            continue
        if hand.active == seat:
            infoset = hand.infoset(seat)
            reach *= sum(
                chance
                for action, chance in strategy(infoset).items()
                if infoset.concrete(action) == step
            )
        hand = hand.apply(step)
    return reach


def steps_of(place: Any) -> list[Any]:
    """Return the steps that led to a place of a query, on the menus of its strategy."""
    steps: list[Any] = []
    while place.before is not None:
        before = place.before
        dealt = place.real.dealt[len(before.real.dealt) :]
        steps.append(place.action if place.action is not None else dealt)
        place = before
    assert all(isinstance(step, tuple | Bet) or step is not None for step in steps)
    return steps[::-1]
