"""The value of a two-player game by a linear program over its sequence form.

Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized strategies in game
trees", STOC 1994, equation (8): player 0 maximises what player 1 leaves when answering best.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csr_matrix, hstack


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
