"""Endpoints of tables: sit down, look, act, go on to the next hand, leave."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from zerosum.abstraction import split
from zerosum.game import hook_of
from zerosum.play.hand import Lineup, start_for
from zerosum.support.records import named
from zerosum.support.store import Json
from zerosum.web.declare import Endpoint, flag, number, text, words
from zerosum.web.site import Site
from zerosum.web.table.agents import called
from zerosum.web.table.store import Settings
from zerosum.web.table.view import seen
from zerosum.web.training import Named
from zerosum.web.work import Lane

LONGEST_THOUGHT = 5.0  # seconds
_MOST_SEATS = 100
_PLAYER = "The key of whose table it is, which the page makes at random."
_EVENT = "The event that is answered, as the table gave it."


@attrs.frozen
class Mine:
    """A question about all tables of a player."""

    player: str = text(about=_PLAYER, least=16, most=64)


@attrs.frozen
class Sit:
    """What is to be played."""

    player: str = text(about=_PLAYER, least=16, most=64)
    run: str = text(about="The name of the run that plays.")
    seat: int | None = number(
        None, 0, _MOST_SEATS, about="The person's seat; all in turn if left out."
    )
    opponents: Mapping[str, str] = words(
        _MOST_SEATS, about="Words for agents by their seats in the first hand."
    )
    think: float = number(0.0, 0.0, LONGEST_THOUGHT, about="Seconds of thinking at a decision.")
    series: bool = flag(about="Whether to play series, such as matches.")


@attrs.frozen
class At:
    """A question about a table."""

    player: str = text(about=_PLAYER, least=16, most=64)
    table: str = text(about="The name of a table.")


@attrs.frozen
class Look(At):
    """A look at a table."""

    version: str = text("", about="The version that is known.")


@attrs.frozen
class Act(At):
    """An action."""

    event: int = number(0, 0, 2**53, about=_EVENT)
    word: str = text("", about="A word of the choices, or of bets with chips, such as r40.")


@attrs.frozen
class Next(At):
    """The next hand."""

    event: int = number(0, 0, 2**53, about=_EVENT)


def get_seating(site: Site, asked: Named) -> Json:
    """Return what can be chosen before sitting down with a run."""
    start = start_for(*site.tables.agents.game(asked.run))
    base, lineup = split(start)[0], Lineup(start, ())
    terms = lineup.terms
    again = hook_of(base, "again") is not None
    return {
        "run": asked.run,
        "game": type(base).__name__,
        "seats": [{"number": seat, "name": terms.seat(seat)} for seat in lineup.seats],
        "round": terms.round,
        "series": terms.series if hook_of(base, "series") else None,
        "opponents": [
            {"word": word, "label": label} for word, label in site.tables.agents.words(asked.run)
        ],
        "thinks": LONGEST_THOUGHT if again and lineup.size == 2 else 0,
    }


def list_tables(site: Site, asked: Mine) -> Json:
    """Return the tables of a player."""
    return {
        "tables": [
            {
                **named(record, "run", "game", "score", "hands", "created"),
                "table": record.id,
                "opponents": [called(word) for word in record.settings.opponents.values()],
            }
            for record in site.tables.store.tables(asked.player)
        ]
    }


def sit_down(site: Site, asked: Sit) -> Json:
    """Begin a table."""
    settings = Settings(asked.seat, asked.opponents, asked.think, asked.series)
    return seen(site.tables.sit(asked.player, asked.run, settings))


def get_table(site: Site, asked: Look) -> Json:
    """Return a table as the person's seat sees it."""
    live = site.tables.look(asked.table, asked.player)
    return {"unchanged": True} if str(live.record.event) == asked.version else seen(live)


def act(site: Site, asked: Act) -> Json:
    """Take an action."""
    return seen(site.tables.act(asked.table, asked.player, asked.event, asked.word))


def deal(site: Site, asked: Next) -> Json:
    """Deal the next hand."""
    return seen(site.tables.deal(asked.table, asked.player, asked.event))


def leave(site: Site, asked: At) -> Json:
    """Leave a table, which is dropped."""
    site.tables.leave(asked.table, asked.player)
    return {}


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/runs/{run}/seating",
        Named,
        get_seating,
        "What can be chosen before sitting down with a run.",
        lane=Lane.LOOKS,
    ),
    Endpoint("GET", "/api/tables", Mine, list_tables, "The tables of a player."),
    Endpoint("POST", "/api/tables", Sit, sit_down, "Sit down at a table.", lane=Lane.TABLES),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        Look,
        get_table,
        "A table as the person's seat sees it.",
        lane=Lane.TABLES,
    ),
    Endpoint("POST", "/api/tables/{table}/act", Act, act, "Take an action.", lane=Lane.TABLES),
    Endpoint(
        "POST", "/api/tables/{table}/next", Next, deal, "Deal the next hand.", lane=Lane.TABLES
    ),
    Endpoint("POST", "/api/tables/{table}/leave", At, leave, "Leave a table, which is dropped."),
)
