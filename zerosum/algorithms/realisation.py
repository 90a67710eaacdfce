"""Realisation plans and behaviour, one from the other, and what plans are worth.

A plan holds, for each sequence of a tree, how often its owner plays to it, as far as the owner
decides: the product of the owner's probabilities on the way. Both players' plans share an array,
since every sequence has one owner.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zerosum.strategy import shares
from zerosum.tree import SequenceForm, Tree

# A plan that reaches an infoset less often than this does not reach it: the rest is rounding.
NEVER = 1e-12

Floats = NDArray[np.float64]


def behaviour(tree: Tree, plans: Floats) -> Floats:
    """Return the probability of each sequence at its infoset; shape (sequences,).

    Uniform where the plan never leads. Plans may be off by rounding.

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> behaviour(enumerated(Kuhn()), np.array([0, 1, 0, 0] + 20 * [1.0])).tolist()[:6]
    [0.0, 1.0, 0.5, 0.5, 0.5, 0.5]
    """
    return shares(np.maximum(plans, 0.0), tree.starts, NEVER)


def realised(form: SequenceForm, probabilities: Floats) -> Floats:
    """Return the plans of both players' behaviour; shape (sequences,).

    An infoset has a greater number than those that its owner passes on the way, so that one
    pass does.
    """
    # The last entry is the empty sequence, -1.
    plans = np.append(probabilities, 1.0)
    starts, before = form.tree.starts.tolist(), form.before.tolist()
    for infoset, parent in enumerate(before):
        plans[starts[infoset] : starts[infoset + 1]] *= plans[parent]
    return plans[:-1]


def bounds(form: SequenceForm, plans: Floats) -> tuple[float, float]:
    """Return what player 0's plan secures, and what player 1's concedes, in chips.

    The value of the game lies between, and the two differ by the plans' NashConv.
    """
    played = np.append(plans, 1.0)
    size = form.tree.sequences + 1
    won = form.payoffs * played[form.columns]
    lost = -form.payoffs * played[form.rows]
    conceded = np.bincount(form.rows + 1, won, size).astype(np.float64)
    secured = np.bincount(form.columns + 1, lost, size).astype(np.float64)
    return -_best(form, 1, secured), _best(form, 0, conceded)


def _best(form: SequenceForm, player: int, gains: Floats) -> float:
    """Return the most that a player can win, given what each sequence adds.

    Parameters
    ----------
    form
        The game.
    player
        Who answers.
    gains
        Shape (1 + sequences,): what is won where each sequence is the last; first the empty one.
    """
    values = gains.tolist()
    starts, before = form.tree.starts.tolist(), form.before.tolist()
    for infoset in np.flatnonzero(form.tree.owners == player)[::-1].tolist():
        choices = values[starts[infoset] + 1 : starts[infoset + 1] + 1]
        values[before[infoset] + 1] += max(choices)
    return float(values[0])
