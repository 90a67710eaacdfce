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
from zerosum.kernels.descent import descent
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.opponents import sample_row
from zerosum.kernels.rows import ABSENT, FULL, find
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.tables import Workspace

# What stands for a factor in the row of a bucket as a whole.
WHOLE = -1
# Before the sums of regrets: the number of visits, and the sum of squares.
AHEAD = 2


class GatheringWorkspace(PrunedWorkspace):
    """The workspace of a walk that gathers: what it keeps, of so many factors."""

    gathered: Workspace
    factors: int
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
    gathered: Work, end: int, at: int, half: int, n: int, values: Numbers, value: float
) -> None:
    """Add the regrets of a visit to a row of what is gathered. Modified in place: ``gathered``.

    ``gathered.row[:end]`` is a factor and its value, and ``at`` the bucket.
    """
    gathered.row[end] = at
    place = find(gathered, 0, end + 1, 2 * (AHEAD + n))
    if place == FULL:
        gathered.turned_away += 1
        return
    sums = gathered.table.values[place + half * (AHEAD + n) :]
    sums[0] += 1.0
    for a in range(n):
        regret = values[a] - value
        sums[1] += regret * regret
        sums[AHEAD + a] += regret


@inlined
def gather(
    game: History, views: GameView, work: Work, at: int, n: int, values: Numbers, value: float
) -> None:
    """Learn, and keep the regrets of the bucket and of each factor's value in it."""
    learn(game, views, work, at, n, values, value)
    gathered, half = work.gathered, work.iteration & 1
    gathered.row[0] = WHOLE
    add_visit(gathered, 1, at, half, n, values, value)
    infoset = hold(game.infoset(work.player))
    for place in range(work.factors):
        end = views[1].tell(infoset, place, gathered.row)
        add_visit(gathered, end, at, half, n, values, value)


class Gathering(ExternalSampling):
    """External sampling that gathers what its walks say about candidate factors.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    factors
        The candidates.
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
        explored: float = 0.0,
        room: int | None = None,
        **options: Any,
    ) -> None:
        self.explored, self.beside = explored, View(Product(tuple(factors)), None)
        self.gathered = Workspace(Random(0), room)
        self.gathered.spill = self.gathered.table.most_values
        super().__init__(game, *given, **options)

    @property
    def candidates(self) -> tuple[Algebraic, ...]:
        """The factors, by their numbers in what is gathered."""
        return self.beside.factors

    def added(self) -> dict[str, Any]:
        """Return what is gathered, and how the opponents explore."""
        count = len(self.candidates)
        return {"gathered": self.gathered, "factors": count, "explored": self.explored}
