"""The 169 classes of hands: pairs, suited and offsuit hands by their ranks.

A class has the number of :func:`zerosum.pkr.hands.classes.hole_class`, which is also its
place in a grid: 13 times the row plus the column, suited hands with their higher rank in the row.
"""

from zerosum.cards import RANKS
from zerosum.pkr.hands.classes import HOLE_CLASSES, hole_class

HAND_MASKS = tuple(1 << high | 1 << low for high in range(52) for low in range(high))
"""The hands by :func:`zerosum.pkr.hands.isomorphism.hand_number`, as masks."""
CLASS_OF = tuple(hole_class(mask) for mask in HAND_MASKS)
"""The class of each hand."""
MEMBERS = tuple(
    tuple(number for number, kind in enumerate(CLASS_OF) if kind == hole_class)
    for hole_class in range(HOLE_CLASSES)
)
"""The hands of each class: 6 of a pair, 4 that are suited, 12 that are not."""


def class_at(high: int, low: int, kind: str) -> int:
    """Return the class of two ranks, which is suited if ``kind`` is ``s``.

    >>> class_at(12, 11, "s"), class_at(12, 11, "o"), class_at(12, 12, "")
    (167, 155, 168)
    """
    return 13 * high + low if kind == "s" else 13 * low + high


def class_name(number: int) -> str:
    """Return the name of a class.

    >>> class_name(167), class_name(155), class_name(168)
    ('AKs', 'AKo', 'AA')
    """
    row, column = divmod(number, 13)
    kind = "" if row == column else "s" if row > column else "o"
    return RANKS[max(row, column)] + RANKS[min(row, column)] + kind
