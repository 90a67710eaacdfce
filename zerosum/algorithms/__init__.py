"""Algorithms of the CFR family, one file each, and the rules that they follow."""

from zerosum.algorithms.external import ExternalSampling
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

ALGORITHMS = {ExternalSampling.name: ExternalSampling}

__all__ = [
    "ALGORITHMS",
    "DCFR",
    "LINEAR",
    "PDCFR_PLUS",
    "PLUS",
    "PREDICTIVE_PLUS",
    "RULES",
    "VANILLA",
    "ExternalSampling",
    "Rule",
]
