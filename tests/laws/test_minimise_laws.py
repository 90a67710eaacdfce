"""The coarsest lossless abstraction loses nothing: on random games, and on known ones."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.abstractions import mixed, scrambled, tree_of
from tests.factors import betting, card
from tests.games import goofspiel
from tests.games.goofspiel import Goofspiel
from tests.games.holdem import no_limit
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.algorithms import LinearProgram
from zerosum.algorithms.plans import behaviour
from zerosum.bluff import Bluff
from zerosum.errors import AbstractionError, NotApplicable
from zerosum.evaluation import loss, nash_conv
from zerosum.evaluation.response import response_to
from zerosum.evaluation.values import values_of
from zerosum.kuhn import Kuhn
from zerosum.lattice import Colour, equivalent, minimise, partition, refines
from zerosum.lattice.menus import least
from zerosum.lattice.partitions import divided
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import board_rank, by_rank, rank
from zerosum.strategy import Strategy
from zerosum.tree import Tree, enumerated, recent

CARDS, DEEP = 4, 4
MENUS = (0, 1), (0, 2), (0, 1, 2), (1,)


@dataclass(frozen=True)
class Seen:
    player: int
    card: int
    kind: int
    moves: tuple[int, ...]
    menu: int

    def actions(self) -> tuple[int, ...]:
        return MENUS[self.menu]


@dataclass(frozen=True)
class Dealt:
    """Cards by unequal chances, then moves by a random tree; only the kind of a card pays."""

    seed: int
    players: int = 2
    cards: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()

    chance = property(lambda self: len(self.cards) < self.players or self._public)
    terminal = property(lambda self: len(self.moves) == DEEP or self._ends)
    active = property(lambda self: len(self.moves) % self.players)
    _ends = property(lambda self: bool(self.moves) and self._random(*self.moves) % 5 == 0)
    _public = property(lambda self: len(self.moves) == 1 and self.seed % 2 == 1)

    def _random(self, *values: int) -> int:
        return mixed(hash((self.seed, *values)), len(values))

    def kind(self, card: int) -> int:
        return self._random(card) % 2

    def chances(self) -> dict[int, float]:
        weights = [1 + self._random(len(self.cards), card) % 3 for card in range(CARDS)]
        return {card: weight / sum(weights) for card, weight in enumerate(weights)}

    def infoset(self, player: int) -> Seen:
        card = self.cards[player]
        menu = self._random(*self.moves, 7) % len(MENUS)
        return Seen(player, card, self.kind(card), self.moves, menu)

    def apply(self, action: int) -> Dealt:
        if len(self.cards) < self.players:
            return replace(self, cards=(*self.cards, action))
        return replace(self, moves=(*self.moves, action))

    def payoff(self, player: int) -> float:
        facts = (*map(self.kind, self.cards), *self.moves[-1 - self.seed % 3 :])
        wins = [max(self._random(seat, *facts) % 6 - 3, 0) for seat in range(self.players)]
        return wins[player] - sum(wins) / self.players


@dataclass(frozen=True)
class Forgetful(Dealt):
    """The same, where players forget the moves."""

    seed: int = 4

    def infoset(self, player: int) -> Seen:
        return replace(super().infoset(player), moves=(), menu=2)


@algebraic
def kind_and_moves(infoset: Seen) -> tuple[int, ...]:
    moves = (*infoset.moves, *(-1,) * (DEEP - len(infoset.moves)))
    return infoset.player, infoset.kind, *moves


@cache
def dealt(seed: int, players: int = 2) -> Tree:
    return enumerated(Dealt(seed, players), native=False)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumerate without compiling: these games are small."""
    monkeypatch.setattr(recent, "enumerated", lambda game: enumerated(game, native=False))


def gains(tree: Tree, probabilities: Any) -> list[float]:
    """Return what each player wins, and could win by a best response."""
    reaches, players = np.empty(tree.histories), range(tree.players)
    values = values_of(tree, probabilities, reaches).tolist()
    return values + [response_to(tree, each, probabilities, reaches)[0] for each in players]


@settings(max_examples=4)
@example(seed=3, players=2, weighted=False)  # menus of one length that differ
@example(seed=61, players=2, weighted=False)  # sums that vanish but for rounding
@example(seed=101, players=2, weighted=False)  # the same wins by other actions
@given(seed=st.integers(0, 10_000), players=st.sampled_from([2, 2, 3]), weighted=st.booleans())
def test_no_one_gains_more_in_the_whole_game(seed: int, players: int, weighted: bool) -> None:
    """Any strategy of the small game is as far from an equilibrium as in the whole game."""
    tree = dealt(seed, players)
    small = minimise(tree, weighted=weighted)
    assert all(small.recall)
    assert divided(small.members, least(tree, None)) is None
    chosen = np.random.default_rng(seed).random(small.sequences)
    chosen /= np.repeat(np.add.reduceat(chosen, small.starts[:-1]), np.diff(small.starts))
    expected = gains(tree, small.lifted(chosen))
    assert gains(small, chosen) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=4)
