"""Vectors over private hands: what a node's strategy, its payoffs and its regrets do to them.

Vectors are parts of ``vectors.scratch``. The numbers of a node lie action by action, and in each
the hands side by side; where several hands or nodes share an infoset, each has its numbers in a
row of its own, which ``vectors.rows`` finds (:mod:`zerosum.tree.public.vectors`).
"""

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work


@kernel
def clear(vector: Numbers, size: int) -> None:
    """Set a vector to zero. Modified in place: ``vector``."""
    for place in range(size):
        vector[place] = 0.0


@kernel
def add(vector: Numbers, other: Numbers, size: int) -> None:
    """Add a vector to another. Modified in place: ``vector``."""
    for place in range(size):
        vector[place] += other[place]


@kernel
def flow(
    vectors: Work,
    numbers: Numbers,
    node: int,
    actions: int,
    hands: int,
    reach: Numbers,
    sigma: Numbers,
) -> None:
    """Write the strategy of a node, positive numbers in proportion, and how it spreads a reach.

    Uniform where no number is positive.

    Parameters
    ----------
    vectors
        Where the numbers of the node lie.
    numbers
        Regrets, or probabilities.
    node
        Where a player acts.
    actions, hands
        How many the node has.
    reach
        How likely whoever acts leads here, by hand.
    sigma
        Room for two numbers for each action and hand. Modified in place: the strategy, and behind
        it its product with the reach, both action by action.
    """
    flows = sigma[actions * hands :]
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
        arrived = reach[hand]
        for action in range(actions):
            share = max(numbers[at + action * step], 0.0) / total if total > 0.0 else uniform
            sigma[action * hands + hand] = share
            flows[action * hands + hand] = share * arrived


@kernel
def gather(
    vectors: Work,
    numbers: Numbers,
    node: int,
    actions: int,
    hands: int,
    gains: Numbers,
    weight: float,
) -> None:
    """Add what each action and hand gains to the numbers of a node, so many times.

    Modified in place: ``numbers``.
    """
    # Loops of their own, as in raise_to: one with the steps of flow, or with an index that depends
    # on sharing, is 3 to 15 % slower where nothing is shared, since it is not as flat.
    if vectors.shared > 0:
        rows = vectors.rows[vectors.places[node] :]
        for hand in range(hands):
            for action in range(actions):
                numbers[rows[hand] + action] += weight * gains[action * hands + hand]
    else:
        own = numbers[vectors.starts[node] :]
        for place in range(actions * hands):
            own[place] += weight * gains[place]


@kernel
def raise_to(
    vectors: Work, numbers: Numbers, node: int, actions: int, hands: int, floor: float
) -> None:
    """Raise the numbers of a node that are below a floor. Modified in place: ``numbers``."""
    if vectors.shared > 0:
        rows = vectors.rows[vectors.places[node] :]
        for hand in range(hands):
            for action in range(actions):
                at = rows[hand] + action
                numbers[at] = max(numbers[at], floor)
    else:
        own = numbers[vectors.starts[node] :]
        for place in range(actions * hands):
            own[place] = max(own[place], floor)


@kernel
def pay(vectors: Work, player: int, kind: int, reach: Numbers, values: Numbers) -> None:
    """Add what each hand of a player wins at a terminal, against the other's reaches.

    Costs one multiplication a pair of hands.
    Modified in place: ``values``.

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
    values
        The player's vector of values.
    """
    own, others = vectors.sizes[player], vectors.sizes[1 - player]
    payoffs = vectors.payoffs_0 if player == 0 else vectors.payoffs_1
    at, scale = vectors.matrices[kind] * own * others, vectors.scales[kind]
    for other in range(others):
        chance = scale * reach[other]
        for hand in range(own):
            values[hand] += payoffs[at + hand] * chance
        at += own
