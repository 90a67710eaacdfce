"""Hands that an agent follows beside the real one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zerosum.abstraction import Abstracted, split
from zerosum.game import History


class Beside:
    """What is followed beside a real hand; it has the turns of the real hand."""

    hand: History
    real: History

    @property
    def terminal(self) -> bool:
        """Whether the hand is over."""
        return bool(self.real.terminal)

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return bool(self.real.chance)

    @property
    def active(self) -> int:
        """The player to act."""
        return int(self.real.active)


def whole_of(hand: History) -> History:
    """Return a hand as the agent of the whole strategy follows it, whatever is followed beside."""
    return whole_of(hand.hand) if isinstance(hand, Beside) else hand


def real_of(hand: History) -> History:
    """Return the real hand of what an agent follows."""
    if isinstance(hand, Beside) or hasattr(hand, "realise"):
        return hand.real
    return split(hand)[0]


def seated(hand: History, player: int, cards: Any) -> History:
    """Return a hand as one player sees it: that player's cards are dealt, others are hidden.

    Parameters
    ----------
    hand
        A walk, or a history of a game, abstract or not, before any cards are dealt.
    player, cards
        Whose cards, and which.
    """
    if isinstance(hand, Abstracted):
        return replace(hand, game=hand.game.seated(player, cards))
    return hand.seated(player, cards)
