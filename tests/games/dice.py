"""A referee of Bluff that follows the written rules and shares no code with the game."""

from __future__ import annotations

FACES = "12345*"

_ORDER = {
    2: "1-1 1-2 1-3 1-4 1-5 1-* 2-1 2-2 2-3 2-4 2-5 2-*",
    3: "1-1 1-2 1-3 1-4 1-5 1-* 2-1 2-2 2-3 2-4 2-5 3-1 3-2 3-3 3-4 3-5 2-* 3-*",
    4: "1-1 1-2 1-3 1-4 1-5 1-* 2-1 2-2 2-3 2-4 2-5 3-1 3-2 3-3 3-4 3-5 2-* "
    "4-1 4-2 4-3 4-4 4-5 3-* 4-*",
}
ORDER = {dice: bids.split() for dice, bids in _ORDER.items()}
"""The bids from the lowest, by how many dice are on the table."""


def left_after(rolls: tuple[str, str], bidder: int, bid: str) -> tuple[int, tuple[int, int]]:
    """Return who wins the round when a bid is called, and how many dice both have then."""
    quantity, face = int(bid[0]), bid[2]
    shown = [die for die in rolls[0] + rolls[1] if die in (face, "*")]
    winner = bidder if len(shown) >= quantity else 1 - bidder
    dice = [len(rolls[0]), len(rolls[1])]
    dice[1 - winner] -= max(abs(len(shown) - quantity), 1)
    return winner, (max(dice[0], 0), max(dice[1], 0))
