"""Every name of a type means the type, wherever annotations are read."""

import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import (
    Annotated,
    Any,
    ClassVar,
    ForwardRef,
    Literal,
    NewType,
    Optional,
    TypeVar,
    get_args,
    get_origin,
)

import attrs
import numpy as np
import pytest
from numpy.typing import NDArray
from typing_extensions import TypeAliasType

from zerosum.abstraction.identity import meaning
from zerosum.actions import FIXED, UpTo
from zerosum.experiment.reader import called, converter, spelled
from zerosum.native import explain
from zerosum.native.declarations import unresolved
from zerosum.native.lowering import lowering_of
from zerosum.support.hints import annotations_of, meant
from zerosum.support.tokens import write
from zerosum.tables import Arena
from zerosum.testing import check_native

A, B = TypeVar("A"), TypeVar("B")
Chips = TypeAliasType("Chips", int)
Swapped = TypeAliasType("Swapped", tuple[B, A], type_params=(A, B))
Same = TypeAliasType("Same", A, type_params=(A,))
Later = TypeAliasType("Later", "tuple[Chips, ...]")
Nested = TypeAliasType("Nested", "tuple[Nested, ...] | None")
Row = TypeAliasType("Row", NDArray[A], type_params=(A,))
Line = TypeAliasType("Line", Annotated[tuple[Chips, ...], UpTo(3)])
Stake = TypeAliasType("Stake", Annotated[Chips, FIXED])
Card = NewType("Card", int)


@pytest.mark.parametrize(
    ("named", "plain"),
    [
        (Chips, int),
        (Card, int),
        (tuple[Chips, Card], tuple[int, int]),
        (Chips | None, Optional[int]),  # noqa: UP045 - that is what is returned
        (Swapped[int, bool], tuple[bool, int]),
        (Swapped[Chips, float], tuple[float, int]),
        (Same[Chips], int),
        (Later, tuple[int, ...]),
        (Nested, Optional[tuple[ForwardRef("Nested"), ...]]),  # noqa: UP045
        (Stake, Annotated[int, FIXED]),
        (Line, Annotated[tuple[int, ...], UpTo(3)]),
        (ClassVar[Chips], ClassVar[int]),
        (list[Chips], list[int]),
        (type[Chips], type[int]),
        (Literal["a", 1], Literal["a", 1]),
    ],
)
def test_a_name_means_its_type(named: Any, plain: Any) -> None:
    assert meant(named) == plain
    assert meant(plain) is plain


@pytest.mark.parametrize("named", [NDArray[np.float64], Row[np.float64]])
def test_arrays_are_those_of_numpy(named: Any) -> None:
    found = meant(named)
    assert get_origin(found) is np.ndarray
    assert get_args(found)[1] == np.dtype[np.float64]


def test_marks_can_be_left_out_at_any_depth() -> None:
    assert meant(tuple[Stake, Line], marks=False) == tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Plain:
    stake: Annotated[int, FIXED] = 1
    chips: int = 0
    card: int = 0
    line: Annotated[tuple[int, ...], UpTo(3)] = ()
    last: int | None = None
    pair: tuple[bool, int] = (True, 1)


@dataclass(frozen=True)
class Named:
    stake: Stake = 1
    chips: Chips = 0
    card: "Card" = Card(0)
    line: Line = ()
    last: Chips | None = None
    pair: Swapped[int, bool] = (True, 1)


def test_fields_and_rows_hold_what_types_mean() -> None:
    plain, named = (lowering_of(cls).fields(cls) for cls in (Plain, Named))
    assert named == plain
    assert write(Named(chips=True))[1:] == write(Plain(chips=True))[1:] == write(Plain(chips=1))[1:]


def test_what_a_name_means_is_part_of_what_a_class_means() -> None:
    def of(hint: Any) -> str:
        named = dataclass(frozen=True)(type("Named", (), {"__annotations__": {"chips": hint}}))
        return meaning(named)

    assert of(TypeAliasType("Chips", int)) == of(NewType("Chips", int)) == of(int)
    assert of(TypeAliasType("Chips", float)) == of(float) != of(int)
    assert of(Nested) != of(int)


def test_fields_of_arenas() -> None:
    class Tally(Arena):
        deals: Chips
        gains: Row[np.float64]
        either: NDArray[np.float64] | Row[np.int32]

    assert [field.kind for field in Tally.fields] == [int, np.float64, (np.float64, np.int32)]


def test_options_are_read_as_what_they_mean() -> None:
    @attrs.frozen
    class Width:
        chips: Chips
        pair: Swapped[int, float] = (1.0, 1)

    assert called(Chips | None) == "a whole number or None"
    texts, known = {"chips": "3", "pair": "2.5, 4"}, attrs.fields_dict(Width)
    words = {name: spelled(text, known[name].type) for name, text in texts.items()}
    assert converter().structure(words, Width) == Width(3, (2.5, 4))


def test_what_does_not_resolve_is_named() -> None:
    class Unknown:
        known: int
        lost: "Nowhere"  # type: ignore[name-defined]  # noqa: F821

    assert annotations_of(Unknown) == {}
    assert unresolved(Unknown) == "lost"


MODERN = """
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Annotated, NewType

from zerosum.actions import FIXED, UpTo

type Chips = int
type Pair[T] = tuple[T, T]
type Swapped[A, B] = tuple[B, A]
type Line = Annotated[tuple[Move, ...], UpTo(4)]
type Stake = Annotated[Chips, FIXED]
type Maybe[T] = T | None
Card = NewType("Card", int)


class Move(IntEnum):
    PASS = 0
    BET = 1


def largest[T](one: T, other: T) -> T:
    type Local = T
    found: Local = other if other > one else one
    return found


@dataclass(frozen=True)
class InfoSet[A]:
    card: Card
    line: Line

    def actions(self) -> tuple[A, ...]:
        return (Move.PASS, Move.BET)


@dataclass(frozen=True)
class Modern[A, I]:
    cards: Pair[Card] = (-1, -1)
    line: Line = ()
    stake: Stake = 1
    odd: Swapped[bool, Chips] = (1, True)
    last: Maybe[Chips] = None

    @property
    def chance(self) -> bool:
        return self.cards[1] < 0

    def chances(self) -> dict[A, float]:
        if self.cards[0] < 0:
            return {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}
        if self.cards[0] == 1:
            return {0: 0.5, 2: 0.5}
        return {1: 1.0}

    @property
    def terminal(self) -> bool:
        return len(self.line) == 2

    @property
    def active(self) -> int:
        return len(self.line)

    def infoset(self, player: int) -> InfoSet[Chips]:
        return InfoSet(self.cards[player], self.line)

    def payoff(self, player: int) -> float:
        gain = float(largest(self.cards[0], self.cards[1]) * (self.line[0] - self.line[1]))
        return gain if player == 0 else -gain

    def apply(self, action: int) -> "Modern[A, I]":
        if self.cards[0] < 0:
            return replace(self, cards=(action, -1))
        if self.cards[1] < 0:
            return replace(self, cards=(self.cards[0], action))
        return replace(self, line=(*self.line, Move(action)), last=action)
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="its syntax is of Python 3.12")
@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_a_game_in_the_syntax_of_python_3_12_is_native(tmp_path: Path, future: str) -> None:
    file = tmp_path / f"modern{len(future)}.py"
    file.write_text(future + MODERN)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[file.stem] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "interpreted" not in str(explain(module.Modern()))
    check_native(module.Modern(), 20)
