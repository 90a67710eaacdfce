"""The order of abstractions, and their lattice, decided on enumerated games.

numbering            partitions as arrays: joins, meets, and what one of them divides
walk labels          factors → the class of each infoset of a game
demands              what is demanded of numbers that are given
playouts looked      all infosets of a game, or those that sampled deals meet
order meet           which abstraction tells more apart; the finest that both refine
menus                actions → which real ones are offered where
expand quotient      the tree of an abstract game, cut out of the whole one
memory               what players of an abstract game remember, and what they forget
"""

from zerosum.lattice.looked import Witness
from zerosum.lattice.meet import Meet, meet
from zerosum.lattice.memory import Finding, Memory, PlayerRecall, RecallReport, recall
from zerosum.lattice.order import Verdict, equivalent, partition, refines
from zerosum.lattice.quotient import Quotient, quotient

__all__ = [
    "Finding",
    "Meet",
    "Memory",
    "PlayerRecall",
    "Quotient",
    "RecallReport",
    "Verdict",
    "Witness",
    "equivalent",
    "meet",
    "partition",
    "quotient",
    "recall",
    "refines",
]
