"""Linear programs: the value of a game, and the least that equilibria of an abstract game lose.

The value is that of Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized
strategies in game trees", STOC 1994, equation (8): player 0 maximises what player 1 leaves when
answering best.

An abstract game may have many equilibria, of different worth in the whole game. A player's plans
that secure the value are a polytope; what the other player wins against them in the whole game is
convex on it. So its minimum is a linear program.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_array, coo_matrix, csr_matrix, hstack

SLACK = 1e-10


class SequenceForm:
    """Sequences and infosets of both players, numbered, and what pairs of sequences pay."""

    def __init__(self, game: Any) -> None:
        self.sequences: list[dict[Any, int]] = [{None: 0}, {None: 0}]
        self.parents: list[dict[Any, int]] = [{}, {}]  # infoset: the sequence that leads to it
        self.payoffs: dict[tuple[int, int], float] = defaultdict(float)
        self.walk(game, (0, 0), 1.0)

    def walk(self, game: Any, reached: tuple[int, int], chance: float) -> None:
        if game.terminal:
            self.payoffs[reached] += chance * game.payoff(0)
        elif game.chance:
            for outcome, probability in game.chances().items():
                self.walk(game.apply(outcome), reached, chance * probability)
        else:
            player = game.active
            infoset = game.infoset(player)
            parent = self.parents[player].setdefault(infoset, reached[player])
            assert parent == reached[player], f"player {player} forgets: {infoset}"
            for action in infoset.actions():
                numbers = self.sequences[player]
                number = numbers.setdefault((infoset, action), len(numbers))
                after = (number, reached[1]) if player == 0 else (reached[0], number)
                self.walk(game.apply(action), after, chance)

    def payoff_matrix(self) -> csr_matrix:
        rows, columns = zip(*self.payoffs, strict=True)
        shape = (len(self.sequences[0]), len(self.sequences[1]))
        return coo_matrix((list(self.payoffs.values()), (rows, columns)), shape).tocsr()

    def constraints(self, player: int) -> csr_matrix:
        """Row 0: the empty sequence is one; then a row an infoset: actions sum to its parent."""
        rows = {infoset: row for row, infoset in enumerate(self.parents[player], start=1)}
        matrix = np.zeros((len(rows) + 1, len(self.sequences[player])))
        matrix[0, 0] = 1
        for infoset, parent in self.parents[player].items():
            matrix[rows[infoset], parent] = -1
        for sequence, number in self.sequences[player].items():
            if sequence is not None:
                matrix[rows[sequence[0]], number] = 1
        return csr_matrix(matrix)


def game_value(game: Any) -> float:
    """Return what player 0 wins on average when both play an equilibrium."""
    form = SequenceForm(game)
    own, other, payoffs = form.constraints(0), form.constraints(1), form.payoff_matrix()
    infosets, sequences = other.shape[0], own.shape[1]
    leaves = hstack([-payoffs.T, other.T])
    plan = hstack([own, csr_matrix((own.shape[0], infosets))])
    goal = np.zeros(sequences + infosets)
    goal[sequences] = -1
    start = np.zeros(own.shape[0])
    start[0] = 1
    bounds = [(0, None)] * sequences + [(None, None)] * infosets
    solution = linprog(goal, leaves, np.zeros(leaves.shape[0]), plan, start, bounds)
    assert solution.success, solution.message
    return -float(solution.fun)


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
