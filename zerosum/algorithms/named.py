"""The algorithms that run in an experiment, by their names on a command line."""

from zerosum.algorithms.cfr import CFR
from zerosum.algorithms.chance import ChanceSampling
from zerosum.algorithms.external import ExternalSampling
from zerosum.algorithms.outcome import OutcomeSampling
from zerosum.algorithms.public import PublicChanceSampling, VectorCFR
from zerosum.algorithms.pure import PureCFR

_CLASSES = (
    CFR,
    ExternalSampling,
    ChanceSampling,
    OutcomeSampling,
    PureCFR,
    PublicChanceSampling,
    VectorCFR,
)
ALGORITHMS = {solver.name: solver for solver in _CLASSES}
