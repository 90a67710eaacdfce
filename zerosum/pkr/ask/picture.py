"""Grids of hands at a place: what the seat to act does, and what any seat may hold."""

from __future__ import annotations

import numpy as np

from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError, StrategyError
from zerosum.pkr.actions import Call, Check, Fold
from zerosum.pkr.ask.menus import Menu
from zerosum.pkr.ask.place import Place
from zerosum.pkr.ask.policy import MASKS
from zerosum.pkr.ask.rows import left_by
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.pkr.shows.grid import Frequencies, Grid, Option, colours_of, filled
from zerosum.pkr.text import Line, seat_name
from zerosum.pkr.text.legality import check_decides
from zerosum.support.drawing import HELD
from zerosum.tables import Floats

_HELD = (
    Option("h", "per cent of the likeliest hand; on average", HELD[0]),
    Option("-", "less likely", HELD[1]),
)


def strategy_grid(place: Place) -> Grid:
    """Return what the seat to act does with each class of hands; every hand counts the same.

    Raises
    ------
    NotApplicable
        If no seat decides there.
    """
    check_decides(place.real)
    menu, options = Menu.of(place), []
    for word, action, colour in zip(menu.words, menu.actions, colours_of(menu.words), strict=True):
        passive = isinstance(action, Fold | Check | Call)
        chips = 0 if passive else place.infoset.quantity(action)
        label = (
            type(action).__name__ if passive else f"to {place.infoset.pips[place.seat] + chips:,}"
        )
        options.append(Option(word, "All-in " + label if word == "a" else label, colour))
    name = seat_name(place.seat, place.real.players, place.real.button)
    title = f"Strategy of the {name} {_when(place)}"
    shares = menu.blended([policy.of_hands() for policy in place.policies])
    visited = [policy.visited for policy in place.policies]
    unknown = 0 if len(menu.words) == 1 else int((~np.all(visited, axis=0)).sum())
    return _grid(place, tuple(options), shares, title, unknown)


def range_grid(place: Place, seat: int, dead: Cards = NO_CARDS) -> Grid:
    """Return how likely a seat has each class of hands, as parts of the likeliest hand.

    Parameters
    ----------
    place
        The place.
    seat
        The seat, from 0.
    dead
        Cards that it cannot hold, beside the cards of the board.

    Raises
    ------
    GameError
        If there is no such seat.
    StrategyError
        If it comes there with no hand.
    """
    if seat not in range(place.real.players):
        raise GameError(
            f"A seat must be 1 to {place.real.players}; got {seat + 1}.",
            seat,
        )
    held = place.posterior(dead)[seat]
    if not held.any():
        raise StrategyError(
            f"A seat must come to the decision with some hand to have a range; by its strategy "
            f"seat {seat + 1} comes there with none.",
            place,
        )
    shares = held / held.max()
    name = seat_name(seat, place.real.players, place.real.button)
    title = f"Range of the {name} {_when(place)}"
    return _grid(place, _HELD, np.stack([shares, 1 - shares], axis=1), title, share=True)


def _when(place: Place) -> str:
    """Return after which history a place is, in words that can be asked for."""
    return f"after {Line.of(place.real)}" if place.real.line else "at the start"


def _grid(
    place: Place,
    options: tuple[Option, ...],
    shares: Floats,
    title: str,
    unknown: int = 0,
    *,
    share: bool = False,
) -> Grid:
    hands: dict[Cards, Frequencies] = {}
    for number in np.flatnonzero(MASKS & ~left_by(place.real) == 0).tolist():
        hands[Cards(HAND_MASKS[number])] = tuple(shares[number].tolist())
    return filled(Line.of(place.real), place.seat, options, hands, unknown, title, share=share)
