"""How much others could win, at least, where a game is too large for exact best responses.

bound pairs            what a lower bound is, and of which games
ranges                 the opponent's hands that a player must reckon with, and their weights
calling rollouts       checking and calling to the end, and what a bet is worth then
playing local          local best response
exploiter learned      an approximate best response, learnt against a strategy that stays
"""

from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.evaluation.bounds.learned import FixedResponse, approximate_best_response
from zerosum.evaluation.bounds.local import local_best_response

__all__ = ["FixedResponse", "LowerBound", "approximate_best_response", "local_best_response"]
