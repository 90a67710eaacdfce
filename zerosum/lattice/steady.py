"""Whether factors are functions of infosets: whenever they are asked, they must say the same."""

from collections.abc import Iterable, Sequence
from typing import Any

from zerosum.abstraction import Algebraic
from zerosum.laws import unsteady

_LOOKS = 64


def spread(size: int) -> range:
    """Return some numbers below a size, evenly spread: all of them if they are few.

    >>> spread(3), spread(6_400)
    (range(0, 3), range(0, 6400, 100))
    """
    return range(0, size, max(size // _LOOKS, 1))


def check_steady(infosets: Iterable[Any], factors: Sequence[Algebraic]) -> None:
    """Check that factors give the same value whenever they are asked.

    Raises
    ------
    AbstractionError
        If one draws random numbers, or depends on anything else that changes.
    """
    for infoset in infosets:
        for factor in factors:
            first, second = factor(infoset), factor(infoset)
            if first != second:
                raise unsteady(factor, first, second, repr(infoset))
