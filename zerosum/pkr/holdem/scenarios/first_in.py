"""What six seats do when all before them have folded."""

from zerosum.pkr.holdem.scenarios.asking import quantities
from zerosum.pkr.holdem.scenarios.expectations import More, Ordered, Within
from zerosum.pkr.holdem.scenarios.measures import Measure

SEATS = ("", "f", "f f", "f f f", "f f f f")
"""From under the gun to the small blind."""
NO_BLINDS = SEATS[:4]

FIRST_IN = (
    Within(
        "Aces and kings raise first in",
        quantities(Measure.RAISE, NO_BLINDS, "AA", "KK"),
        least=0.8,
        why="They are ahead of nearly all hands, and a raise makes worse hands pay.",
    ),
    Within(
        "Ace-king suited does not fold first in",
        quantities(Measure.FOLD, SEATS, "AKs"),
        most=0.02,
        why="Only aces and kings are far ahead of it, and they are rare.",
    ),
    Within(
        "Seven-deuce folds first in",
        quantities(Measure.FOLD, NO_BLINDS, "72o"),
        least=0.9,
        why="It is one of the worst hands, and two players or more are still to act.",
    ),
    More(
        "Aces raise more than seven-deuce from every seat",
        quantities(Measure.RAISE, SEATS, "AA"),
        quantities(Measure.RAISE, SEATS, "72o"),
        margin=0.2,
        why="A strategy that has learned anything tells the best hand from one of the worst.",
    ),
    More(
        "Aces put in more chips than seven-deuce",
        quantities(Measure.CHIPS, NO_BLINDS, "AA"),
        quantities(Measure.CHIPS, NO_BLINDS, "72o"),
        margin=1.0,
        why="Chips should go into pots that the hand wins often.",
    ),
    Within(
        "Most hands fold under the gun",
        quantities(Measure.STAY, "", "random"),
        most=0.4,
        why="Five players are still to act, and one of them often has a better hand.",
    ),
    Within(
        "The button opens many hands",
        quantities(Measure.RAISE, "f f f", "random"),
        least=0.25,
        why="Only the blinds can call, and the button acts last on every later street.",
    ),
    Ordered(
        "No seat opens tighter than the seat before it",
        quantities(Measure.RAISE, NO_BLINDS[::-1], "random"),
        tolerance=0.03,
        why="With fewer players still to act, fewer hands are behind a better one.",
    ),
    Ordered(
        "Higher pairs stay in more under the gun",
        quantities(Measure.STAY, "", "AA", "TT", "66", "22"),
        tolerance=0.05,
        why="A higher pair beats a lower one on most boards.",
    ),
    Ordered(
        "Better kickers stay in more under the gun",
        quantities(Measure.STAY, "", "AKo", "AJo", "A9o", "A2o"),
        tolerance=0.1,
        why="When two players pair their aces, the kicker decides.",
    ),
    More(
        "Suited hands stay in more than unsuited ones on the button",
        quantities(Measure.STAY, "f f f", "K7s", "Q8s", "T7s", "65s"),
        quantities(Measure.STAY, "f f f", "K7o", "Q8o", "T7o", "65o"),
        margin=-0.05,
        why="They make the same pairs and straights, and flushes besides.",
    ),
)
