"""Look around in a run of poker: a row for every hand, as :class:`zerosum.play.Explorer` has them.

Bets are written by their chips, so that tokens are letters and digits. How likely a hand is follows
from what its seat did and, if there are two seats, from what the other one did with hands that
share no card with it; with more seats, cards that other seats hold are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np

from zerosum.cards import Cards, name
from zerosum.errors import NotApplicable
from zerosum.experiment.run import Run
from zerosum.pkr.ask.allin import expected
from zerosum.pkr.ask.coach import advise
from zerosum.pkr.ask.query import Query
from zerosum.pkr.holdem.resumed import hand_of
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.rows import free_of
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.pkr.text.seats import seat_name
from zerosum.pkr.text.spelling import stakes, told, word_of
from zerosum.play.explore import DEALS, NEVER, Advice, Event, Explorer, Option, Row, Spot
from zerosum.play.hand import Played
from zerosum.tables import Floats
from zerosum.terms import Moment, third_person

_HOLDS = np.array([[mask >> card & 1 for card in range(52)] for mask in HAND_MASKS], np.float64)


class PokerExplorer:
    """What a run of poker does in all public states, with every hand.

    Parameters
    ----------
    run
        The run, with its parts; or a strategy.
    game
        The start of the game of a strategy.

    Examples
    --------
    >>> from zerosum.pkr import Bet, Fold, RiverOfBlood
    >>> careful = lambda infoset: {Fold(): 0.75, Bet(infoset.bounds()[0]): 0.25}
    >>> spot = PokerExplorer(careful, RiverOfBlood()).at("r4")
    >>> spot.seats[spot.seat], [event.words for event in spot.events], len(spot.rows)
    ('the big blind', ['the small blind raises to 4'], 1326)
    """

    def __init__(self, run: Any, game: Any = None) -> None:
        self.query = Query(run, game)
        self.big_blind = max(1, *self.query.base.start.pips)

    def at(self, line: str | Sequence[str] = ()) -> Spot:
        """Return the spot that a line leads to, as :meth:`zerosum.play.Explorer.at` does.

        Parameters
        ----------
        line
            The tokens, or a text in the language of lines (:mod:`zerosum.pkr.text`).

        Raises
        ------
        GameError
            If the line cannot be read, or is not legal.
        """
        spot, place = self.look(line)
        if not place.decides:
            return spot
        return replace(spot, rows=_rows(place, likelihoods(place)[0]))

    def look(self, line: str | Sequence[str] = ()) -> tuple[Spot, Place]:
        """Return the spot that a line leads to, without a row for each hand, and its place.

        Parameters
        ----------
        line
            As for :meth:`at`.
        """
        place = self.query.at(line if isinstance(line, str) else " ".join(map(str, line)))
        real, tokens, events = place.real, [], []
        for before, step in place.line:
            seat = None if isinstance(step, tuple) else before.active
            token, words = _told(before, step)
            tokens.append(token)
            events.append(Event(seat, token, words))
        kind = "over" if real.terminal else "event" if real.chance else "decision"
        likely, reach = likelihoods(place)
        notes = [] if real.players == 2 else ["Ranges ignore cards that other seats hold."]
        if reach == 0.0:
            notes.append(NEVER)
        notes += map(str, place.off)
        folded = real.terminal and real.live.bit_count() == 1
        spot = Spot(
            line=tuple(tokens),
            seats=tuple(_who(real, seat) for seat in range(real.players)),
            kind=kind,
            seat=real.active if place.decides else None,
            events=tuple(events),
            board=" ".join(filter(None, (str(place.rows.root.community), *_dealt(place)))),
            status=stakes(place.infoset) if place.decides else "",
            options=_options(place, likely) if place.decides else (),
            rows=(),
            reach=reach,
            payoffs=tuple(map(real.payoff, range(real.players))) if folded else None,
            notes=tuple(notes),
            hint=_hint(real.due) if real.chance else "",
        )
        return spot, place

    def advise(
        self, moment: Moment, taken: Any = None, *, deals: int = DEALS, seed: int = 0
    ) -> Advice:
        """Return what :meth:`zerosum.play.Explorer.advise` does.

        A bet that is not on the menu is translated. Values are exact as
        :func:`~zerosum.pkr.places.worth.worth` says.
        """
        return advise(self.query, moment, taken, deals, seed)

    def expected(self, hand: Played) -> float | None:
        """Return what a finished hand wins: see :func:`zerosum.pkr.ask.allin.expected`."""
        return expected(hand)


def explore(run: Run, deal: int | Sequence[Any] | None = None) -> Explorer | PokerExplorer:
    """Return what explores a run of poker: the hook ``explore`` of its games.

    With a deal, or hands of one card, that is the explorer of any game.

    Raises
    ------
    NotApplicable
        If a run with parts is given a deal.
    """
    hand = hand_of(run.game)
    if deal is None and hand is not None and hand.hole == 2:
        return PokerExplorer(run)
    if run.parts:
        raise NotApplicable(
            f"A deal can't be followed through the {len(run.parts)} parts of {run.path}, which "
            f"were solved again; got {deal!r}: leave out the deal, or explore the whole with "
            f"zerosum.play.Explorer(run.strategy, run.game, deal).",
            deal,
        )
    return Explorer(run.strategy, run.game, deal)


def _who(hand: Any, seat: int) -> str:
    return f"the {seat_name(seat, hand.players, hand.button)}"


def _hint(due: int) -> str:
    cards = "one card" if due == 1 else f"{due} cards"
    return f"The next word is {cards} of the board, such as {'Ks7d2c'[: 2 * due]}"


def _dealt(place: Place) -> list[str]:
    """Return the cards of the board that were dealt on the way, street by street."""
    return ["".join(map(name, step)) for step in place.steps if isinstance(step, tuple)]


def _told(before: Any, step: Any) -> tuple[str, str]:
    """Return the token of a step, and what happened in words."""
    if isinstance(step, tuple):
        cards = "".join(map(name, step))
        return cards, f"The board: {cards}"
    infoset, who = before.infoset(before.active), _who(before, before.active)
    return word_of(step, infoset), f"{who} {third_person(*told(step, infoset))}"


def likelihoods(place: Place) -> tuple[Floats, float]:
    """Return how likely each hand of the seat to act is, and how likely the line is.

    Parameters
    ----------
    place
        The place.

    Returns
    -------
    Shape (1326,), which sums to 1; and the probability of the line.
    """
    real, first = place.real, place.rows.reach
    own = _met(place.reach, real.active)
    line = float(own.sum() / _met(first, real.active).sum())
    if real.players != 2:
        line = float(np.prod(place.reach.sum(axis=1) / first.sum(axis=1)))
    left = len(real.deck.cards - place.rows.root.used) - 2 * real.players
    for step in place.steps:
        if isinstance(step, tuple):
            line /= comb(left, len(step))
            left -= len(step)
    if not own.any():
        own = free_of(real).astype(np.float64)
    return own / own.sum(), line


def _met(reach: Floats, seat: int) -> Floats:
    """Return how likely a seat has each hand, and the other seat of two one without its cards."""
    met: Floats = reach[seat]
    if len(reach) == 2:
        other = reach[1 - seat]
        met = met * (other.sum() - (_HOLDS @ (other @ _HOLDS) - other))
    return met


def _options(place: Place, likely: Floats) -> tuple[Option, ...]:
    shares = likely @ place.strategy
    infoset, actions = place.infoset, place.menu.actions
    return tuple(
        Option(word_of(action, infoset), "".join(told(action, infoset)), share)
        for action, share in zip(actions, shares.tolist(), strict=True)
    )


def _rows(place: Place, likely: Floats) -> tuple[Row, ...]:
    free, first = np.flatnonzero(free_of(place.real)), place.rows.reach[place.seat]
    dealt = (first / first[free].sum()).tolist()
    reach, strategy = place.reach[place.seat].tolist(), place.strategy.tolist()
    visited = place.visited.tolist()
    return tuple(
        Row(
            hand=str(Cards(HAND_MASKS[number])),
            dealt=dealt[number],
            reach=reach[number],
            probability=float(likely[number]),
            visited=visited[number],
            strategy=tuple(strategy[number]),
        )
        for number in free.tolist()
    )
