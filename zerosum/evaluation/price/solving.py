"""Solve an abstract game: by a linear program, or by CFR."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.algorithms import CFR, DCFR, LinearProgram, Rule
from zerosum.algorithms.plans import behaviour
from zerosum.errors import AbstractionError, ZeroSumError, check_count
from zerosum.tables import Floats
from zerosum.tree import Tree, unfit

ITERATIONS = 1_000
LARGEST = 20_000
PROGRAM = "LP"


@dataclass(frozen=True)
class Effort:
    """How abstract games are solved.

    Parameters
    ----------
    iterations, rule
        Of CFR, where no linear program applies.
    largest
        Linear programs are solved up to so many sequences of both players together.

    Raises
    ------
    AbstractionError
        If a number is not whole, or too small.
    """

    iterations: int = ITERATIONS
    rule: Rule = DCFR
    largest: int = LARGEST

    def __post_init__(self) -> None:
        wrong, advice = AbstractionError, f"give {ITERATIONS:_}"
        check_count("The iterations of a price", self.iterations, 1, advice, wrong)
        advice = f"give {LARGEST:_}, or 0 to solve none by a linear program"
        check_count("The largest linear program", self.largest, 0, advice, wrong)

    @property
    def regret_matching(self) -> str:
        """The method where no linear program applies."""
        return f"CFR ({self.rule.name}, {self.iterations:,} iterations)"


class Solved(NamedTuple):
    """Strategies of all players, and how they were found.

    Parameters
    ----------
    probabilities
        Shape (sequences,): of each sequence at its infoset.
    how
        The method.
    regrets
        The sum over infosets of the largest average regret, in chips, or 0 if that is negative;
        None if a linear program was solved.
    program
        That program, if one was solved.
    """

    probabilities: Floats
    how: str
    regrets: float | None
    program: LinearProgram | None


def solved(tree: Tree, effort: Effort) -> Solved:
    """Return strategies of all players: an equilibrium if a linear program applies."""
    program = programmed(tree, effort)
    if program is not None:
        plans = program.solve().plans
        return Solved(behaviour(tree, plans), PROGRAM, None, program)
    solver = CFR(tree, effort.rule)
    solver.run(effort.iterations)
    return Solved(solver.average(), effort.regret_matching, _regrets(solver), None)


def programmed(tree: Tree, effort: Effort) -> LinearProgram | None:
    """Return a linear program that is solved; None if none applies.

    There must be two players with perfect recall, the game must not be too large, and its payoffs
    and chances not differ too much in size.
    """
    if unfit(tree) or tree.sequences > effort.largest:
        return None
    program = LinearProgram(tree)
    try:
        program.solve()
    except ZeroSumError:
        return None
    return program


def _regrets(solver: CFR) -> float:
    """Return the sum over infosets of the largest average regret, or 0 if that is negative."""
    rule, weight = solver.rule, 0.0
    for iteration in range(1, solver.iterations + 1):
        weight = weight * rule.discount(iteration, rule.alpha) + 1.0
    arrays, _ = solver.state()
    regrets = np.maximum(arrays["regrets"], 0.0)
    if not regrets.size:
        return 0.0
    return float(np.maximum.reduceat(regrets, solver.tree.starts[:-1]).sum() / weight)
