"""A spot of hold'em, solved for all hands: what ``python -m blood.solve`` trains.

The parameter ``spot`` is the text of a spot in TOML; that of ``RIVER`` by default.
"""

from zerosum.abstraction import Abstracted
from zerosum.experiment import Experiment
from zerosum.pkr.spots import spot_of
from zerosum.pkr.spots.locks import SpotCFR

RIVER = """\
oop = "AA,QQ,98s,76s"
ip = "KK,JJ,A7s"
board = "2c2d7h8s9c"
pot = 100
stack = 200

[bets]
bet = "50%, 100%, allin"
raise = "2.5x, allin"
"""


def TrainingAbstraction(spot: str = RIVER) -> Abstracted:  # noqa: N802  # stands for a class
    """Return the game of a spot."""
    return spot_of(spot).game


experiment = Experiment(TrainingAbstraction, algorithm=SpotCFR, iterations=1_000)
