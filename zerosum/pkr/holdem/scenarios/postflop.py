"""What six seats do after the flop: the button has raised, and the big blind has called."""

from zerosum.pkr.holdem.scenarios.asking import quantities
from zerosum.pkr.holdem.scenarios.expectations import More, Some, Within
from zerosum.pkr.holdem.scenarios.measures import Measure

FLOP = "f f f r f c / Ks7d2c"
RIVER = f"{FLOP} c c / 9h c c / 3s"
"""The big blind acts first, and the button last."""
BOTH_MAY_HOLD = "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, ATo+, KJo+"

POSTFLOP = (
    Within(
        "Three kings do not fold to a bet",
        quantities(Measure.FOLD, (f"{FLOP} r", f"{RIVER} r"), "KhKd"),
        most=0.01,
        why="It is the best hand that is possible on this board.",
    ),
    Within(
        "The best hand bets in position on the river",
        quantities(Measure.RAISE, f"{RIVER} c", "KhKd"),
        least=0.7,
        why="The big blind has checked, and after another check it wins no more chips.",
    ),
    Within(
        "The worst hand does not call on the river",
        quantities(Measure.CALL, f"{RIVER} r", "5h4h"),
        most=0.03,
        why="It beats no hand, not even a bluff.",
    ),
    Some(
        "Some weak hand bluffs on the river",
        quantities(Measure.RAISE, f"{RIVER} c", "5h4h", "6h5h", "JhTh", "QhJh", "Qh8h"),
        least=0.05,
        why="If only strong hands bet, no worse hand calls them.",
    ),
    More(
        "A weak hand folds more to a bet than top pair",
        quantities(Measure.FOLD, f"{FLOP} r", "Jh8h", "5h4h"),
        quantities(Measure.FOLD, f"{FLOP} r", "AhKh", "KhQh"),
        margin=0.3,
        why="It is behind, and rarely improves.",
    ),
    More(
        "The button bets more after a check than the big blind before one",
        quantities(Measure.RAISE, f"{FLOP} c", BOTH_MAY_HOLD),
        quantities(Measure.RAISE, FLOP, BOTH_MAY_HOLD),
        margin=-0.05,
        why="The button has raised before the flop, and acts last on the streets to come.",
    ),
)
