"""The order of abstractions, and their lattice, decided on enumerated games.

partitions           partitions as arrays: joins, meets, and two things that one of them separates
steady classes       factors → the class of each infoset of a game
playouts infosets    all infosets of a game, or those of sampled deals
labelled             factors of given numbers, one for each infoset
order meet           whether one abstraction refines another; the finest that both refine
menus                actions → which real ones are offered where
quotient             the tree of an abstract game, cut out of that of the whole game
colours minimise     what can be merged without any loss
memory               what players of an abstract game remember, and what they forget
"""

from zerosum.lattice.infosets import Witness
from zerosum.lattice.labelled import Labelled, labelled
from zerosum.lattice.meet import Meet, meet
from zerosum.lattice.memory import Finding, Memory, PlayerRecall, RecallReport, recall
from zerosum.lattice.minimise import Colour, Minimal, Naming, minimise
from zerosum.lattice.order import Verdict, equivalent, partition, refines
from zerosum.lattice.quotient import Quotient, quotient

__all__ = [
    "Colour",
    "Finding",
    "Labelled",
    "Meet",
    "Memory",
    "Minimal",
    "Naming",
    "PlayerRecall",
    "Quotient",
    "RecallReport",
    "Verdict",
    "Witness",
    "equivalent",
    "labelled",
    "meet",
    "minimise",
    "partition",
    "quotient",
    "recall",
    "refines",
]
