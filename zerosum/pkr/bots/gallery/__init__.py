"""Players for practice and for tests, a page of plain code each, for River of Blood and hold'em.

player      what they share: a legal bet, a price, a check or a fold
strength    the equity of a hand against random hands
rollout     bets, calls and folds by its equity
tight       a chart before the flop, few and large bets afterwards
overbettor  bets half of what is allowed with a very strong hand, and otherwise calls or folds
maniac      raises most of the time, whatever it holds
folder      checks and folds
small_ball  small bets, small raises, no large pots
clincher    folds once a match is won; until then it is ``tight``, or another agent
"""

from collections.abc import Callable, Mapping

from zerosum.pkr.bots.gallery.clincher import Clincher
from zerosum.pkr.bots.gallery.folder import Folder
from zerosum.pkr.bots.gallery.maniac import Maniac
from zerosum.pkr.bots.gallery.overbettor import Overbettor
from zerosum.pkr.bots.gallery.player import Player
from zerosum.pkr.bots.gallery.rollout import Rollout
from zerosum.pkr.bots.gallery.small_ball import SmallBall
from zerosum.pkr.bots.gallery.tight import Tight
from zerosum.play.agents import Source

GALLERY: Mapping[str, Callable[[], Source]] = {
    made.name: made for made in (Rollout, Tight, Overbettor, Maniac, Folder, SmallBall, Clincher)
}
"""What makes each player, by its name."""

__all__ = [
    "GALLERY",
    "Clincher",
    "Folder",
    "Maniac",
    "Overbettor",
    "Player",
    "Rollout",
    "SmallBall",
    "Tight",
]
