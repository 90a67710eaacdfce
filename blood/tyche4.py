"""Four seats: Tyche's game after two folds.

::

             bets, in pots                raises, in last raises  raises of the street
    preflop  -                            1, 1.5, 2, 4, 6, 8, 12  2
    flop     1/2, 1, 1.5, 2, 4, 6, 8, 12  1, 1.5, 2, 4, 6, 8, 12  2
    turn     1/2, 1, 1.5, 2, 4, 6, 8, 12  1, 1.5, 2, 4, 6, 8, 12  2
    river    1/2, 1, 1.5, 2, 4, 6, 8, 12  1, 1.5, 2, 4, 6, 8, 12  1

All-in is always offered, and counts for no limit. A hand has at most five bets and raises.

In Tyche two of six seats have folded; here four sit down.

``--game reentrant=1`` forgets the betting before the flop only, and ``--game reentrant=`` nothing;
:mod:`blood.tyche` says how the sizes are read.
"""

from blood.tyche import SEVEN, starting, table, trained

actions = table(
    {0: ((), SEVEN, 2), 3: ((1 / 2, *SEVEN), SEVEN, 3), 5: ((1 / 2, *SEVEN), SEVEN, 2)}, hand=5
)

TrainingAbstraction = starting(4, actions)

experiment = trained(TrainingAbstraction)
