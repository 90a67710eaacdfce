"""Three seats: a game between Tyche's for four and for two.

::

             bets, in pots                   raises, in last raises     raises of the street
    preflop  -                               1, 1.5, 2, 3, 4, 6, 8, 12  2
    flop     1/2, 1, 1.5, 2, 3, 4, 6, 8, 12  1, 1.5, 2, 3, 4, 6, 8, 12  2
    turn     1/2, 1, 1.5, 2, 3, 4, 6, 8, 12  1, 1.5, 2, 3, 4, 6, 8, 12  2
    river    1/2, 1, 1.5, 2, 3, 4, 6, 8, 12  1, 1.5, 2, 3, 4, 6, 8, 12  1

All-in is always offered, and counts for no limit. A hand has at most five bets and raises.

Tyche has no table for three seats. This one has the raises of the table for two, the bets of that
for four with one size more, and the limits of that for four.

``--game reentrant=1`` forgets the betting before the flop only, and ``--game reentrant=`` nothing;
:mod:`blood.tyche` says how the sizes are read.
"""

from blood.tyche import MANY, starting, table, trained

actions = table(
    {0: ((), MANY, 2), 3: ((1 / 2, *MANY), MANY, 3), 5: ((1 / 2, *MANY), MANY, 2)}, hand=5
)

TrainingAbstraction = starting(3, actions)

experiment = trained(TrainingAbstraction)
