"""Abstractions of poker games, and the translation that plays them against any legal bets."""

from zerosum.pkr.abstraction.abstractions import capped_bets
from zerosum.pkr.abstraction.limits import by_street, capped, fewer_bets, on_streets
from zerosum.pkr.abstraction.mapping import BetMapping, Nearest, PseudoHarmonic
from zerosum.pkr.abstraction.menus import allin, passive, pot_bets
from zerosum.pkr.abstraction.strength import strength
from zerosum.pkr.abstraction.translation import Translation

__all__ = [
    "BetMapping",
    "Nearest",
    "PseudoHarmonic",
    "Translation",
    "allin",
    "by_street",
    "capped",
    "capped_bets",
    "fewer_bets",
    "on_streets",
    "passive",
    "pot_bets",
    "strength",
]
