"""A person at a terminal against an agent.

terms             what must be known of a game to show it and to read what is typed
moves river small games of few actions, River of Blood, and how the small games are spoken of
public hands      the hands that a player may hold; the best five cards in words
table session     a hand, and one hand after another
"""

from zerosum.play.terminal.session import Score, play_session
from zerosum.play.terminal.table import Table, play_hand
from zerosum.play.terminal.terms import echoed, typed

__all__ = ["Score", "Table", "echoed", "play_hand", "play_session", "typed"]
