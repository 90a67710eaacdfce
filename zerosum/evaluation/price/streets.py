"""The price of an abstraction where hands are ranked, by vectors of all hands, exactly.

If one player's hands share numbers by their keys and the other's do not, then what the average
strategy of the one wins against a best response is what the abstraction guarantees: the value of
the game less this is its price. Both values lie between bounds, which close as solvers run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import Product
from zerosum.algorithms.street_cfr import StreetCFR
from zerosum.errors import GameError
from zerosum.rules import DCFR_3, Rule
from zerosum.support.rendering import Report, TextTable, table
from zerosum.tree.streets.shares import Shares, shares_of
from zerosum.tree.streets.tree import StreetTree, street_tree

_LOOK = 50  # iterations between two looks at the bounds


@dataclass(frozen=True)
class HandPrice:
    """What an abstraction costs one player.

    Parameters
    ----------
    player
        Who abstracts.
    price
        How much less the best plan of the abstraction guarantees than the best one of all, in
        chips; at most so much, if the abstraction forgets.
    error
        How far the price may be off, in chips.
    recall
        Whether keys of a street tell those of earlier ones; otherwise no plan is known to be best.
    both
        How much less the player's strategy guarantees if it was solved with both abstracting.
    buckets
        How many keys hands have on each street.
    """

    player: int
    price: float
    error: float
    recall: bool
    both: float
    buckets: tuple[int, ...]


@dataclass(frozen=True)
class HandPrices(Report):
    """What an abstraction costs each player.

    Parameters
    ----------
    states
        The abstraction.
    prices
        One for each player.
    unit
        The chips that a table shows as one, such as the pot.
    """

    states: Product | None
    prices: tuple[HandPrice, HandPrice]
    unit: float

    def content(self) -> list[TextTable]:
        """Return a table of both players."""
        rows = []
        for each in self.prices:
            numbers = each.price / self.unit, each.error / self.unit, each.both / self.unit
            price, error, both = (f"{number:.4%}" for number in numbers)
            buckets = ", ".join(f"{count:,}" for count in each.buckets)
            price = price if each.recall else f"≤ {price}"
            rows.append([str(each.player), buckets, price, f"± {error}", both])
        head = ["player", "buckets", "price", "", "both abstract"]
        return [table(head, rows, "llrrr")]


def hand_prices(
    game: Any,
    several: Iterable[Any],
    *,
    unit: float = 1.0,
    to: float = 1e-5,
    iterations: int = 5_000,
    rule: Rule = DCFR_3,
    symmetric: bool = True,
) -> Iterator[HandPrices]:
    """Yield what each of several abstractions of hands costs each player.

    Parameters
    ----------
    game
        A game that declares its hands as ranked, or its tree.
    several
        Factors and products. The betting is always known.
    unit
        The chips that bounds are measured by, such as the pot.
    to, iterations
        Each solution ends when its bounds are closer than so many units, or after so many
        iterations: that of all hands, which is found once, and three for each abstraction.
    rule
        That of the solver; sums are never begun anew.
    symmetric
        Whether boards that differ by suits only are solved once.

    Raises
    ------
    AbstractionError
        If keys group hands by the betting, or name suits and ``symmetric`` is true.
    GameError
        If payoffs do not sum to a constant.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.abstraction import board_rank, rank
    >>> for found in hand_prices(Leduc(), [rank * board_rank]):
    ...     print([abs(each.price) < 1e-5 for each in found.prices])
    [True, True]
    """
    tree = game if isinstance(game, StreetTree) else street_tree(game, symmetric=symmetric)
    if tree.total is None:
        raise GameError(
            "A price needs payoffs that sum to the same at all terminals; here they do not: leave "
            "out the rake.",
            tree.base,
        )
    effort, values = (to * unit, iterations, rule), None
    for states in several:
        shares = shares_of(tree, states)
        values = _bounds(tree, None, (), *effort) if values is None else values
        yield _priced(tree, shares, values, unit, effort)


def _priced(
    tree: StreetTree, shares: Shares, values: Any, unit: float, effort: tuple[float, int, Rule]
) -> HandPrices:
    """Return what an abstraction costs each player, given the bounds of what all hands win."""
    together = _bounds(tree, shares, (0, 1), *effort)
    prices = []
    for player in range(2):
        low, high = values[player]
        worth, half = (low + high) / 2, (high - low) / 2
        least, most = _bounds(tree, shares, (player,), *effort)[player]
        exact = shares.recall[player]
        prices.append(
            HandPrice(
                player=player,
                price=float(worth - ((least + most) / 2 if exact else least)),
                error=float(half + (most - least) / 2 if exact else half),
                recall=exact,
                both=float(worth - together[player, 0]),
                buckets=tuple(shares.counts[:, player].tolist()),
            )
        )
    return HandPrices(shares.states, (prices[0], prices[1]), unit)


def _bounds(
    tree: StreetTree,
    shares: Shares | None,
    players: tuple[int, ...],
    to: float,
    iterations: int,
    rule: Rule,
) -> Any:
    """Return what each player's average strategy guarantees, and what its best one may at most.

    Shape (players, 2); the latter is known only for those who abstract, and if nobody does.
    """
    solver, total = StreetCFR(tree, rule, resets=False), tree.total or 0.0
    if shares is not None:
        solver.share_numbers(shares, players)
    while True:
        solver.run(min(_LOOK, iterations - solver.iterations))
        responses = solver.responses()
        most = responses.copy()
        for player in players:
            most[player] = solver.shared_response(player)
        if most.sum() - total <= to or solver.iterations >= iterations:
            return np.stack([total - responses[::-1], most], axis=1)
