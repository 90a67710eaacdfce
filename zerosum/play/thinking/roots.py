r"""The root of a subgame that is solved again: how likely each hand of the opponent enters it.

*Unsafe*: with its weight in the opponent's range, in every iteration. That is best if the opponent
plays the strategy that the range was computed by.

With a *gadget*, each hand :math:`h` of the opponent first chooses: to *terminate* is worth its
alternative value :math:`a(h)`, what a best response to the strategy wins with it; to *follow* leads
to the subgame, worth :math:`v(h)`. Both are counterfactual values, against the range of the player
who solves. The choice is made by regret matching+, so that with :math:`f(h)` the probability to
follow

.. math:: R_F \leftarrow \max(R_F + v - (f v + (1 - f) a), 0), \quad
          R_T \leftarrow \max(R_T + a - (f v + (1 - f) a), 0)

and no hand of the opponent wins more than its alternative, once the solution has converged.

Burch, Johanson & Bowling, "Solving imperfect information games using decomposition", AAAI 2014,
section 3.
"""

from dataclasses import dataclass

from zerosum.algorithms.hands import Hands, begin_all, walk
from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.rules import discount
from zerosum.tables import Floats
from zerosum.tree.public.response import win

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Guard:
    """Who solves a subgame in place of a strategy that must not become worse.

    Parameters
    ----------
    player
        The player who solves.
    probabilities
        Those of the strategy on the tree; shape (numbers,).
    """

    player: int
    probabilities: Floats


class Rooted(Hands):
    """The workspace of a walk from a root.

    ``guard`` is the player who solves with a gadget, or nobody; ``alternatives`` and ``choices``
    are of the hands of the other: values, and regrets of following, then of terminating.
    """

    guard: int
    alternatives: Floats
    choices: Floats


@kernel
def write_worth(vectors: Work, player: int, found: Numbers, zero: int) -> None:
    """Write what a player's hands win by a best response. Modified in place: ``found``."""
    others, first = vectors.sizes[1 - player], vectors.sizes[0]
    theirs = vectors.ranges[first * (1 - player) :]
    for hand in range(others):
        vectors.scratch[hand] = theirs[hand]
    values = win(vectors, zero, player, player, vectors.scratch[0:], vectors.scratch[others:])
    for hand in range(vectors.sizes[player]):
        found[hand] = values[hand]


@kernel
def follows(vectors: Work, hand: int) -> float:
    """Return how likely a hand of the opponent follows."""
    hands = vectors.sizes[1 - vectors.guard]
    follow, stop = max(vectors.choices[hand], 0.0), max(vectors.choices[hands + hand], 0.0)
    return follow / (follow + stop) if follow + stop > 0.0 else 0.5


@kernel
def choose_again(vectors: Work, values: Numbers) -> None:
    """Update the regrets of the opponent's choices. Modified in place: ``vectors``."""
    hands = vectors.sizes[1 - vectors.guard]
    kept = 1.0
    if vectors.fades > 0:
        kept = discount(vectors.iteration, vectors.alpha)
    for hand in range(hands):
        share, stop = follows(vectors, hand), vectors.alternatives[hand]
        mean = share * values[hand] + (1.0 - share) * stop
        follow = kept * vectors.choices[hand] + vectors.regret_weight * (values[hand] - mean)
        other = kept * vectors.choices[hands + hand] + vectors.regret_weight * (stop - mean)
        vectors.choices[hand], vectors.choices[hands + hand] = max(follow, 0.0), max(other, 0.0)


@kernel
def iterate_rooted(vectors: Work, first: int, last: int, zero: int) -> None:
    """Run iterations ``first`` to ``last``: one walk for each player in turn.

    ``zero`` is the int 0: a cached kernel must not be entered with a literal.
    """
    for iteration in range(first, last + 1):
        begin_all(vectors, iteration)
        for player in range(2):
            own, theirs = vectors.sizes[player], vectors.sizes[1 - player]
            mine, other = vectors.scratch[0:], vectors.scratch[own:]
            ranges = vectors.ranges[(1 - player) * vectors.sizes[0] :]
            for hand in range(own):
                mine[hand] = 1.0
            for hand in range(theirs):
                other[hand] = follows(vectors, hand) if player == vectors.guard else ranges[hand]
            found = walk(vectors, zero, player, mine, other, other[theirs:], zero)
            if player == 1 - vectors.guard:
                choose_again(vectors, found)
