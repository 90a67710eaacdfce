"""Hands of two cards at a place: the grid of 169 classes, the combos of a class, ranges, values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from zerosum.cards import SUITS, Cards, name, parse
from zerosum.errors import NotApplicable
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.rows import free_of
from zerosum.pkr.ranges.classes import CLASS_OF, HAND_MASKS, MEMBERS, class_name
from zerosum.pkr.shows.filters import DRAWS, kept, made_on
from zerosum.pkr.shows.grid import range_grid, strategy_grid
from zerosum.pkr.shows.terminal import PokerTerms
from zerosum.pkr.text.spelling import word_of
from zerosum.play.explore import DEALS
from zerosum.support.store import Json
from zerosum.tables import Ints
from zerosum.terms import Moment
from zerosum.web.declare import number, text
from zerosum.web.errors import RequestError
from zerosum.web.library import Opened

_DIGITS = 6  # of a probability
_MOST_BETS = 99  # that are shown apart
_BY_NAME = {class_name(kind): kind for kind in range(len(MEMBERS))}


@attrs.frozen
class Combos:
    """What a run does with each hand of a class."""

    run: str = text(about="The name of a run.")
    hands: str = text(most=3, about="A class of hands, such as AKs.")
    line: str = text("", most=4_000, about="The words of the line.")


@attrs.frozen
class Values:
    """What each action wins with a hand."""

    run: str = text(about="The name of a run.")
    hand: str = text(most=8, about="Two cards, such as AhKd.")
    line: str = text("", most=4_000, about="The words of the line.")
    deals: int = number(DEALS, 2, 500, about="Deals to play out where values are not exact.")


def grids(place: Place, made: str, draw: str, suit: str) -> dict[str, Any]:
    """Return what the seat to act does with each class of hands, and all seats' ranges."""
    keep = kept(place, made, draw, suit) if made or draw or suit else None
    found: dict[str, Any] = {
        "ranges": [_range(place, seat) for seat in range(place.real.players)],
        "filters": {"made": made_on(place), "draw": DRAWS, "suit": list(SUITS)},
    }
    if keep is not None and not (keep & (place.counts > 0)).any():
        return found | {"grid": None}
    grid = strategy_grid(place, most=_MOST_BETS, keep=keep)
    cells = {
        "cells": [
            [cell and [round(share, _DIGITS) for share in cell] for cell in row]
            for row in grid.cells
        ],
        "whole": list(grid.whole),
        "unvisited": _unvisited(place) if grid.unknown else [],
    }
    return found | {"grid": cells, "hands": grid.hands, "unknown": grid.unknown}


def _unvisited(place: Place) -> list[str]:
    """Return the classes of hands of which training did not visit each one that is possible."""
    return _classes(np.flatnonzero(~place.visited & (place.counts > 0.0)))


def _range(place: Place, seat: int) -> Any:
    """Return how likely a seat has each class, as parts of the likeliest; None if it has none."""
    if not place.reach[seat].any():
        return None
    cells = range_grid(place, seat).cells
    return [[None if cell is None else round(cell[0], _DIGITS) for cell in row] for row in cells]


def combos(opened: Opened, asked: Combos) -> Json:
    """Return what the seat to act does with each hand of a class.

    Raises
    ------
    RequestError
        If there is no such class.
    """
    place = _decision(opened, asked.line)
    if asked.hands not in _BY_NAME:
        raise RequestError(f"A class of hands must be AA, AKs, T9o or such; got {asked.hands!r}.")
    free, reach = free_of(place.real), place.reach[place.seat]
    visited, index = place.visited, place.policies[0].index
    most = reach.max() or 1.0
    rows = []
    for hand in reversed(MEMBERS[_BY_NAME[asked.hands]]):
        if not free[hand]:
            continue
        cards = Cards(HAND_MASKS[hand])
        chosen, own = place.choices(np.array([hand])), place.own(cards)
        alike = np.flatnonzero((index == index[hand]) & free)
        rows.append(
            {
                "hand": str(cards),
                "weight": float(reach[hand] / most),
                "visited": bool(visited[hand]),
                "words": _words(chosen.actions, place),
                "strategy": chosen.chances[0].tolist(),
                "bucket": None if own.bucket is None else str(own.bucket),
                "alike": {"count": len(alike), "classes": _classes(alike)},
            }
        )
    return {"hands": asked.hands, "rows": rows}


def _words(actions: Sequence[PokerAction], place: Place) -> list[str]:
    """Return the words of actions in lines, bets by their chips as explorers have them."""
    return [word_of(action, place.infoset) for action in actions]


def _classes(hands: Ints) -> list[str]:
    """Return the names of the classes of hands, each once."""
    return list(dict.fromkeys(class_name(CLASS_OF[hand]) for hand in hands.tolist()))


def due(place: Place) -> Json:
    """Return which cards of the board may come, and how many are due."""
    real = place.real
    return {"due": real.due, "deck": [name(card) for card in real.deck.cards - real.used]}


def values(opened: Opened, asked: Values) -> Json:
    """Return what each action wins with a hand, in net chips of the whole hand."""
    place, hand = _decision(opened, asked.line), parse(asked.hand)
    if len(hand) != 2:  # without cards, all hands would be asked for
        raise RequestError(f"A hand must be two cards, such as AhKd; got {asked.hand!r}.")
    found = opened.explorer.query.values(asked.line, hand, deals=asked.deals)
    means, margins = found.values
    return {
        "hand": str(hand),
        "exact": found.exact,
        "deals": len(found.won),
        "actions": [
            {"word": word, "probability": share, "value": _known(mean), "margin": _known(margin)}
            for word, share, mean, margin in zip(
                _words(found.actions, place),
                found.shares[0].tolist(),
                means[0].tolist(),
                margins[0].tolist(),
                strict=True,
            )
        ],
        "seat": place.seat_name,
    }


def _known(value: float) -> float | None:
    return None if value != value else value  # noqa: PLR0124  # NaN


def _decision(opened: Opened, line: str) -> Place:
    """Return the place after a line, where a seat must be to act."""
    explorer = opened.explorer
    if not isinstance(explorer, PokerExplorer):
        raise NotApplicable("Classes of hands are of poker with two cards; this is another game.")
    place: Place = explorer.query.at(line)
    if not place.decides:
        raise NotApplicable("No seat acts here: go on, or go back.")
    return place


def seats_now(place: Place) -> list[Json]:
    """Return what each seat has in front of it and behind, and whether it is still in the hand."""
    terms, moment = PokerTerms(), Moment(place.real)
    seats = [terms.drawn(moment, seat, None) for seat in range(place.real.players)]
    return [
        {
            "name": place.name_of(seat),
            "behind": drawn.chips,
            "pip": drawn.bet,
            "live": drawn.live,
            "button": drawn.button,
        }
        for seat, drawn in enumerate(seats)
    ]
