r"""Public chance sampling: sample public chance, and treat private hands as vectors.

A walk goes over the public tree with the reaches of the traverser and of the opponent for every
private hand. At a terminal each hand :math:`h` of the traverser wins
:math:`\sum_o u(h, o)\, c(h, o)\, \pi_{-i}(o)` against all hands :math:`o` of the opponent, where
:math:`c` is the probability that chance deals both hands and all public cards. Hands are
correlated, because a card is dealt only once. Regrets gain
:math:`v_a - \sum_b \sigma_b v_b`, hand by hand; at the traverser's nodes, averages gain its own
reach (including the probability of the hand) times the strategy. If chance was sampled with
probability :math:`q`, the opponent's reaches are divided by :math:`q`, so the regrets below contain
the chance reach divided by the sampling probability. Without public chance nothing is sampled, and
the algorithm is CFR with vectors: :class:`VectorCFR` goes on with every outcome of public chance,
where the payoffs :math:`u(h, o)\, c(h, o)` contain its probability, and so adds up their values.

A row is updated when it is visited. Every decision and hand has its own row, unless an abstraction
or the game itself merges several of them into one infoset.

Johanson, Bard, Lanctot, Gibson & Bowling, "Efficient Nash equilibrium approximation through
Monte Carlo counterfactual regret minimization", AAMAS 2012, without sampling section 3; Lanctot,
thesis 2013, chapter 4; Tammelin, "Solving large imperfect information games using CFR+", 2014.
"""

import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, ClassVar

import attrs
import numpy as np

from zerosum.abstraction import Abstracted
from zerosum.algorithms.base import Sampler
from zerosum.algorithms.hands import Hands, iterate
from zerosum.algorithms.solver import (
    PERIOD,
    SeededOptions,
    Solver,
    SolverOptions,
    check_sizes,
    is_period,
)
from zerosum.errors import RuleError
from zerosum.rng import Random
from zerosum.rules import DCFR, PLUS, Rule
from zerosum.strategy import Strategy, describe, shares
from zerosum.strategy.averages import spooled
from zerosum.strategy.saved import save_arrays
from zerosum.support.options import option
from zerosum.tables import Floats
from zerosum.tree.public import MOST_NODES, check_plain, public_tree
from zerosum.tree.public.response import gains_on, nash_conv_on, responses_on, values_on


@attrs.frozen(slots=False)
class VectorOptions(SolverOptions):
    """What solvers on a public tree take.

    Parameters
    ----------
    limit
        The largest number of nodes of the public tree.
    """

    limit: int = attrs.field(default=MOST_NODES, kw_only=True)


@attrs.frozen
class PublicOptions(SeededOptions, VectorOptions):
    """What public chance sampling takes.

    Parameters
    ----------
    seed
        The seed of the moves of chance, None for one from the operating system; if none is public,
        it makes no difference.
    period
        Iterations of a period of discounting, for rules that discount (``DCFR``). If left out, 1
        if nothing is sampled, so that ``DCFR`` is the same as in CFR, else 100.
    """

    period: int | None = option(None, lambda value: value is None or is_period(value), *PERIOD)


