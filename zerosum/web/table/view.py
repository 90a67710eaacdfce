"""What is sent to a seat: a function of its infoset and of what all players see."""

from __future__ import annotations

from typing import Any

from zerosum.drawn import Bets
from zerosum.game import seat_of
from zerosum.play.hand import Lineup
from zerosum.support.store import Json
from zerosum.terms import Moment
from zerosum.web.table.tables import Live


def seen(live: Live) -> Json:
    """Return a table as the person's seat sees it.

    Nothing else of a table leaves the server while a hand is played. Of what is hidden from the
    seat, :class:`zerosum.terms.Terms` says nothing.
    """
    hand, record, sitting = live.hand, live.record, live.sitting
    lineup, now, own = hand.lineup, hand.now, hand.lineup.own
    terms, score = lineup.terms, sitting.score
    payoff = float(now.base.payoff(own % lineup.players)) if hand.over else None
    return {
        "table": record.id,
        "event": record.event,
        "version": str(record.event),
        "run": record.run,
        "game": type(now.base).__name__,
        "turn": "next" if hand.over else "you",
        "hand": record.hands,
        "round": terms.round,
        "unit": terms.unit,
        "title": live.before.heading,
        "lines": live.lines,
        "seats": [_seat(lineup, now, seat) for seat in range(lineup.size)],
        "board": terms.board(now).plain,
        "pot": terms.pot(now),
        "status": "" if hand.over else terms.chips(now, own),
        "own": terms.hand(now, own).plain,
        **({"choices": [], "bets": None} if hand.over else _choices(live, now)),
        "result": payoff if payoff is None else {"won": payoff, "words": sitting.said},
        "score": {"hands": score.hands, "won": score.chips, "words": str(score)},
    }


def _seat(lineup: Lineup, now: Moment, seat: int) -> Json:
    """Return what lies before a seat, and who sits there."""
    base, own = now.base, seat == lineup.own
    acts = not base.terminal and not base.chance and seat_of(base) == seat
    return {
        "number": seat,
        "name": "You" if own else lineup.named(seat),
        "place": lineup.terms.seat(seat),
        "you": own,
        "partner": seat in lineup.partners,
        "active": acts,
        **vars(lineup.terms.drawn(now, seat, lineup.own)),
    }


def _choices(live: Live, now: Moment) -> dict[str, Any]:
    """Return what the person may do."""
    terms = live.hand.lineup.terms
    bets = terms.bets(now, live.menu(now.infoset))
    listed = [
        {"word": one.word, "label": one.says or one.word, "more": one.more}
        for one in terms.choices(now)
        if bets is None or one.says  # what spans all bets says nothing
    ]
    return {"choices": listed, "bets": None if bets is None else _bets(bets)}


def _bets(bets: Bets) -> Json:
    stops = [{"to": chips, "label": label} for chips, label in bets.stops]
    return {**vars(bets), "stops": stops}
