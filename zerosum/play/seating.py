"""Where agents sit in the hands of a deal, and the random numbers of a deal."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from zerosum.rng import Random
from zerosum.tables import Ints

# The seat of each agent.
Seating: TypeAlias = tuple[int, ...]


def seatings(source: Random, agents: int, rotations: int) -> list[Seating]:
    """Return where agents sit in each hand of a deal.

    All rotations of one order are taken, or some that are drawn. The order is drawn too, so that
    nobody always acts before the same agent; with two agents there is only one.

    Parameters
    ----------
    source
        The random numbers of the deal.
    agents
        The number of agents.
    rotations
        How many rotations to take.

    Examples
    --------
    >>> seatings(Random(1), 2, 2)
    [(0, 1), (1, 0)]
    >>> seatings(Random(1), 3, 3)
    [(0, 2, 1), (1, 0, 2), (2, 1, 0)]
    """
    order = [0, *_drawn(range(1, agents), agents - 1, source)]
    turns = range(agents)
    some = turns if rotations == agents else _drawn(turns, rotations, source)
    return [tuple((seat + turn) % agents for seat in order) for turn in some]


def deal_of(
    branch: int, number: int, agents: int, rotations: int
) -> tuple[int, int, list[Seating]]:
    """Return a deal of a family: the stream of chance, the stream of the seats, and the seatings.

    Parameters
    ----------
    branch
        The family of streams of the match.
    number
        The number of the deal.
    agents, rotations
        As for :func:`seatings`.
    """
    source = stream_of(branch, number)
    return source.branch(), source.branch(), seatings(source, agents, rotations)


def places_of(branch: int, first: int, deals: int, agents: int, rotations: int) -> Ints:
    """Return the seat of each agent in each hand of deals, shape (deals, hands, agents)."""
    if agents == rotations == 2:
        return np.tile([[0, 1], [1, 0]], (deals, 1, 1))
    numbers = range(first, first + deals)
    return np.array([deal_of(branch, number, agents, rotations)[2] for number in numbers])


def stream_of(branch: int, number: int) -> Random:
    """Return a generator at the start of a stream of a family."""
    rng = Random(0)
    rng.follow(branch, number)
    return rng


def _drawn(items: Sequence[int], count: int, rng: Random) -> list[int]:
    """Draw some of the items, each at most once."""
    left = list(items)
    return [left.pop(rng.integer(len(left))) for _ in range(count)]
