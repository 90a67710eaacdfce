"""Deliberately wrong games and abstractions are found, with the moves that show the fault."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.games.march import March
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import AbstractionError, GameError
from zerosum.kuhn import InfoSet, Kuhn
from zerosum.testing import check_game


def caught(call: Any, kind: type[Exception]) -> str:
    with pytest.raises(kind) as error:
        call()
    return str(error.value)


def test_an_infoset_that_leaks() -> None:
    class Marked(Kuhn):
        """The back of the king has a mark."""

        def infoset(self, player: int) -> InfoSet:
            own, other = self.cards[player], self.cards[1 - player]
            return InfoSet(own + 10 if other == 2 else own, self.history)

    message = caught(lambda: check_game(Marked), GameError)
    assert "infoset of Marked must follow from public and private(player); got" in message
    assert {"0, 1", "0, 2"} == {each[:4] for each in message.split("after [")[1:]}


CHIPS = np.array([1, 3, 5], np.uint8)


def test_ints_of_numpy_that_wrap_around() -> None:
    class Narrow(Kuhn):
        """The stakes are written in bytes: 100 times 5 is 244 there."""

        def payoff(self, player: int) -> float:
            return super().payoff(player) * float(CHIPS[self.cards[0]] * 100)

    for look in (check_game, ExternalSampling, CFR):
        message = caught(partial(look, Narrow()), GameError)
        assert "payoff of Narrow must not raise an error; got FloatingPointError: ov" in message
        assert "test_wrong.py)" in message
        assert message.endswith("]: write int(x) or float(x) for numbers of NumPy.")


def test_a_factor_of_what_infosets_do_not_compare() -> None:
    @dataclass(frozen=True)
    class Spying(InfoSet):
        other: int = field(default=-1, compare=False)

    class Spied(Kuhn):
        def infoset(self, player: int) -> InfoSet:
            return Spying(self.cards[player], self.history, self.cards[1 - player])

    @algebraic
    def own(infoset: Any) -> Any:
        return (infoset.card, infoset.history)

    @algebraic
    def other(infoset: Any) -> int:
        return infoset.other

    ExternalSampling(Abstracted(Spied(), own), native=False)
    for look in (check_game, ExternalSampling, CFR):
        message = caught(partial(look, Abstracted(Spied(), own * other)), AbstractionError)
        assert "Equal infosets must have equal keys; got {" in message
        assert message.count("after [") == 2
        assert message.endswith(": let factors use only fields that are compared.")


def test_infosets_of_lists_may_be_abstracted() -> None:
    @dataclass(frozen=True)
    class Listing(InfoSet):
        cards: list[int] = field(default_factory=list)

    class Listed(Kuhn):
        def infoset(self, player: int) -> InfoSet:
            return Listing(self.cards[player], self.history, [self.cards[player]])

    @algebraic
    def own(infoset: Any) -> Any:
        return (infoset.cards[0], infoset.history)

    solver = ExternalSampling(Abstracted(Listed(), own), native=False)
    solver.run(100)
    assert solver.infosets == 12


@pytest.mark.usefixtures("unchecked")
def test_a_history_beyond_the_limit_of_recursion() -> None:
    solver = ExternalSampling(March(length=800, most=2, alone=True), native=False)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(500)
    try:
        message = caught(partial(solver.run, 10), GameError)
    finally:
        sys.setrecursionlimit(limit)
    assert "A walk of March must stay within the limit of recursion; got" in message
    assert "raise it by sys.setrecursionlimit" in message
