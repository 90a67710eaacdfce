"""Sample the opponents in a walk that tries the actions of its own player."""

from zerosum.jit import inlined
from zerosum.kernels.descent import STOP, descent
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, Infoset, Menu, Work
from zerosum.kernels.regrets import add_to_average, choose, match_regrets
from zerosum.kernels.rows import ABSENT


@inlined
def sample_opponents(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, weight: float
) -> tuple[int, int]:
    """Stop where the traverser decides; elsewhere sample an action and update the average.

    ``weight`` is the weight of the average. The average is updated only with two players, because
    with more the frequency of visits contains the changing reaches of the other players. In both
    cases the strategy is stored in the scratch space from ``base`` on, before anything below the
    node is visited, because the same row may change there.
    """
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = visit(infoset, menu, active, view, work)
    return sample_row(infoset, n, active, view, work, base, at, weight)


@inlined
def sample_row(
    infoset: Infoset,
    n: int,
    active: int,
    view: GameView,
    work: Work,
    base: int,
    at: int,
    weight: float,
) -> tuple[int, int]:
    """Stop at the traverser's row, or sample one of ``n`` actions: see above."""
    regrets, sigma = work.table.values[at:], work.scratch[base:]
    match_regrets(regrets, n, sigma)
    if active == work.player:
        return STOP, at
    if work.players == 2 and view.street(infoset) < work.averages:
        add_to_average(regrets[n:], n, sigma, weight, work.rng)
    return choose(sigma, n, work.rng), at


to_own_decision = descent(sample_opponents)
