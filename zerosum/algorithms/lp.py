r"""The exact value and an equilibrium of a two-player game, by a linear program.

Player 0's plan :math:`x \ge 0` of the sequence form maximises its payoff against a best response of
player 1. :math:`v_J` is the value of player 1's infoset :math:`J`, and the infosets after a
sequence are those that it leads to directly:

.. math::
   \max \sum_{J\ \text{first}} v_J \quad\text{with}\quad
   v_J \le (x^\top A)_{Jb} + \sum_{J'\ \text{after}\ Jb} v_{J'}, \qquad
   \sum_a x_{Ia} = x_{\text{before } I}

(the empty sequence is the constant one). The dual values of the first rows are an optimal plan of
player 1, because the dual program is that of player 1. So one program gives both plans.

Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized strategies in game trees",
STOC 1994.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from zerosum.algorithms.plans import METHODS, Side, behaviour, bounds, optimum, realised, unit_of
from zerosum.errors import GameError, ZeroSumError
from zerosum.strategy import Strategy, title
from zerosum.support.rendering import Shown
from zerosum.tables import Floats
from zerosum.tree import MOST_HISTORIES, SequenceForm, Tree, enumerated, unfit
from zerosum.tree.sequence import advice_for

# How far from an equilibrium a solution may be, in units of the largest payoff of the game.
_LARGEST_GAP = 1e-9


class Solution(NamedTuple):
    """The solution of a linear program.

    Parameters
    ----------
    value
        What player 0 wins on average if both play an equilibrium, in chips.
    gap
        How much both players together could gain by best responses to the plans, in chips: their
        NashConv. The error of the value is at most half of it.
    plans
        Shape (sequences,): for each sequence, the product of its owner's probabilities along it.
    """

    value: float
    gap: float
    plans: Floats


class LinearProgram(Shown):
    """A two-player game with perfect recall, solved exactly.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree.
    limit
        The most histories to enumerate.
    native
        True to enumerate natively if the game compiles, False to enumerate interpreted.

    Attributes
    ----------
    tree
        The game, enumerated.
    sequence_form
        The same by pairs of sequences.

    Raises
    ------
    GameError
        If there are not two players, one of them forgets, or the game does not enumerate.

    Notes
    -----
    The program has a row and a column for each sequence and infoset of one player, and is solved
    by HiGHS through SciPy (Huangfu & Hall, "Parallelizing the dual revised simplex method",
    Mathematical Programming Computation 10, 2018): interior point, then crossover to a vertex.
    Its result is checked: best responses to the plans bound the value from both sides.
    Leduc takes a tenth of a second, Bluff(1,1) with 24,570 sequences a side some five, and time
    grows faster than the game: for what is much larger, CFR is the better choice.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> program = LinearProgram(Kuhn())
    >>> round(program.value, 12)  # -1/18
    -0.055555555556
    >>> queen_facing_a_bet = Kuhn().apply(0).apply(1).apply(1).infoset(1)
    >>> round(program.strategy()(queen_facing_a_bet)[1], 12)
    0.333333333333
    """

    def __init__(self, game: Any, *, limit: int = MOST_HISTORIES, native: bool = True) -> None:
        self.tree = enumerated(game, limit=limit, native=native)
        if why := unfit(self.tree):
            raise GameError(
                f"A linear program needs two players with perfect recall; {why}"
                f"{_witnesses(self.tree)}: {advice_for(self.tree, 'use CFR')}.",
                self.tree,
            )
        self.sequence_form = SequenceForm.of(self.tree)

    def content(self) -> list[str]:
        """Return what it solves, and the value if that is known."""
        known = f": the value is {self.value:,.6g}" if "_solution" in vars(self) else ""
        return [repr(self)[1:-1] + known]

    def __repr__(self) -> str:
        of = title(self.tree.base, self.tree.view)
        return f"<{type(self).__name__} of {of}: {self.tree.infoset_count:,} infosets>"

    def solve(self) -> Solution:
        """Return the value and both plans; the program is solved only once.

        Raises
        ------
        ZeroSumError
            If HiGHS finds no plans that are good enough.
        """
        return self._solution

    @property
    def value(self) -> float:
        """What player 0 wins on average if both play an equilibrium, in chips."""
        return self.solve().value

    def strategy(self) -> Strategy:
        """Return an equilibrium, as one strategy for both players.

        The strategy is uniform at infosets that the player's own plan never reaches. At infosets
        that only the opponent's plan never reaches, the actions are sufficient for the equilibrium,
        but may not be best against an opponent who makes mistakes.
        """
        of = title(self.tree.base, self.tree.view)
        plans = behaviour(self.tree, self.solve().plans)
        return Strategy.from_tree(self.tree, plans, about=f"{of} by {type(self).__name__}")

    @cached_property
    def _solution(self) -> Solution:
        form = self.sequence_form
        side = Side.of(form, 0, unit_of(form))
        largest = float(np.abs(self.tree.payoffs).max(initial=0.0))
        found = None
        for method in METHODS:
            raw = _solved(self.tree, side, method)
            if raw is None:
                continue
            plans = realised(form, behaviour(self.tree, raw))
            low, high = bounds(form, plans)
            found = Solution(self.tree.share + (low + high) / 2, max(high - low, 0.0), plans)
            if found.gap <= _LARGEST_GAP * largest:
                return found
        raise ZeroSumError(
            f"The gap of a solution must be at most {_LARGEST_GAP:g} of the largest payoff, "
            f"{largest:g}; HiGHS left {'none' if found is None else f'{found.gap:.3g}'}: scale "
            f"chances and payoffs to similar sizes, or use CFR.",
            self.tree,
        )


def _program(side: Side) -> dict[str, Any]:
    """Return the arguments of SciPy's ``linprog``: a plan of player 0, then player 1's values."""
    from scipy.sparse import csr_matrix, hstack

    by_plan, by_value, most = side.rows
    values = side.first.size
    return {
        "c": -np.concatenate(side.worth),
        "A_ub": hstack([by_plan, by_value], format="csc"),
        "b_ub": most,
        "A_eq": hstack([side.plan, csr_matrix((side.start.size, values))], format="csc"),
        "b_eq": side.start,
        "bounds": np.repeat([[0.0, np.inf], [-np.inf, np.inf]], [side.own.size, values], axis=0),
    }


def _solved(tree: Tree, side: Side, method: str) -> Floats | None:
    """Return both players' plans as HiGHS has them, shape (sequences,); None where it fails."""
    plans = np.zeros(tree.sequences)
    if not plans.size:
        return plans
    result = optimum(_program(side), method)
    if result is None:
        return None
    plans[side.own], plans[side.others] = result.x[: side.own.size], -result.ineqlin.marginals
    return plans


def _witnesses(tree: Tree) -> str:
    """Return two histories of one infoset that break perfect recall, as part of a sentence."""
    found = next((pair for pair in tree.recollection.witnesses if pair), None)
    if tree.players != 2 or found is None:
        return ""
    (first, before), (second, after) = tree.history(found[0]), tree.history(found[1])
    return f" between {first!r} after {before} and {second!r} after {after}"
