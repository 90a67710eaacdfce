"""Which factor to add to the states of a game that is too large to price.

gather    external sampling that keeps regrets by the values of candidate factors
gains     what is kept → the gain of each factor in each bucket
suggest   candidates in order; on request, what an exploiter wins who sees them
grow      a tree of splits, where they gain most
"""

from zerosum.evaluation.growing.grow import Grown, grow
from zerosum.evaluation.growing.suggest import Chips, Suggestion, Suggestions, suggest

__all__ = ["Chips", "Grown", "Suggestion", "Suggestions", "grow", "suggest"]
