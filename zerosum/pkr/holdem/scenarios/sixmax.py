"""Thirty expectations of a strategy for six seats, with stacks of 20 big blinds or more.

Equilibria meet them, and so does any sound strategy; their margins are wide enough for any menu.
"""

from dataclasses import replace
from math import inf

from zerosum.pkr.holdem.scenarios.facing import FACING
from zerosum.pkr.holdem.scenarios.first_in import FIRST_IN
from zerosum.pkr.holdem.scenarios.postflop import POSTFLOP

SIX_MAX = tuple(
    replace(each, seats=6, stacks=(20.0, inf)) for each in (*FIRST_IN, *FACING, *POSTFLOP)
)
