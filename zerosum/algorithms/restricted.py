r"""External sampling for a restricted Nash response: an answer to a model of the opponent.

In a share :math:`p` of hands the opponent plays a fixed model, and else what is best for it. The
responder does not know which, and its equilibrium strategy of this game,

.. math:: \max_{\sigma_1} \; p \, u_1(\sigma_1, \sigma_{model})
   + (1 - p) \min_{\sigma_2} u_1(\sigma_1, \sigma_2),

wins from the model nearly what a best response does, and loses far less to others. Each player is
the responder in one half of the walks. The responder's regrets and averages are those of the run;
the free opponent has a table of regrets of its own.

Johanson, Zinkevich & Bowling, "Computing robust counter-strategies", NIPS 2007.
"""

from __future__ import annotations

from math import inf
from typing import Any, ClassVar

import attrs

from zerosum.abstraction import Algebraic, View
from zerosum.algorithms.base import Sampler, SamplerOptions
from zerosum.algorithms.external import walker
from zerosum.errors import AbstractionError, RuleError, StoreError, ZeroSumError, is_number
from zerosum.game import players_of
from zerosum.jit import inlined, kernel
from zerosum.kernels.breaches import NotModelled, check_finite
from zerosum.kernels.descent import STOP, add_average, seeing
from zerosum.kernels.failures import Walked
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.prints import reindex
from zerosum.kernels.regrets import add_to_regrets, choose, match_regrets
from zerosum.kernels.rows import ABSENT
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.support.options import option
from zerosum.tables import Workspace

_FREE = "free_"  # arrays of a checkpoint


class Restricted(Workspace):
    """The workspace of a restricted response."""

    # The table of the free opponent.
    free: Workspace
    # The share of walks in which the opponent follows the model.
    often: float
    # Whether the walk is the free opponent's, and whether the opponent of the responder follows
    # the model in it.
    freely: int
    modelled: int


@inlined
def modelled(infoset: Infoset, menu: Menu, view: GameView, work: Work) -> int:
    """Return the place in a menu of an action that the model takes; ``view`` is its own."""
    taken = hold(view.menu(infoset))
    drawn = work.rng.integer(len(taken)) if len(taken) > 1 else 0
    for a in range(len(menu)):
        if menu[a] == taken[drawn]:
            return a
    raise NotModelled


@inlined
def respond_or_answer(
    infoset: Infoset,
    menu: Menu,
    active: int,
    view: GameView,
    work: Work,
    base: int,
    given: tuple[GameView, float],
) -> tuple[int, int]:
    """Stop where the player of the walk decides; elsewhere sample the model, or what was learned.

    ``given`` is the view of the model, and the weight of the average, which only the responder has.
    """
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    learns = active == work.player
    if work.modelled > 0 and not learns:
        return modelled(infoset, menu, given[0], work), ABSENT
    responds, sigma = learns == (work.freely == 0), work.scratch[base:]
    if responds:
        at = visit(infoset, menu, active, view, work)
        match_regrets(work.table.values[at:], n, sigma)
    else:
        work.free.depth = work.depth
        at = visit(infoset, menu, active, view, work.free)
        match_regrets(work.free.table.values[at:], n, sigma)
    if learns:
        return STOP, at
    if responds:
        for a in range(n):
            add_average(work, at, n, a, given[1] * sigma[a])
    return choose(sigma, n, work.rng), at


@inlined
def learn(
    game: History, views: GameView, work: Work, at: int, n: int, values: Numbers, value: float
) -> None:
    """Add to the regrets of the row at ``at``, of the table of the walk's player."""
    table = work.table if work.freely == 0 else work.free.table
    add_to_regrets(table.values[at:], n, values, value, work.regret_weight, work.floor, work.rng)


walk = walker(seeing(respond_or_answer), learn)


@kernel
def traverse(game: History, views: GameView, work: Work, zero: int) -> None:
    """Walk for each player, as the responder and as the free opponent."""
    for player in range(work.players):
        work.player, work.freely = player, 0
        work.modelled = 1 if work.rng.random() < work.often else 0
        check_finite(walk(game, views, work, zero, zero, zero))
        work.freely, work.modelled = 1, 0
        check_finite(walk(game, views, work, zero, zero, zero))


@attrs.frozen
class RestrictedOptions(SamplerOptions):
    """What restricted responses take.

    Parameters
    ----------
    share
        The share of hands in which the opponent follows the model, above 0 and below 1.

    Examples
    --------
    >>> RestrictedOptions(share=0.5).share
    0.5
    """

    share: float = option(0.8, lambda value: is_number(value) and 0 < value < 1, "above 0, below 1")


