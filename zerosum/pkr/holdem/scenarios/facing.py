"""What six seats do facing a raise, a re-raise or an all-in before the flop."""

from zerosum.pkr.holdem.scenarios.asking import quantities
from zerosum.pkr.holdem.scenarios.expectations import More, Ordered, Some, Within
from zerosum.pkr.holdem.scenarios.first_in import NO_BLINDS
from zerosum.pkr.holdem.scenarios.measures import Measure

RAISED = ("r", "f r", "f f r", "f f f r", "f f f f r")
"""The seat behind each seat that opens."""
BUTTON_OPENS, FIRST_OPENS = "f f f r f", "r f f f f"
"""The big blind, when all others have folded to the button, or to a raise under the gun."""
RERAISED = ("r r f f f f", "f f f r f r")
"""Under the gun against the next seat, and the button against the big blind."""
ALL_IN = ("a", "f f f a", "f f f f a")

FACING = (
    Within(
        "Aces do not fold to a raise",
        quantities(Measure.FOLD, RAISED, "AA"),
        most=0.01,
        why="No hand is ahead of them.",
    ),
    Within(
        "Aces raise again",
        quantities(Measure.RAISE, RAISED, "AA"),
        least=0.4,
        why="The raiser often has a hand that pays more, and a small pot wins little.",
    ),
    Within(
        "Seven-deuce folds to a raise",
        quantities(Measure.FOLD, RAISED[:4], "72o"),
        least=0.9,
        why="The raiser has a better hand, and players are still to act.",
    ),
    Some(
        "The big blind raises the button with a hand that is not strong",
        quantities(
            Measure.RAISE, BUTTON_OPENS, "A5s", "A4s", "K9s", "K6s", "Q9s", "J9s", "76s", "54s"
        ),
        least=0.1,
        why="If only strong hands raise, the button folds all others and pays none of them.",
    ),
    More(
        "The big blind defends more against the button than under the gun",
        quantities(Measure.STAY, BUTTON_OPENS, "random"),
        quantities(Measure.STAY, FIRST_OPENS, "random"),
        margin=-0.02,
        why="The button raises weaker hands.",
    ),
    Within(
        "The big blind does not give up against the button",
        quantities(Measure.STAY, BUTTON_OPENS, "random"),
        least=0.2,
        why="The button could raise every hand at a profit.",
    ),
    Within(
        "The small blind does not give up when all fold to it",
        quantities(Measure.STAY, "f f f f", "random"),
        least=0.3,
        why="Only one player is left, and half of the call is paid already.",
    ),
    Within(
        "Aces do not fold to a re-raise",
        quantities(Measure.FOLD, RERAISED, "AA"),
        most=0.01,
        why="No hand is ahead of them.",
    ),
    More(
        "King-jack folds more to a re-raise than kings",
        quantities(Measure.FOLD, RERAISED, "KJo"),
        quantities(Measure.FOLD, RERAISED, "KK"),
        margin=0.3,
        why="Hands that raise again are mostly ahead of king-jack and behind kings.",
    ),
    Within(
        "Seven-deuce does not go all-in first in",
        quantities(Measure.ALL_IN, NO_BLINDS, "72o"),
        most=0.02,
        why="Only better hands call, for the whole stack.",
    ),
    Within(
        "Aces call an all-in",
        quantities(Measure.FOLD, ALL_IN, "AA"),
        most=0.01,
        why="They win more than four times in five against one hand.",
    ),
    Within(
        "Seven-deuce folds to an all-in",
        quantities(Measure.FOLD, ALL_IN, "72o"),
        least=0.95,
        why="It wins about one time in three against any hand, and pays for half of the pot.",
    ),
    Ordered(
        "Higher pairs call an all-in more",
        quantities(Measure.STAY, "f f f f a", "AA", "QQ", "99", "55", "22"),
        tolerance=0.05,
        why="A higher pair beats more of the hands that go all-in.",
    ),
)
