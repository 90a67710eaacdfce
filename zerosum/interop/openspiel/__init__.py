"""Games and policies of OpenSpiel, both ways (Lanctot et al., arXiv:1908.09453, 2019).

loading incoming terminal   a game of OpenSpiel as a game here; what works on an enumerated game
                            works on it
extent                      what OpenSpiel asks about a whole game before it is played
outgoing states             a game of ours as one of OpenSpiel's
policies                    strategies → policies, and back

Nothing here imports ``pyspiel``, of the extra ``openspiel``, before a function is called.
"""

from zerosum.interop.openspiel.extent import Extent
from zerosum.interop.openspiel.incoming import OpenSpielGame, OpenSpielInfoSet, from_openspiel
from zerosum.interop.openspiel.outgoing import to_openspiel
from zerosum.interop.openspiel.policies import from_policy, to_policy

__all__ = [
    "Extent",
    "OpenSpielGame",
    "OpenSpielInfoSet",
    "from_openspiel",
    "from_policy",
    "to_openspiel",
    "to_policy",
]
