"""Look around in a game: :class:`Explorer` returns what happens after a line of play.

seats      the seats at which somebody decides, and what they see of one another's actions
worlds     histories of a game, and which of them all players can tell apart
public     what all players know, move by move, and the words of a line
spots      records of what is found there, and a table of hands
advice     what a strategy advises at a decision of one seat
explorer   strategies asked for every private state
"""

from zerosum.play.explore.advice import DEALS, Advice, Taken
from zerosum.play.explore.explorer import Explorer
from zerosum.play.explore.public import Event, told_steps
from zerosum.play.explore.spots import NEVER, Option, Row, Spot, table_of

__all__ = [
    "DEALS",
    "NEVER",
    "Advice",
    "Event",
    "Explorer",
    "Option",
    "Row",
    "Spot",
    "Taken",
    "table_of",
    "told_steps",
]
