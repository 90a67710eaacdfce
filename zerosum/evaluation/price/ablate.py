"""What each factor of an abstraction is worth: the price without it, and of it alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import ONE, Algebraic
from zerosum.abstraction.algebra import Product
from zerosum.abstraction.view import as_actions, as_states
from zerosum.errors import Contradiction
from zerosum.evaluation.price.division import Division, whole_of
from zerosum.evaluation.price.loss import AT_MOST, Loss, loss_of
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, Effort
from zerosum.lattice.classes import classes_of
from zerosum.lattice.menus import least
from zerosum.lattice.partitions import joined
from zerosum.rules import DCFR, Rule
from zerosum.support.rendering import Report, Shown, table

Progress = Callable[[int, int], object]
"""What is called with how many prices are known, and how many there will be."""


@dataclass(frozen=True)
class Factor(Shown):
    """What one factor of a product is worth.

    Parameters
    ----------
    factor
        The factor.
    whole, base
        The price of the product, and the price of player and actions alone.
    without
        What the product without the factor costs; None if that is ill-formed.
    error
        Why it is ill-formed: the product needs the factor, whatever it costs. None if it is
        well formed.
    alone
        The price of player, actions and the factor together.
    spare
        Whether the other factors distinguish all infosets of the whole game that this one does,
        including those that play by the abstraction never reaches.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> jack, history = ablate(Kuhn(), is_jack * betting, iterations=30).factors
    >>> jack.needed, jack.added, jack.saved, history.needed
    (False, '0.48889', 4, True)
    """

    factor: Algebraic
    whole: Loss
    base: Loss
    without: Loss | None
    error: Contradiction | None
    alone: Loss
    spare: bool

    JSON = (
        *("factor", "alone", "without", "needed", "cost", "exact"),
        *("gain", "saved", "spare", "free", "error"),
    )

    @property
    def needed(self) -> bool:
        """Whether the product is ill-formed without the factor."""
        return self.without is None

    @property
    def cost(self) -> float | None:
        """What leaving the factor out adds to the price, in chips; None if it is needed.

        If prices are upper bounds, this may be wrong, even below 0: see :attr:`exact`.
        """
        return None if self.without is None else self.without.price - self.whole.price

    @property
    def exact(self) -> bool:
        """Whether the cost is exact: both prices are."""
        return self.without is not None and self.whole.exact and self.without.exact

    @property
    def added(self) -> str:
        """The cost as tables show it; empty if the factor is needed.

        A difference is at most (≤) or at least (≥) the shown one if one of its prices is an upper
        bound. If both are, it is marked with ~: the cost may be larger or smaller.
        """
        if self.without is None or self.free:
            return "" if self.without is None else "nothing"
        marks = {(True, True): "", (True, False): "≤ ", (False, True): "≥ "}
        mark = marks.get((self.whole.exact, self.without.exact), "~ ")
        return mark + self.whole.shown(self.cost)

    @property
    def gain(self) -> float:
        """By how much the factor lowers the price of player and actions alone, in chips."""
        return self.base.price - self.alone.price

    @property
    def saved(self) -> int | None:
        """How many infosets leaving the factor out saves; None if it is needed.

        If the abstraction leaves actions out, 0 does not mean that the factor is of no use: it
        may matter at infosets that only an opponent with all actions reaches.
        """
        return None if self.without is None else self.whole.after.rows - self.without.after.rows

    @property
    def free(self) -> bool:
        """Whether leaving the factor out is known to cost nothing.

        Either the other factors distinguish all that it does, or both prices are exact and equal
        up to rounding.
        """
        if self.without is None or self.cost is None:
            return False
        return self.spare or (self.exact and self.cost <= self.whole.rounding)


@dataclass(frozen=True)
class Ablation(Report):
    """What each factor of a product is worth.

    Parameters
    ----------
    whole
        The price of the product.
    base
        What player and actions cost alone: the coarsest well-formed abstraction.
    factors
        What each factor is worth, in the order of the product.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> found = ablate(Kuhn(), is_jack * betting, iterations=30)
    >>> round(found.whole.price, 5), [each.factor for each in found.factors if each.needed]
    (0.17778, [betting])
    """

    whole: Loss
    base: Loss
    factors: tuple[Factor, ...]

    @property
    def exact(self) -> bool:
        """Whether all prices are exact; those that are not are upper bounds."""
        losses = [self.whole, self.base]
        for each in self.factors:
            losses += [each.alone, each.without or each.alone]
        return all(loss.exact for loss in losses)

    def content(self) -> list[Any]:
        """Return a table of the factors, and what its signs mean."""
        headings = ["", "left out", "infosets", "price", "lifted", "alone: infosets", "price"]
        rows = [
            ["nothing", "", *_figures(self.whole), "", ""],
            *([repr(each.factor), *_left_out(each), *_alone(each.alone)] for each in self.factors),
            ["player * actions", "", "", "", "", *_alone(self.base)],
        ]
        return [table(headings, rows), *([] if self.exact else [AT_MOST])]


def ablate(
    game: Any,
    states: Any,
    actions: Any = None,
    *,
    iterations: int = ITERATIONS,
    rule: Rule = DCFR,
    largest: int = LARGEST,
    progress: Progress | None = None,
) -> Ablation:
    """Return what each factor of an abstraction is worth.

    Each factor is left out of the product, and each is multiplied alone by player and actions,
    which every abstraction must distinguish. A factor that costs nothing when left out only
    makes the table larger; but two factors that say the same are both free, and not together.

    Parameters
    ----------
    game, states, actions, iterations, rule, largest
        As for :func:`~zerosum.evaluation.price.loss.loss`; ``states`` is the product.
    progress
        Called after each price with the number of known prices and the total number.

    Raises
    ------
    AbstractionError
        If the whole product is ill-formed. If it is so without one factor, that factor's record
        says so.
    GameError
        As for ``loss``.

    Notes
    -----
    Costs two losses a factor, and two more. Six factors of Leduc take five seconds.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> print(ablate(Kuhn(), is_jack * betting, iterations=100))
                      left out  infosets    price   lifted  alone: infosets      price
    nothing                            8  0.17778  0.33333
    is_jack                            4  0.66667  0.66667                4  ≤ 0.27697
    betting             needed                                            4    0.66667
    player * actions                                                      2  ≤ 0.66667
    ≤: the price is at most this; no linear program could find it.
    """
    states, actions = as_states(states), as_actions(actions)
    whole = Division.of(whole_of(game), states, actions)
    pairs = list(_leaving_out(states))
    pricing = _Pricing(whole, Effort(iterations, rule, largest), 2 + 2 * len(pairs), progress)
    everything, base, factors = pricing.price(whole), pricing.alone(ONE), []
    for factor, rest in pairs:
        without, error, spare = pricing.without(rest)
        alone = pricing.alone(factor * ONE)
        factors.append(Factor(factor, everything, base, without, error, alone, spare))
    return Ablation(everything, base, tuple(factors))


@dataclass
class _Pricing:
    """Prices parts of an abstraction, and reports how many are done."""

    whole: Division
    effort: Effort
    total: int
    progress: Progress | None
    done: int = 0

    def price(self, division: Division) -> Loss:
        """Return what an abstraction costs."""
        found = loss_of(division, self.effort)
        self._count()
        return found

    def alone(self, factors: Product) -> Loss:
        """Return what factors cost together with player and actions."""
        tree, actions = self.whole.tree, self.whole.actions
        classes = joined(least(tree, actions), classes_of(tree, factors))
        return self.price(Division(tree, factors, actions, classes, self.whole.offers))

    def without(self, rest: Product) -> tuple[Loss | None, Contradiction | None, bool]:
        """Return the loss of what is left, or why it is ill-formed; and whether all is distinct."""
        whole = self.whole
        try:
            left = Division.of(whole.tree, rest, whole.actions, whole.offers)
        except Contradiction as error:
            self._count()
            return None, error, False
        return self.price(left), None, np.array_equal(left.classes, whole.classes)

    def _count(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.total)


def _leaving_out(states: Product | None) -> Iterator[tuple[Algebraic, Product]]:
    """Yield each factor, and the product of all others."""
    factors = () if states is None else states.factors
    for factor in factors:
        yield factor, Product(tuple(other for other in factors if other is not factor))


def _figures(loss: Loss) -> list[str]:
    return [f"{loss.after.rows:,}", loss.priced, loss.shown(loss.lifted)]


def _left_out(each: Factor) -> list[str]:
    if each.without is None:
        return ["needed", "", "", ""]
    return ["free" if each.free else "", *_figures(each.without)]


def _alone(loss: Loss) -> list[str]:
    return _figures(loss)[:2]
