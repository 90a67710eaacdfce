r"""Rules: how regrets accumulate and how strategies are averaged, as a few scalars.

With :math:`r` the new regrets of iteration (or period) :math:`t`, a rule keeps

.. math:: R \leftarrow \max(R \cdot d + r, \text{floor}), \quad
          d = \frac{(t-1)^\alpha}{(t-1)^\alpha + 1} \text{ where } R > 0,
          \text{ with } \beta \text{ for } \alpha \text{ elsewhere},

and averages strategies with weight :math:`t^\gamma`. An infinite exponent means no discount.

Sources: Zinkevich et al. 2007 (CFR), Tammelin 2014 (CFR+), Brown & Sandholm 2019 (Linear CFR,
DCFR), Farina et al. 2021 (PCFR+), Xu et al. 2024 (PDCFR+).
"""

import math
from dataclasses import dataclass, fields
from typing import Any, Self, cast

from zerosum.errors import RuleError, is_number
from zerosum.jit import kernel

MOST_ITERATIONS = 1 << 60
"""Iterations stay below this, so that kernels can count them in 64 bits."""


@kernel
def discount(period: int, exponent: float) -> float:
    """Return what remains of regrets at the start of a period or iteration, the first being 1."""
    if math.isinf(exponent):
        return 1.0 if exponent > 0.0 else 0.0
    if period < 2:
        return 1.0
    weight = float(period - 1) ** exponent
    return float(weight / (weight + 1.0))


@dataclass(frozen=True)
class Rule:
    """A rule of the CFR family.

    Parameters
    ----------
    name
        Its name at the command line.
    floor
        The lowest cumulative regret: 0 for regret matching+, minus infinity for regret matching.
    alpha, beta
        Exponents of the discount of positive and of other regrets; infinite for no discount.
    gamma
        Exponent of the weight of iteration ``t`` in the average strategy.
    predictive
        Whether strategies count the last regrets twice, as a prediction of the next.

    Examples
    --------
    >>> LINEAR.linear, PLUS.floor, DCFR.discount(2, DCFR.alpha)
    (True, 0.0, 0.5)
    """

    name: str
    floor: float = -math.inf
    alpha: float = math.inf
    beta: float = math.inf
    gamma: float = 0.0
    predictive: bool = False

    def __post_init__(self) -> None:
        exponents = self.alpha, self.beta, self.gamma
        name, predictive = cast("Any", self.name), cast("Any", self.predictive)
        kinds = isinstance(name, str) and isinstance(predictive, bool)
        if not kinds or not is_number(self.floor) or math.isnan(self.floor):
            raise RuleError(
                f"A rule must have a text as its name, a number as its floor, and True or False "
                f"for predictive; got {self.name!r}, {self.floor!r}, {self.predictive!r}.",
                self,
            )
        numbers = all(is_number(each) and not math.isnan(each) for each in exponents)
        if not numbers or not 0 <= self.gamma < math.inf:
            raise RuleError(
                f"The exponents of rule {self.name} must be numbers, gamma finite and not "
                f"negative; got {self.alpha!r}, {self.beta!r}, {self.gamma!r}.",
                self,
            )

    @property
    def discounts(self) -> bool:
        """Whether old regrets are discounted."""
        return not self.alpha == self.beta == math.inf

    @property
    def linear(self) -> bool:
        """Whether the rule is equivalent to weighting iteration ``t`` by ``t``."""
        return self.alpha == self.beta == self.gamma == 1.0

    @property
    def fades(self) -> bool:
        """Whether old regrets must be multiplied; no weights are equivalent."""
        return self.discounts and not self.linear

    def discount(self, period: int, exponent: float) -> float:
        """Return the discount of regrets at the start of a period, counted from 1."""
        return discount(period, exponent)

    def written(self) -> dict[str, str]:
        """Return the rule as strings that JSON can hold, without loss.

        >>> Rule.from_written(DCFR.written()) == DCFR
        True
        """
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_written(cls, words: dict[str, str]) -> Self:
        """Return the rule from the values that :meth:`written` returned.

        Raises
        ------
        RuleError
            If they are not those of a rule.
        """
        try:
            numbers = {name: float(words[name]) for name in ("floor", "alpha", "beta", "gamma")}
            predictive = {"True": True, "False": False}[words["predictive"]]
            return cls(words["name"], **numbers, predictive=predictive)
        except (KeyError, TypeError, ValueError) as error:
            raise RuleError(f"A rule must be written as Rule.written does; got {words}.") from error

    def fade(self, period: int) -> float:
        """Return the discount of average sums at the start of a period."""
        return 1.0 if period < 2 else ((period - 1) / period) ** self.gamma

    def factors(self, period: int) -> tuple[float, float, float]:
        """Return the discounts of a period: of positive regrets, other regrets, sums."""
        return (
            self.discount(period, self.alpha),
            self.discount(period, self.beta),
            self.fade(period),
        )


VANILLA = Rule("vanilla")
PLUS = Rule("plus", floor=0.0, gamma=1.0)
LINEAR = Rule("linear", alpha=1.0, beta=1.0, gamma=1.0)
DCFR = Rule("dcfr", alpha=1.5, beta=0.0, gamma=2.0)
DCFR_3 = Rule("dcfr3", alpha=1.5, beta=0.0, gamma=3.0)
"""DCFR whose sums forget sooner, which suits sums that are begun anew."""
PREDICTIVE_PLUS = Rule("predictive+", floor=0.0, gamma=2.0, predictive=True)
PDCFR_PLUS = Rule("pdcfr+", floor=0.0, alpha=2.3, beta=2.3, gamma=5.0, predictive=True)

_KNOWN = (VANILLA, PLUS, LINEAR, DCFR, DCFR_3, PREDICTIVE_PLUS, PDCFR_PLUS)
RULES = {rule.name: rule for rule in _KNOWN}
