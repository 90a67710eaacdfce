"""Quantities with one measure, at several lines or with several hands."""

from collections.abc import Sequence
from typing import TypeAlias

from zerosum.pkr.scenarios.measures import Measure
from zerosum.pkr.scenarios.spots import Quantity

Asked: TypeAlias = tuple[Quantity, ...]


def quantities(measure: Measure, lines: str | Sequence[str], *hands: str) -> Asked:
    """Return a quantity for each line and hand, line by line.

    >>> [each.line for each in quantities(Measure.FOLD, ("", "f"), "72o")]
    ['', 'f']
    """
    every = [lines] if isinstance(lines, str) else lines
    return tuple(Quantity(measure, line, hand) for line in every for hand in hands)


def said(asked: Asked) -> str:
    """Return quantities with one measure in words.

    >>> said(quantities(Measure.FOLD, ("", "f"), "72o", "32o"))
    'fold 72o, 32o first, after f'
    """
    return f"{asked[0].measure.value} {hands_of(asked)} {places_of(asked)}"


def hands_of(asked: Asked) -> str:
    """Return the hands of quantities, each once."""
    return ", ".join(dict.fromkeys(quantity.hand for quantity in asked))


def places_of(asked: Asked) -> str:
    """Return the lines of quantities, each once."""
    lines = dict.fromkeys(quantity.line for quantity in asked)
    return ", ".join(f"after {line}" if line else "first" for line in lines)
