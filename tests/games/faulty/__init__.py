"""Games and abstractions with one fault each: refused with a sentence, or solved right.

Each is a class with what the error must say, with the value of player 0, or with both, if some
checks are stricter than others.
"""

from typing import Any

from tests.games.faulty.base import Guess
from tests.games.faulty.chance import CHANCE
from tests.games.faulty.moves import APPLY, FACTS, FIELDS
from tests.games.faulty.payoffs import PAYOFFS
from tests.games.faulty.sights import ACTIONS, INFOSETS

FAULTS: dict[str, tuple[Any, ...]] = CHANCE | PAYOFFS | INFOSETS | ACTIONS | APPLY | FACTS | FIELDS

__all__ = ["FAULTS", "Guess"]


# Faults that every door refuses by the same checks: tests/unit/test_faulty_games.py has all.
SOME = [
    "a rake",
    "a random payoff that cancels",
    "chances of .9",
    "a fair sample",
    "a third player",
    "the same action twice",
    "apply without return",
    "terminal as a method",
    "no end",
]
