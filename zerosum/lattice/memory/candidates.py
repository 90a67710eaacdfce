"""Factors that may restore perfect recall: those of a vocabulary, and fields of infosets."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.anatomy import field_names
from zerosum.abstraction.combined import Combined
from zerosum.abstraction.projections import Field
from zerosum.abstraction.view import as_states
from zerosum.errors import AbstractionError
from zerosum.lattice.memory.decisions import Decisions
from zerosum.lattice.partitions import Classes


@dataclass(frozen=True, repr=False)
class Held(Combined):
    """A field of infosets, None for infosets without it, as classes may differ by player."""

    name: str

    def __call__(self, infoset: Any) -> Any:
        """Return the field of the infoset, None where it has none."""
        return getattr(infoset, self.name, None)

    def __repr__(self) -> str:
        return f"fields({self.name!r}) where there is one"


def candidates(
    decisions: Decisions, states: Product | None, vocabulary: Any
) -> tuple[Algebraic, ...]:
    """Return the factors that may restore perfect recall and are not in the product.

    Parameters
    ----------
    decisions
        Of a game.
    states
        The product.
    vocabulary
        A factor, a product, or any number of them.
    """
    if states is None:  # Infosets are all separated already.
        return ()
    given = vocabulary if isinstance(vocabulary, Iterable) else (vocabulary,)
    products = [as_states(each) for each in given if each is not None]
    tried = [factor for product in products if product is not None for factor in product.factors]
    tried += _fields(decisions)
    return tuple(factor for factor in dict.fromkeys(tried) if factor not in states.factors)


def told_apart(decisions: Decisions, factors: tuple[Algebraic, ...]) -> dict[Algebraic, Classes]:
    """Return the class of each decision by each factor, without fields that a key cannot hold.

    A field may be None at first, and later have a value that cannot stand in a key.
    """
    try:
        return dict(zip(factors, decisions.factor_classes(factors), strict=True))
    except AbstractionError:
        found = {factor: _classes(decisions, factor) for factor in factors}
        return {factor: classes for factor, classes in found.items() if classes is not None}


def _classes(decisions: Decisions, factor: Algebraic) -> Classes | None:
    try:
        return decisions.factor_classes([factor])[0]
    except AbstractionError:
        if isinstance(factor.target, Field | Held):
            return None
        raise


def _fields(decisions: Decisions) -> list[Algebraic]:
    """Return a factor for each field of all players' infosets that may stand in a key.

    The fields are those of the first infoset of each player.
    """
    _, firsts = np.unique(decisions.paths.owners, return_index=True)
    infosets = [decisions.witness(int(first)).infoset for first in firsts]
    held = [field_names(type(infoset)) for infoset in infosets]
    found = []
    for name in dict.fromkeys(name for names in held for name in names):
        everywhere = all(name in names for names in held)
        found.append(Algebraic(Field(name) if everywhere else Held(name)))
    return [factor for factor in found if all(_tells(factor, each) for each in infosets)]


def _tells(factor: Algebraic, infoset: Any) -> bool:
    try:
        factor(infoset)
    except AbstractionError:
        return False
    return True
