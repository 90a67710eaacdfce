"""What the run of a table advises a person there, and what hands that are over come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isfinite
from typing import Any, TypeVar

import attrs

from zerosum.errors import ZeroSumError
from zerosum.game import players_of
from zerosum.play import coach
from zerosum.play.coach import Figure
from zerosum.play.explore import Advice
from zerosum.play.hand import Hand, Played
from zerosum.play.seating import stream_of
from zerosum.play.selfplay import SelfPlay
from zerosum.support.records import named
from zerosum.support.store import Json
from zerosum.terms import terms_of
from zerosum.web.declare import Endpoint, number
from zerosum.web.errors import CONFLICT, RequestError
from zerosum.web.library import MISSING, Opened
from zerosum.web.site import Site
from zerosum.web.table.play import At
from zerosum.web.table.store import late
from zerosum.web.work import Lane

T = TypeVar("T")

_CARDS = "AIVAT counts all cards that were dealt, also those that were never shown."
_UNKNOWN = (
    "What decisions cost is not known: what others may hold is too much to list, or actions were "
    "taken that the strategy does not know."
)
_MOST = 1_000  # hands of a summary
_KEPT = 4_096  # hands of which an answer is kept
_RUNS = 16  # functions of hands beside a run of which answers are kept


@attrs.frozen
class Now(At):
    """A question at a decision."""

    event: int = number(0, 0, 2**53, about="The event that is to be answered.")


@attrs.frozen
class Over(At):
    """A question about a finished hand."""

    hand: int = number(1, 1, 2**53, about="The number of the hand at its table.")


@dataclass(frozen=True)
class _Done:
    """A finished hand of a table; equal to others of the run, the table and the number.

    Parameters
    ----------
    opened
        The run.
    table, number
        Which hand it is.
    played
        The hand.
    begun
        Its start, as the agents followed it.
    """

    opened: Opened
    table: str
    number: int
    played: Played = field(compare=False)
    begun: Hand = field(compare=False)

    @property
    def won(self) -> float:
        """What the person won."""
        seat = self.played.seat % players_of(self.played.start)
        return float(self.played.moment.base.payoff(seat))


def get_advice(site: Site, asked: Now) -> Json:
    """Return what the run would do at the person's decision."""
    live = site.tables.look(asked.table, asked.player)
    if live.hand.over or live.record.event != asked.event:
        raise late()
    site.tables.start(live.record)  # the run may be of another game by now
    explorer = site.library.open(live.record.run).explorer
    return {"event": asked.event, **_told(explorer.advise(live.hand.now))}


def get_review(site: Site, asked: Over) -> Json:
    """Return all decisions of a finished hand beside the run."""
    done = next(_done(site, asked, asked.hand, 1), None)
    if done is None:
        raise RequestError("There is no such finished hand at the table.", MISSING)
    reviewed: Json = _known_of(done.opened, _reviewed)(done)
    return reviewed


def get_summary(site: Site, asked: At) -> Json:
    """Return the figures of a sitting, and the decisions that cost most."""
    begun = site.tables.look(asked.table, asked.player).record.hands
    done = list(_done(site, asked, max(1, begun + 1 - _MOST)))
    if not done:
        raise RequestError("No hand of this table is finished yet: play one first.", CONFLICT)
    opened = done[0].opened
    explorer, terms = opened.explorer, terms_of(done[0].played.moment.base)
    expected, fair, roughly = (_known_of(opened, each) for each in (_expected, _fair, _rough))
    figures, notes = [Figure.of("won", [hand.won for hand in done])], list[str]()
    if (first := done[0].number) > 1:
        notes.append(f"Of hand {first:,} and those after it only.")
    if (means := [mean for mean in map(expected, done) if mean is not None]) != []:
        figures.append(Figure.of("all-in adjusted", means))
    try:
        figures.append(Figure.of("AIVAT", list(map(fair, done))))
        notes.append(_CARDS)
    except ZeroSumError as error:
        notes.append(str(error))
    rough = list(map(roughly, done))
    costly = coach.costliest(explorer, [hand.played for hand in done], rough, first)
    if not costly and not any(map(any, rough)):
        notes.append(_UNKNOWN)
    return {
        "hands": len(done),
        "unit": terms.unit,
        "big_blind": explorer.big_blind,
        "figures": [_figure(figure, explorer.big_blind) for figure in figures],
        "costliest": [_costly(one) for one in costly],
        "notes": notes,
    }


