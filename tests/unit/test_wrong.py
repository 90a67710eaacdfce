"""Deliberately wrong games and abstractions are found, with the moves that show the fault."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import AbstractionError, GameError
from zerosum.kuhn import InfoSet, Kuhn, Move
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import rank
from zerosum.testing import check_abstraction, check_game


def caught(call: Any, kind: type[Exception]) -> str:
    with pytest.raises(kind) as error:
        call()
    return str(error.value)


def test_an_apply_that_changes_its_game() -> None:
    @dataclass(frozen=True)
    class Scribbles(Kuhn):
        def apply(self, action: int) -> Any:
            after = super().apply(action)
            if self.history == 0b10:
                object.__setattr__(self, "history", 0b11)
            return after

    message = caught(lambda: check_game(Scribbles), GameError)
    assert "apply of Scribbles must not change the history" in message
    # Player 0 passed; it is at the next move that the past is rewritten.
    assert message.endswith("after [0, 1, <Move.PASS: 0>]: return replace(self, ...).")


def test_a_chance_that_sums_to_less_than_one() -> None:
    @dataclass(frozen=True)
    class Short(Kuhn):
        def chances(self) -> dict[int, float]:
            if self.cards[0] < 0:
                return super().chances()
            return {card: 0.45 for card in range(3) if card != self.cards[0]}

    message = caught(lambda: check_game(Short), GameError)
    assert "chances of Short must be 0 or more and sum to 1; got" in message
    assert "{1: 0.45, 2: 0.45}" in message
    assert message.endswith("after [0].")


def test_an_infoset_that_leaks() -> None:
    @dataclass(frozen=True)
    class Marked(Kuhn):
        """The back of the king has a mark."""

        def infoset(self, player: int) -> InfoSet:
            own, other = self.cards[player], self.cards[1 - player]
            return InfoSet(own + 10 if other == 2 else own, self.history)

    message = caught(lambda: check_game(Marked), GameError)
    assert "infoset of Marked must follow from public and private(player); got" in message
    assert {"0, 1", "0, 2"} == {each[:4] for each in message.split("after [")[1:]}


def test_payoffs_that_do_not_cancel() -> None:
    @dataclass(frozen=True)
    class Raked(Kuhn):
        """The house takes a tenth of a chip from who wins a bet that was called."""

        def payoff(self, player: int) -> float:
            won = super().payoff(player)
            return won - 0.1 if won == 2.0 else won

    message = caught(lambda: check_game(Raked), GameError)
    assert (
        "payoffs of Raked must sum to 0 over all players, as at other terminals; got [-2.0, 1.9]"
        in message
    )
    assert message.count("<Move.BET: 1>") == 2
    assert "PASS" not in message


def test_actions_left_out_of_the_key() -> None:
    @algebraic
    def seen(infoset: Any) -> int:
        return infoset.board

    @algebraic
    def player(infoset: Any) -> int:
        return infoset.player

    message = caught(lambda: check_abstraction(Leduc, rank * seen * player), AbstractionError)
    assert "Equal keys must imply equal players and equal actions" in message
    assert message.count("after [") == 2
    _, first, second = message.split(" with (<")
    assert first.startswith("Move.CALL") != second.startswith("Move.CALL")


def test_a_player_left_out_of_the_key() -> None:
    @algebraic
    def card(infoset: Any) -> int:
        return infoset.card

    message = caught(lambda: check_abstraction(Kuhn, card), AbstractionError)
    assert f"player 0 with {(Move.PASS, Move.BET)} (at " in message
    assert f"player 1 with {(Move.PASS, Move.BET)} (at " in message


CHIPS = np.array([1, 3, 5], np.uint8)


def test_ints_of_numpy_that_wrap_around() -> None:
    @dataclass(frozen=True)
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

    @dataclass(frozen=True)
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

    @dataclass(frozen=True)
    class Listed(Kuhn):
        def infoset(self, player: int) -> InfoSet:
            return Listing(self.cards[player], self.history, [self.cards[player]])

    @algebraic
    def own(infoset: Any) -> Any:
        return (infoset.cards[0], infoset.history)

    solver = ExternalSampling(Abstracted(Listed(), own), native=False)
    solver.run(100)
    assert solver.infosets == 12


def test_a_history_beyond_the_limit_of_recursion() -> None:
    @dataclass(frozen=True)
    class Step:
        n: int

        def actions(self) -> tuple[int, ...]:
            return (1, 900)

    @dataclass(frozen=True)
    class Stairs:
        """Player 0 climbs; each step is worth a chip."""

        n: int = 0
        chance = False
        active = 0

        @property
        def terminal(self) -> bool:
            return self.n >= 800

        def infoset(self, player: int) -> Step:
            return Step(self.n)

        def apply(self, action: int) -> Any:
            return replace(self, n=self.n + action)

        def payoff(self, player: int) -> float:
            won = float(self.n % 900)
            return won if player == 0 else -won

    solver, limit = ExternalSampling(Stairs(), native=False), sys.getrecursionlimit()
    sys.setrecursionlimit(500)
    try:
        message = caught(partial(solver.run, 10), GameError)
    finally:
        sys.setrecursionlimit(limit)
    assert "A walk of Stairs must stay within the limit of recursion; got" in message
    assert "raise it by sys.setrecursionlimit" in message
