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

from blood.tyche import FIVE, starting, table, trained

actions = table({0: ((), FIVE, 2), 3: ((1 / 2, *FIVE), FIVE, 2)}, hand=5)

TrainingAbstraction = starting(5, actions)

experiment = trained(TrainingAbstraction)
