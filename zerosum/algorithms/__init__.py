"""Algorithms of the CFR family, one file each, and the rules that they follow."""

from zerosum.algorithms.cfr import CFR
from zerosum.algorithms.external import ExternalSampling
from zerosum.algorithms.lp import LinearProgram
from zerosum.rules import (
    DCFR,
    LINEAR,
    PDCFR_PLUS,
    PLUS,
    PREDICTIVE_PLUS,
    RULES,
    VANILLA,
    Rule,
)

ALGORITHMS = {solver.name: solver for solver in (CFR, ExternalSampling)}

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
    "ExternalSampling",
    "LinearProgram",
    "Rule",
]
