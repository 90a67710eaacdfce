"""Algorithms of the CFR family, one file each.

solver base threads                what they share: batches and saving, tables, threads
external outcome pure chance       sampling
pruning averaging continued        of the first: pruning, many players, regrets of another run
public hands                       vectors over private hands: public chance sampled, or not
cfr groups sequences histories     exact, on either form of the tree
lp plans                           exact, by linear programs over realisation plans
"""

from zerosum.algorithms.cfr import CFR
from zerosum.algorithms.chance import ChanceSampling
from zerosum.algorithms.external import ExternalSampling
from zerosum.algorithms.lp import LinearProgram
from zerosum.algorithms.outcome import OutcomeSampling
from zerosum.algorithms.pruning import Pruning
from zerosum.algorithms.public import PublicChanceSampling, VectorCFR
from zerosum.algorithms.pure import PureCFR
from zerosum.rules import DCFR, LINEAR, PDCFR_PLUS, PLUS, PREDICTIVE_PLUS, RULES, VANILLA, Rule

ALGORITHMS = {
    solver.name: solver
    for solver in (
        CFR,
        ExternalSampling,
        ChanceSampling,
        OutcomeSampling,
        PureCFR,
        PublicChanceSampling,
        VectorCFR,
    )
}

__all__ = [
    "ALGORITHMS",
    "CFR",
    "DCFR",
    "LINEAR",
    "PDCFR_PLUS",
    "PLUS",
    "PREDICTIVE_PLUS",
    "RULES",
    "VANILLA",
    "ChanceSampling",
    "ExternalSampling",
    "LinearProgram",
    "OutcomeSampling",
    "Pruning",
    "PublicChanceSampling",
    "PureCFR",
    "Rule",
    "VectorCFR",
]
