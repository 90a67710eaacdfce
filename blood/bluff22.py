"""Bluff with two dice each: 352 million infosets; two minutes visit a tenth of them at most."""

from zerosum.bluff import Bluff
from zerosum.experiment import Experiment

TrainingAbstraction = Bluff(2, 2)

experiment = Experiment(TrainingAbstraction, iterations=None, minutes=2, seed=7)
