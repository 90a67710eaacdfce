"""What a run does after a line, as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import attrs

from zerosum.errors import NotApplicable
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.pkr.places.place import Place
from zerosum.pkr.shows.grid import options_of
from zerosum.play.explore import Explorer, Option, Spot
from zerosum.support.drawing import ACTIONS, bet_colours
from zerosum.support.records import named
from zerosum.support.store import Json
from zerosum.web.declare import number, text
from zerosum.web.hands import due, grids, seats_now
from zerosum.web.library import Opened

RUN = "The name of a run."
MOST_WORDS = 4_000  # characters of a line
ROWS = 200  # of a table of hands, at a time


@attrs.frozen
class Look:
    """What a run does after a line."""

    run: str = text(about=RUN)
    line: str = text("", most=MOST_WORDS, about="The words of the line; empty for the start.")
    deal: int | None = number(
        None, 0, 2**53, about="Deal hands by this seed, where they are too many to list."
    )
    rows: int = number(0, 0, 10**9, about="The first row of a table of hands.")
    made: str = text("", about="Only hands that make this, such as pair, at this board.")
    draw: str = text("", about="Only hands with this draw: flush or straight.")
    suit: str = text("", most=1, about="Only hands of this suit: c, d, h or s.")


Looked: TypeAlias = tuple[Spot, Place | None]
"""A spot, and in poker with two cards its place."""


def look(opened: Opened, asked: Look) -> Json:
    """Return what a run does after a line; a sentence if a deal must be given.

    Raises
    ------
    ZeroSumError
        If the line is not legal.
    """
    explorer = explorer_of(opened, asked.deal)
    try:
        looked = spot, place = look_at(explorer, asked.line)
    except NotApplicable as error:
        if asked.deal is not None or isinstance(explorer, PokerExplorer):
            raise
        return {"run": asked.run, "undealt": str(error)}  # hands are too many to list
    shown = public(opened, asked.run, asked.deal, looked)
    if place is not None and place.decides:
        return {**shown, **grids(place, asked.made, asked.draw, asked.suit)}
    return {**shown, "table": _table(spot, asked.rows)} if spot.rows else shown


def explorer_of(opened: Opened, deal: int | None) -> Explorer | PokerExplorer:
    """Return what answers for every line; of a single deal, if one is given."""
    explorer: Explorer | PokerExplorer = opened.explorer if deal is None else opened.dealt(deal)
    return explorer


def look_at(explorer: Explorer | PokerExplorer, line: str | Sequence[str]) -> Looked:
    """Return the spot that a line leads to."""
    if isinstance(explorer, PokerExplorer):
        return explorer.look(line)
    return explorer.at(line), None


def public(opened: Opened, run: str, deal: int | None, looked: Looked) -> Json:
    """Return what all players know at a spot, and what may happen next."""
    spot, place = looked
    colours = colours_of(spot.options)
    if place is not None and place.decides:
        colours = [option.colour for option in options_of(place)]
    seats = {} if place is None else {"seats_now": seats_now(place)}
    cards = due(place) if place is not None and spot.kind == "event" else {}
    return {
        "run": run,
        "version": opened.version,
        "iterations": opened.iterations,
        "checkpoint": opened.checkpoint,
        "game": opened.game_name,
        "deal": deal,
        "line": list(spot.line),
        "seats": list(spot.seats),
        "kind": spot.kind,
        "seat": spot.seat,
        "events": [named(event, "seat", "token", "words") for event in spot.events],
        "board": spot.board,
        "status": spot.status,
        "now": spot.now,
        "options": [
            {**named(option, "token", "label", "probability"), "colour": colour}
            for option, colour in zip(spot.options, colours, strict=True)
        ],
        "reach": spot.reach,
        "payoffs": spot.payoffs,
        "settled": spot.settled,
        "notes": list(spot.notes),
        **seats,
        **cards,
    }


def colours_of(options: tuple[Option, ...]) -> list[str]:
    """Return a colour for each option, by its first word.

    >>> from zerosum.play.explore import Option
    >>> first, _ = colours_of((Option("p", "pass", 0.5), Option("b", "bet", 0.5)))
    >>> first == ACTIONS["call"]
    True
    """
    firsts = [option.label.lower().split(maxsplit=1)[0] for option in options if option.label]
    same = {"check": "call", "pass": "call", "stand": "call", "allin": "all-in"}
    known = [ACTIONS.get(same.get(first, first)) for first in firsts]
    rest = iter(bet_colours(known.count(None)))
    return [colour or next(rest) for colour in known]


def _table(spot: Spot, first: int) -> Json:
    """Return the private states of the seat to act, some of them."""
    rows = spot.rows[first : first + ROWS]
    return {
        "total": len(spot.rows),
        "first": first,
        "rows": [
            {
                "hand": row.hand,
                "probability": row.probability,
                "dealt": row.dealt,
                "reach": row.reach,
                "visited": row.visited,
                "strategy": list(row.strategy),
            }
            for row in rows
        ],
    }
