"""Algorithms of the CFR family, one file each.

solver base threads                what they share: batches and saving, tables, threads
external outcome pure chance       sampling
pruning averaging continued        of the first: pruning, many players, regrets of another run
restricted                         a response to a model of the opponent that others exploit little
rounds walkers shards              the same for any number of walkers, on any number of machines
public hands                       vectors over private hands: public chance sampled, or not
street_cfr streets street_threads  vectors over hands that are compared by rank, street by street
cfr groups sequences histories     exact, on either form of the tree
lp plans                           exact, by linear programs over realisation plans
named                              those that a command line names

>>> from zerosum.algorithms import CFR, PureCFR
>>> from zerosum.algorithms.base import Sampler
>>> issubclass(PureCFR, Sampler), PureCFR.default_rule.name, issubclass(CFR, Sampler)
(True, 'linear', False)
"""

from typing import TYPE_CHECKING

from zerosum.rules import DCFR, LINEAR, PDCFR_PLUS, PLUS, PREDICTIVE_PLUS, RULES, VANILLA, Rule
from zerosum.support.lazy import lazily

if TYPE_CHECKING:
    from zerosum.algorithms.cfr import CFR
    from zerosum.algorithms.chance import ChanceSampling
    from zerosum.algorithms.external import ExternalSampling
    from zerosum.algorithms.lp import LinearProgram
    from zerosum.algorithms.named import ALGORITHMS
    from zerosum.algorithms.outcome import OutcomeSampling
    from zerosum.algorithms.pruning import Pruning
    from zerosum.algorithms.public import PublicChanceSampling, VectorCFR
    from zerosum.algorithms.pure import PureCFR
    from zerosum.algorithms.rounds import RoundSampling
    from zerosum.algorithms.street_cfr import StreetCFR

NAMES = ("cfr", "external", "chance", "outcome", "pure", "rounds", "public", "vector", "streets")
"""What a command line calls the algorithms; ``ALGORITHMS`` has their classes, which take longer."""

# A run needs one of them; exact ones need trees, which samplers do not.
__getattr__, __dir__ = lazily(
    __name__,
    cfr="CFR",
    chance="ChanceSampling",
    external="ExternalSampling",
    lp="LinearProgram",
    named="ALGORITHMS",
    outcome="OutcomeSampling",
    pruning="Pruning",
    public="PublicChanceSampling VectorCFR",
    pure="PureCFR",
    rounds="RoundSampling",
    street_cfr="StreetCFR",
)

__all__ = [
    "ALGORITHMS",
    "CFR",
    "DCFR",
    "LINEAR",
    "NAMES",
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
    "RoundSampling",
    "Rule",
    "StreetCFR",
    "VectorCFR",
]
