"""Whose rules of hold'em hold: ``docs/reference/poker.md`` lists where they differ."""

from enum import StrEnum


class Rules(StrEnum):
    """Whose rules of betting hold where the two differ."""

    POKERKIT = "pokerkit"
    ACPC = "acpc"
