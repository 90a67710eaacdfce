r"""The exact value and an equilibrium of a two-player game, by a linear program.

Player 0's plan :math:`x \ge 0` of the sequence form maximises what is left when player 1 answers
best; :math:`v_J` is the value of player 1's infoset :math:`J`, and the infosets that come next
after a sequence are those that it leads to:

.. math::
   \max \sum_{J\ \text{first}} v_J \quad\text{with}\quad
   v_J \le (x^\top A)_{Jb} + \sum_{J'\ \text{after}\ Jb} v_{J'}, \qquad
   \sum_a x_{Ia} = x_{\text{before } I}

(the empty sequence, which is one, is a constant here). The multipliers of the first rows are a
plan of player 1, and an optimal one: the dual program is player 1's. So one program gives both.

Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized strategies in game trees",
STOC 1994.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.realisation import Floats, behaviour, bounds, realised
from zerosum.errors import GameError, ZeroSumError
from zerosum.strategy import Strategy
from zerosum.tree import MOST_HISTORIES, SequenceForm, Tree, enumerated, unfit

# Tried in this order until one closes the gap: the interior point's time grows slower.
_METHODS = ("highs-ipm", "highs-ds")
# Of rows, of reduced costs and of the interior point, in units of the largest payoff of a pair:
# the least that HiGHS takes. Its own, 1e-7, may stop at a neighbour of the optimal vertex.
_TOLERANCE = 1e-10
# How far from an equilibrium a solution may be, in units of the largest payoff of the game.
_LARGEST_GAP = 1e-9


class Solution(NamedTuple):
    """What a linear program found.

    Parameters
    ----------
    value
        What player 0 wins on average when both play an equilibrium, in chips.
    gap
        How much both together could gain by answering the plans best, in chips: their NashConv.
        The value is known within half of it.
    plans
        Shape (sequences,): how often the owner of a sequence plays to it, as far as the owner
        decides.
    """

    value: float
    gap: float
    plans: Floats


class LinearProgram:
    """A two-player game with perfect recall, solved exactly.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree.
    limit
        The most histories to enumerate.
    native
        True for the native enumeration where the game compiles, False for the interpreted one.

    Attributes
    ----------
    tree
        The game, enumerated.
    sequence_form
        The same by pairs of sequences.

    Raises
    ------
    GameError
        Where there are not two players, one of them forgets, or the game does not enumerate.

    Notes
    -----
    The program has a row and a column for each sequence and infoset of one player, and is solved
    by HiGHS through SciPy (Huangfu & Hall, "Parallelizing the dual revised simplex method",
    Mathematical Programming Computation 10, 2018): interior point, then crossover to a vertex.
    What it returns is not trusted: best responses to the plans bound the value from both sides.
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
                f"{_witnesses(self.tree)}: use CFR, which does without.",
                self.tree,
            )
        self.sequence_form = SequenceForm.of(self.tree)

    def solve(self) -> Solution:
        """Return the value and both plans; solved once, then kept.

        Raises
        ------
        ZeroSumError
            Where HiGHS finds no plans that are good enough.
        """
        return self._solution

    @property
    def value(self) -> float:
        """What player 0 wins on average when both play an equilibrium, in chips."""
        return self.solve().value

    def strategy(self) -> Strategy:
        """Return an equilibrium: a strategy of both players.

        Uniform at infosets that the owner's own plan never reaches. Where only the opponent's
        plan never leads, the actions are some that suffice for the equilibrium: they need not be
        best against an opponent who errs.
        """
        return Strategy.from_tree(self.tree, behaviour(self.tree, self.solve().plans))

    @cached_property
    def _solution(self) -> Solution:
        form = self.sequence_form
        program = _program(form)
        largest = float(np.abs(self.tree.payoffs).max(initial=0.0))
        found = None
        for method in _METHODS:
            raw = _solved(self.tree, program, method)
            if raw is None:
                continue
            plans = realised(form, behaviour(self.tree, raw))
            low, high = bounds(form, plans)
            found = Solution((low + high) / 2, max(high - low, 0.0), plans)
            if found.gap <= _LARGEST_GAP * largest:
                return found
        raise ZeroSumError(
            f"The gap of a solution must be at most {_LARGEST_GAP:g} of the largest payoff, "
            f"{largest:g}; HiGHS left {'none' if found is None else f'{found.gap:.3g}'}: scale "
            f"chances and payoffs nearer to each other, or use CFR.",
            self.tree,
        )


def _program(form: SequenceForm) -> dict[str, Any]:
    """Return the arguments of SciPy's ``linprog``: a plan of player 0, then player 1's values.

    Payoffs are in units of the largest, so that tolerances mean the same in every game.
    """
    from scipy.sparse import csr_matrix, hstack

    mine = _sequences(form.tree)
    # Each player's are numbered apart. The last entry stands for the empty sequence, -1.
    numbers = np.zeros(form.tree.sequences + 1, np.int64)
    numbers[mine[0]], numbers[mine[1]] = np.arange(mine[0].size), np.arange(mine[1].size)
    unit = float(np.abs(form.payoffs).max(initial=0.0)) or 1.0
    # The empty sequences have the last row and column.
    rows = np.where(form.rows < 0, mine[0].size, numbers[form.rows])
    columns = np.where(form.columns < 0, mine[1].size, numbers[form.columns])
    shape = (mine[0].size + 1, mine[1].size + 1)
    payoffs = csr_matrix((form.payoffs / unit, (rows, columns)), shape=shape)
    (own, start), (other, first) = (_constraints(form, numbers, player) for player in range(2))
    free = np.repeat([[0.0, np.inf], [-np.inf, np.inf]], [mine[0].size, first.size], axis=0)
    return {
        "c": -np.concatenate([payoffs[:-1, [-1]].toarray().ravel(), first]),
        "A_ub": hstack([-payoffs[:-1, :-1].T, other.T], format="csc"),
        "b_ub": payoffs[[-1], :-1].toarray().ravel(),
        "A_eq": hstack([own, csr_matrix((start.size, first.size))], format="csc"),
        "b_eq": start,
        "bounds": free,
    }


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


def _sequences(tree: Tree) -> list[NDArray[np.int64]]:
    """Return the sequences of each player, in order."""
    owners = np.repeat(tree.owners, np.diff(tree.starts))
    return [np.flatnonzero(owners == player) for player in range(2)]


def _solved(tree: Tree, program: dict[str, Any], method: str) -> Floats | None:
    """Return both players' plans as HiGHS has them, shape (sequences,); None where it fails."""
    from scipy.optimize import linprog

    plans = np.zeros(tree.sequences)
    if not plans.size:
        return plans
    options = {
        "primal_feasibility_tolerance": _TOLERANCE,
        "dual_feasibility_tolerance": _TOLERANCE,
    }
    if method == "highs-ipm":
        options["ipm_optimality_tolerance"] = _TOLERANCE
    result = linprog(**program, method=method, options=options)
    if not result.success:
        return None
    own, other = _sequences(tree)
    plans[own], plans[other] = result.x[: own.size], -result.ineqlin.marginals
    return plans


def _witnesses(tree: Tree) -> str:
    """Return two histories that a player who forgets cannot tell apart, in words."""
    found = next((pair for pair in tree.recollection.witnesses if pair), None)
    if tree.players != 2 or found is None:
        return ""
    (first, before), (second, after) = tree.history(found[0]), tree.history(found[1])
    return f" between {first!r} after {before} and {second!r} after {after}"
