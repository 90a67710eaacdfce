"""What each factor of an abstraction is worth: the price without it, and with it alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import ONE, Algebraic
from zerosum.abstraction.algebra import Product
from zerosum.abstraction.view import as_actions, as_states
from zerosum.errors import AbstractionError
from zerosum.evaluation.price.division import Division, whole_of
from zerosum.evaluation.price.loss import Loss, loss_of
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, Effort
from zerosum.evaluation.price.tally import Progress, Tally
from zerosum.evaluation.price.text import plain, table
from zerosum.lattice.classes import classes_of
from zerosum.lattice.menus import least, menus
from zerosum.lattice.partitions import joined
from zerosum.rules import DCFR, Rule


@dataclass(frozen=True)
class Factor:
    """What one factor of a product is worth.

    Parameters
    ----------
    factor
        Which.
    whole, base
        What the product costs, and what player and actions cost alone.
    without
        What the product without the factor costs; None where that is ill-formed.
    error
        Why it is: the product needs the factor, whatever it costs. None where it is well formed.
    alone
        What player, actions and the factor cost.
    spare
        Whether the other factors tell apart whatever it does, at all infosets of the whole game,
        also where play by the abstraction never comes.
    """

    factor: Algebraic
    whole: Loss
    base: Loss
    without: Loss | None
    error: AbstractionError | None
    alone: Loss
    spare: bool

    @property
    def needed(self) -> bool:
        """Whether the product is ill-formed without the factor."""
        return self.without is None

    @property
    def cost(self) -> float | None:
        """What leaving the factor out adds to the price, in chips; None where it is needed.

        Where prices are upper bounds this may be off, even below 0.
        """
        return None if self.without is None else self.without.price - self.whole.price

    @property
    def gain(self) -> float:
        """What the factor takes off the price of player and actions alone, in chips."""
        return self.base.price - self.alone.price

    @property
    def saved(self) -> int | None:
        """How many infosets fewer there are without the factor; None where it is needed.

        Where the abstraction leaves actions out, 0 does not mean that the factor is of no use:
        it may matter where only others come, who have all actions.
        """
        return None if self.without is None else self.whole.after.rows - self.without.after.rows

    @property
    def free(self) -> bool:
        """Whether leaving the factor out is known to cost nothing.

        Either it tells nothing apart that the others do not, or both prices are exact and equal
        but for rounding.
        """
        if self.without is None or self.cost is None:
            return False
        exact = self.whole.exact and self.without.exact
        return self.spare or (exact and self.cost <= self.whole.rounding)


@dataclass(frozen=True)
class Ablation:
    """What each factor of a product is worth.

    Parameters
    ----------
    whole
        What the product costs.
    base
        What player and actions cost alone: the coarsest that is well formed.
    factors
        What each factor is worth, in the order of writing.
    """

    whole: Loss
    base: Loss
    factors: tuple[Factor, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON has it."""
        return {
            "whole": self.whole.as_dict(),
            "base": self.base.as_dict(),
            "factors": [_as_dict(each) for each in self.factors],
        }

    def __str__(self) -> str:
        lines = [
            ["", "left out", "infosets", "price", "lifted", "alone: infosets", "price"],
            ["nothing", "", *_figures(self.whole), "", ""],
            *([repr(each.factor), *_left_out(each), *_alone(each.alone)] for each in self.factors),
            ["player * actions", "", "", "", "", *_alone(self.base)],
        ]
        return table(lines)


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

    Each is left out of the product, and each is joined alone to player and actions, which every
    abstraction must tell apart. What costs nothing when it is left out only makes the table
    larger; but two factors that tell the same are both free to leave out, and not both together.

    Parameters
    ----------
    game, states, actions, iterations, rule, largest
        As for :func:`~zerosum.evaluation.price.loss.loss`; ``states`` is the product.
    progress
        Called after each price with how many are known, and how many there will be.

    Raises
    ------
    AbstractionError
        Where the whole product is ill-formed. Without one of its factors it may be: that is told
        in the factor's record.
    GameError
        As for ``loss``.

    Notes
    -----
    Two losses a factor, and two more. Six factors of Leduc take five seconds.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> print(ablate(Kuhn(), is_jack * betting, iterations=100))
                      left out  infosets    price   lifted  alone: infosets    price
    nothing                            8  0.17778  0.33333
    is_jack                            4  0.66667  0.66667                4  0.27697
    betting             needed                                            4  0.66667
    player * actions                                                      2  0.66667
    """
    tree = whole_of(game)
    states, actions = as_states(states), as_actions(actions)
    effort = Effort(iterations, rule, largest)
    leaving_out = list(_leaving_out(states))
    tally = Tally(2 + 2 * len(leaving_out), progress)
    offers = menus(tree, actions)
    whole = Division.of(tree, states, actions, offers)
    classes = least(tree, actions)

    def priced(division: Division) -> Loss:
        found = loss_of(division, effort)
        tally.add()
        return found

    def with_base(factors: Product) -> Loss:
        told = joined(classes, classes_of(tree, factors))
        return priced(Division(tree, factors, actions, told, offers))

    everything, base = priced(whole), with_base(ONE)
    found = []
    for factor, rest in leaving_out:
        without, error, spare = None, None, False
        try:
            left = Division.of(tree, rest, actions, offers)
            without, spare = priced(left), np.array_equal(left.classes, whole.classes)
        except AbstractionError as caught:
            error = caught
            tally.add()
        alone = with_base(factor * ONE)
        found.append(Factor(factor, everything, base, without, error, alone, spare))
    return Ablation(everything, base, tuple(found))


def _leaving_out(states: Product | None) -> Iterator[tuple[Algebraic, Product]]:
    """Yield each factor, and the product of all others."""
    factors = () if states is None else states.factors
    for factor in factors:
        yield factor, Product(tuple(other for other in factors if other is not factor))


def _figures(loss: Loss) -> list[str]:
    return [f"{loss.after.rows:,}", loss.shown(loss.price), loss.shown(loss.lifted)]


def _left_out(each: Factor) -> list[str]:
    if each.without is None:
        return ["needed", "", "", ""]
    return ["free" if each.free else "", *_figures(each.without)]


def _alone(loss: Loss) -> list[str]:
    return [f"{loss.after.rows:,}", loss.shown(loss.price)]


def _as_dict(each: Factor) -> dict[str, Any]:
    figures = ("needed", "cost", "gain", "saved", "spare", "free", "error")
    return {"factor": repr(each.factor), "alone": each.alone.as_dict()} | {
        "without": None if each.without is None else each.without.as_dict(),
        **{name: plain(getattr(each, name)) for name in figures},
    }
