"""Think at the table: solve a street of a poker hand again, from the players' ranges.

trace      a hand that remembers its decisions
outlook    how hands perform on boards that complete the one on the table
runouts    the order of all hands on boards that are completed at random
showdowns  the hands on a full board, and which is stronger
groups     hands that perform alike
values     what hands win after a street that is not the last
playouts   hands that the strategy plays out
fitting    the values that these hands have
streets    streets as parts to solve
implied    what a bet that the strategy does not know says about hands
solutions  the street of a hand, solved from the ranges that lead there
thought    a solution, and the hand where it begins
clock      how long to think
thinker    the agent
opponents  who plays a street: the strategy, or a solution
response   local best response against opponents with a policy at each place
compare    what local best response wins without and with thinking
report     the same as a table with a conclusion
"""

from zerosum.pkr.think.clock import Clock
from zerosum.pkr.think.compare import Comparison, compare_by_local_best_response
from zerosum.pkr.think.fitting import fit_values
from zerosum.pkr.think.streets import Streets
from zerosum.pkr.think.thinker import Thinker
from zerosum.pkr.think.values import Values, Way
from zerosum.support.moved import names_of

__all__ = [
    "Clock",
    "Comparison",
    "Streets",
    "Thinker",
    "Values",
    "Way",
    "compare_by_local_best_response",
    "fit_values",
]

_STREETS = "make a part with Streets(base, menus).part(...), and zerosum.resolving.solve it."
__getattr__ = names_of(
    __name__,
    EarlyStreet=_STREETS,
    Guard="write part.guarded(root, shares) for a part of zerosum.resolving.",
    LastStreet=_STREETS,
    Solved="zerosum.resolving.solve returns a Resolution.",
)
