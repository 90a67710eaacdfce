"""Hands as files: those of a table to keep, and those of a site to go through beside a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import attrs

from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.ask import Query, review
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.holdem.resumed import hand_of
from zerosum.pkr.phh import Answer, Hand, parse, record, spell
from zerosum.pkr.phh.ask import check_stakes
from zerosum.pkr.phh.replay import Game
from zerosum.pkr.phh.show import action_words, told
from zerosum.play import records
from zerosum.play.explore import DEALS
from zerosum.play.hand import Lineup, Played
from zerosum.support.records import named
from zerosum.support.store import Json
from zerosum.web.declare import BRIEFLY, Endpoint, lines, number, text
from zerosum.web.errors import CONFLICT, RequestError
from zerosum.web.look import RUN
from zerosum.web.site import Site
from zerosum.web.table.play import At, Mine
from zerosum.web.work import Lane

MAX_FILE = 2 << 20  # bytes of a request with the text of a session
_MOST_REASONS, _LONGEST = 20, 400  # sentences about hands that are left out, and their letters
_VARIES = r"""[\d, ]+|'[^']*'|"[^"]*\""""  # in sentences with one reason
_HERO = "The player whose decisions to go through; empty for the one whose cards are dealt."


@attrs.frozen
class Export(At):
    """The finished hands of a table as a file."""

    form: str = text(about="phh, for hold'em, or jsonl.")


@attrs.frozen
class Begin(Mine):
    """A file of hands to go through."""

    run: str = text(about=RUN)
    hero: str = text(about=_HERO)
    # The last one: its name hides the function.
    text: str = lines(MAX_FILE, about="A PHH or PHHS file, or the text of PokerStars or GGPoker.")


@attrs.frozen
class Hands(Mine):
    """Hands of a session."""

    session: str = text(about="What the session is called.")
    first: int = number(0, 0, 10**6, about="How many hands come before the first one.")
    count: int = number(1, 1, 20, about="How many hands.")


def as_phh(hands: Iterable[Played], names: Callable[[Played], Sequence[str]]) -> str:
    """Return finished hands of hold'em as a PHHS file; cards of others as far as they are shown.

    Parameters
    ----------
    hands
        The hands.
    names
        Returns the names of the seats of a hand.

    Raises
    ------
    NotApplicable, GameError
        If the game is not hold'em, or hold'em that the PHH format does not have.
    """
    recorded = []
    for index, played in enumerate(hands, 1):
        end = played.moment.base
        if not isinstance(end, NoLimitHoldem | LimitHoldem):
            what = f"must be hold'em; got {type(end).__name__}: export JSON lines"
            raise NotApplicable(f"The game of a PHH file {what}.", end)
        recorded.append(record(end, names=names(played), seat=played.seat, hand=index))
    return spell(recorded)


_FORMS = {"phh": (".phhs", as_phh), "jsonl": (".jsonl", records.spell)}


def export_table(site: Site, asked: Export) -> Json:
    """Return the finished hands of a table as the text of a file."""
    if asked.form not in _FORMS:
        raise RequestError(f"A form must be {' or '.join(_FORMS)}; got {asked.form!r}.")
    hands = [played for _, played in site.tables.finished(asked.table, asked.player)]
    if not hands:
        raise RequestError("No hand of this table is finished yet: play one first.", CONFLICT)
    live = site.tables.look(asked.table, asked.player)
    ending, write = _FORMS[asked.form]
    written = write(hands, partial(_names, live.hand.lineup))
    return {"name": f"{live.record.run}{ending}", "text": written}


def _names(lineup: Lineup, played: Played) -> list[str]:
    """Return the names of the seats of a hand, in which the person moves on from seat to seat."""
    seated = replace(lineup, own=played.seat)
    names = [seated.named(seat) for seat in range(seated.size)]
    return [*names[: played.seat], "you", *names[played.seat + 1 :]]


def begin_session(site: Site, asked: Begin) -> Json:
    """Keep a file of hands, to go through them, if the run has an answer for any."""
    hands, skipped = fitting(asked.text, asked.hero, _stakes(site, asked.run))
    if not hands:
        what = f"The file must have a hand to go through with {asked.run}."
        raise RequestError(" ".join([what, *skipped[:3]]))
    kept = site.tables.store.keep_session(
        asked.player, asked.run, asked.hero, asked.text, len(hands)
    )
    return {"session": kept, "hands": len(hands), "skipped": skipped}


def list_sessions(site: Site, asked: Mine) -> Json:
    """Return the sessions of a reader."""
    sessions = site.tables.store.sessions(asked.player)
    return {
        "sessions": [
            {"session": one.id, **named(one, "run", "hero", "hands", "created")} for one in sessions
        ]
    }


def get_session(site: Site, asked: Hands) -> Json:
    """Return hands of a session, each with the hero's decisions beside the run."""
    kept = site.tables.store.session(asked.session, asked.player)
    hands, skipped = fitting(kept.text, kept.hero, _stakes(site, kept.run))
    query, chosen = site.library.open(kept.run).explorer.query, hands[asked.first :][: asked.count]
    reviewed = [_reviewed(at, *one, query) for at, one in enumerate(chosen, asked.first + 1)]
    about = {"session": asked.session, "run": kept.run, "hero": kept.hero, "skipped": skipped}
    return about | {"total": len(hands), "hands": reviewed}


