"""Vectors over private hands: what a node's strategy, its payoffs and its regrets do to them.

All vectors lie in ``vectors.scratch``. The numbers of a node lie action by action, and in each
the hands side by side; where several hands or nodes share an infoset, each has its numbers in a
row of its own, which ``vectors.rows`` finds (:mod:`zerosum.tree.public.vectors`).
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel


@kernel
def clear(scratch: Any, at: int, size: int) -> None:
    """Set a vector to zero. Modified in place: ``scratch``."""
    for place in range(size):
        scratch[at + place] = 0.0


@kernel
def add(scratch: Any, at: int, other: int, size: int) -> None:
    """Add a vector to another. Modified in place: ``scratch``."""
    for place in range(size):
        scratch[at + place] += scratch[other + place]


@kernel
def flow(
    vectors: Any, numbers: Any, node: int, actions: int, hands: int, reach: int, into: int
) -> int:
    """Write the strategy of a node, positive numbers in proportion; return where flows lie.

    Uniform where no number is positive.

    Parameters
    ----------
    vectors
        Modified in place: scratch from ``into`` on. First comes the strategy, then its product
        with the reach, both action by action.
    numbers
        Regrets, or probabilities.
    node
        Where a player acts.
    actions, hands
        How many the node has.
    reach
        The vector of reaches of whoever acts.
    into
        Where free scratch begins.
    """
    scratch = vectors.scratch
    flows = into + actions * hands
    shared = vectors.shared > 0
    uniform = 1.0 / actions
    # Hands outside, actions inside: loops over so few hands lose more than they gain as vectors.
    for hand in range(hands):
        at, step = vectors.starts[node] + hand, hands
        if shared:
            at, step = vectors.rows[vectors.places[node] + hand], 1
        total = 0.0
        for action in range(actions):
            total += max(numbers[at + action * step], 0.0)
        arrived = scratch[reach + hand]
        for action in range(actions):
            share = max(numbers[at + action * step], 0.0) / total if total > 0.0 else uniform
            scratch[into + action * hands + hand] = share
            scratch[flows + action * hands + hand] = share * arrived
    return flows


@kernel
def gather(
    vectors: Any, numbers: Any, node: int, actions: int, hands: int, gains: int, weight: float
) -> None:
    """Add what each action and hand gains to the numbers of a node, so many times.

    Modified in place: ``numbers``.
    """
    scratch = vectors.scratch
    # Loops of their own, as in raise_to: one with the steps of flow, or with an index that depends
    # on sharing, is 3 to 15 % slower where nothing is shared, since it is not as flat.
    if vectors.shared > 0:
        rows = vectors.places[node]
        for hand in range(hands):
            at = vectors.rows[rows + hand]
            for action in range(actions):
                numbers[at + action] += weight * scratch[gains + action * hands + hand]
    else:
        at = vectors.starts[node]
        for place in range(actions * hands):
            numbers[at + place] += weight * scratch[gains + place]


@kernel
def raise_to(vectors: Any, numbers: Any, node: int, actions: int, hands: int, floor: float) -> None:
    """Raise the numbers of a node that are below a floor. Modified in place: ``numbers``."""
    if vectors.shared > 0:
        rows = vectors.places[node]
        for hand in range(hands):
            at = vectors.rows[rows + hand]
            for action in range(actions):
                numbers[at + action] = max(numbers[at + action], floor)
    else:
        at = vectors.starts[node]
        for place in range(actions * hands):
            numbers[at + place] = max(numbers[at + place], floor)


@kernel
def pay(vectors: Any, player: int, kind: int, reach: int, into: int) -> None:
    """Add what each hand of a player wins at a terminal, against the other's reaches.

    Costs one multiplication a pair of hands. Modified in place: scratch from ``into`` on.

    Parameters
    ----------
    vectors
        Where payoffs lie, those of the player's hands side by side.
    player
        Who wins.
    kind
        The number of the payoffs.
    reach
        The other's vector of reaches.
    into
        The player's vector of values.
    """
    scratch = vectors.scratch
    payoffs = vectors.payoffs_0 if player == 0 else vectors.payoffs_1
    own, others = vectors.sizes[player], vectors.sizes[1 - player]
    at = kind * own * others
    for other in range(others):
        chance = scratch[reach + other]
        for hand in range(own):
            scratch[into + hand] += payoffs[at + hand] * chance
        at += own
