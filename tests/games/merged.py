"""Kuhn poker for players who cannot distinguish jack and queen, as a subclass."""

from __future__ import annotations

from dataclasses import replace

from zerosum.kuhn import InfoSet, Kuhn


class ShortSighted(Kuhn):
    def infoset(self, player: int) -> InfoSet:
        seen = super().infoset(player)
        if seen.card == 1:
            return replace(seen, card=0)
        return seen
