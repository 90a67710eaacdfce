"""The algorithms that run in an experiment, by their names on a command line."""

from zerosum.algorithms.cfr import CFR
from zerosum.algorithms.chance import ChanceSampling
from zerosum.algorithms.external import ExternalSampling
from zerosum.algorithms.outcome import OutcomeSampling
from zerosum.algorithms.public import PublicChanceSampling, VectorCFR
from zerosum.algorithms.pure import PureCFR
from zerosum.algorithms.rounds import RoundSampling
from zerosum.algorithms.street_cfr import StreetCFR

_CLASSES = (
    CFR,
    ExternalSampling,
    ChanceSampling,
    OutcomeSampling,
    PureCFR,
    RoundSampling,
    PublicChanceSampling,
    VectorCFR,
    StreetCFR,
)
ALGORITHMS = {solver.name: solver for solver in _CLASSES}