def _done(site: Site, asked: At, first: int = 1, count: int = -1) -> Iterator[_Done]:
    """Yield finished hands of a table, from a number on, at most so many."""
    live = site.tables.look(asked.table, asked.player)
    opened = site.library.open(live.record.run)
    for dealt, played in site.tables.finished(asked.table, asked.player, first, count):
        seated = replace(live.hand.lineup, game=played.start, own=played.seat)
        begun = Hand.begin(seated, stream_of(dealt.seed, 0))
        yield _Done(opened, live.record.id, dealt.number, played, begun)


@lru_cache(_RUNS)  # and so no run is kept for long after it was asked for
def _known_of(opened: Opened, compute: Callable[[_Done], T]) -> Callable[[_Done], T]:  # noqa: ARG001
    """Return a function of finished hands beside a run that keeps its answers."""
    return lru_cache(_KEPT)(compute)


def _expected(done: _Done) -> float | None:
    mean: float | None = done.opened.explorer.expected(done.played)
    return mean


def _rough(done: _Done) -> tuple[float, ...]:
    return tuple(coach.losses(done.opened.explorer, done.played))


def _fair(done: _Done) -> float:
    return coach.fair(done.begun, done.played, _values(done.opened), done.number)


@lru_cache(2)
def _values(opened: Opened) -> SelfPlay:
    return coach.values_of(opened.run.agent(parts=()))


def _reviewed(done: _Done) -> Json:
    advised = coach.review(done.opened.explorer, done.played)
    return {"hand": done.number, "won": done.won, "decisions": list(map(_judged, advised))}


def _judged(advice: Advice) -> Json:
    """Return an advice with what was done."""
    taken, (lost, margin) = advice.taken, advice.lost or (None, None)
    assert taken is not None
    judged = {"taken": taken.index, "taken_words": taken.words, "done": taken.done}
    return {**_told(advice), **judged, "lost": lost, "margin": _known(margin)}


def _costly(one: coach.Costly) -> Json:
    judged = _judged(one.advice)
    words = f"{judged['taken_words']} with {one.advice.hand}"
    return {**judged, "cards": one.advice.hand, **named(one, "hand", "decision"), "words": words}


def _told(advice: Advice) -> dict[str, Any]:
    """Return an advice as JSON has it; values that are not known are left out."""
    means, margins = advice.values or ((), ())
    known = len(means) > 0 and all(map(isfinite, means))
    return {
        **named(advice, "hand", "words", "strategy", "visited", "exact", "notes"),
        "values": [float(mean) for mean in means] if known else None,
        "margins": [_known(float(margin)) for margin in margins] if known else None,
    }


def _known(one: float | None) -> float | None:
    return None if one is None or not isfinite(one) else one


def _figure(figure: Figure, big_blind: int | None) -> Json:
    blinds = None if big_blind is None else figure.mean / big_blind
    margin = _known(figure.margin)
    return {**named(figure, "name", "mean", "total"), "margin": margin, "in_big_blinds": blinds}


_OF = "/api/tables/{table}"
_ADVICE = "What the run would do at the person's decision, and what each action wins."
_REVIEW = "All decisions of a finished hand beside the run."
_SUMMARY = "The figures of a sitting, and the decisions that cost most."
ENDPOINTS = (
    Endpoint("GET", f"{_OF}/advice", Now, get_advice, _ADVICE, lane=Lane.LONG),
    Endpoint("GET", f"{_OF}/review", Over, get_review, _REVIEW, lane=Lane.LONG),
    Endpoint("GET", f"{_OF}/summary", At, get_summary, _SUMMARY, lane=Lane.LONG),
)
