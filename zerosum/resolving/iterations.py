"""The best strategy below a root, by CFR on the public tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.algorithms.hands import Hands, begin_all, walk
from zerosum.jit import kernel
from zerosum.kernels.names import Work
from zerosum.resolving.roots import Entrance, enter, note
from zerosum.rng import Random
from zerosum.rules import Rule
from zerosum.tree.public import BettingTree, PublicTree


class Resolving(Hands):
    """The workspace: a public tree, numbers for every private hand, and the root."""

    entrance: Entrance


@kernel
def iterate(vectors: Work, first: int, last: int, zero: int) -> None:
    """Run iterations: a walk for the player, one for the opponent, and the root's turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    entrance = vectors.entrance
    player = entrance.player
    hands = vectors.sizes[1 - player]
    most = max(vectors.sizes[0], vectors.sizes[1])
    # A hand's own reach at the root makes no difference to its average below.
    ones, free = vectors.scratch[0:], vectors.scratch[most:]
    for hand in range(most):
        ones[hand] = 1.0
    for iteration in range(first, last + 1):
        begin_all(vectors, iteration)
        enter(entrance, hands)
        walk(vectors, zero, player, ones, entrance.reach, free, zero)
        values = walk(vectors, zero, 1 - player, ones, entrance.own, free, zero)
        note(entrance, hands, values)


def workspace(tree: PublicTree | BettingTree[Any], entrance: Entrance, rule: Rule) -> Resolving:
    """Return the workspace before the first iteration."""
    vectors = Resolving(
        tree,
        rng=Random(0),
        dealer=Random(0),
        samples=0,
        alpha=rule.alpha,
        beta=rule.beta,
        gamma=rule.gamma,
        floor=rule.floor,
        linear=int(rule.linear),
        fades=int(rule.fades),
        period_length=1,
        regret_weight=1.0,
        dealt=np.concatenate(tree.marginals),
        entrance=entrance,
    )
    vectors.regrets, vectors.sums = np.zeros(vectors.size), np.zeros(vectors.size)
    vectors.probabilities = vectors.sums
    return vectors
