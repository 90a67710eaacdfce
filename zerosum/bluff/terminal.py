"""Bluff in words, for a player at a terminal."""

from typing import Any, ClassVar

from zerosum.bluff.bids import spell_bids
from zerosum.bluff.rolls import spell_roll
from zerosum.terms import Moment, Terms


class BluffTerms(Terms):
    """A bid goes by its quantity and face, as ``2-*``."""

    public_actions: ClassVar[bool | None] = True

    def private(self, moment: Moment, player: int) -> int:
        """Return the player's roll."""
        return int(moment.base.private(player))

    def spell(self, private: Any) -> str:
        """Return the faces of a roll."""
        return spell_roll(private)

    def chips(self, moment: Moment, player: int) -> str:
        """Return the bids so far."""
        bids = spell_bids(moment.base.bids, moment.base.dice)
        return f"bids {' '.join(bids)}" if bids else "no bids yet"

    def name(self, moment: Moment, action: Any) -> str:
        """Return quantity and face of a bid, or "call"."""
        if action == moment.base.call:
            return "call"
        return spell_bids(1 << action, moment.base.dice)[0]

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb, and quantity and face of a bid."""
        name = self.name(moment, action)
        return ("call", "") if name == "call" else ("bid", f" {name}")

    def shown(self, moment: Moment) -> bool:
        """Return True: a call shows all dice."""
        return True
