"""Think at the table: solve a street of a poker hand again, from the players' ranges.

trace      a hand that remembers its decisions
ranges     how likely each hand leads there, by the strategy that was trained
guard      what keeps hands of the opponent from winning more than before
solved     a street that was solved
street     the last street
outlook    how hands perform on boards that complete the one on the table
groups     hands that perform alike
values     what hands win after a street that is not the last
playouts   hands that the strategy plays out
fitting    the values that these hands have
early      a street that is not the last
solutions  the street of a hand, solved from the ranges that lead there
thought    a solution, and the hand where it begins
clock      how long to think
thinker    the agent
response   local best response on a street
rest       local best response in the rest of a hand
compare    what local best response wins without and with thinking
"""

from zerosum.play.thinking.clock import Clock
from zerosum.play.thinking.compare import Comparison, compare_by_local_best_response
from zerosum.play.thinking.early import EarlyStreet
from zerosum.play.thinking.fitting import fit_values
from zerosum.play.thinking.guard import Guard
from zerosum.play.thinking.solved import Solved
from zerosum.play.thinking.street import LastStreet
from zerosum.play.thinking.thinker import Thinker
from zerosum.play.thinking.values import Values, Way

__all__ = [
    "Clock",
    "Comparison",
    "EarlyStreet",
    "Guard",
    "LastStreet",
    "Solved",
    "Thinker",
    "Values",
    "Way",
    "compare_by_local_best_response",
    "fit_values",
]
