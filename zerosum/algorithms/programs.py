"""The rows of linear programs over plans, and HiGHS, which solves them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.realisation import Floats
from zerosum.tree import SequenceForm

# Tried in this order until one does: the interior point's time grows slower.
METHODS = ("highs-ipm", "highs-ds")
# Of rows, of reduced costs and of the interior point, in units of the largest payoff of a pair:
# the least that HiGHS takes. Its own, 1e-7, may stop at a neighbour of the optimal vertex.
_TOLERANCE = 1e-10


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

    own: NDArray[np.int64]
    others: NDArray[np.int64]
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


def _constraints(form: SequenceForm, numbers: NDArray[np.int64], player: int) -> tuple[Any, Floats]:
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
