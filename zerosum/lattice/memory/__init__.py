"""What players of an abstract game remember of what they did and knew.

paths decisions      all decisions of an enumerated game, or those of sampled deals
candidates           the factors whose return is tried
forgotten            what two pasts that end in one infoset differ in
findings report      who forgets, what shows it, what restores it
recall               the question
"""

from zerosum.lattice.memory.recall import DEALS, recall
from zerosum.lattice.memory.report import Finding, Memory, PlayerRecall, RecallReport

__all__ = ["DEALS", "Finding", "Memory", "PlayerRecall", "RecallReport", "recall"]
