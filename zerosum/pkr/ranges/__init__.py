"""Ranges of hands as text: which hands a player may hold, each with a weight.

classes      the 169 classes of hands by rank and suit, and their names
hands        a range: a weight for each hand
reading      a range from its text
spelling     the shortest text of a range
"""

from zerosum.pkr.ranges.hands import RANDOM, Range
from zerosum.pkr.ranges.reading import parse_range

__all__ = ["RANDOM", "Range", "parse_range"]
