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

from blood.tyche import starting, table, trained

actions = table(
    {0: ((), (1, 2), 2), 3: ((1, 2, 4), (1, 2, 4), 2), 5: ((1 / 2, 1, 2, 4), (), 1)}, hand=4
)

TrainingAbstraction = starting(6, actions)

experiment = trained(TrainingAbstraction)
