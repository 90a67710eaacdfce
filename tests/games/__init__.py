"""Small games in the different styles in which users write them."""

from tests.games.auction import Auction
from tests.games.ladder import Ladder
from tests.games.odd import Doubled, ShortSighted, Staked, Undealt
from tests.games.pennies import Pennies
from tests.games.ranks import LeducRanks
from tests.games.tricks import Tricks

__all__ = [
    "Auction",
    "Doubled",
    "Ladder",
    "LeducRanks",
    "Pennies",
    "ShortSighted",
    "Staked",
    "Tricks",
    "Undealt",
]
