"""The value of a round of Bluff to the player who begins it, by the dice of both."""

ONE_EACH = -7 / 258
"""Bluff(1,1), by a linear program; :class:`zerosum.algorithms.LinearProgram` finds it."""

TWO_TO_ONE = 0.6189107786524395
"""Bluff(2,1), a known value; 504 iterations of vector CFR+ put it between 0.618777 and 0.619208."""

ONE_TO_TWO = -0.588257
"""Bluff(1,2), by 8,880 iterations of vector CFR+: what each player can hold the other to, best
responses to the averages, puts it between -0.5882587 and -0.5882561. Only rounds with three dice
against one lead there."""


def worth(own: int, other: int) -> float:
    """Return the value of a round to its first player; a player without dice has lost.

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
