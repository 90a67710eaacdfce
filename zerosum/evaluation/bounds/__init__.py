"""Lower bounds on exploitability, where a game is too large for exact best responses.

bound                  lower bounds, and the check for two players
ranges                 the possible hands of the opponent, and their weights
calling                checking and calling to the end
deals blocks local     local best response, deal by deal, by several threads
exploiter learned      an approximate best response, learnt against a fixed strategy
"""

from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.evaluation.bounds.learned import FixedResponse, approximate_best_response
from zerosum.evaluation.bounds.local import local_best_response

__all__ = ["FixedResponse", "LowerBound", "approximate_best_response", "local_best_response"]
