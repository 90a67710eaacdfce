"""A player who gives up whatever costs chips."""

from typing import final

from zerosum.pkr.bots.gallery.player import Choice, Player, always, leave
from zerosum.pkr.face import Poker, PokerInfoset


@final
class Folder(Player):
    """Checks, and folds to every bet. Nobody loses less in a match that is already won.

    >>> from zerosum.pkr import Call, RiverOfBlood
    >>> game = RiverOfBlood()
    >>> limped = game.face_down.apply(Call())
    >>> Folder().choose(game, game.infoset(0)), Folder().choose(limped, limped.infoset(1))
    ({Fold(): 1.0}, {Check(): 1.0})
    """

    name = "folder"

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:  # noqa: ARG002
        """Return a check or a fold."""
        return always(leave(infoset))
