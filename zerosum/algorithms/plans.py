"""Realisation plans: behaviour from plans and back, what plans are worth, and programs over them.

A plan holds, for each sequence of a tree, how often its owner plays to it, as far as the owner
decides: the product of the owner's probabilities on the way. Both players' plans share an array,
since every sequence has one owner. Linear programs over plans are solved by HiGHS.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.strategy import shares
from zerosum.tables import Floats, Ints
from zerosum.tree import SequenceForm, Tree

# A plan that reaches an infoset less often than this does not reach it: the rest is rounding.
NEVER = 1e-12

# Tried in this order until one does: the interior point's time grows slower.
METHODS = ("highs-ipm", "highs-ds")
# Of rows, of reduced costs and of the interior point, in units of the largest payoff of a pair:
# the least that HiGHS takes. Its own, 1e-7, may stop at a neighbour of the optimal vertex.
_TOLERANCE = 1e-10


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
    played, size = np.append(plans, 1.0), form.tree.sequences + 1
    # What is won where each sequence is the last; first the empty one, -1.
    conceded = np.bincount(form.rows + 1, form.payoffs * played[form.columns], size)
    secured = np.bincount(form.columns + 1, -form.payoffs * played[form.rows], size)
    return -_best(form, 1, secured), _best(form, 0, conceded)


def _best(form: SequenceForm, player: int, gains: NDArray[Any]) -> float:
    """Return the most that a player can win, given what each sequence adds."""
    values = gains.tolist()
    starts, before = form.tree.starts.tolist(), form.before.tolist()
    for infoset in np.flatnonzero(form.tree.owners == player)[::-1].tolist():
        values[before[infoset] + 1] += max(values[starts[infoset] + 1 : starts[infoset + 1] + 1])
    return float(values[0])


class Side(NamedTuple):
    """A game as one player's plans, and what they leave the other.

    Each player's sequences are numbered apart, in the order of the tree.

    Parameters
    ----------
    own, others
        The sequences of the player and of the other, as the tree numbers them.
    payoffs
        Sparse, shape (own + 1, others + 1): what the player wins, in units. The last row and the
        last column are those of the empty sequences.
    plan, start
        The rows that make a plan of the player, sparse, and their right-hand side.
    answer, first
        The same of the other.
    """

    own: Ints
    others: Ints
    payoffs: Any
    plan: Any
    start: Floats
    answer: Any
    first: Floats

    @classmethod
    def of(cls, form: SequenceForm, player: int, unit: float) -> Side:
        """Return the side of a player; payoffs are divided by a unit, in chips."""
        from scipy.sparse import csr_matrix

        tree = form.tree
        owners = np.repeat(tree.owners, np.diff(tree.starts))
        mine = [np.flatnonzero(owners == each) for each in range(2)]
        # The last entry stands for the empty sequence, -1.
        numbers = np.zeros(tree.sequences + 1, np.int64)
        numbers[mine[0]], numbers[mine[1]] = np.arange(mine[0].size), np.arange(mine[1].size)
        rows = np.where(form.rows < 0, mine[0].size, numbers[form.rows])
        columns = np.where(form.columns < 0, mine[1].size, numbers[form.columns])
        shape = (mine[0].size + 1, mine[1].size + 1)
        won = csr_matrix((form.payoffs / unit, (rows, columns)), shape=shape)
        plans = [_constraints(form, numbers, each) for each in (player, 1 - player)]
        payoffs = won if player == 0 else -won.T.tocsr()
        return cls(mine[player], mine[1 - player], payoffs, *plans[0], *plans[1])

    @property
    def rows(self) -> tuple[Any, Any, Floats]:
        """What the other's values are at most: by plan, by value, and at most what.

        An infoset of the other is worth at most what each of its sequences wins against the
        plan, and what comes next.
        """
        return (
            -self.payoffs[:-1, :-1].T,
            self.answer.T,
            self.payoffs[[-1], :-1].toarray().ravel(),
        )

    @property
    def worth(self) -> tuple[Floats, Floats]:
        """What a plan secures, by plan and by the other's values; what is sure is left out."""
        return self.payoffs[:-1, [-1]].toarray().ravel(), self.first


def unit_of(form: SequenceForm) -> float:
    """Return the largest payoff of a pair, in chips; 1 where there is none.

    In units of it tolerances mean the same in every game.
    """
    return float(np.abs(form.payoffs).max(initial=0.0)) or 1.0


def optimum(program: dict[str, Any], method: str) -> Any:
    """Return what SciPy's ``linprog`` says of its arguments; None where it fails."""
    from scipy.optimize import linprog

    options = {
        "primal_feasibility_tolerance": _TOLERANCE,
        "dual_feasibility_tolerance": _TOLERANCE,
    }
    if method == "highs-ipm":
        options["ipm_optimality_tolerance"] = _TOLERANCE
    result = linprog(**program, method=method, options=options)
    return result if result.success else None


def _constraints(form: SequenceForm, numbers: Ints, player: int) -> tuple[Any, Floats]:
    """Return the rows that make a plan of a player, and their right-hand side.

    A row an infoset: its actions sum to the sequence before, or to one where there is none.
    """
    from scipy.sparse import csr_matrix

    infosets = np.flatnonzero(form.tree.owners == player)
    sizes, before = np.diff(form.tree.starts)[infosets], form.before[infosets]
    later = np.flatnonzero(before >= 0)
    own = int(sizes.sum())
    rows = np.concatenate([np.repeat(np.arange(infosets.size), sizes), later])
    columns = np.concatenate([np.arange(own), numbers[before[later]]])
    signs = np.repeat([1.0, -1.0], [own, later.size])
    matrix = csr_matrix((signs, (rows, columns)), shape=(infosets.size, own))
    return matrix, (before < 0).astype(np.float64)
