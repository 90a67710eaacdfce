"""Setback by the original's abstraction: hands by the shape of suits, plays by their kind.

An auction, six tricks, and two teams whose seats do not see each other's cards. Each iteration
deals at random, walks through the deal once for each team, and corrects what that team would rather
have done. New situations come up for hours, at some 100,000 a second at first, so train for
--minutes, and give it memory.

A team forgets, since its seats know different cards. So nothing is promised, and only playing
tells how good a strategy is: let two of them play a match.
"""

from typing import Any

from zerosum.abstraction import Abstracted, without
from zerosum.algorithms import LINEAR, Pruning
from zerosum.cards import parse
from zerosum.experiment import Experiment
from zerosum.rng import Random
from zerosum.setback import BID_FOUR, BID_THREE, PASS, Setback
from zerosum.setback.abstraction import absent_minded, actions, actions_with_fours, states
from zerosum.support.rendering import TextTable, table

HANDS = (
    "AsKsQsJs2s 7h",
    "AsJsTs3s 7h4d",
    "AsKs2s 9h7h4d",
    "AsQs8s 9h7h4d",
    "KsJs4s 9h7h4d",
    "As3s 9h7h 8d4c",
    "Js2s Th5h 8d4c",
    "9s7s5s 9h7h 4d",
)


def TrainingAbstraction(*, turns: bool = False, fours: bool = False) -> Abstracted:  # noqa: N802
    """Return the start of a deal.

    Parameters
    ----------
    turns
        Whether a team knows the number of the trick, or of the bid. In the original it does not,
        and may meet a situation twice in one deal; but it learns faster.
    fours
        Whether 4 may be bid without a jack.
    """
    seen = states if turns else absent_minded
    if fours:
        return Abstracted(
            Setback(), without(seen, actions) * actions_with_fours, actions_with_fours
        )
    return Abstracted(Setback(), seen, actions)


def bids(strategy: Any, game: Any, heading: str = "first seat") -> TextTable:
    """Return how the first seat bids with some hands."""
    menu = (PASS, *range(PASS + 2, BID_FOUR + 1))
    rows = []
    for hand in HANDS:
        history = game.apply(parse(hand).mask)
        while history.chance:
            history = history.apply(history.sample(Random(0)))
        chances = strategy(history.infoset(0))
        rows.append([hand, *(f"{chances.get(action, 0):.2f}" for action in menu)])
    return table([heading, "pass", "2", "3", "4"], rows)


def fallback(infoset: Any, menu: tuple[int, ...]) -> int:
    """Return what the original plays where its database has no row: a bid of 3, the first card."""
    if infoset.bidding:
        return BID_THREE if BID_THREE in menu else PASS
    return menu[0]


experiment = Experiment(
    TrainingAbstraction,
    rule=LINEAR,
    iterations=None,
    minutes=10,
    show=bids,
    fallback=fallback,
    options={"pruning": Pruning(-3.0)},
)
