"""Files of Gambit: trees (``.efg``) and tables of payoffs (``.nfg``) as games, and games as trees.

words       the words of a file, with the line of each for errors
game tree   the game of a file, and how it is made of nodes in their order
efg nfg     the two formats
reading     which of them a file is
writing     any game that can be enumerated, as a tree
terms       a game of a file at a terminal
"""

from zerosum.interop.gambit.game import FileGame, FileInfoset
from zerosum.interop.gambit.reading import parse_gambit, read_gambit
from zerosum.interop.gambit.writing import write_gambit

__all__ = ["FileGame", "FileInfoset", "parse_gambit", "read_gambit", "write_gambit"]
