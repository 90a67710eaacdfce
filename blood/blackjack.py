"""Blackjack++: two players and a dealer, each with a card up and a card down, and one pot.

Whoever has the highest total up to 21 takes the pot, the dealer included. Everyone pays 1 at first,
and a player pays 1 more for each hit, that is, for drawing a card.

Training repeats iterations. Each goes once through all that may happen and corrects the strategy of
both players by what they would rather have done; strategies get better with more iterations. With
one hit, 2,000 iterations take less than a second, and compiling the game for the first time half a
minute. With two hits, 500 take some 10 seconds; with three, 300 take from 15 seconds, for tens, to
several minutes. Set them with --iterations; --rule plus solves by CFR+, which needs more.
"""

from typing import Any

from zerosum.algorithms import DCFR, VectorCFR
from zerosum.blackjack import Blackjack
from zerosum.blackjack.chart import Chart
from zerosum.evaluation import deviation_gains, expected_values
from zerosum.experiment import UNIT, Experiment
from zerosum.tree.public import count_public, public_tree

_MOST_NODES = 60_000_000  # nodes and ends of play, some ten million nodes


def TrainingAbstraction(  # noqa: N802
    up: tuple[int, int] = (6, 6), dealer: int | None = 2, max_hits: int = 1
) -> Blackjack:
    """Return the start of the game.

    Parameters
    ----------
    up
        The card up of each player at the start, 1 (an ace) to 10, which both see.
    dealer
        The dealer's card up; none for a dealer who does not play.
    max_hits
        How many cards each player may draw, 0 to 7. Each more makes the game about a hundred
        times as large.
    """
    return Blackjack(up, dealer, max_hits)


def about(game: Any) -> str:
    """Return how large the public tree is, and how long training takes."""
    counts = count_public(game, most=_MOST_NODES)
    if not counts.complete:
        return f"The public tree has more than {counts.nodes:,} nodes, more than training stores."
    seconds = max(1, round(1e-3 * counts.nodes))
    time = f"{seconds} s" if seconds < 120 else f"{seconds / 60:,.0f} minutes"
    return f"The public tree has {counts.nodes:,} nodes; 1,000 iterations take about {time}."


def values(strategy: Any, game: Any) -> str:
    """Return what each wins on average, in the payoffs of the game, and what players miss.

    The code of the original does not subtract the 1 that each pays at first: its values are 1 more.
    """
    tree = public_tree(game)
    values, gains = expected_values(tree, strategy), deviation_gains(tree, strategy)
    return (
        f"value, {UNIT}: player 0 {values[0]:.5f}, player 1 {values[1]:.5f}, "
        f"dealer {values[2]:.5f}; "
        f"by changing alone player 0 could gain {gains[0]:.1e}, player 1 {gains[1]:.1e}"
    )


experiment = Experiment(
    TrainingAbstraction,
    algorithm=VectorCFR,
    rule=DCFR,
    iterations=2_000,
    show=Chart(values),
    about=about,
)