def _stakes(site: Site, run: str) -> Game:
    """Return the start of a run's game, which must be hold'em as files have it."""
    game = hand_of(site.library.open(run).run.game)
    if not isinstance(game, NoLimitHoldem | LimitHoldem) or game.hole != 2:
        raise RequestError(f"Files of hands are of hold'em, {run} is not: choose another run.")
    return game


@lru_cache(4)  # whose hands are asked for one after another
def fitting(file: str, hero: str, base: Game) -> tuple[list[tuple[Hand, int]], list[str]]:
    """Return the hands of a file that fit a game, and sentences about the others.

    Parameters
    ----------
    file
        The text.
    hero
        The name of a player, whose cards must be known; empty for the one whose cards are dealt.
    base
        The start of the game.

    Returns
    -------
    Each hand with the number of the hero.
    """
    wrong, kept = list[GameError](), list[tuple[Hand, int]]()
    for hand in parse(file, on_error=wrong.append):
        try:
            check_stakes(hand, base)
            kept.append((hand, _seat(hand, hero)))
        except GameError as error:
            wrong.append(error)
    return kept, _grouped(map(str, wrong))


def _seat(hand: Hand, hero: str) -> int:
    known = [seat for seat in range(hand.players) if len(hand.final.hand(seat)) == 2]
    dealt = " ".join(action for action in hand.actions if action.startswith("d dh"))
    own = [seat for seat in known if re.search(rf"\bp{seat + 1} \w", dealt)]
    if hero := hero or hand.get("_hero", ""):
        own = [seat for seat in known if hand.names[seat] == hero]
    if len(own) == 1:
        return own[0]
    names = ", ".join(repr(hand.names[seat]) for seat in known) or "nobody"
    whose = f"show the cards of {hero!r}" if hero else "deal the cards of one player"
    what = f"must {whose}; known are those of {names}: choose a player"
    raise hand.error("actions", what, "actions")


def _grouped(sentences: Iterable[str]) -> list[str]:
    """Return sentences; of those that differ in places and numbers only, the first."""
    alike: dict[str, list[str]] = {}
    for sentence in sentences:
        reason = re.sub(_VARIES, "", sentence.partition(" must ")[2] or sentence)
        alike.setdefault(reason, []).append(sentence[:_LONGEST])
    groups = sorted(alike.values(), key=len, reverse=True)
    said = [f"{len(one):,} hands: {one[0]}" if len(one) > 1 else one[0] for one in groups]
    rest = sum(map(len, groups[_MOST_REASONS:]))
    return said[:_MOST_REASONS] + [f"{rest:,} hands for other reasons."] * (rest > 0)


def _reviewed(index: int, hand: Hand, seat: int, query: Query) -> Json:
    games, won = list(hand.replay()), hand.nets
    decisions = [
        _decision(hand, games[answer.index], answer)
        for answer in review(hand, query, DEALS, player=seat)
        if answer.chances is None or len(answer.chances) > 1
    ]
    return {
        "hand": index,
        "name": hand.origin.table,
        "hero": hand.names[seat],
        "won": None if won is None else float(won[seat]),
        "lines": told(hand),
        "decisions": decisions,
    }


def _decision(hand: Hand, before: Game, answer: Answer) -> Json:
    """Return a decision as a review has it."""

    def said(words: str) -> str:
        return action_words(hand, before, words.split())

    cards, chances = str(hand.final.hand(answer.player)), answer.chances or {}
    words, taken = list(map(said, chances)), said(answer.taken)
    mean, margin = answer.lost or (None, None)
    notes = [answer.reason] * bool(answer.reason)
    if answer.instead is not None:
        stand = f": {said(answer.instead)} stands for it" if answer.instead else ""
        notes.append(f"Not on the menu{stand}.")
    return {
        "event": answer.index,
        "hand": f"{cards[:2]} {cards[2:]}",
        "words": words,
        "strategy": list(chances.values()),
        "visited": answer.visited,
        "values": None,
        "margins": None,
        "exact": margin == 0,
        "notes": notes,
        "taken": words.index(taken) if taken in words else None,
        "taken_words": taken,
        "done": answer.done,
        "lost": mean,
        "margin": margin,
    }


_AT, _OF_TABLE = "/api/sessions", "/api/tables/{table}/export"
_EXPORT = "The finished hands of a table as a file."
_BEGIN = "Keep a file of hands, to go through them beside a run."
_LOOK = "Hands of a session, each with the hero's decisions beside the run."
ENDPOINTS = (
    Endpoint("GET", _OF_TABLE, Export, export_table, _EXPORT, lane=Lane.LONG),
    Endpoint("POST", _AT, Begin, begin_session, _BEGIN, lane=Lane.LONG, body=MAX_FILE),
    Endpoint("GET", _AT, Mine, list_sessions, "The sessions of a reader."),
    Endpoint("GET", f"{_AT}/{{session}}", Hands, get_session, _LOOK, BRIEFLY, Lane.LONG),
)
