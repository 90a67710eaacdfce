"""A frozen strategy as actions: what it plays, natively and not, and what it refuses."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import pytest

from tests.factors import betting, card
from tests.references import tilted
from zerosum.abstraction import Abstracted, algebraic, menu, where
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import StrategyError
from zerosum.evaluation import best_response, expected_values
from zerosum.kuhn import Kuhn, Move
from zerosum.leduc import Leduc
from zerosum.leduc.game import InfoSet
from zerosum.strategy import Strategy, likeliest
from zerosum.testing import check_native
from zerosum.tree import Tree, enumerated


@pytest.fixture(scope="module")
def tree() -> Tree:
    return enumerated(Leduc(), native=False)


@pytest.fixture(scope="module")
def strategy(tree: Tree) -> Strategy:
    """Different wherever two infosets are, so that a row that is mixed up shows."""
    return Strategy.from_tree(tree, _probabilities(tree))


def _probabilities(tree: Tree) -> Any:
    found = np.zeros(tree.sequences)
    for number in range(tree.infoset_count):
        answer = list(tilted(tree.infoset(number)).values())
        found[tree.starts[number] : tree.starts[number + 1]] = answer
    return found


def pure(strategy: Strategy) -> Any:
    """Return the strategy that always takes the likeliest action, the first of equals."""

    def answer(infoset: Any) -> dict[Any, float]:
        shares = strategy(infoset)
        return {max(shares, key=lambda action: shares[action]): 1.0}

    return answer


def alone(game: Any) -> Any:
    """Return the values of a game in which nobody has a choice."""
    tree = enumerated(game, native=False)
    return expected_values(tree, lambda infoset: {infoset.actions()[0]: 1.0})


@algebraic
def second(infoset: InfoSet) -> bool:
    return infoset.board >= 0


@algebraic
def first(infoset: InfoSet) -> bool:
    return infoset.board < 0


@algebraic
def own(infoset: Any) -> Any:
    return infoset.actions()


def test_everywhere_it_plays_the_pure_strategy(tree, strategy):
    frozen = Abstracted(Leduc(), None, likeliest(strategy, Leduc()))
    assert alone(frozen) == pytest.approx(expected_values(tree, pure(strategy)), abs=1e-12)


@pytest.mark.slow
def test_a_part_is_native_and_leaves_no_rows(strategy):
    actions = where(second, likeliest(strategy, Leduc())) + where(first, menu(own))
    game = Abstracted(Leduc(), None, actions)
    check_native(game, playouts=50)
    solver = ExternalSampling(game, seed=1)
    assert solver.native
    solver.run(200)
    assert {row.infoset.key[0].board for row in solver.strategy().rows()} == {-1}


def test_as_the_policy_of_a_player(tree, strategy):
    """Against a frozen player 1 the other learns a best response."""
    seat = algebraic(lambda infoset: infoset.player == 1)
    other = algebraic(lambda infoset: infoset.player == 0)
    actions = where(seat, likeliest(strategy, Leduc())) + where(other, menu(own))
    solver = CFR(enumerated(Abstracted(Leduc(), None, actions), native=False))
    solver.run(200)
    best = best_response(tree, 0, pure(strategy)).value
    assert expected_values(solver.tree, solver.strategy())[0] == pytest.approx(best, abs=1e-3)


@pytest.mark.parametrize(
    "exact", [pytest.param(False, marks=pytest.mark.slow), True], ids=["key", "menu and key"]
)
def test_of_an_abstraction_with_actions_of_its_own(exact):
    @algebraic
    def tame(infoset: Any) -> Any:
        return (Move.PASS,) if infoset.history == 1 else (Move.PASS, Move.BET)

    abstract = Abstracted(Kuhn(), card * betting * tame if exact else card * betting, tame)
    tree = enumerated(abstract, native=False)
    trained = Strategy.from_tree(tree, _probabilities(tree))
    frozen = Abstracted(Kuhn(), None, likeliest(trained, abstract))
    assert alone(frozen) == pytest.approx(expected_values(tree, pure(trained)), abs=1e-12)
    if not exact:  # the docstring of `likeliest` has one natively, too
        check_native(frozen, playouts=20)


@dataclass(frozen=True)
class ScoredInfoSet:
    deal: InfoSet
    behind: bool

    def actions(self) -> tuple[int, ...]:
        return self.deal.actions()


@dataclass(frozen=True)
class Scored:
    """Leduc with a score that players see."""

    deal: Leduc = field(default_factory=Leduc)
    behind: bool = False

    terminal = property(lambda self: self.deal.terminal)
    chance = property(lambda self: self.deal.chance)
    active = property(lambda self: self.deal.active)

    def chances(self) -> dict[int, float]:
        return self.deal.chances()

    def infoset(self, player: int) -> ScoredInfoSet:
        return ScoredInfoSet(self.deal.infoset(player), self.behind)

    def apply(self, action: int) -> Self:
        return replace(self, deal=self.deal.apply(action))

    def payoff(self, player: int) -> float:
        return self.deal.payoff(player)


def test_of_a_game_within_another(tree, strategy):
    frozen = Abstracted(Scored(), None, likeliest(strategy, Leduc(), part="deal"))
    assert alone(frozen) == pytest.approx(expected_values(tree, pure(strategy)), abs=1e-12)


def test_what_is_not_known_or_refused(strategy):
    untrained = ExternalSampling(Leduc(), native=False).strategy()
    asked = Leduc().apply(0).apply(1).infoset(0)
    assert likeliest(untrained, Leduc())(asked) == asked.actions()[:1]
    with pytest.raises(StrategyError, match=r"must be of the game that is given, .* differs in"):
        likeliest(strategy, Kuhn())
    with pytest.raises(StrategyError, match=r"must be of zerosum\.leduc\.game:InfoSet.*part="):
        likeliest(strategy, Leduc())(Kuhn().apply(0).apply(1).infoset(0))
    assert likeliest(strategy, Leduc()) == likeliest(strategy, Leduc())
