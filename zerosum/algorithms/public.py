r"""Public chance sampling: what chance deals in public is sampled, private hands are vectors.

A walk goes over the public tree and carries, for every private hand, the traverser's reach and
the opponent's. At a terminal each own hand :math:`h` wins :math:`\sum_o u(h, o)\, c(h, o)\,
\pi_{-i}(o)` against all hands :math:`o` of the other, where :math:`c` is the probability that
chance deals both hands and all that is public: hands are correlated, since a card is dealt only
once. Regrets gain :math:`v_a - \sum_b \sigma_b v_b`, hand by hand; averages gain own reach,
that of the hand included, times the strategy at own nodes. Where chance was sampled with
probability :math:`q`, the opponent's reaches go on divided by :math:`q`, so that regrets below
carry the chance reach over the sampling probability. Without public chance nothing is sampled:
then this is CFR, in vectors.

A row is updated where it is met. Every decision and hand has a row of its own, unless an
abstraction, or the game itself, takes several for one infoset.

Johanson, Bard, Lanctot, Gibson & Bowling, "Efficient Nash equilibrium approximation through
Monte Carlo counterfactual regret minimization", AAMAS 2012; Lanctot, thesis 2013, chapter 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.algorithms.base import Sampler, check_period
from zerosum.algorithms.hands import Hands, iterate
from zerosum.algorithms.solver import Solver, check_sizes
from zerosum.rng import Random
from zerosum.rules import DCFR, Rule
from zerosum.strategy import Strategy, shares
from zerosum.tables import Floats
from zerosum.tree.public import MOST_NODES, check_plain, public_tree
from zerosum.tree.public.response import responses_on, values_on


class PublicChanceSampling(Solver):
    """Public chance sampling, for two players and games that say what is public.

    Parameters
    ----------
    game
        The game, or an abstract one, or its public tree; the game declares ``public`` and
        ``private(player)``, and only deals private hands before the first action.
    rule
        How regrets and averages are kept; no predictive one.
    seed
        Of the moves of chance; if none is public, the seed makes no difference.
    period
        Iterations of a period of discounting, for rules that discount (``DCFR``). If left out, 1
        if nothing is sampled, so that ``DCFR`` is the same as in CFR, else 100.
    limit
        The most nodes of the public tree.
    native
        True for native loops, False for the same source in Python, to compare with.

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
    >>> from zerosum.bluff import Bluff
    >>> solver = PublicChanceSampling(Bluff())
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

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        *,
        period: int | None = None,
        limit: int = MOST_NODES,
        native: bool = True,
    ) -> None:
        if period is not None:
            check_period(period)
        self.rule = self.default_rule if rule is None else rule
        self.check_rule(self.rule)
        self.tree = public_tree(game, limit=limit, native=native)
        self.game, self.seed, self.native = game, seed, native
        self.base, self.view = self.tree.base, self.tree.view
        self.period = period or (100 if self.tree.sampled else 1)
        self.random = Random(seed)
        self.vectors = Hands(
            self.tree,
            rng=self.random,
            dealer=Random(0),
            alpha=self.rule.alpha,
            beta=self.rule.beta,
            gamma=self.rule.gamma,
            floor=self.rule.floor,
            linear=int(self.rule.linear),
            fades=int(self.rule.fades),
            period_length=self.period,
            regret_weight=1.0,
            dealt=np.concatenate(self.tree.marginals),
        )
        self.vectors.regrets, self.vectors.sums = (np.zeros(self.vectors.size) for _ in range(2))
        self.vectors.probabilities = self.vectors.sums
        # No iteration yet, but what compiles does so here, where Ctrl-C is not held back.
        self.run_batch(1, 0)

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules, as all sampling does.

        Raises
        ------
        RuleError
            If the rule predicts.
        """
        Sampler.check_rule(rule)

    @property
    def touched(self) -> int:
        """Decisions and public moves of chance visited so far, each with all its hands."""
        return self.vectors.touched

    @property
    def infosets(self) -> int:
        """Infosets of the game."""
        return self.tree.statistics.infosets

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        self.vectors.run(iterate, first, last, 0, native=self.native)
        self._iterations = last

    def strategy(self) -> Strategy:
        """Return the average strategy, which is what converges; uniform where it never came.

        Every infoset gets a row of a hundred bytes or more: for a large game call
        :meth:`nash_conv` first.
        """
        return self._strategy(self.vectors.sums)

    def current(self) -> Strategy:
        """Return the strategy that the regrets say now."""
        return self._strategy(np.maximum(self.vectors.regrets, 0.0))

    def _strategy(self, numbers: Floats) -> Strategy:
        rows = self.tree.rows
        if self.tree.plain:
            numbers = self.tree.by_infoset(numbers)
        return Strategy.from_tree(rows, shares(numbers[: rows.sequences], rows.starts))

    def nash_conv(self) -> float:
        """Return the NashConv of the average strategy, in chips: two walks over the public tree.

        Raises
        ------
        AbstractionError
            If hands share an infoset: lift the strategy into the whole game instead.
        """
        return sum(self.responses())

    def responses(self) -> tuple[float, float]:
        """Return what each player wins by a best response to the average strategy, in chips.

        The value of the game to player 0 is between the first and minus the second.
        """
        check_plain(self.tree)
        return responses_on(self.vectors, native=self.native)

    def values(self) -> Floats:
        """Return what each player wins by the average strategy, in chips; shape (2,)."""
        return values_on(self.vectors, native=self.native)

    def describe_settings(self) -> dict[str, Any]:
        """Return the length of a period, where it matters."""
        return {"period": self.period} if self.rule.fades else {}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return regrets and sums, and where the random numbers are."""
        arrays = {"regrets": self.vectors.regrets, "sums": self.vectors.sums}
        figures = {"seed": self.seed, "random": self.random.state, "touched": self.touched}
        return arrays, figures

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Take over what :meth:`state` gave."""
        check_sizes(arrays, ("regrets", "sums"), self.vectors.size)
        self.vectors.regrets[:], self.vectors.sums[:] = arrays["regrets"], arrays["sums"]
        self.random.state = figures["random"]
        self.vectors.touched = figures["touched"]
        self._iterations = int(figures["iterations"])
