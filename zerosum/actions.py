"""Actions: values of one family; tuples with a declared maximum length; fields that are fixed.

Actions are ints, members of an ``IntEnum``, or frozen records of one family: the classes of a
union (``Pass | Bet``) or the frozen subclasses of a common base, named by the annotation of
``apply``. One family shares one native type, on which ``isinstance`` works.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

A = TypeVar("A")


@dataclass(frozen=True)
class UpTo:
    """The maximum length of a tuple: ``Annotated[tuple[int, ...], UpTo(4)]``.

    Parameters
    ----------
    length
        The maximum length.
    bits
        From 1 to 62: the items are ints from 0 to ``2**bits - 1``, and natively one word holds
        ``63 // bits`` of them. None if each item has a word of its own, or several.

    Examples
    --------
    >>> UpTo(4).length
    4
    >>> UpTo(10, bits=21)
    UpTo(length=10, bits=21)
    """

    length: int
    bits: int | None = field(default=None, metadata={"later": True})

    def __repr__(self) -> str:
        bits = "" if self.bits is None else f", bits={self.bits}"
        return f"{type(self).__name__}(length={self.length}{bits})"


@dataclass(frozen=True)
class Fixed:
    """The class of :data:`FIXED`.

    >>> from typing import Annotated
    >>> Annotated[int, FIXED]  # the type of a field that is the same in all histories
    typing.Annotated[int, FIXED]
    """

    def __repr__(self) -> str:
        return "FIXED"


FIXED = Fixed()
"""Marks a field that is the same in all histories: ``players: Annotated[int, FIXED] = 2``.

It means nothing in Python. Natively, the marked fields of a record are stored once, and a history
holds one word for all of them.
"""


def with_item(items: tuple[A, ...], index: int, item: A) -> tuple[A, ...]:
    """Return a tuple with another item at an index.

    Natively it allocates nothing, and of a tuple annotated by ``UpTo(n, bits=b)`` it changes one
    word.

    >>> with_item((100, 100, 50), 1, 75)
    (100, 75, 50)

    Raises
    ------
    IndexError
        If there is no item at the index, which counts from the end if it is negative.
    """
    place = index + len(items) if index < 0 else index
    if not 0 <= place < len(items):
        raise IndexError("tuple index out of range")
    return (*items[:place], item, *items[place + 1 :])


def offered(options: Iterable[tuple[A, bool]]) -> tuple[A, ...]:
    """Return the actions whose condition is true, in order.

    Writes the menu of an infoset as one expression, which allocates nothing natively.

    >>> offered((("fold", False), ("check", True), ("bet", True)))
    ('check', 'bet')
    """
    return tuple([action for action, legal in options if legal])
