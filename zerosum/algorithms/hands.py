"""The walk over a public tree with one number per private hand; public chance may be sampled."""

import math
from typing import Any

import numpy as np

from zerosum.jit import kernel
from zerosum.kernels.iterations import begin
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.regrets import choose
from zerosum.kernels.roots import Entrance, enter, note
from zerosum.kernels.vectors import add, clear, flow, gather, pay, raise_to
from zerosum.rng import Random
from zerosum.rules import Rule, discount
from zerosum.tables import Floats
from zerosum.tree.public import CHANCE, BettingTree, PublicTree
from zerosum.tree.public.vectors import Vectors


class Hands(Vectors):
    """The workspace of the walk: a public tree, and numbers for every private hand.

    Parameters
    ----------
    tree
        The public tree, or the betting tree of one public state.
    rule
        How regrets and averages are updated.
    values
        Of other fields.
    """

    regrets: Floats
    sums: Floats
    rng: Random
    dealer: Random
    touched: int
    deal: int
    # Whether public chance is sampled.
    samples: int = 0
    # The rule.
    alpha: float
    beta: float
    gamma: float
    floor: float
    linear: int
    fades: int
    period_length: int = 1
    # The iteration: its number, its period, its weights.
    iteration: int
    period: int
    regret_weight: float = 1.0
    average_weight: float
    scale: float = 1.0
    # How likely each player is dealt each hand, one player's behind the other's.
    dealt: Floats
    # What the opponent may do at the root.
    entrance: Entrance

    def __init__(self, tree: PublicTree | BettingTree[Any], rule: Rule, **values: Any) -> None:
        rules = {
            "alpha": rule.alpha,
            "beta": rule.beta,
            "gamma": rule.gamma,
            "floor": rule.floor,
            "linear": int(rule.linear),
            "fades": int(rule.fades),
            "rng": Random(0),
            "dealer": Random(0),
            "dealt": np.ones(sum(tree.hands)),
            "entrance": Entrance(),
        }
        super().__init__(tree, **rules | values)
        self.regrets, self.sums = np.zeros(self.size), np.zeros(self.size)
        self.probabilities = self.sums


@kernel
def walk(
    vectors: Work, node: int, player: int, own: Numbers, other: Numbers, free: Numbers, dealt: int
) -> Numbers:
    """Return the vector of the traverser's values at a node, and update regrets.

    Parameters
    ----------
    vectors, node
        The public tree with its numbers, and where to walk from. Modified in place: ``vectors``.
    player, own, other
        The traverser, and the reaches by hand: the traverser's and the opponent's.
    free
        Where free scratch space begins; the values are stored first.
    dealt
        How often chance was sampled so far.
    """
    vectors.touched += 1
    owner, first = vectors.owners[node], vectors.firsts[node]
    actions = vectors.firsts[node + 1] - first
    targets, mine = vectors.targets[first:], vectors.sizes[player]
    values, free = free, free[mine:]
    clear(values, mine)
    if owner == CHANCE and vectors.samples > 0:
        place, theirs = draw_edge(vectors, first, actions, dealt), vectors.sizes[1 - player]
        for hand in range(theirs):
            free[hand] = other[hand] / vectors.odds[first + place]
        if targets[place] >= 0:
            below = free[theirs:]
            return walk(vectors, targets[place], player, own, free, below, dealt + 1)
        pay(vectors, player, -1 - targets[place], free, values)
        return values
    hands = 0 if owner == CHANCE else vectors.sizes[owner]
    width = actions * hands
    sigma, flows = free, free[width:]
    if owner != CHANCE:
        reach = own if owner == player else other
        flow(vectors, vectors.regrets, node, actions, hands, reach, sigma)
    if owner != player:
        for action in range(actions):
            # Payoffs contain the probability of chance.
            target, reach = targets[action], other if owner == CHANCE else flows[action * hands :]
            if target < 0:
                pay(vectors, player, -1 - target, reach, values)
            else:
                below = flows[width:]
                add(values, walk(vectors, target, player, own, reach, below, dealt), mine)
        return values
    gains, below = flows[width:], flows[2 * width :]
    for action in range(actions):
        target, found = targets[action], below
        if target < 0:
            clear(found, hands)
            pay(vectors, player, -1 - target, other, found)
        else:
            found = walk(vectors, target, player, flows[action * hands :], other, below, dealt)
        for hand in range(hands):
            gain = found[hand]
            gains[action * hands + hand] = gain
            values[hand] += sigma[action * hands + hand] * gain
    learn(vectors, node, actions, hands, gains, flows, values)
    return values


@kernel
def draw_edge(vectors: Work, first: int, edges: int, dealt: int) -> int:
    """Return the edge that chance takes, which is the same in both walks of an iteration."""
    vectors.dealer.follow(vectors.deal, dealt)
    return choose(vectors.odds[first:], edges, vectors.dealer)


@kernel
def learn(
    vectors: Work,
    node: int,
    actions: int,
    hands: int,
    gains: Numbers,
    flows: Numbers,
    values: Numbers,
) -> None:
    """Update the regrets and the sums of a node of the traverser. Modified in place: vectors."""
    for action in range(actions):
        for hand in range(hands):
            gains[action * hands + hand] -= values[hand]
    gather(vectors, vectors.sums, node, actions, hands, flows, vectors.average_weight)
    gather(vectors, vectors.regrets, node, actions, hands, gains, vectors.regret_weight)
    if vectors.floor > -math.inf:
        raise_to(vectors, vectors.regrets, node, actions, hands, vectors.floor)


@kernel
def fade(vectors: Work, positive: float, other: float, rest: float) -> None:
    """Discount all regrets and sums. Modified in place: ``vectors``."""
    regrets, sums = vectors.regrets, vectors.sums
    for place in range(vectors.size):
        regrets[place] *= positive if regrets[place] > 0.0 else other
        sums[place] *= rest


@kernel
def begin_all(vectors: Work, iteration: int) -> None:
    """Set the weights of an iteration; discount if a period begins. Modified in place: vectors."""
    begin(vectors, iteration)
    if vectors.fades > 0 and iteration > 1 and (iteration - 1) % vectors.period_length == 0:
        period = vectors.period
        rest = (float(period - 1) / float(period)) ** vectors.gamma
        fade(vectors, discount(period, vectors.alpha), discount(period, vectors.beta), rest)


@kernel
def iterate(vectors: Work, first: int, last: int, zero: int) -> None:
    """Run iterations ``first`` to ``last``: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    entrance, first_hands = vectors.entrance, vectors.sizes[0]
    rival = 1 - entrance.player
    hands, reach = vectors.sizes[rival], vectors.ranges[rival * first_hands :]
    for iteration in range(first, last + 1):
        begin_all(vectors, iteration)
        enter(entrance, hands, reach)
        values = reach
        for turn in range(2):
            player = entrance.player if turn == 0 else rival
            own, theirs = vectors.sizes[player], vectors.sizes[1 - player]
            mine, other = vectors.scratch[0:], vectors.scratch[own:]
            dealt = vectors.dealt[player * first_hands :]
            led = vectors.ranges[(1 - player) * first_hands :]
            for hand in range(own):
                mine[hand] = dealt[hand]
            for hand in range(theirs):
                other[hand] = led[hand]
            values = walk(vectors, zero, player, mine, other, other[theirs:], zero)
        note(entrance, hands, reach, values)
