"""River of Blood by what a call costs, with bets of all sizes. Recommended.

As :mod:`blood.river_recall`, but its players see the price of a call as a share of the pot; hands
before the flop are classes by their exact strength; and a street has bets of half the pot, the pot,
three and eight pots and all-in, raises of the pot and all-in. It plays no action that it takes less
often than in one of five cases, unless all are.
"""

from blood.basic import bets, equities, linearcost, linearpot, player, run, street, strength
from zerosum.abstraction import Abstracted, given
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import (
    allin,
    bet_or_raise,
    by_street,
    capped,
    on_streets,
    passive,
    pot_bets,
    translated,
)
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.shows.opening import opening

# After a bet of the pot, twice the total pot is a call and a raise of the pot.
preflop = capped(bet_or_raise(pot_bets(1, 2), pot_bets(2)) + allin, 4)
later = capped(bet_or_raise(pot_bets(1 / 2, 1, 3, 8), pot_bets(2)) + allin, 3)
actions = passive + by_street({0: preflop, 3: later})
cards = given(on_streets(0, 2), strength(40)) * equities((0,) + (40,) * 7, dimension=50, maxiter=30)
states = run * street * player * linearpot(20) * linearcost(4) * bets * cards * actions

TrainingAbstraction = Abstracted(RiverOfBlood(), states, actions)

experiment = Experiment(
    TrainingAbstraction,
    play=translated(TrainingAbstraction),
    iterations=1_000_000,
    seed=7,
    show=opening,
    least=0.2,
)