class RestrictedSampling(Sampler):
    """External sampling for a restricted Nash response, for two players, on one thread.

    Parameters
    ----------
    game
        The game, abstract or not, at the history where traversals start.
    model
        What the opponent does: a factor of an infoset that returns some actions of its menu in the
        game, as a menu does. It takes each equally often; one that is there twice, twice as often.
    reserve
        Bytes reserved for each of the two tables.

    Raises
    ------
    RuleError
        If the game is not for two; or if the rule discounts, since the two tables would have to be
        discounted alike.
    AbstractionError
        If there is no model.
    ZeroSumError
        If there are several threads.

    Examples
    --------
    A player of Kuhn poker who always bets, and always calls:

    >>> from zerosum.abstraction import algebraic
    >>> from zerosum.kuhn import Kuhn, Move
    >>> @algebraic
    ... def bold(infoset):
    ...     return infoset.actions()[1:]
    >>> solver = RestrictedSampling(Kuhn(), model=bold, share=0.9, seed=1)
    >>> solver.run(3_000)
    >>> from zerosum.evaluation import expected_values
    >>> values = expected_values(Kuhn(), [solver.strategy(), lambda infoset: {Move.BET: 1.0}])
    >>> bool(values[0] > 0.1)  # an equilibrium wins nothing there as the first player
    True
    """

    name = "restricted"
    iteration = traverse
    threaded = False
    tables = 2
    workspace = Restricted
    work: Restricted
    Options: ClassVar[type[SamplerOptions]] = RestrictedOptions
    share: float
    beside: View

    def __init__(self, game: Any, *given: Any, model: Algebraic, **options: Any) -> None:
        self.beside = View(None, model)
        self.model: Any = self.beside.actions
        super().__init__(game, *given, **options)

    def arguments(self) -> dict[str, Any]:
        """Return what a copy is made with, besides the game."""
        return super().arguments() | {"model": self.model}

    def check_options(self) -> None:
        """Refuse no model, threads, games for other than two, and regrets that are discounted."""
        super().check_options()
        if self.model is None:
            raise AbstractionError(
                "A restricted response must be to a model of the opponent; got None: give model=, "
                "a factor that returns some actions of the menu.",
                self.model,
            )
        if self.threads > 1:
            raise ZeroSumError(
                f"A restricted response must be trained on one thread; got {self.threads}: leave "
                f"threads= out.",
                self.threads,
            )
        if players_of(self.game) != 2:
            raise RuleError(
                f"A restricted response must be to one opponent; {type(self.base).__qualname__} "
                f"has {players_of(self.game)} players: use ExternalSampling.",
                self.game,
            )
        if self.fades:
            raise RuleError(
                f"The rule {self.rule.name} must not be used for a restricted response, whose two "
                f"tables would have to be discounted alike: use linear, plus or vanilla, and leave "
                f"numbers= of the storage out.",
                self.rule,
            )

    def added(self) -> dict[str, Any]:
        """Return the table of the free opponent, which has no averages."""
        free = Workspace(
            Random(0),
            self.reserve,
            storage=self.storage,
            players=self.players,
            averages=0,
        )
        free.spill = free.table.most_values if self.full == "uniform" else 0
        return {"free": free, "often": self.share}

    def compile_walks(self) -> None:
        """Compile the walks; the free opponent's workspace is at the same history."""
        self.work.free.path = self.work.path
        super().compile_walks()

    @property
    def walked(self) -> tuple[Walked, ...]:
        """The game as the responder and the free opponent see it, for errors."""
        return (*super().walked, Walked(self.base, self.view, self.work.free))

    def regret_bound(self) -> float:
        """Return infinity: these regrets say nothing about how exploitable a response is."""
        return inf

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what a sampler does, and the free opponent's table."""
        arrays, figures = super().state()
        free = {f"{_FREE}{name}": array for name, array in self.work.free.arrays().items()}
        return arrays | free, figures | {"model": self.model.identity}

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state returned by :meth:`state`.

        Raises
        ------
        StoreError
            If it is of another model.
        """
        if figures["model"] != self.model.identity:
            raise StoreError(
                f"The checkpoint must be of a response to the model that is declared, "
                f"{self.model!r}; its model has changed since: begin another run.",
                self.model,
            )
        free = {
            name.removeprefix(_FREE): array
            for name, array in arrays.items()
            if name.startswith(_FREE)
        }
        own = {name: array for name, array in arrays.items() if not name.startswith(_FREE)}
        super().restore(own, figures)
        self.work.free.restore(free, averaged=False)
        reindex(self.work.free.table, native=self.native)
