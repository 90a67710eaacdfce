"""The whole of Bluff with a die each: ten seconds to an exploitability below 0.01."""

from zerosum.bluff import Bluff
from zerosum.experiment import Experiment

TrainingAbstraction = Bluff

experiment = Experiment(TrainingAbstraction, iterations=1_000_000, seed=7)
