"""The common part of Tyche's games: no-limit hold'em, blinds of 50 and 100, in buckets of cards.

Tyche (https://github.com/kilmoretrout/tyche) solves six seats with few bets, and then the part of
the game in which some seats have folded with more bets. ``blood.tyche6`` to ``blood.tyche2`` have
its tables of bets. Its sizes are read as follows. A bet is a multiple of the pot, rounded down. A
raise is by a multiple of the last bet or raise of the street; before the flop the big blind counts
as one. Sizes below the smallest legal bet are left out, and so are sizes of the whole stack or
more, since all-in is always offered. All-ins count for no limit. "Raises of the street" are raises
after a bet, so that a limit of one allows two actions: a bet and a raise.
"""

from collections.abc import Callable
from typing import TypeAlias

from zerosum.abstraction import Abstracted, Menu
from zerosum.errors import GameError, check_count
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import (
    allin,
    bet_or_raise,
    by_street,
    limited,
    passive,
    pot_bets,
    raises,
)
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player
from zerosum.pkr.holdem.abstraction import reentrant as betting
from zerosum.pkr.holdem.abstraction.buckets import potential_aware
from zerosum.pkr.shows.opening import opening
from zerosum.tables import Storage

STREETS = (1, 2, 3)

TWO = Storage("float32", dense=True)
"""How the table of a game for two is stored: all buckets of a public state in one row."""

SEVERAL = Storage("float32", dense=True, averages=1)
"""For more than two seats, whose averages need walks of their own, averages are kept only before
the flop, as Pluribus did (Brown & Sandholm, Science 2019)."""

Sizes: TypeAlias = tuple[float, ...]
Table: TypeAlias = dict[int, tuple[Sizes, Sizes, int]]
"""By the number of board cards: bets in pots, raises in last raises, and how many of both."""

MANY: Sizes = (1, 1.5, 2, 3, 4, 6, 8, 12)
SEVEN: Sizes = (1, 1.5, 2, 4, 6, 8, 12)
FIVE: Sizes = (1, 2, 4, 8, 12)


def table(streets: Table, hand: int) -> Menu:
    """Return the menu of a table of bets, and at most so many bets and raises in a hand."""
    menus = {
        street: limited(_offers(bets, more), street=limit, hand=hand)
        for street, (bets, more, limit) in streets.items()
    }
    return passive + allin + by_street(menus)


def _offers(bets: Sizes, more: Sizes) -> Menu:
    if bets and more:
        return bet_or_raise(pot_bets(*bets), raises(*more))
    return pot_bets(*bets) if bets else raises(*more)


def starting(seats: int, actions: Menu) -> Callable[..., Abstracted]:
    """Return the function that makes the start of a hand of some seats, with a menu."""

    def start(
        *, buckets: int = 200, reentrant: tuple[int, ...] = STREETS, stack: int = 10_000
    ) -> Abstracted:
        """Return the start of a hand.

        Parameters
        ----------
        buckets
            The buckets of cards of each street after the first; before the flop there are 169.
        reentrant
            The streets at whose beginning all earlier betting is forgotten, 1 for the flop.
        stack
            The chips of each seat, at least 1; the big blind is 100.

        Notes
        -----
        Declaring computes nothing: the buckets are fitted when a solver is made, in minutes, and
        kept; see :func:`~zerosum.pkr.holdem.abstraction.buckets.potential_aware`.
        """
        check_count(f"The stack of blood.tyche{seats}", stack, 1, "write stack=10000", GameError)
        game = NoLimitHoldem(players=seats, stacks=(stack,), blinds=(50, 100))
        cards = potential_aware(buckets, buckets, buckets)
        return Abstracted(game, betting(*reentrant) * player * cards * actions, actions)

    return start


def trained(training: Callable[..., Abstracted], storage: Storage = SEVERAL) -> Experiment:
    """Return the experiment that trains on a game."""
    options = {"storage": storage}
    return Experiment(training, iterations=100_000, seed=7, show=opening, options=options)
