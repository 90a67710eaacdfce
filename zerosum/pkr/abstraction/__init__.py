"""Abstractions of poker games, and the translation that plays them against any legal bets."""

from zerosum.pkr.abstraction.abstractions import capped_bets
from zerosum.pkr.abstraction.limits import (
    bet_or_raise,
    by_seats,
    by_street,
    capped,
    fewer_bets,
    limited,
    on_streets,
)
from zerosum.pkr.abstraction.mapping import BetMapping, Nearest, PseudoHarmonic
from zerosum.pkr.abstraction.menus import allin, bb_sizes, min_raise, passive, pot_bets, raises
from zerosum.pkr.abstraction.strength import strength
from zerosum.pkr.abstraction.translation import HoldemTranslation, Translation, translated

__all__ = [
    "BetMapping",
    "HoldemTranslation",
    "Nearest",
    "PseudoHarmonic",
    "Translation",
    "allin",
    "bb_sizes",
    "bet_or_raise",
    "by_seats",
    "by_street",
    "capped",
    "capped_bets",
    "fewer_bets",
    "limited",
    "min_raise",
    "on_streets",
    "passive",
    "pot_bets",
    "raises",
    "strength",
    "translated",
]
