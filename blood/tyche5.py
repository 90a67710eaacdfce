"""Five seats: Tyche's game after one fold.

::

             bets, in pots        raises, in last raises  raises of the street
    preflop  -                    1, 2, 4, 8, 12          2
    flop     1/2, 1, 2, 4, 8, 12  1, 2, 4, 8, 12          1
    turn     1/2, 1, 2, 4, 8, 12  1, 2, 4, 8, 12          1
    river    1/2, 1, 2, 4, 8, 12  1, 2, 4, 8, 12          1

All-in is always offered, and counts for no limit. A hand has at most five bets and raises.

In Tyche one of six seats has folded; here five sit down.

``--game reentrant=1`` forgets the betting before the flop only, and ``--game reentrant=`` nothing;
:mod:`blood.tyche` says how the sizes are read.
"""

from blood.tyche import FIVE, STREETS, start, table, trained
from zerosum.abstraction import Abstracted

actions = table({0: ((), FIVE, 2), 3: ((1 / 2, *FIVE), FIVE, 2)}, hand=5)


def TrainingAbstraction(  # noqa: N802
    *, buckets: int = 200, reentrant: tuple[int, ...] = STREETS, stack: int = 10_000
) -> Abstracted:
    """Return the start of a hand; see :func:`blood.tyche.start` for the parameters."""
    return start(5, actions, buckets=buckets, reentrant=reentrant, stack=stack)


experiment = trained(TrainingAbstraction)
