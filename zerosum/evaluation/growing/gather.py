r"""External sampling that also keeps what its walks say about factors that the states lack.

At each decision of its traverser a walk finds regrets :math:`r(a) = v_a - \sum_b \sigma_b v_b`.
Training keeps their sum in the row of the bucket. This walk also keeps, for each candidate factor
and each of its values in the bucket, the number of visits, :math:`\sum \lVert r \rVert^2` and
:math:`\sum r(a)`; those of odd and of even iterations apart.
"""

from collections.abc import Sequence
from typing import Any

from zerosum.abstraction import Algebraic, Product, View
from zerosum.algorithms.external import ExternalSampling, learn, traverser, walker
from zerosum.algorithms.pruning import PrunedWorkspace
from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import descent, sample_row
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.rows import ABSENT, FULL, find
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.tables import Workspace

# What stands for a factor in the row of a bucket as a whole.
WHOLE = -1
# Before the sums of regrets: the visits, the sum of squares of visits, and that of regrets.
OWN = 3
HALVES = 2


class GatheringWorkspace(PrunedWorkspace):
    """The workspace of a walk that gathers: what it keeps, of so many factors."""

    gathered: Workspace
    factors: int
    # One iteration of so many is gathered.
    every: int
    # How often an opponent plays a random action instead of the sampled one.
    explored: float


@inlined
def explore_opponents(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, weight: float
) -> tuple[int, int]:
    """Sample the opponents as external sampling does, with some random actions."""
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = visit(infoset, menu, active, view, work)
    place, at = sample_row(infoset, n, active, view, work, base, at, weight)
    if place >= 0 and work.explored > 0.0 and work.rng.random() < work.explored:
        place = work.rng.integer(n)
    return place, at


descend = descent(explore_opponents)


@inlined
def descend_gathering(
    game: History,
    views: GameView,
    work: Work,
    depth: int,
    base: int,
    dealt: int,
    weight: float,
    room: Menu,
) -> Any:
    """Descend with the view of the run; the other one is that of the candidates."""
    return descend(game, views[0], work, depth, base, dealt, weight, room)


@kernel
def add_visit(
    gathered: Work, end: int, at: int, iteration: int, n: int, values: Numbers, value: float
) -> None:
    """Add the regrets of a visit to a row of what is gathered. Modified in place: ``gathered``.

    ``gathered.row[:end]`` is a factor and its value, and ``at`` the bucket. Visits of one iteration
    share cards: their sum is one observation, whose square grows visit by visit.
    """
    gathered.row[end] = at
    width = OWN + n
    place = find(gathered, 0, end + 1, (1 + HALVES) * width)
    if place == FULL:
        gathered.turned_away += 1
        return
    latest = gathered.table.values[place:]
    if latest[0] != iteration:
        latest[0] = iteration
        for each in range(1, width):
            latest[each] = 0.0
    sums = latest[width * (1 + (iteration & 1)) :]
    sums[0] += 1.0
    sums[1] += 2.0 * latest[1] + 1.0
    latest[1] += 1.0
    for a in range(n):
        regret = values[a] - value
        sums[2] += (2.0 * latest[OWN + a] + regret) * regret
        sums[OWN + a] += regret
        latest[OWN + a] += regret


@inlined
def gather(
    game: History, views: GameView, work: Work, at: int, n: int, values: Numbers, value: float
) -> None:
    """Learn, and keep the regrets of the bucket and of each factor's value in it."""
    learn(game, views, work, at, n, values, value)
    if work.iteration % work.every == 0:
        gathered, iteration = work.gathered, work.iteration // work.every
        gathered.row[0] = WHOLE
        add_visit(gathered, 1, at, iteration, n, values, value)
        infoset = hold(game.infoset(work.player))
        for place in range(work.factors):
            end = views[1].tell(infoset, place, gathered.row)
            add_visit(gathered, end, at, iteration, n, values, value)


class Gathering(ExternalSampling):
    """External sampling that gathers what its walks say about candidate factors.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    factors
        The candidates.
    every
        One iteration of so many is gathered.
    explored
        How often an opponent plays a random action instead of the sampled one.
    room
        Bytes for what is gathered; half the memory if left out.
    """

    iteration: Any = traverser(walker(descend_gathering, gather))
    workspace = GatheringWorkspace
    whole = True
    work: GatheringWorkspace
    beside: View

    def __init__(
        self,
        game: Any,
        *given: Any,
        factors: Sequence[Algebraic],
        every: int = 1,
        explored: float = 0.0,
        room: int | None = None,
        **options: Any,
    ) -> None:
        self.every, self.explored = every, explored
        self.beside = View(Product(tuple(factors)), None)
        self.gathered = Workspace(Random(0), room)
        self.gathered.spill = self.gathered.table.most_values
        super().__init__(game, *given, **options)

    @property
    def candidates(self) -> tuple[Algebraic, ...]:
        """The factors, by their numbers in what is gathered."""
        return self.beside.factors

    def added(self) -> dict[str, Any]:
        """Return what is gathered, and how the opponents explore."""
        own = {"every": self.every, "explored": self.explored}
        return {"gathered": self.gathered, "factors": len(self.candidates), **own}
