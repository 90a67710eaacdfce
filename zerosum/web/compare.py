"""Two runs of one game beside each other: after a line, where they differ most, and at play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple

import attrs
import numpy as np

from zerosum.abstraction import split
from zerosum.abstraction.identity import fingerprint
from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.ask.explore import likelihoods
from zerosum.pkr.places.place import Place
from zerosum.pkr.shows.grid import class_means
from zerosum.play.explore import Option, Spot
from zerosum.support.store import Json
from zerosum.tables import Floats
from zerosum.web.declare import BRIEFLY, Endpoint, number, text
from zerosum.web.library import Opened
from zerosum.web.look import (
    MOST_WORDS,
    ROWS,
    RUN,
    Looked,
    colours_of,
    explorer_of,
    look_at,
    public,
)
from zerosum.web.matches import MOST_HANDS
from zerosum.web.site import Site
from zerosum.web.walk import Walk
from zerosum.web.work import Lane

_PLACES, _SECONDS, _BOARDS = 200, 2.0, 3  # of a walk
_DIGITS = 6
_OTHER = "The name of the run to compare with."
_DEAL = "Deal hands by this seed, where they are too many to list."


@attrs.frozen
class Where:
    """Two runs to compare."""

    run: str = text(about=RUN)
    other: str = text(about=_OTHER)
    deal: int | None = number(None, 0, 2**53, about=_DEAL)


@attrs.frozen
class Both(Where):
    """What two runs do after a line."""

    line: str = text("", most=MOST_WORDS, about="The words of the line; empty for the start.")
    rows: int = number(0, 0, 10**9, about="The first row of a table of hands.")


@attrs.frozen
class Begin:
    """A match between two runs."""

    run: str = text(about=RUN)
    other: str = text(about=_OTHER)
    hands: int = number(100_000, 2, MOST_HANDS, about="How many hands to play.")
    seed: int = number(0, 0, 2**53, about="Equal seeds, equal matches.")


@attrs.frozen
class Ongoing:
    """A question about a match."""

    match: str = text(about="What the match is called.")


class Pair(NamedTuple):
    """What two runs do at one decision, with each hand that both know.

    Parameters
    ----------
    hands
        The names of private states; empty in poker with two cards.
    likely
        How likely the first run has each hand.
    menu
        A token and a label for each action of either.
    shares
        For each run, how often it takes each of them; shape (hands, actions).
    """

    hands: list[str]
    likely: Floats
    menu: list[tuple[str, str]]
    shares: tuple[Floats, Floats]

    @classmethod
    def of(cls, first: Looked, second: Looked) -> Pair:
        """Return two runs at one decision."""
        (spot, place), (other, _) = first, second
        known = {row.hand for row in other.rows}
        likely = {row.hand: row.probability for row in spot.rows if row.hand in known}
        menus = _actions(spot), _actions(other)
        menu = sorted(dict.fromkeys((*menus[0], *menus[1])), key=_size)
        shares = []
        for (looked, beside), actions in zip((first, second), menus, strict=True):
            own = {row.hand: row.strategy for row in looked.rows}
            rows = [own[hand] for hand in likely] if beside is None else beside.strategy
            columns = np.array(rows, np.float64).reshape(len(rows), len(actions))
            taken = np.array([[one == each for each in menu] for one in actions], np.float64)
            shares.append(np.nan_to_num(columns) @ taken)  # not legal is not a number
        odds = np.array([*likely.values()]) if place is None else likelihoods(place)[0]
        return cls([*likely], odds, menu, (shares[0], shares[1]))

    @property
    def distances(self) -> Floats:
        """The total variation distance between both with each hand: 0 if they do the same, to 1."""
        found: Floats = np.abs(self.shares[0] - self.shares[1]).sum(axis=1) / 2
        return found

    @property
    def mean(self) -> float:
        """The distance on average, as likely as the first has the hands."""
        return float(self.likely @ self.distances)


def _actions(spot: Spot) -> list[tuple[str, str]]:
    return [(option.token, option.label) for option in spot.options]


def _size(action: tuple[str, str]) -> tuple[int, int]:
    """Return what bets of poker are sorted by, such as r12; other actions stay in order."""
    token = action[0]
    bet = token[:1] in {"b", "r"} and token[1:].isdigit()
    return (1, int(token[1:])) if bet else ({"a": 2}.get(token, 0), 0)


def compare_spot(site: Site, asked: Both) -> Json:
    """Return what two runs do after a line, and how far they are apart with each hand.

    A sentence if a deal must be given, as :func:`~zerosum.web.look.look` returns.

    Raises
    ------
    ZeroSumError
        If the games differ, or the line is not legal in one of them.
    """
    runs, names = _opened(site, asked), (asked.run, asked.other)
    try:
        first, second = (look_at(explorer_of(run, asked.deal), asked.line) for run in runs)
    except NotApplicable as error:
        if asked.deal is not None:
            raise
        return {"undealt": str(error)}
    spots = first[0], second[0]
    shown = [
        public(run, name, asked.deal, looked)
        for run, name, looked in zip(runs, names, (first, second), strict=True)
    ]
    answer = {
        "spot": shown[0],
        "reach": [spot.reach for spot in spots],
        "notes": _notes(names, [spot.notes for spot in spots]),
        "options": shown[0]["options"],
    }
    if spots[0].kind != "decision":
        return answer
    pair, place = Pair.of(first, second), first[1]
    cells = _rows(pair, asked.rows) if place is None else _grid(pair, place)
    return {**answer, "options": _options(pair, shown), "difference": pair.mean, **cells}


def _opened(site: Site, asked: Any) -> tuple[Opened, Opened]:
    """Return two runs of one game, whatever their abstractions.

    Raises
    ------
    NotApplicable
        If their games differ.
    """
    runs = site.library.open(asked.run), site.library.open(asked.other)
    first, second = (split(run.run.game)[0] for run in runs)
    if fingerprint(first) != fingerprint(second):
        raise NotApplicable(
            f"Runs to compare must be of one game with the same parameters; {asked.run} is of "
            f"{first!r}, and {asked.other} of {second!r}: choose another run.",
            (first, second),
        )
    return runs


def _notes(names: Sequence[str], notes: Sequence[Sequence[str]]) -> list[str]:
    """Return the remarks on both, and whose they are where only one has them."""
    shared = [note for note in notes[0] if note in notes[1]]
    own = zip(names, notes, strict=True)
    return shared + [f"{name}: {note}" for name, all_ in own for note in all_ if note not in shared]


def _options(pair: Pair, shown: Sequence[Json]) -> list[Json]:
    """Return the actions of both, each with how often each run takes it; None off its menu."""
    totals = [
        {(option["token"], option["label"]): option for option in each["options"]} for each in shown
    ]
    known = {**totals[1], **totals[0]}
    colours = [known[action]["colour"] for action in pair.menu]
    if len({*colours}) < len(colours):  # menus that differ
        kinds = [
            Option(token, {"a": "all-in"}.get(token, label), 0.0) for token, label in pair.menu
        ]
        colours = colours_of(tuple(kinds))
    return [
        {
            "token": action[0],
            "label": action[1],
            "totals": [
                total[action]["probability"] if action in total else None for total in totals
            ],
            "colour": colour,
        }
        for action, colour in zip(pair.menu, colours, strict=True)
    ]


def _rows(pair: Pair, first: int) -> Json:
    """Return what both do with each private state, some of them."""
    columns = (pair.hands, pair.likely, *pair.shares, pair.distances)
    parts = [np.asarray(column)[first : first + ROWS].tolist() for column in columns]
    rows = [
        {"hand": hand, "probability": odds, "strategies": both, "difference": distance}
        for hand, odds, *both, distance in zip(*parts, strict=True)
    ]
    return {"table": {"total": len(pair.hands), "first": first, "rows": rows}}


def _grid(pair: Pair, place: Place) -> Json:
    """Return how far apart both are with each class of hands, and what each does."""
    numbers = np.hstack([pair.distances[:, None], *pair.shares])
    cells = [
        [None if cell is None else [round(mean, _DIGITS) for mean in cell] for cell in row]
        for row in class_means(numbers, place.counts)[0]
    ]
    half = 1 + len(pair.menu)
    parts = [
        [[cell and cell[part] for cell in row] for row in cells]
        for part in (slice(1, half), slice(half, None))
    ]
    apart = [[cell and cell[0] for cell in row] for row in cells]
    return {"grid": {"difference": apart, "strategies": parts}}


def compare_where(site: Site, asked: Where) -> Json:
    """Return the decisions of a bounded walk at which two runs differ most.

    The likeliest lines of the first run are looked at first. Where poker deals a board, a few are
    drawn.

    Raises
    ------
    ZeroSumError
        If the games differ, or hands are too many to list and no deal is given.
    """
    first, second = (explorer_of(run, asked.deal) for run in _opened(site, asked))
    walk = Walk(first, lambda _, reach: -reach, _PLACES, _SECONDS, _BOARDS)
    places, looked, missing = [], 0, 0
    for spot, place, _, reach in walk:
        if spot.kind != "decision":
            continue
        looked += 1
        try:
            mean = Pair.of((spot, place), look_at(second, spot.line)).mean
        except GameError:  # the line is not on the menu, and nothing translates it
            missing += 1
            continue
        words = "; ".join(event.words for event in spot.events)
        where = {"line": list(spot.line), "words": words, "seat": spot.seats[spot.seat or 0]}
        places.append({**where, "reach": reach, "difference": mean, "weighted": reach * mean})
    places.sort(key=itemgetter("weighted"), reverse=True)
    return {"places": places, "looked": looked, "missing": missing, "whole": walk.whole}


def begin_match(site: Site, asked: Begin) -> Json:
    """Begin a match between two runs."""
    return {"match": site.matches.begin(*_opened(site, asked), asked.hands, asked.seed)}


def watch_match(site: Site, asked: Ongoing) -> Iterator[Json]:
    """Yield how far a match is."""
    return site.matches.named(asked.match).events(site.trainer.closing)


def stop_match(site: Site, asked: Ongoing) -> Json:
    """Stop a match."""
    site.matches.named(asked.match).stop()
    return {"match": asked.match}


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/compare/spot",
        Both,
        compare_spot,
        "What two runs of one game do after a line.",
        kept=inf,
        lane=Lane.LOOKS,
    ),
    Endpoint(
        "GET",
        "/api/compare/where",
        Where,
        compare_where,
        "Where two runs of one game differ most.",
        kept=BRIEFLY,
        lane=Lane.LONG,
    ),
    Endpoint("POST", "/api/matches", Begin, begin_match, "Let two runs play each other."),
    Endpoint(
        "GET",
        "/api/matches/{match}/events",
        Ongoing,
        watch_match,
        "How far a match is; it is played while somebody watches.",
        streams=True,
    ),
    Endpoint("POST", "/api/matches/{match}/stop", Ongoing, stop_match, "Stop a match."),
)
