"""Menus of more than sixteen actions run natively, without a declaration."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from zerosum.abstraction import Abstracted, algebraic, base_and_view
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError
from zerosum.native.capacity import capacity_of
from zerosum.native.lowering import lowering_of


@dataclass(frozen=True)
class Seen:
    number: int
    player: int

    def actions(self):
        return tuple([n for n in range(self.number + 1) if n != 1])


class Declared(Seen):
    max_actions: ClassVar[int] = 50


@dataclass(frozen=True)
class Pick:
    """Two players pick a number; who wins depends on the sum. Chance never moves."""

    number: int
    first: int = -1
    second: int = -1

    terminal = property(lambda self: self.second >= 0)

    def payoff(self, player: int) -> float:
        won = (self.first + self.second) % 3 == 0
        return 1.0 if won == (player == 0) else -1.0

    chance = property(lambda self: False)

    def chances(self):
        return {}

    active = property(lambda self: 0 if self.first < 0 else 1)

    def infoset(self, player: int) -> Seen:
        return Seen(self.number, player)

    def apply(self, action: int) -> Pick:
        if self.first < 0:
            return replace(self, first=action)
        return replace(self, second=action)


class PickDeclared(Pick):
    def infoset(self, player: int) -> Declared:
        return Declared(self.number, player)


@algebraic
def most(infoset):
    return tuple([n for n in range(infoset.number) if n != 1])


@algebraic
def player(infoset):
    return infoset.player


def room(game):
    base, view = base_and_view(game)
    return capacity_of(base, (view,))


def test_the_room_is_that_of_the_longest_menu_met():
    assert [room(Pick(number)) for number in (2, 16, 17, 32, 100)] == [16, 16, 32, 32, 128]
    assert room(PickDeclared(40)) == 16  # Nothing to find out.
    assert room(Abstracted(Pick(10), player * most, most)) == 16
    assert room(Abstracted(PickDeclared(40), player * most, most)) == 64


def test_the_room_is_part_of_the_types():
    names = {lowering_of(Pick, capacity).record(Pick).name for capacity in (16, 32, 64)}
    assert len(names) == 3
    assert lowering_of(Pick).record(Pick).name in names


def same_tables(game, iterations=50):
    native, plain = (
        ExternalSampling(game, seed=1, reserve=1 << 22, native=native) for native in (True, False)
    )
    assert native.native
    native.run(iterations)
    plain.run(iterations)
    values = [solver.work.arrays()["values"] for solver in (native, plain)]
    return np.array_equal(*values) and native.infosets == plain.infosets > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        *(Pick(number) for number in (3, 20, 40, 100)),
        PickDeclared(40),
        Abstracted(Pick(40), player * most, most),
    ],
    ids=repr,
)
def test_many_actions_train_natively(game):
    assert same_tables(game)


@dataclass(frozen=True)
class Rising:
    """Three actions a move, but twenty after a way that random playouts do not take."""

    moves: int = 0
    ones: int = 0

    terminal = property(lambda self: self.moves == 8)
    chance = property(lambda self: False)
    active = property(lambda self: self.moves % 2)

    def payoff(self, player: int) -> float:
        return float(self.ones if player == 0 else -self.ones)

    def infoset(self, player: int) -> Risen:
        return Risen(self.moves, self.ones)

    def apply(self, action: int) -> Rising:
        return Rising(self.moves + 1, self.ones + (1 if action == 1 else 0))


@dataclass(frozen=True)
class Risen:
    moves: int
    ones: int

    def actions(self):
        return tuple([n % 40 for n in range(40 if self.ones == 7 else 3)])


@pytest.mark.slow
def test_a_menu_that_outgrows_its_room_is_named_with_its_length():
    solver = ExternalSampling(Rising(), seed=1, reserve=1 << 22)
    assert solver.native
    sentence = (
        r"Risen.actions must return at most 16 items; got 40, at "
        r"Rising\(moves=7, ones=7\) after \[1, 1, 1, 1, 1, 1, 1\]: "
        r"write max_actions: ClassVar\[int\] = 64 in Risen\.$"
    )
    with pytest.raises(GameError, match=sentence):
        solver.run(20_000)
