"""OpenSpiel (Lanctot et al., arXiv:1908.09453): games and policies, both ways.

extent            what OpenSpiel asks about a whole game before it is played
outgoing states   a game of ours as one of OpenSpiel's
policies          strategies → policies, and back

Nothing here imports ``pyspiel``, of the extra ``openspiel``, before a function is called.
"""

from zerosum.interop.openspiel.extent import Extent
from zerosum.interop.openspiel.outgoing import to_openspiel
from zerosum.interop.openspiel.policies import from_policy, to_policy

__all__ = ["Extent", "from_policy", "to_openspiel", "to_policy"]
