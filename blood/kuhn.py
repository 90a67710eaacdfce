"""The whole of Kuhn poker: the smallest experiment, a few seconds to an equilibrium."""

from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn

TrainingAbstraction = Kuhn

experiment = Experiment(TrainingAbstraction, iterations=1_000_000, seed=7)
