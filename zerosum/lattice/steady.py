"""Whether factors are functions of infosets: whenever they are asked, they must say the same."""

from collections.abc import Callable, Sequence
from typing import Any

from zerosum.abstraction import Algebraic
from zerosum.laws import unsteady

_LOOKS = 64


def check_steady(size: int, infoset_of: Callable[[int], Any], factors: Sequence[Algebraic]) -> None:
    """Check that factors give the same value whenever they are asked, at some numbers below a size.

    Raises
    ------
    AbstractionError
        If one draws random numbers, or depends on anything else that changes.
    """
    for infoset in map(infoset_of, range(0, size, max(size // _LOOKS, 1))):
        for factor in factors:
            first, second = factor(infoset), factor(infoset)
            if first != second:
                raise unsteady(factor, first, second, repr(infoset))
