"""Six seats with few bets: Tyche's coarse game.

::

             bets, in pots  raises, in last raises  raises of the street
    preflop  -              1, 2                    2
    flop     1, 2, 4        1, 2, 4                 1
    turn     1, 2, 4        1, 2, 4                 1
    river    1/2, 1, 2, 4   -                       0

All-in is always offered, and counts for no limit. A hand has at most four bets and raises.

``--game reentrant=1`` forgets the betting before the flop only, and ``--game reentrant=`` nothing;
:mod:`blood.tyche` says how the sizes are read.
"""

from blood.tyche import STREETS, start, table, trained
from zerosum.abstraction import Abstracted

actions = table(
    {0: ((), (1, 2), 2), 3: ((1, 2, 4), (1, 2, 4), 2), 5: ((1 / 2, 1, 2, 4), (), 1)}, hand=4
)


def TrainingAbstraction(  # noqa: N802
    *, buckets: int = 200, reentrant: tuple[int, ...] = STREETS, stack: int = 10_000
) -> Abstracted:
    """Return the start of a hand; see :func:`blood.tyche.start` for the parameters."""
    return start(6, actions, buckets=buckets, reentrant=reentrant, stack=stack)


experiment = trained(TrainingAbstraction)
