r"""CFR on the public tree: private hands as vectors, and nothing sampled.

The walk is that of :mod:`zerosum.algorithms.public`, but that it goes on with every outcome of
public chance. Payoffs :math:`u(h, o)\, c(h, o)` of two hands contain the probability :math:`c` that
chance deals both hands and all public cards, so at a move of chance the values of its outcomes are
added up. Regrets and averages are those of CFR with a walk for each player in turn, up to rounding.

In a game for more than two players, or one whose two deciders do not win what the other loses, no
theorem says that the average converges to an equilibrium; measure
:meth:`~zerosum.algorithms.PublicChanceSampling.gains`.

Johanson, Bard, Lanctot, Gibson & Bowling, "Efficient Nash equilibrium approximation through
Monte Carlo counterfactual regret minimization", AAMAS 2012, section 3; Tammelin, "Solving large
imperfect information games using CFR+", 2014.
"""

from typing import Any

from zerosum.algorithms.public import PublicChanceSampling
from zerosum.errors import RuleError
from zerosum.rules import PLUS, Rule
from zerosum.tree.public import MOST_NODES


class VectorCFR(PublicChanceSampling):
    """CFR with a number per private hand at each public state, for games of two who decide.

    An exact solver, like :class:`CFR`, for games whose histories are too many to list: a public
    tree has one node where there is a history for every pair of hands.

    Parameters
    ----------
    game, limit, native
        As for :class:`PublicChanceSampling`.
    rule
        How regrets and averages are updated; predictive rules are refused.

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
    """

    name = "vector"
    default_rule = PLUS
    seeded = False
    samples = False

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        *,
        limit: int = MOST_NODES,
        native: bool = True,
    ) -> None:
        super().__init__(game, rule, limit=limit, native=native)

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

    def describe_settings(self) -> dict[str, Any]:
        """Return no settings: the period of a rule that discounts is an iteration."""
        return {}
