"""The least that equilibria of an abstract game lose in the whole game.

An abstract game may have many equilibria, of different worth in the whole game. A player's plans
that secure the value are a polytope; what the other player wins against them in the whole game is
convex on it. So its minimum is a linear program.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_array, csr_matrix, hstack

from tests.programs import SequenceForm, game_value

SLACK = 1e-10


class Half:
    """A game that one player sees through an abstraction and the other as it is."""

    def __init__(self, abstract: Any, whole: Any, blind: int) -> None:
        self.abstract, self.whole, self.blind = abstract, whole, blind

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)

    def infoset(self, player: int) -> Any:
        return (self.abstract if player == self.blind else self.whole).infoset(player)

    def apply(self, action: Any) -> Half:
        return Half(self.abstract.apply(action), self.whole.apply(action), self.blind)


class Equilibria:
    """The plans of one player that secure the value of an abstract game.

    What a program over them knows: the plan, what it leaves the other at each infoset of the
    abstract game, and the same in the whole game. Gains are those of the player.
    """

    def __init__(self, abstract: Any, whole: Any, player: int) -> None:
        sign = 1 - 2 * player
        self.other = 1 - player
        forms = SequenceForm(abstract), SequenceForm(Half(abstract, whole, player))
        seen, self.form = forms
        self.gains = [self.matrix(form, sign, player) for form in forms]
        rows = [form.constraints(self.other) for form in forms]
        own = seen.constraints(player)
        sizes = own.shape[1], rows[0].shape[0], rows[1].shape[0]
        ends = np.cumsum(sizes)
        self.size, self.worth = int(ends[-1]), int(ends[1])
        self.leaves = block_array(
            [[-self.gains[0].T, rows[0].T, None], [-self.gains[1].T, None, rows[1].T]]
        )
        self.plan = hstack([own, csr_matrix((own.shape[0], self.size - sizes[0]))])
        self.start = np.zeros(own.shape[0])
        self.start[0] = 1
        self.bounds = [(0, None)] * sizes[0] + [(None, None)] * (self.size - sizes[0])
        # The first value is that of the other's empty sequence: what the plan secures.
        self.bounds[sizes[0]] = (sign * game_value(abstract) - SLACK, None)

    @staticmethod
    def matrix(form: SequenceForm, sign: int, player: int) -> csr_matrix:
        payoffs = sign * form.payoff_matrix()
        return payoffs if player == 0 else payoffs.T.tocsr()

    def least(self) -> float:
        """Return what the other wins in the whole game against the best of these plans."""
        goal = np.zeros(self.size)
        goal[self.worth] = -1
        return self.solved(goal)

    def solved(self, goal: np.ndarray) -> float:
        zeros = np.zeros(self.leaves.shape[0])
        found = linprog(goal, self.leaves, zeros, self.plan, self.start, self.bounds)
        assert found.success, found.message
        return float(found.fun)


def least_price(abstract: Any, whole: Any) -> float:
    """Return the least NashConv in the whole game of any equilibrium of the abstract one."""
    return sum(Equilibria(abstract, whole, player).least() for player in range(2))
