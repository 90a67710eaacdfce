"""What a strategy does with every hand, for a player at a terminal who asks."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from zerosum.abstraction import Abstracted, split
from zerosum.cards import FULL_DECK
from zerosum.game import History
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.shows.grid import strategy_grid
from zerosum.pkr.shows.table import table
from zerosum.pkr.text import Line
from zerosum.support.rendering import chips
from zerosum.terms import Ask, Moment


def table_of_hands(ask: Ask, start: History, moment: Moment) -> RenderableType | None:
    """Return a table of the 169 classes of hands of the seat to act; None on other decks.

    The cards of all seats are face down, so that nothing about them is revealed.

    Parameters
    ----------
    ask
        Asks the strategy.
    start
        The hand as the strategy follows it, before the deal.
    moment
        The decision.
    """
    base = moment.base
    if base.hole != 2 or base.deck.cards != FULL_DECK:
        return None
    follower = Follower(ask.strategy, Abstracted(base.start, *split(start)[1:]))
    line = Line.taken(base.start, moment.steps[base.players * base.hole :])
    place, _ = follower.follow(line.steps)
    grid = table(strategy_grid(place))
    real, seen = place.infoset, place.seen[0].infoset
    if (seen.total, seen.cost) == (real.total, real.cost):
        return grid
    owed = f" with {chips(seen.cost)} to call" if seen.cost > 0 else ""
    return Group(grid, Text(f"The strategy takes this for a pot of {chips(seen.total)}{owed}."))
