"""The driver of all samplers: iterations, one after another or divided among threads.

>>> from zerosum.algorithms import ExternalSampling
>>> from zerosum.kuhn import Kuhn
>>> solver = ExternalSampling(Kuhn(), seed=1, native=False, reserve=1 << 22)
>>> iterate, work = iterations(type(solver).iteration), solver.work.plain()
>>> iterate(Kuhn(), solver.view, work, 1, 10, 0)
>>> work.iterations, work.table.rows
(10, 11)
>>> begin(work, 11)
>>> work.average_weight, following(work.table, 11)  # linear weights, and one thread
(11.0, 12)
"""

from functools import cache
from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.cells import add
from zerosum.kernels.limits import stack_address
from zerosum.kernels.names import GameView, History, Kernel, Work


@cache
def iterations(traverse: Kernel) -> Any:
    """Return the kernel that runs iterations; each is a call of ``traverse``.

    Parameters
    ----------
    traverse
        A kernel ``(game, view, work, zero)``: all walks of an iteration, one for each player in
        turn. ``zero`` is the int 0, since the arguments of a recursive kernel are never literals.
    """

    @kernel
    def iterate(
        game: History, view: GameView, work: Work, first: int, last: int, zero: int
    ) -> None:
        """Run iterations from ``first``, or a thread's share of those up to ``last``."""
        work.stack_end = stack_address() - work.stack_budget
        iteration = first
        while iteration <= last:
            begin(work, iteration)
            traverse(game, view, work, zero)
            work.iterations += 1
            iteration = following(work.table, iteration)

    return iterate


@kernel
def begin(work: Work, iteration: int) -> None:
    """Set the weights of an iteration or its period, and the random numbers of its deal."""
    weigh(work, iteration)
    work.deal = work.rng.branch()


@kernel
def weigh(work: Work, iteration: int) -> None:
    """Set the weights of an iteration, or its period. Modified in place: ``work``.

    >>> from types import SimpleNamespace
    >>> work = SimpleNamespace(scale=1.0, fades=0, gamma=2.0, linear=1)
    >>> weigh(work, 5)
    >>> work.average_weight, work.regret_weight
    (25.0, 5.0)
    """
    work.iteration = iteration
    work.average_weight = work.scale
    if work.fades > 0:
        work.period = 1 + (iteration - 1) // work.period_length
    else:
        work.average_weight = float(iteration) ** work.gamma
        if work.linear > 0:
            work.regret_weight = float(iteration)


@kernel
def following(table: Work, iteration: int) -> int:
    """Return the iteration to run after one: the next that no other thread has taken."""
    if table.active[0] == 0:
        return iteration + 1
    return add(table.following, 0, 1)
