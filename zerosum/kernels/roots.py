r"""What the opponent may do at the root of a subgame that is solved again.

Player :math:`i` is to play the subgame anew. Its reach at the root, :math:`\pi_i`, is what its
strategy has done so far. :math:`v(h)` is what the opponent's hand :math:`h` wins in the subgame by
a best response (a counterfactual value, in chips, times the probability of the deal and of
:math:`\pi_i`), and :math:`a(h)` what it wins against the strategy as it was: the alternative.

**Unsafe.** The opponent is believed to come with the reach :math:`\pi_{-i}` of its own strategy:

.. math:: \min_{\sigma_i} \max_{\sigma_{-i}} \sum_h \pi_{-i}(h)\, v(h)

An opponent that comes with other hands may win more than before. Ganzfried & Sandholm, "Endgame
solving in large imperfect-information games", AAMAS 2015.

**Gadget.** Each hand chooses to follow into the subgame, or to take its alternative:

.. math:: \min_{\sigma_i} \sum_h \max(v(h), a(h))

Burch, Johanson & Bowling, "Solving imperfect information games using decomposition", AAAI 2014,
CFR-D.

**Max-margin.** The opponent chooses the hand whose margin is least, where margins are divided by
:math:`w(h)`, the probability that the hand is dealt and meets :math:`\pi_i`:

.. math:: \max_{\sigma_i} \min_h \frac{a(h) - v(h)}{w(h)}

Moravčík, Schmid, Ha, Hladík & Gaukrodger, "Refining subgames in large imperfect information games",
AAAI 2016.

By the last two no hand wins more than before, if they are solved exactly: the strategy as it was is
a solution with margins of zero.
"""

from enum import IntEnum

import numpy as np

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.tables import Arena, Floats


class Root(IntEnum):
    """What the opponent may do at the root.

    >>> Root(1), [root.name for root in Root]
    (<Root.GADGET: 1>, ['UNSAFE', 'GADGET', 'MARGIN'])
    """

    UNSAFE = 0
    GADGET = 1
    MARGIN = 2


UNSAFE, GADGET, MARGIN = Root
_NONE = np.zeros(0)


class Entrance(Arena):
    """The root of a subgame, with the opponent's regrets there.

    Parameters
    ----------
    root
        What the opponent may do, one of :class:`Root`.
    player
        Which decider plays anew.
    alternatives, weights
        What each hand of the opponent won before, and how likely it meets the player's hands.
    """

    root: int
    player: int
    alternatives: Floats
    weights: Floats
    # Of each hand: of following and of the alternative, or of being chosen.
    follow: Floats
    leave: Floats

    def __init__(
        self,
        root: Root = UNSAFE,
        player: int = 0,
        alternatives: Floats = _NONE,
        weights: Floats = _NONE,
    ) -> None:
        follow, leave = np.zeros((2, weights.size))
        super().__init__(
            root=int(root),
            player=player,
            alternatives=alternatives,
            weights=weights,
            follow=follow,
            leave=leave,
        )


@kernel
def enter(entrance: Work, hands: int, reach: Numbers) -> None:
    """Set the opponent's reach of this iteration. Modified in place: ``reach``.

    If the root is unsafe, it stays as it is.
    """
    if entrance.root == 1:
        for hand in range(hands):
            total = entrance.follow[hand] + entrance.leave[hand]
            reach[hand] = entrance.follow[hand] / total if total > 0.0 else 0.5
    elif entrance.root == 2:
        total, possible = 0.0, 0
        for hand in range(hands):
            total += entrance.follow[hand]
            possible += int(entrance.weights[hand] > 0.0)
        for hand in range(hands):
            reach[hand] = 0.0
            if entrance.weights[hand] > 0.0:
                chosen = entrance.follow[hand] / total if total > 0.0 else 1.0 / possible
                reach[hand] = chosen / entrance.weights[hand]


@kernel
def note(entrance: Work, hands: int, reach: Numbers, values: Numbers) -> None:
    """Update the opponent's regrets by what each hand wins in the subgame, as RM+ does.

    Modified in place: ``entrance.follow``, ``entrance.leave``.
    """
    if entrance.root == 1:
        for hand in range(hands):
            gain = values[hand] - entrance.alternatives[hand]
            share = reach[hand]
            entrance.follow[hand] = max(entrance.follow[hand] + (1.0 - share) * gain, 0.0)
            entrance.leave[hand] = max(entrance.leave[hand] - share * gain, 0.0)
    elif entrance.root == 2:
        mean = 0.0
        for hand in range(hands):
            if entrance.weights[hand] > 0.0:
                mean += reach[hand] * (values[hand] - entrance.alternatives[hand])
        for hand in range(hands):
            weight = entrance.weights[hand]
            if weight > 0.0:
                gain = (values[hand] - entrance.alternatives[hand]) / weight
                entrance.follow[hand] = max(entrance.follow[hand] + gain - mean, 0.0)
