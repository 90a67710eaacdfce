"""Small games whose rows hold every kind of value, and strategies of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tests import references
from tests.factors import betting
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.kuhn import Kuhn, Move
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import rank
from zerosum.strategy import Strategy


@dataclass(frozen=True)
class Bet:
    """A record with a comma, a quotation mark and a line in its text."""

    chips: int
    kind: int = 0

    def __str__(self) -> str:
        return f'{self.chips}, "{self.kind}"\nå'


@algebraic
def player(infoset):
    return infoset.history.bit_length() % 2 == 0


@algebraic
def card(infoset):
    return infoset.card if infoset.history > 1 else None


@algebraic
def Card(infoset):  # noqa: N802 - only its case differs from another's
    return Bet(infoset.card, 7)


@algebraic
def sort(infoset):
    return (infoset.card, Move.BET) if infoset.card else infoset.card


@algebraic
def seen(infoset):
    return infoset.history


@algebraic
def coins(infoset):
    return tuple([int(action) for action in infoset.actions()])


AWKWARD = {
    "plain": Kuhn(),
    "states": Abstracted(Kuhn(), player * card * Card * sort * seen),
    "a menu in the states": Abstracted(Kuhn(), card * Card * coins * seen, coins),
    "no states": Abstracted(Kuhn(), None, coins),
}

GAMES = {**AWKWARD, "Leduc": Leduc(), "Leduc with factors": Abstracted(Leduc(), rank * betting)}


@cache
def trained(game: Any, iterations: int = 3) -> Strategy:
    solver = ExternalSampling(game, seed=2, native=False)
    solver.run(iterations)
    return solver.strategy()


@cache
def infosets(game: Any) -> list[Any]:
    """Return the infosets of all decisions of a game."""
    decisions = (h for h in references.histories(game) if not (h.terminal or h.chance))
    return [history.infoset(history.active) for history in decisions]
