"""Fit what hands win after a street, to hands that the strategy plays out from such states.

States come from hands that the strategy plays against itself, and from hands of even play, so that
pots of all sizes occur. From each state, many pairs of hands are played out, where all hands are
equally likely, in each way in which a player may go on. Tables hold the means.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zerosum.abstraction.fitting import announce
from zerosum.errors import check_count
from zerosum.game import History
from zerosum.native.primitives import draw, draw_from
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.think.outlook import edges_of, outlooks_of
from zerosum.pkr.think.playouts import Playouts
from zerosum.pkr.think.runouts import runouts_of
from zerosum.pkr.think.showdowns import is_next_to_last
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.values import ALL_IN, SIZES, STEPS, Values, Way, steps_of
from zerosum.play.agents import TrainedAgent
from zerosum.rng import Random
from zerosum.tables import Floats

STATES, PAIRS = 120, 2_000
"""How many states there are of each size of the pot, and how many pairs of hands in each."""
_WAYS = [(rival, way) for rival in range(2) for way in Way if (rival, way) != (1, Way.PLAIN)]
"""All ways of both players; to go on by the strategy is the same for either."""
_BOARDS = 24
_MEET = 2
"""How many hands of either player meet in a deal: the buckets of each are found once. With more,
results of one deal resemble each other too much."""
_ATTEMPTS = 100
"""Hands played for each state that is wanted of a size, at most: some sizes may never occur."""
_PRIOR = 3.0
"""The weight of zero in each mean, in hands. With 30, hands that are rarely so strong or weak are
valued too near to zero, which costs more than the noise that is left out."""
_MOST = 4
"""How many times as many pairs a state has at most, if there are few of its size."""


def fit_values(
    agent: TrainedAgent, states: int = STATES, pairs: int = PAIRS, seed: int = 0
) -> Values:
    """Return what hands win after a street by the strategy of an agent.

    Parameters
    ----------
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two, that runs
        natively.
    states, pairs
        How many states to play from for each size of the pot, and how many pairs of hands in each;
        more of a size with fewer states.
    seed
        Of everything that is drawn. Equal seeds give equal values.

    Raises
    ------
    StrategyError
        If the strategy cannot think.
    ValueError
        If there is no state, or no pair.

    Notes
    -----
    With the defaults some ten million hands are played, in 20 to 40 seconds of one core.

    Examples
    --------
    >>> from zerosum.errors import StrategyError
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> from zerosum.strategy import Strategy
    >>> try:
    ...     fit_values(StrategyAgent(Strategy.uniform(Kuhn()), Kuhn()))
    ... except StrategyError as error:
    ...     print(error)
    A strategy that thinks must be one of an abstraction with actions that runs natively;
    strategy is not: give actions to its abstraction.
    """
    check_count("The states of values", states, 1)
    check_count("The pairs of values", pairs, 1)
    Solutions(agent)  # refuses what cannot think
    rng, generator = Random(seed), np.random.default_rng(seed)
    values = Values.without(2 * min(agent.base.stacks))
    playouts = Playouts(agent.answers, agent.base)
    shape = (2, len(Way), SIZES.size + 1, STEPS, STEPS)
    sums, weights = np.zeros(shape), np.zeros(shape)
    task = "Playing hands out"
    announce(task, 0.0)
    visited = list(states_of(agent, values, states, rng))
    sizes = [values.size(state.infoset(0).total) for state in visited]
    for number, state in enumerate(visited):
        announce(task, 0.1 + 0.89 * number / len(visited))
        cards, keys = runouts_of(state, _BOARDS)
        shares, _ = outlooks_of(keys)
        more = min(_MOST, states // sizes.count(sizes[number]))
        chosen, deals = disjoint_pairs(cards, more * pairs, generator)
        edges, pot = edges_of(keys, chosen), state.infoset(0).total
        won = playouts.play(state, cards[chosen].reshape(-1, 4), deals, _WAYS, rng.bits())
        for (rival, way), chips in zip(_WAYS, won / (0.5 * pot) - edges, strict=True):
            at = rival, way, sizes[number]
            add(sums[at], weights[at], shares[chosen], chips)
    for array in (sums, weights):
        array[1, Way.PLAIN] = array[0, Way.PLAIN]
    announce(task, 1.0)
    return Values(values.chips, sums / (weights + _PRIOR))


def states_of(agent: TrainedAgent, values: Values, wanted: int, rng: Random) -> Iterator[History]:
    """Yield states in which a card comes after a street before the last one.

    At most so many as are wanted of each size of the pot.
    """
    counts = np.zeros(SIZES.size + 1, np.int64)
    for number in range(_ATTEMPTS * wanted):
        if counts.min() >= wanted:
            return
        game, before = agent.base, agent.base
        while not game.terminal:
            if game.chance:
                size = values.size(game.infoset(0).total)
                if is_next_to_last(before) and size != ALL_IN and counts[size] < wanted:
                    counts[size] += 1
                    yield game
                before, game = game, game.apply(draw(game, rng))
                continue
            if number % 2 == 1:
                menu = agent.answers.view.menu(game.infoset(game.active))
                odds = dict.fromkeys(menu, 1.0 / len(menu))
            else:
                odds = agent.answers(game, game.active)
            before, game = game, game.apply(draw_from(list(odds.items()), rng))


def disjoint_pairs(cards: Ints, count: int, generator: np.random.Generator) -> tuple[Ints, Ints]:
    """Return pairs of hands that share no card, by their places; and the number of each deal.

    Shapes (pairs, 2) and (pairs,). There are at most ``count`` pairs. In a deal, each of a few
    hands of one player meets each of a few hands of the other.
    """
    deals = 1 + 2 * count // _MEET**2
    chosen = generator.integers(len(cards), size=(2, deals, _MEET))
    own, other = np.broadcast_arrays(chosen[0, :, :, None], chosen[1, :, None, :])
    pairs = np.column_stack([own.ravel(), other.ravel()])
    first, second = cards[pairs[:, 0]], cards[pairs[:, 1]]
    apart = np.flatnonzero((first[:, :, None] != second[:, None, :]).all(axis=(1, 2)))[:count]
    return pairs[apart], apart // _MEET**2


def add(sums: Floats, weights: Floats, shares: Floats, won: Floats) -> None:
    """Add what was won to the four cells around each pair of hands.

    Parameters
    ----------
    sums, weights
        Shape (steps, steps). Modified in place.
    shares
        Shape (pairs, 2): the shares of all hands that the two beat.
    won
        Shape (pairs,).
    """
    (first, one), (second, other) = steps_of(shares[:, 0]), steps_of(shares[:, 1])
    for up, right in np.ndindex(2, 2):
        weight = np.abs(1 - up - one) * np.abs(1 - right - other)
        at = first + up, second + right
        np.add.at(sums, at, weight * won)
        np.add.at(weights, at, weight)
