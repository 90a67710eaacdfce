"""The walk of public chance sampling: a public tree, with a number for every private hand."""

from __future__ import annotations

import math
from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.discounts import discount
from zerosum.kernels.vectors import add, clear, flow, gather, pay, raise_to
from zerosum.rng import Random
from zerosum.tables import Floats
from zerosum.tree.public import CHANCE
from zerosum.tree.public.vectors import Vectors


class Hands(Vectors):
    """What the walk works on: a public tree, and numbers for every private hand."""

    regrets: Floats
    sums: Floats
    rng: Random
    dealer: Random
    touched: int
    deal: int
    # The rule; a period of 0 where nothing fades.
    alpha: float
    beta: float
    gamma: float
    floor: float
    linear: int
    period: int
    regret_weight: float
    average_weight: float
    # How likely each player is dealt each hand, one player's behind the other's.
    dealt: Floats


@kernel
def walk(vectors: Any, node: int, player: int, own: int, other: int, free: int, dealt: int) -> int:
    """Write the traverser's values at a node, updating regrets; return where they lie in scratch.

    Parameters
    ----------
    vectors
        The public tree, and the numbers. Modified in place.
    node
        Where to walk from.
    player
        The traverser.
    own, other
        The vectors of reaches, the traverser's and the opponent's.
    free
        Where free scratch begins.
    dealt
        How often chance was sampled so far.
    """
    scratch = vectors.scratch
    vectors.touched += 1
    owner, first = vectors.owners[node], vectors.firsts[node]
    actions = vectors.firsts[node + 1] - first
    mine = vectors.sizes[player]
    values = free
    free += mine
    clear(scratch, values, mine)
    if owner == CHANCE:
        theirs = vectors.sizes[1 - player]
        edge = draw_edge(vectors, first, actions, dealt)
        for hand in range(theirs):
            scratch[free + hand] = scratch[other + hand] / vectors.odds[edge]
        target = vectors.targets[edge]
        if target < 0:
            pay(vectors, player, -1 - target, free, values)
            return values
        return walk(vectors, target, player, own, free, free + theirs, dealt + 1)
    hands = vectors.sizes[owner]
    strategy = free
    reach = own if owner == player else other
    flows = flow(vectors, vectors.regrets, node, actions, hands, reach, free)
    free = flows + actions * hands
    if owner != player:
        for action in range(actions):
            target = vectors.targets[first + action]
            if target < 0:
                pay(vectors, player, -1 - target, flows + action * hands, values)
            else:
                found = walk(vectors, target, player, own, flows + action * hands, free, dealt)
                add(scratch, values, found, mine)
        return values
    gains = free
    free += actions * hands
    for action in range(actions):
        target = vectors.targets[first + action]
        found = free
        if target < 0:
            clear(scratch, found, hands)
            pay(vectors, player, -1 - target, other, found)
        else:
            found = walk(vectors, target, player, flows + action * hands, other, free, dealt)
        for hand in range(hands):
            gain = scratch[found + hand]
            scratch[gains + action * hands + hand] = gain
            scratch[values + hand] += scratch[strategy + action * hands + hand] * gain
    learn(vectors, node, actions, hands, gains, flows, values)
    return values


@kernel
def draw_edge(vectors: Any, first: int, edges: int, dealt: int) -> int:
    """Return the edge that chance takes: the same in both walks of an iteration."""
    vectors.dealer.follow(vectors.deal, dealt)
    threshold = vectors.dealer.random()
    total = 0.0
    for edge in range(first, first + edges - 1):
        total += vectors.odds[edge]
        if threshold < total:
            return edge
    return first + edges - 1


@kernel
def learn(
    vectors: Any, node: int, actions: int, hands: int, gains: int, flows: int, values: int
) -> None:
    """Update the regrets and the sums of a node of the traverser. Modified in place: vectors."""
    scratch = vectors.scratch
    for action in range(actions):
        for hand in range(hands):
            scratch[gains + action * hands + hand] -= scratch[values + hand]
    gather(vectors, vectors.sums, node, actions, hands, flows, vectors.average_weight)
    gather(vectors, vectors.regrets, node, actions, hands, gains, vectors.regret_weight)
    if vectors.floor > -math.inf:
        raise_to(vectors, vectors.regrets, node, actions, hands, vectors.floor)


@kernel
def fade(vectors: Any, positive: float, other: float, rest: float) -> None:
    """Discount all regrets and sums. Modified in place: ``vectors``."""
    regrets, sums = vectors.regrets, vectors.sums
    for place in range(vectors.size):
        regrets[place] *= positive if regrets[place] > 0.0 else other
        sums[place] *= rest


@kernel
def begin(vectors: Any, iteration: int) -> None:
    """Set what an iteration counts; discount where a period begins. Modified in place: vectors."""
    vectors.average_weight = 1.0
    period = vectors.period
    if period == 0:
        vectors.average_weight = float(iteration) ** vectors.gamma
    elif iteration > 1 and (iteration - 1) % period == 0:
        number = 1 + (iteration - 1) // period
        rest = (float(number - 1) / float(number)) ** vectors.gamma
        fade(vectors, discount(number, vectors.alpha), discount(number, vectors.beta), rest)
    if vectors.linear > 0:
        vectors.regret_weight = float(iteration)
    vectors.deal = vectors.rng.branch()


@kernel
def iterate(vectors: Any, first: int, last: int, zero: int) -> None:
    """Run iterations ``first`` to ``last``: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    scratch = vectors.scratch
    for iteration in range(first, last + 1):
        begin(vectors, iteration)
        for player in range(2):
            own, theirs = vectors.sizes[player], vectors.sizes[1 - player]
            dealt = player * vectors.sizes[0]
            for hand in range(own):
                scratch[hand] = vectors.dealt[dealt + hand]
            for hand in range(theirs):
                scratch[own + hand] = 1.0
            walk(vectors, zero, player, zero, own, own + theirs, zero)
