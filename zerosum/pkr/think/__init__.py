"""Think at the table: solve a street of a poker hand again, from the players' ranges.

trace      a hand that remembers its decisions
guard      what keeps hands of the opponent from winning more than before
solved     a street that was solved
street     the last street
outlook    how hands perform on boards that complete the one on the table
runouts    the order of all hands on boards that are completed at random
showdowns  the hands on a full board, and which is stronger
groups     hands that perform alike
values     what hands win after a street that is not the last
playouts   hands that the strategy plays out
fitting    the values that these hands have
early      a street that is not the last
solutions  the street of a hand, solved from the ranges that lead there
thought    a solution, and the hand where it begins
clock      how long to think
thinker    the agent
opponents  who plays a street: the strategy, or a solution
response   local best response against opponents with a policy at each place
compare    what local best response wins without and with thinking
report     the same as a table with a conclusion
kept       the values of a run, kept in its folder
"""

from zerosum.pkr.think.clock import Clock
from zerosum.pkr.think.compare import Comparison, compare_by_local_best_response
from zerosum.pkr.think.early import EarlyStreet
from zerosum.pkr.think.fitting import fit_values
from zerosum.pkr.think.guard import Guard
from zerosum.pkr.think.solved import Solved
from zerosum.pkr.think.street import LastStreet
from zerosum.pkr.think.thinker import Thinker
from zerosum.pkr.think.values import Values, Way

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
