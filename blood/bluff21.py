"""The whole of Bluff with two dice against one, by vectors over rolls on the tree of bids."""

from zerosum.algorithms import PublicChanceSampling
from zerosum.bluff import Bluff
from zerosum.experiment import Experiment

TrainingAbstraction = Bluff(2, 1)

experiment = Experiment(
    TrainingAbstraction, algorithm=PublicChanceSampling, iterations=None, minutes=2
)
