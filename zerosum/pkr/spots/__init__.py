"""Spots: two ranges, a board, a pot and bets, solved for all hands.

bets     sizes of bets, as they are written, and the menu that they make
rake     hold'em of which the house takes a share
spot     a spot, and the game that it is
written  spots as TOML
bunching what folded seats leave of ranges
solve    solving one in memory
boards   solving one on many boards
prices   what abstractions of cards cost on one
"""

from zerosum.pkr.spots.bets import Bets
from zerosum.pkr.spots.spot import Spot
from zerosum.pkr.spots.written import read_spot, spot_of

__all__ = ["Bets", "Spot", "read_spot", "spot_of"]
