"""How the classes of a family share words, and which of their values are equal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import pytest
from numba import types

from tests.native.both import ROOM, check, native_twin
from zerosum.actions import UpTo
from zerosum.errors import LoweringError
from zerosum.native.families import lay_words


class Bet: ...


class Draw: ...


class BetAndDraw: ...


def test_fields_of_one_class_never_share_a_word():
    amount, card = ("amount", types.int64), ("card", types.UniTuple(types.int64, 2))
    classes = [(Bet, (amount,)), (Draw, (card,)), (BetAndDraw, (amount, card))]
    members, words = lay_words(classes)
    assert words == 3
    for _, laid in members:
        taken = [start + n for _, kind, start in laid for n in range(getattr(kind, "count", 1))]
        assert len(set(taken)) == len(taken)


def test_equal_names_of_one_type_share_a_word():
    amount = ("amount", types.int64)
    members, words = lay_words([(Bet, (amount,)), (BetAndDraw, (("kept", types.int64), amount))])
    places = {
        name: {start for _, laid in members for n, _, start in laid if n == name}
        for name in ("amount", "kept")
    }
    assert places == {"amount": {0}, "kept": {1}}
    assert words == 2


@dataclass(frozen=True)
class Act:
    """Base of a family."""


class Quit(Act): ...


@dataclass(frozen=True)
class Raise(Act):
    size: float
    note: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Show(Act):
    cards: Annotated[tuple[int, ...], UpTo(4)] = ()


@dataclass(frozen=True)
class Played:
    last: Act | None = None

    def apply(self, action: Act) -> Played:
        return self


def compared(x, y, note):
    a, b = Raise(x, note), Raise(y, 2)
    return a == b, Played(a) == Played(b), (a,) == (b,), a in (Quit(), b), a == Quit()


def compared_lists(x, y, n):
    a, b = Show((x, y, n)[:2]), Show((x, y))
    return a == b, a == Show((x,)), a == Raise(0.5), Show() == Show((x, y)[:0])


def test_records_of_a_family_are_equal_by_their_fields():
    numbers = (0.0, -0.0, 1.0)
    check(compared, [(x, y, note) for x in numbers for y in numbers for note in (2, 3)], Played)
    check(compared_lists, [(1, 2, 3), (4, 4, 4)], Played)


@dataclass(frozen=True, eq=False)
class Alone:
    n: int


def alone(n):
    return Alone(n) == Alone(n)


def test_records_that_equal_only_themselves_are_not_compared():
    with pytest.raises(LoweringError, match="leave eq=False out"):
        native_twin(alone)(np.zeros(ROOM, np.int64), 1)
