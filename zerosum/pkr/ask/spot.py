"""The spot that a strategy comes to: both ranges as it plays them, the pot and the stacks."""

from __future__ import annotations

from typing import Any

from zerosum.errors import NotApplicable
from zerosum.pkr.ask.query import Query
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.ranges import Range
from zerosum.pkr.spots import Spot


def spot_after(query: Query, line: str, board: str = "", **given: Any) -> Spot:
    """Return the spot after a line of a strategy of no-limit hold'em, at the start of a street.

    Parameters
    ----------
    query
        Of the strategy.
    line, board
        As for :meth:`Query.at`: all but two seats must have folded, and the board be dealt.
    given
        Bets, rake and dead cards, as for :class:`~zerosum.pkr.spots.Spot`.

    Raises
    ------
    NotApplicable
        If the game is another one, or the line does not end there.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.ask import Query
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> query = Query(even, NoLimitHoldem(stacks=(20,), sizes=(100,)))
    >>> spot = spot_after(query, "c x | AhKh2c")
    >>> spot.pot, spot.stack, spot.hand.street
    (4, 18, 1)
    """
    place = query.at(line, board)
    hand = place.real
    if not isinstance(hand, NoLimitHoldem) or hand.hole != 2:
        raise NotApplicable(
            f"A spot must be one of no-limit hold'em with two cards; got {type(hand).__name__}.",
            hand,
        )
    seats = [seat for seat in range(hand.players) if hand.live >> seat & 1]
    fresh = hand.street > 0 and not hand.terminal and not hand.chance and not any(hand.pips)
    if len(seats) != 2 or not fresh or hand.able != hand.live:
        raise NotApplicable(
            f"A spot must begin with a street from the flop on, with two seats that have chips; "
            f"after {hand.spelled!r} it does not: end the line with the cards of a street.",
            hand,
        )
    first = hand.active
    (second,) = (seat for seat in seats if seat != first)
    ranges = []
    for seat in (first, second):
        reach = place.reach[seat]
        ranges.append(Range(tuple((reach / max(reach.max(), 1e-300)).tolist())))
    stacks = hand.behind[first], hand.behind[second]
    return Spot(
        *ranges, board=hand.community, pot=hand.total, stack=stacks, deck=hand.deck, **given
    )
