"""Games of OpenSpiel as games here (Lanctot et al., arXiv:1908.09453, 2019).

:func:`from_openspiel` makes a game of one; what works on an enumerated game works on it. Nothing
imports ``pyspiel`` before a function is called.
"""

from zerosum.interop.openspiel.incoming import OpenSpielGame, OpenSpielInfoSet, from_openspiel

__all__ = ["OpenSpielGame", "OpenSpielInfoSet", "from_openspiel"]
