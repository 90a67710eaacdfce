"""Random abstractions of small games: products of real factors and of meaningless ones."""

from __future__ import annotations

from functools import cache, reduce
from operator import mul
from typing import Any

from hypothesis import strategies as st

from tests.factors import betting, card
from tests.games.holdem import limit
from zerosum.abstraction import ONE, Algebraic, algebraic
from zerosum.kuhn import Kuhn
from zerosum.lattice.menus import offered
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.pkr.holdem import abstraction as holdem
from zerosum.tree import Tree, enumerated


@algebraic
def seat(infoset: Any) -> int:
    """Return the player to act in Kuhn."""
    return infoset.history.bit_length() & 1 ^ 1


@algebraic
def to_act(infoset: Any) -> int:
    """Return the player to act in Leduc and hold'em."""
    return infoset.player


def scrambled(seed: int, classes: int) -> Algebraic:
    """Make a factor that puts infosets into classes as if at random."""

    @algebraic
    def scrambled(infoset: Any) -> int:
        return mixed(hash(infoset), seed) % classes

    return scrambled


def mixed(number: int, seed: int) -> int:
    return (number + seed) * 0x9E3779B97F4A7C15 >> 16 & 0xFFFFFFFF


HOLDEM = limit(ranks=5, suits=1, hole=2, board=(1,), bets=(2, 2), raises=(1, 1))
VOCABULARY = {
    "kuhn": (Kuhn(), (card, betting, seat, offered)),
    "leduc": (Leduc(), (card, leduc.rank, leduc.board_rank, leduc.betting, to_act, offered)),
    "hold'em": (
        HOLDEM,
        (holdem.cards, holdem.hand_ranks, holdem.made, holdem.history, to_act, offered),
    ),
}
PLAYERS = {"kuhn": seat, "leduc": to_act, "hold'em": to_act}


@cache
def tree_of(name: str) -> Tree:
    return enumerated(VOCABULARY[name][0], native=False)


def product(factors: list[Any]) -> Any:
    return reduce(mul, factors, ONE)


def abstractions(name: str) -> st.SearchStrategy[Any]:
    """Draw products of real factors and of ones that mean nothing."""
    factors = st.sampled_from(VOCABULARY[name][1])
    odd = st.builds(scrambled, st.integers(0, 50), st.integers(1, 9))
    return st.lists(st.one_of(factors, odd), max_size=3).map(product)
