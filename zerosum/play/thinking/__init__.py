"""Think at the table: solve the last street of a poker hand again, from the players' ranges.

trace      a hand that remembers its decisions
ranges     how likely each hand leads there, by the strategy that was trained
guard      what keeps hands of the opponent from winning more than before
street     the last street, solved
solutions  the last street of a hand, solved from the ranges that lead there
thought    a solution, and the hand where it begins
clock      how long to think
thinker    the agent
"""

from zerosum.play.thinking.clock import Clock
from zerosum.play.thinking.guard import Guard
from zerosum.play.thinking.street import LastStreet, Solved
from zerosum.play.thinking.thinker import Thinker

__all__ = ["Clock", "Guard", "LastStreet", "Solved", "Thinker"]
