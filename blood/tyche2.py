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

from blood.tyche import STREETS, TWO, start
from zerosum.abstraction import Abstracted
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import (
    allin,
    bet_or_raise,
    by_street,
    limited,
    passive,
    pot_bets,
    raises,
)
from zerosum.pkr.holdem.show import opening

later = bet_or_raise(
    pot_bets(1 / 4, 1 / 2, 1, 1.5, 2, 3, 4, 6, 8, 12), raises(1, 1.5, 2, 3, 4, 6, 8, 12)
)
actions = (
    passive
    + allin
    + by_street(
        {
            0: limited(raises(1, 1.5, 2, 3, 4, 6, 8, 12), street=3, hand=6),
            3: limited(later, street=3, hand=6),
            5: limited(later, street=2, hand=6),
        }
    )
)


def TrainingAbstraction(  # noqa: N802
    *, buckets: int = 200, reentrant: tuple[int, ...] = STREETS, stack: int = 10_000
) -> Abstracted:
    """Return the start of a hand; the parameters are those of :func:`blood.tyche.start`."""
    return start(2, actions, buckets=buckets, reentrant=reentrant, stack=stack)


experiment = Experiment(
    TrainingAbstraction, iterations=100_000, seed=7, show=opening, options={"storage": TWO}
)
