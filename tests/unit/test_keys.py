"""Keys follow ==: equal values have the same words, in Python and natively."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from typing import Any

import attrs
import numpy as np
import pytest

from tests.native.board import Box, Face, Modular, Side, Suit, Tag
from tests.native.both import ROOM, native_twin
from zerosum.cards import Cards
from zerosum.errors import AbstractionError
from zerosum.support.tokens import LEAST, MOST, read, write


def half(x):
    return (x, x * 0.5)


def shifted(x):
    return (x, x - 1)


def natively(function, *arguments):
    words = np.zeros(ROOM, np.int64)
    return words[: native_twin(function)(words, *arguments)].tolist()


def test_zeros_are_one_key_and_what_is_no_number_is_refused():
    assert write(-0.0) == write(0.0)
    assert write((-0.0, 1)) == write((0.0, 1))
    assert natively(half, -0.0) == natively(half, 0.0) == write((0.0, 0.0))
    assert natively(half, -3.0) == write((-3.0, -1.5))
    assert natively(half, math.inf) == write((math.inf, math.inf))
    with pytest.raises(AbstractionError, match="equal to itself; got nan"):
        write((1, math.nan))
    with pytest.raises(ValueError, match="equal to itself"):
        natively(half, math.nan)


@pytest.mark.parametrize("x", [LEAST + 1, -1, 0, MOST])
def test_ints_of_62_bits_are_written(x):
    assert natively(shifted, x) == write((x, x - 1))


@pytest.mark.parametrize("x", [LEAST - 1, LEAST, MOST + 1, MOST + 2, 2**63 - 1, -(2**63) + 1])
def test_larger_ints_are_refused(x):
    with pytest.raises(AbstractionError, match="within 62 bits"):
        write((x, x - 1))
    with pytest.raises(OverflowError, match="within 62 bits"):
        natively(shifted, x)


@dataclass(frozen=True)
class Below(Modular):
    """Generated again, so that fields decide."""

    more: int = 0


class Plain(Tag):
    """Inherits what was generated."""


@dataclass(frozen=True, eq=False)
class Alone:
    x: int


@attrs.frozen(eq=False)
class AloneToo:
    x: int


@attrs.frozen
class Lowered:
    x: int = attrs.field(eq=abs)


@attrs.frozen
class Noted:
    x: int
    note: int = attrs.field(eq=False, default=0)


@dataclass(frozen=True)
class Hashed:
    """With a hash of its own, which does not change what is equal."""

    x: int
    note: int = field(default=0, compare=False)

    def __hash__(self) -> int:
        return self.x


class Mild(enum.Enum):
    YES = 1
    NO = 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mild)

    __hash__ = enum.Enum.__hash__


@pytest.mark.parametrize(
    "value",
    [
        Below(1, 2),
        Plain(number=3),
        Box(width=1),
        Noted(1),
        Hashed(2),
        Cards(11),
        Suit.HEARTS,
        Side.LEFT,
        Face.HIGH,
    ],
)
def test_values_that_are_compared_by_their_fields_are_keys(value: Any):
    assert read(write(value)) == value


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (Modular(1), "leave __eq__ out"),
        (Alone(1), "leave eq=False out"),
        (AloneToo(1), "leave eq=False out"),
        (Lowered(1), "store what is to be compared"),
        (Mild.YES, "leave __eq__ out"),
    ],
)
def test_others_are_refused(value: Any, advice: str):
    with pytest.raises(AbstractionError, match=advice):
        write((0, value))


def test_a_field_that_is_not_compared_is_no_part_of_a_key():
    assert write(Noted(1, 5)) == write(Noted(1, 6))
    assert write(Hashed(1, 5)) == write(Hashed(1, 6))
