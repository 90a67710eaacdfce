"""How good are strategies? Values, best responses and exploitability, exact, for n players.

trees seen             games → trees; how strategies see a tree's infosets
lift                   a strategy of an abstract game, in the whole game
policies               strategies → the probability of each sequence
passes                 the kernels: from the root down, and from the leaves up
values response        what players win, and what they could
"""

from zerosum.evaluation.lift import Lifted, lift
from zerosum.evaluation.response import BestResponse, best_response, exploitability, nash_conv
from zerosum.evaluation.values import expected_values

__all__ = [
    "BestResponse",
    "Lifted",
    "best_response",
    "expected_values",
    "exploitability",
    "lift",
    "nash_conv",
]
