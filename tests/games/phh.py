"""Hand histories for tests, with blinds of 50 and 100 and stacks of 1,000."""

from __future__ import annotations

from typing import Any

from zerosum.pkr.phh import Hand, parse

CHECKED = (
    "'p2 cc', 'p1 cc', 'd db 7h8h9h', 'p1 cc', 'p2 cc', 'd db 2d', 'p1 cc', 'p2 cc', 'd db 2s', "
    "'p1 cc', 'p2 cc'"
)


def table(seats: int = 2, actions: str = "", **changed: str) -> str:
    """Return a PHH file: blinds of 50 and 100, stacks of 1,000."""
    zeros = [0] * (seats - 2)
    fields = {
        "variant": "'NT'",
        "antes": str([0] * seats),
        "blinds_or_straddles": str([50, 100, *zeros]),
        "min_bet": "100",
        "starting_stacks": str([1000] * seats),
        "actions": f"[{actions}]",
    }
    return "\n".join(f"{name} = {value}" for name, value in (fields | changed).items() if value)


def hand_of(*arguments: Any, **changed: str) -> Hand:
    (hand,) = parse(table(*arguments, **changed))
    return hand
