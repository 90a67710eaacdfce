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

from blood.tyche import MANY, TWO, starting, table, trained

actions = table(
    {
        0: ((), MANY, 3),
        3: ((1 / 4, 1 / 2, *MANY), MANY, 3),
        5: ((1 / 4, 1 / 2, *MANY), MANY, 2),
    },
    hand=6,
)

TrainingAbstraction = starting(2, actions)

experiment = trained(TrainingAbstraction, TWO)
