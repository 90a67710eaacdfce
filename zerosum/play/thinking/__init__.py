"""Think at the table: solve the last street of a poker hand again, from the players' ranges.

trace      a hand that remembers its decisions
ranges     how likely each hand leads there, by the strategy that was trained
guard      what keeps hands of the opponent from winning more than before
street     the last street, solved
solutions  the last street of a hand, solved from the ranges that lead there
thought    a solution, and the hand where it begins
clock      how long to think
thinker    the agent
response   local best response on a last street
compare    what local best response wins without and with thinking
"""

from zerosum.play.thinking.clock import Clock
from zerosum.play.thinking.compare import Comparison, compare_by_local_best_response
from zerosum.play.thinking.guard import Guard
from zerosum.play.thinking.street import LastStreet, Solved
from zerosum.play.thinking.thinker import Thinker

__all__ = [
    "Clock",
    "Comparison",
    "Guard",
    "LastStreet",
    "Solved",
    "Thinker",
    "compare_by_local_best_response",
]
