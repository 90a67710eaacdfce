"""Leduc hold'em by ranks: an abstraction that loses nothing."""

from zerosum.experiment import Experiment
from zerosum.leduc.abstraction import Abstraction

TrainingAbstraction = Abstraction

experiment = Experiment(TrainingAbstraction, iterations=1_000_000, seed=7)