@given(seed=st.integers(0, 10_000), weighted=st.booleans())
def test_nothing_is_lost_and_equilibria_lift(seed: int, weighted: bool) -> None:
    tree = dealt(seed)
    small = minimise(tree, weighted=weighted)
    found = loss(tree, small.factor)
    assert found.after.rows == small.infoset_count
    assert max(found.price, found.least or 0.0, found.lifted) < 1e-9
    value = LinearProgram(small, native=False).value
    assert value == pytest.approx(LinearProgram(tree, native=False).value, abs=1e-9)
    # Cards of one kind differ by a factor of chance.
    assert refines(kind_and_moves if weighted else None, small.factor, tree)


@dataclass(frozen=True)
class Shuffled(Goofspiel):
    """Goofspiel for four cards each, whose prizes come in any order."""

    hands: tuple[int, int] = (15, 15)
    left: int = 15
    prize: int = -1

    chance = property(lambda self: self.prize < 0 and not self.terminal)

    def chances(self) -> dict[int, float]:
        prizes = [prize for prize in range(4) if self.left >> prize & 1]
        return dict.fromkeys(prizes, 1 / len(prizes))

    def apply(self, action: int) -> Any:
        if self.prize < 0:
            seen = self.seen * 4 + action
            return replace(self, prize=action, left=self.left & ~(1 << action), seen=seen)
        after = super().apply(action)
        if self.bid < 0:
            return after
        won = (self.prize + 1) * ((self.bid > action) - (self.bid < action))
        return replace(after, prize=-1, lead=self.lead + won)


KNOWN = {
    "Kuhn": (Kuhn, False, 12, 12),
    "Leduc": (Leduc, False, 936, 288),
    "Goofspiel": (lambda: Goofspiel((15, 15)), False, 1_474, 1_454),
    "Goofspiel, any order": (Shuffled, False, 34_952, 26_712),
    "hold'em": (lambda: no_limit(ranks=4, suits=2, hole=1, stack=4), True, 2_816, 832),
    "Bluff": (Bluff, True, 24_576, 24_561),
}
SLOW = {"Goofspiel, any order", "hold'em", "Bluff"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in KNOWN]
)
def test_known_games_shrink_and_equilibria_lift(name: str, monkeypatch: Any) -> None:
    """What an equilibrium loses in the whole game is no less than the price."""
    monkeypatch.setattr(goofspiel, "CARDS", 4)
    start, native, before, after = KNOWN[name]
    small = minimise(enumerated(start(), native=native))
    assert (small.whole.infoset_count, small.infoset_count) == (before, after)
    plans = behaviour(small, LinearProgram(small).solve().plans)
    strategy = Strategy.from_tree(small.whole, small.lifted(plans))
    assert nash_conv(small.whole, strategy) < 1e-9


def test_a_product_that_equals_it_is_found_without_what_adds_nothing() -> None:
    small = minimise(tree_of("leduc"))
    assert equivalent(small.factor, by_rank, small.whole)
    found = small.named(rank, card, board_rank * ONE, by_rank)
    assert found
    assert (found.states, found.finer) == (by_rank, (card,))
    assert str(found) == (
        "rank * board_rank * betting equals the coarsest lossless abstraction. Not used, since "
        "they separate infosets that may be merged: card."
    )
    with pytest.raises(TypeError, match="Factors must be combined by"):
        small.named(card, None)


def test_what_is_missing_is_said() -> None:
    small = minimise(tree_of("leduc"))
    found = small.named(rank, board_rank)
    assert not found
    first, second = (each.infoset for each in found.missing)
    assert (rank(first), board_rank(first)) == (rank(second), board_rank(second))
    assert small.factor(first) != small.factor(second)
    assert "has 12 of its 288 infosets. It merges Jc " in str(found)
    assert str(found).endswith("which differ in history.")
    nothing = small.named(scrambled(1, 3))
    assert (nothing.states, nothing.infosets) == (ONE, 1)


def test_the_factor_pickles_and_reads_back() -> None:
    factor, tree = minimise(Kuhn()).factor, tree_of("kuhn")
    copy = pickle.loads(pickle.dumps(factor))
    assert isinstance(copy, Colour)
    assert copy == factor == eval(repr(factor)) != minimise(Kuhn(), weighted=True).factor
    assert minimise(Abstracted(Kuhn(), card * betting)).factor == factor
    assert copy(tree.infoset(3)) == partition(tree, factor * betting)[3]


def test_what_forgets_or_is_abstract_is_refused() -> None:
    with pytest.raises(AbstractionError, match="on a whole game; got the abstract"):
        minimise(enumerated(Abstracted(Kuhn(), card * betting), native=False))
    with pytest.raises(AbstractionError, match="infoset of a colour must be one of Kuhn"):
        minimise(Kuhn()).factor(0)
    with pytest.raises(NotApplicable, match=r"with perfect recall; player 0 of .* forgets"):
        minimise(Forgetful())
