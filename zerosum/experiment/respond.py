"""Local best response against what training has learned so far, if that is asked for."""

from dataclasses import dataclass

from zerosum.abstraction import split
from zerosum.experiment.declare import Solver
from zerosum.game import History
from zerosum.support.interrupts import Progress

_MOST_DEALS = 1 << 40  # deals; the clock ends them


def require_answers(game: History) -> None:
    """Refuse a game that has no local best response, before anything is fitted.

    Raises
    ------
    NotApplicable
        If it has none.
    """
    from zerosum.evaluation.bounds.local import calls_against

    calls_against(split(game)[0])


@dataclass(frozen=True)
class Responder:
    """Measures what local best response wins against a solver's average strategy.

    Parameters
    ----------
    game
        The start of the game trained on.
    seconds
        How long it plays each time.
    seed
        Of the deals, which are the same each time.
    """

    game: History
    seconds: float
    seed: int = 0

    def rehearse(self, solver: Solver) -> None:
        """Play two deals, which compiles.

        Raises
        ------
        NotApplicable
            If the game has no local best response.
        """
        self._played(solver, 2, None)

    def __call__(self, solver: Solver, progress: Progress) -> tuple[float, float]:
        """Return the mean over both seats and half the width of its interval, in chips a hand.

        ``progress`` is called meanwhile.
        """
        return self._played(solver, _MOST_DEALS, progress)

    def _played(self, solver: Solver, deals: int, progress: Progress | None) -> tuple[float, float]:
        from zerosum.evaluation import local_best_response
        from zerosum.evaluation.bounds.bound import WIDTH

        strategy, seconds = solver.strategy(), self.seconds
        bound = local_best_response(
            self.game, strategy, deals, self.seed, seconds=seconds, progress=progress
        )
        return bound.mean, WIDTH * bound.error
