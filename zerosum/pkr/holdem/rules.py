"""Whose rules of hold'em hold: ``docs/reference/holdem.md`` lists where they differ."""

from enum import StrEnum


class Rules(StrEnum):
    """Whose rules of betting hold where they differ.

    >>> Rules("acpc"), [rules.value for rules in Rules]
    (<Rules.ACPC: 'acpc'>, ['pokerkit', 'acpc', 'casino'])
    """

    POKERKIT = "pokerkit"
    ACPC = "acpc"
    CASINO = "casino"


class OddChips(StrEnum):
    """Who gets the chips that are left over when a pot is split into whole chips.

    >>> [odd.value for odd in OddChips]
    ['each', 'first']
    """

    EACH = "each"
    """One each, from the seat after the button on."""
    FIRST = "first"
    """All of them, the first of these seats, as in PokerKit."""
