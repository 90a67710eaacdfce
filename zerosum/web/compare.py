"""Two runs of one game beside each other: after a line, and where they differ most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import attrs
import numpy as np

from zerosum.abstraction import split
from zerosum.abstraction.identity import fingerprint
from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.ask.explore import PokerExplorer, likelihoods
from zerosum.pkr.places.place import Place
from zerosum.pkr.shows.grid import class_means
from zerosum.play.explore import Option, Spot
from zerosum.support.drawing import ink
from zerosum.support.store import Json
from zerosum.tables import Floats
from zerosum.web.declare import Endpoint, number, text
from zerosum.web.library import Opened
from zerosum.web.look import MOST_WORDS, RUN, Look, colours_of, explorer_of, look
from zerosum.web.matches import MOST_HANDS
from zerosum.web.site import Site
from zerosum.web.walk import Walk

_ROWS = 200  # of a table of hands, at a time
_PLACES, _SECONDS, _BOARDS = 200, 2.0, 3  # of a walk
_DIGITS = 6
_OWN = {"grid", "hands", "ranges", "filters", "table", "unknown", "options"}  # shown for both
_OTHER = "The name of the run to compare with."
_DEAL = "Deal hands by this seed, where they are too many to list."


@attrs.frozen
class Both:
    """What two runs do after a line."""

    run: str = text(about=RUN)
    other: str = text(about=_OTHER)
    line: str = text("", most=MOST_WORDS, about="The words of the line; empty for the start.")
    deal: int | None = number(None, 0, 2**53, about=_DEAL)
    rows: int = number(0, 0, 10**9, about="The first row of a table of hands.")


@attrs.frozen
class Where:
    """Where two runs differ most."""

    run: str = text(about=RUN)
    other: str = text(about=_OTHER)
    deal: int | None = number(None, 0, 2**53, about=_DEAL)


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


class Hands(NamedTuple):
    """What a run does at a decision, with each hand that both runs know.

    Parameters
    ----------
    menu
        A token and a label for each action.
    shares
        Shape (hands, actions).
    """

    menu: list[tuple[str, str]]
    shares: Floats

    @classmethod
    def of(cls, spot: Spot, place: Place | None, hands: Sequence[str] = ()) -> Hands:
        """Return what is done with all hands of poker, or with some private states by name."""
        menu = [(option.token, option.label) for option in spot.options]
        if place is not None:
            return cls(menu, place.strategy)
        rows = {row.hand: row.strategy for row in spot.rows}
        shares = [[share or 0.0 for share in rows[hand]] for hand in hands]
        return cls(menu, np.array(shares, np.float64).reshape(len(hands), len(menu)))

    def on(self, menu: Sequence[tuple[str, str]]) -> Floats:
        """Return the shares of another menu, which has all of the actions."""
        found = np.zeros((len(self.shares), len(menu)))
        for at, action in enumerate(self.menu):
            found[:, menu.index(action)] += self.shares[:, at]
        return found


class Pair(NamedTuple):
    """Two runs at one decision.

    Parameters
    ----------
    spots
        The spot of each.
    place
        The place of the first, in poker with two cards.
    hands
        The names of private states of other games.
    menu
        The actions of both.
    shares
        What each does on this menu, shape (hands, actions).
    likely
        How likely the first has each hand there.
    """

    spots: tuple[Spot, Spot]
    place: Place | None
    hands: list[str]
    menu: list[tuple[str, str]]
    shares: tuple[Floats, Floats]
    likely: Floats

    @property
    def distances(self) -> Floats:
        """The total variation distance between both with each hand: 0 if they do the same, to 1."""
        one, two = self.shares
        found: Floats = np.abs(one - two).sum(axis=1) / 2
        return found

    @property
    def mean(self) -> float:
        """The distance on average, as likely as the first has the hands."""
        return float(self.likely @ self.distances)


def paired(first: tuple[Spot, Place | None], second: tuple[Spot, Place | None]) -> Pair:
    """Return two runs at one decision."""
    (spot, place), (other, beside) = first, second
    known = {row.hand for row in other.rows}
    rows = {row.hand: row.probability for row in spot.rows if row.hand in known}
    one, two = Hands.of(spot, place, [*rows]), Hands.of(other, beside, [*rows])
    menu = sorted(dict.fromkeys((*one.menu, *two.menu)), key=_size)
    likely = np.array([*rows.values()]) if place is None else likelihoods(place)[0]
    shares = one.on(menu), two.on(menu)
    return Pair((spot, other), place, [*rows], menu, shares, likely)


def _size(action: tuple[str, str]) -> tuple[int, int]:
    """Return what bets of poker are sorted by, such as r12; other actions stay in order."""
    token = action[0]
    if token == "a":  # noqa: S105  # all-in
        return 2, 0
    return (1, int(token[1:])) if token[:1] in {"b", "r"} and token[1:].isdigit() else (0, 0)


def spot_of_both(first: Opened, second: Opened, asked: Both) -> Json:
    """Return what two runs do after a line, and how far they are apart with each hand.

    Raises
    ------
    ZeroSumError
        If the games differ, or the line is not legal in one of them.
    """
    check_same(first, second)
    looks = [
        look(opened, Look(name, asked.line, asked.deal))
        for opened, name in ((first, asked.run), (second, asked.other))
    ]
    answer: dict[str, Any] = {
        "spot": {name: value for name, value in looks[0].items() if name not in _OWN},
        "versions": [shown["version"] for shown in looks],
        "reach": [shown["reach"] for shown in looks],
        "unknown": [shown.get("unknown") for shown in looks],
        "notes": _notes((asked.run, asked.other), looks),
        "options": looks[0]["options"],
    }
    if looks[0]["kind"] != "decision":
        return answer
    pair = paired(*(_looked(each, asked.line, asked.deal) for each in (first, second)))
    answer |= {"options": _options(pair, looks), "difference": pair.mean}
    return answer | (_rows(pair, asked.rows) if pair.place is None else _grid(pair, pair.place))


def check_same(first: Opened, second: Opened) -> None:
    """Check that two runs are of one game, whatever their abstractions.

    Raises
    ------
    NotApplicable
        If they are not.
    """
    bases = [split(opened.run.game)[0] for opened in (first, second)]
    if len(set(map(fingerprint, bases))) > 1:
        one, two = bases
        raise NotApplicable(
            f"Runs to compare must be of one game with the same parameters; {first.run.name} is of "
            f"{one!r}, and {second.run.name} of {two!r}: choose another run.",
            bases,
        )


def _looked(opened: Opened, line: Any, deal: int | None) -> tuple[Spot, Place | None]:
    explorer = explorer_of(opened, deal)
    return explorer.look(line) if isinstance(explorer, PokerExplorer) else (explorer.at(line), None)


def _notes(names: tuple[str, str], looks: Sequence[Json]) -> list[str]:
    """Return the remarks on both, and whose they are where only one has them."""
    notes = dict.fromkeys(note for shown in looks for note in shown["notes"])
    owners = {note: [note in shown["notes"] for shown in looks] for note in notes}
    return [
        note if all(own) else f"{names[own.index(True)]}: {note}" for note, own in owners.items()
    ]


def _options(pair: Pair, looks: Sequence[Json]) -> list[Json]:
    """Return the actions of both, each with how often each run takes it; None off its menu."""
    known = {
        option["token"]: option["colour"] for shown in looks[::-1] for option in shown["options"]
    }
    colours = [known[token] for token, _ in pair.menu]
    if len({*colours}) < len(colours):  # menus that differ
        kinds = [
            Option(token, {"a": "all-in"}.get(token, label), 0.0) for token, label in pair.menu
        ]
        colours = colours_of(tuple(kinds))
    totals = [
        {(option.token, option.label): option.probability for option in spot.options}
        for spot in pair.spots
    ]
    return [
        {
            "token": action[0],
            "label": action[1],
            "totals": [total.get(action) for total in totals],
            "colour": colour,
            "ink": ink(colour),
        }
        for action, colour in zip(pair.menu, colours, strict=True)
    ]


def _rows(pair: Pair, first: int) -> dict[str, Any]:
    """Return what both do with each private state, some of them."""
    columns = (pair.hands, pair.likely, *pair.shares, pair.distances)
    hands, likely, one, two, apart = (list(column[first : first + _ROWS]) for column in columns)
    rows = [
        {"hand": hand, "probability": float(odds), "strategies": [a.tolist(), b.tolist()]}
        | {"difference": float(far)}
        for hand, odds, a, b, far in zip(hands, likely, one, two, apart, strict=True)
    ]
    return {"table": {"total": len(pair.hands), "first": first, "rows": rows}}


def _grid(pair: Pair, place: Place) -> dict[str, Any]:
    """Return how far apart both are with each class of hands, and what each does."""
    actions = len(pair.menu)
    numbers = np.hstack([pair.distances[:, None], *pair.shares])
    cells = [
        [None if cell is None else [round(mean, _DIGITS) for mean in cell] for cell in row]
        for row in class_means(numbers, place.counts)[0]
    ]
    parts = slice(1, 1 + actions), slice(1 + actions, None)
    return {
        "grid": {
            "difference": [[cell and cell[0] for cell in row] for row in cells],
            "strategies": [
                [[cell and cell[part] for cell in row] for row in cells] for part in parts
            ],
        }
    }


def differences(first: Opened, second: Opened, asked: Where) -> Json:
    """Return the decisions of a bounded walk at which two runs differ most.

    The likeliest lines of the first run are looked at first. Where poker deals a board, a few are
    drawn.

    Raises
    ------
    ZeroSumError
        If the games differ, or hands are too many to list and no deal is given.
    """
    check_same(first, second)
    explorer = explorer_of(first, asked.deal)
    walk = Walk(explorer, lambda _, reach: -reach, _PLACES, _SECONDS, _BOARDS)
    places, looked, missing = [], 0, 0
    for step in walk:
        if step.spot.kind != "decision":
            continue
        looked += 1
        try:
            beside = _looked(second, step.spot.line, asked.deal)
        except GameError:  # off the menu of a game that translates nothing
            missing += 1
            continue
        mean = paired((step.spot, step.place), beside).mean
        places.append(
            {
                "line": list(step.spot.line),
                "words": "; ".join(event.words for event in step.spot.events),
                "seat": step.spot.seat,
                "reach": step.reach,
                "difference": mean,
                "weighted": step.reach * mean,
            }
        )
    places.sort(key=itemgetter("weighted"), reverse=True)
    return {
        "places": places,
        "looked": looked,
        "missing": missing,
        "whole": walk.whole,
        "seats": list(step.spot.seats),
    }


def compare_spot(site: Site, asked: Both) -> Json:
    """Return what two runs do after a line."""
    return spot_of_both(site.library.open(asked.run), site.library.open(asked.other), asked)


def compare_where(site: Site, asked: Where) -> Json:
    """Return where two runs differ most."""
    return differences(site.library.open(asked.run), site.library.open(asked.other), asked)


def begin_match(site: Site, asked: Begin) -> Json:
    """Begin a match between two runs."""
    first, second = site.library.open(asked.run), site.library.open(asked.other)
    check_same(first, second)
    return {"match": site.matches.begin(first, second, asked.hands, asked.seed)}


def watch_match(site: Site, asked: Ongoing) -> Iterator[Json]:
    """Yield how far a match is."""
    return site.matches.named(asked.match).events()


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
        "What two runs of one game do after a line, and how far they are apart with each hand.",
        kept=True,
    ),
    Endpoint(
        "GET",
        "/api/compare/where",
        Where,
        compare_where,
        "Where two runs of one game differ most, of the likeliest lines.",
        kept=True,
    ),
    Endpoint("POST", "/api/matches", Begin, begin_match, "Let two runs play each other."),
    Endpoint(
        "GET",
        "/api/matches/{match}/events",
        Ongoing,
        watch_match,
        "How far a match is, twice a second; it is played while somebody watches.",
        streams=True,
    ),
    Endpoint("POST", "/api/matches/{match}/stop", Ongoing, stop_match, "Stop a match."),
)
