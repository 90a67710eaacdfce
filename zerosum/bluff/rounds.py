"""What a round of Bluff is worth to the player who begins it, by the dice that both have."""

from __future__ import annotations

# Bluff(1,1), by a linear program.
ONE_EACH = -7 / 258
# Bluff(2,1), by CFR+ until both best responses meet.
TWO_TO_ONE = 0.6189107786524395
# Bluff(1,2): CFR+ brackets it between -0.58842 and -0.58818.
ONE_TO_TWO = -0.5883


def worth(own: int, other: int) -> float:
    """Return the value of a round with own dice against the other's; who has none has lost.

    >>> worth(1, 0), round(worth(1, 1) * 258)
    (1.0, -7)
    """
    if other < 1:
        return 1.0
    if own == 2:
        return TWO_TO_ONE
    if other == 2:
        return ONE_TO_TWO
    return ONE_EACH