class PublicChanceSampling(Solver):
    """Public chance sampling, for games of two who decide that declare what is public.

    Parameters
    ----------
    game
        The game, abstract or not, or its public tree. The game must declare ``public`` and
        ``private(player)``, and deal private hands only before the first action.

    Attributes
    ----------
    tree
        The public tree.

    Raises
    ------
    RuleError
        If the rule predicts.
    ValueError
        If a period is not a number of iterations.
    GameError
        If the game has no public tree, with the history that shows it.
    AbstractionError
        If one key stands for two menus or two players.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = PublicChanceSampling(Kuhn())
    >>> solver.run(100)
    >>> solver.nash_conv() < 0.02
    True

    Notes
    -----
    An iteration costs a multiplication for each pair of hands at each terminal, twice. Memory is
    two numbers for each decision, action and hand, and three for each pair of hands in each
    different payoff matrix. Same seed, same bits.
    """

    name = "public"
    default_rule = DCFR
    samples: ClassVar[bool] = True

    Options: ClassVar[type[VectorOptions]] = PublicOptions
    seed: int | None = 0
    period: Any = None
    limit: int
    vectors: Hands

    def set_up(self) -> None:
        """Make the public tree and the numbers of its hands."""
        self.check_rule(self.rule)
        self.tree = public_tree(self.game, limit=self.limit, native=self.native)
        self.base, self.view = self.tree.base, self.tree.view
        self.period = self.period or (100 if self.samples and self.tree.sampled else 1)
        self.random = Random(self.seed)
        self.vectors = Hands(
            self.tree,
            self.rule,
            rng=self.random,
            samples=int(self.samples),
            period_length=self.period,
            dealt=np.concatenate(self.tree.marginals),
        )
        # No iteration yet, but what compiles does so here, where Ctrl-C is not held back.
        self.run_batch(1, 0)

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules, like all samplers.

        Raises
        ------
        RuleError
            If the rule predicts.
        """
        Sampler.check_rule(rule)

    @property
    def touched(self) -> int:
        """Decision and public chance nodes visited so far; each counts once for all its hands."""
        return int(self.vectors.touched)

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        self.vectors.run(iterate, first, last, 0, native=self.native)
        self._iterations = last

    def strategy(self) -> Strategy:
        """Return the average strategy, which converges; uniform where no hand comes."""
        return self._strategy(self.vectors.sums)

    def current(self) -> Strategy:
        """Return the current strategy, computed from the regrets."""
        return self._strategy(np.maximum(self.vectors.regrets, 0.0))

    @property
    def infosets(self) -> int:
        """Infosets of the game."""
        return self.tree.statistics.infosets

    def save_strategy(self, path: str | Path) -> Strategy:
        """Save the average strategy; return it as a memory map.

        The rows of infosets that :meth:`strategy` would hold, a hundred bytes each or more, are
        written deal by deal, and never in memory as a whole, unless hands share infosets.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        tree, of = self.tree, describe(self.base, self.view)
        game = self.base
        if not self.view.is_plain:
            game = Abstracted(self.base, self.view.states, self.view.actions)
        if not tree.plain:
            self.strategy().save(path)
            return Strategy.load(path, game)
        place = Path(path).parent
        with TemporaryFile(dir=place if os.access(place, os.W_OK) else None) as file:
            rows = tree.write_rows(file)

            def shares_of(some: slice) -> Floats:
                starts = rows.starts[some.start : some.stop + 1]
                numbers = tree.at_places(self.vectors.sums, rows.places[some])
                return shares(numbers, starts - starts[0])

            arrays = spooled(file, rows.blocks, rows.hashes, rows.starts, shares_of)
            save_arrays(path, arrays, self.view, of, self.about, classes=rows.classes)
        return Strategy.load(path, game)

    def _strategy(self, numbers: Floats) -> Strategy:
        rows = self.tree.rows
        if self.tree.plain:
            numbers = self.tree.by_infoset(numbers)
        probabilities = shares(numbers[: rows.sequences], rows.starts)
        return Strategy.from_tree(rows, probabilities, about=self.about)

    def nash_conv(self) -> float:
        """Return the NashConv of the average strategy, in chips: two walks over the public tree.

        Raises
        ------
        AbstractionError
            If hands share an infoset: lift the strategy into the whole game instead.
        """
        check_plain(self.tree)
        return nash_conv_on(self.tree, self.vectors, native=self.native)

    def responses(self) -> tuple[float, float]:
        """Return what each decider wins with a best response to the average strategy, in chips.

        The value of a game for two to player 0 is between the first and minus the second; where
        payoffs sum to a constant, between the first and the constant minus the second.
        """
        check_plain(self.tree)
        one, other = responses_on(self.vectors, native=self.native)
        return self.tree.share + one, self.tree.share + other

    def values(self) -> Floats:
        """Return what each player wins with the average strategy, in chips; shape (players,)."""
        return self.tree.share + values_on(self.tree, self.vectors, native=self.native)

    def gains(self) -> Floats:
        """Return what each player gains by a best response, in chips; shape (players,).

        The sum is the NashConv. A player who never decides gains nothing.
        """
        check_plain(self.tree)
        return gains_on(self.tree, self.vectors, native=self.native)

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return regrets, sums and the state of the random numbers."""
        arrays = {"regrets": self.vectors.regrets, "sums": self.vectors.sums}
        figures = {"touched": self.touched, "seed": self.seed, "random": self.random.state}
        return arrays, figures

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Restore a state returned by :meth:`state`."""
        check_sizes(arrays, ("regrets", "sums"), self.vectors.size)
        self.vectors.regrets[:], self.vectors.sums[:] = arrays["regrets"], arrays["sums"]
        self.vectors.touched, self._iterations = figures["touched"], int(figures["iterations"])
        self.random.state = figures["random"]


class VectorCFR(PublicChanceSampling):
    """CFR with a number per private hand at each public state, for games of two who decide.

    An exact solver, like :class:`CFR`, for games whose histories are too many to list: a public
    tree has one node where there is a history for every pair of hands.

    Parameters
    ----------
    game
        The game, abstract or not, or its public tree, as for :class:`PublicChanceSampling`.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> solver = VectorCFR(Leduc())
    >>> solver.run(300)
    >>> solver.nash_conv() < 0.005
    True

    Notes
    -----
    Costs and memory are those of :class:`PublicChanceSampling`, but that an iteration visits the
    whole public tree. Nothing is random: equal runs have equal bits.

    In a game for more than two players, or one whose two deciders do not win what the other loses,
    no theorem says that the average converges to an equilibrium; measure
    :meth:`~zerosum.algorithms.PublicChanceSampling.gains`.
    """

    name = "vector"
    default_rule = PLUS
    seeded = False
    samples = False
    Options = VectorOptions

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules, which need the last regrets beside their sums.

        Raises
        ------
        RuleError
            If the rule predicts.
        """
        if rule.predictive:
            raise RuleError(
                f"The rule {rule.name} must not be used with VectorCFR, which does not keep the "
                f"last regrets to predict by: choose plus or dcfr, or use CFR.",
                rule,
            )
