"""The price of an abstraction, and what each of its factors is worth.

division      an abstraction as arrays, and the games that result from it
size          the size of its table
solving       linear programs, or CFR
cfr_br        CFR-BR: regrets against an opponent who always plays a best response
best least    the least that any abstract strategy, or any equilibrium, loses in the whole game
loss          all of that in one record
streets       the same where hands are ranked, by vectors of all hands
ablate sweep  the same for every factor, and for many abstractions
search        the best products of a pool for every size, proved by few prices
"""

from zerosum.evaluation.price.ablate import Ablation, Factor, ablate
from zerosum.evaluation.price.best import Best, best
from zerosum.evaluation.price.loss import Loss, loss
from zerosum.evaluation.price.search import Found, Search, search
from zerosum.evaluation.price.size import Size
from zerosum.evaluation.price.sweep import Candidate, Sweep, sweep

__all__ = [
    "Ablation",
    "Best",
    "Candidate",
    "Factor",
    "Found",
    "Loss",
    "Search",
    "Size",
    "Sweep",
    "ablate",
    "best",
    "loss",
    "search",
    "sweep",
]
