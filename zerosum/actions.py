"""Actions: values of one family, and tuples with a declared maximum length.

Actions are ints, members of an ``IntEnum``, or frozen records of one family: the classes of a
union (``Pass | Bet``) or the frozen subclasses of a common base, named by the annotation of
``apply``. One family shares one native type, on which ``isinstance`` works.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

A = TypeVar("A")


@dataclass(frozen=True)
class UpTo:
    """The maximum length of a tuple: ``Annotated[tuple[int, ...], UpTo(4)]``.

    >>> UpTo(4).length
    4
    """

    length: int


def offered(options: Iterable[tuple[A, bool]]) -> tuple[A, ...]:
    """Return the actions whose condition is true, in order.

    Writes the menu of an infoset as one expression, which allocates nothing natively.

    >>> offered((("fold", False), ("check", True), ("bet", True)))
    ('check', 'bet')
    """
    return tuple([action for action, legal in options if legal])


def with_item(items: tuple[A, ...], index: int, item: A) -> tuple[A, ...]:
    """Return a tuple with one item replaced.

    >>> with_item((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*items[:index], item, *items[index + 1 :])
