"""Two seats: Tyche's game after four folds.

::

             bets, in pots                        raises, in last raises     raises of the street
    preflop  -                                    1, 1.5, 2, 3, 4, 6, 8, 12  3
    flop     1/4, 1/2, 1, 1.5, 2, 3, 4, 6, 8, 12  1, 1.5, 2, 3, 4, 6, 8, 12  2
    turn     1/4, 1/2, 1, 1.5, 2, 3, 4, 6, 8, 12  1, 1.5, 2, 3, 4, 6, 8, 12  2
    river    1/4, 1/2, 1, 1.5, 2, 3, 4, 6, 8, 12  1, 1.5, 2, 3, 4, 6, 8, 12  1

All-in is always offered, and counts for no limit. A hand has at most six bets and raises.

In Tyche four of six seats have folded; here two sit down.

``--game reentrant=1`` forgets the betting before the flop only, and ``--game reentrant=`` nothing;
:mod:`blood.tyche` says how the sizes are read.
"""

from blood.tyche import MANY, STREETS, TWO, start, table, trained
from zerosum.abstraction import Abstracted

actions = table(
    {
        0: ((), MANY, 3),
        3: ((1 / 4, 1 / 2, *MANY), MANY, 3),
        5: ((1 / 4, 1 / 2, *MANY), MANY, 2),
    },
    hand=6,
)


def TrainingAbstraction(  # noqa: N802
    *, buckets: int = 200, reentrant: tuple[int, ...] = STREETS, stack: int = 10_000
) -> Abstracted:
    """Return the start of a hand; see :func:`blood.tyche.start` for the parameters."""
    return start(2, actions, buckets=buckets, reentrant=reentrant, stack=stack)


experiment = trained(TrainingAbstraction, TWO)
