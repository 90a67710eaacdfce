"""A person at a terminal against an agent, which plays all other seats.

table session   a hand, and one hand after another
rows            what a strategy does with each hand: a view of `zerosum.play.explore`

The words of a game are in :mod:`zerosum.terms`.
"""

from zerosum.play.sitting import Score
from zerosum.play.terminal.session import echoed, play_session, typed
from zerosum.play.terminal.table import Table, play_hand

__all__ = ["Score", "Table", "echoed", "play_hand", "play_session", "typed"]
