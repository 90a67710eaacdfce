"""Bluff with a die each, whole: ten seconds to an exploitability below a hundredth."""

from __future__ import annotations

from zerosum.bluff import Bluff
from zerosum.experiment import Experiment

TrainingAbstraction = Bluff

experiment = Experiment(TrainingAbstraction, iterations=1_000_000, seed=7)
