"""Factors of the small games, for several tests."""

from __future__ import annotations

from typing import Any

from zerosum.abstraction import algebraic


@algebraic
def card(infoset: Any) -> int:
    return infoset.card


@algebraic
def betting(infoset: Any) -> int:
    return infoset.history


@algebraic
def player(infoset: Any) -> int:
    return infoset.history.bit_length() & 1 ^ 1


@algebraic
def seat(infoset: Any) -> int:
    return infoset.climb.bit_length() // 2 & 1


@algebraic
def step(infoset: Any) -> int:
    return infoset.steps


@algebraic
def nothing(infoset: Any) -> int:
    return 0
