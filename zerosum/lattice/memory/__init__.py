"""Whether players of an abstract game remember what they did and knew: recall.

paths decisions      all decisions of an enumerated game, or those of sampled deals
candidates           the factors that may restore perfect recall
forgotten            the difference of two pasts that end in one infoset
findings report      who forgets, two histories that show it, and what restores it
recall               all of these for a game
"""

from zerosum.lattice.memory.recall import DEALS, recall
from zerosum.lattice.memory.report import Finding, Memory, PlayerRecall, RecallReport

__all__ = ["DEALS", "Finding", "Memory", "PlayerRecall", "RecallReport", "recall"]
