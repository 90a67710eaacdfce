"""Laws of values, best responses and lifts, for random strategies of many games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import references
from tests.factors import betting, card
from tests.games import Auction, Ladder, Pennies, ShortSighted
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.evaluation import best_response, expected_values, lift, nash_conv
from zerosum.evaluation.matching import origin_of
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as LeducByRank
from zerosum.strategy import Strategy
from zerosum.tree import Tree, enumerated

SMALL = {
    "kuhn": Kuhn(),
    "kuhn merged": QueenIsKing(),
    "three": KuhnThree(),
    "auction": Auction(),
    "ladder": Ladder(length=3, ranks=3),
    "pennies": Pennies(),
    "short-sighted": ShortSighted(),
}
LARGE = {"leduc": Leduc(), "by rank": LeducByRank()}
GAMES = {**SMALL, **LARGE}
SEEDS = st.integers(0, 2**32 - 1)


def randomly(test: Any) -> Any:
    """Run a test with some seeds."""
    return settings(max_examples=3)(given(seed=SEEDS)(test))


@cache
def tree_of(name: str) -> Tree:
    return enumerated(GAMES[name], native=False)


def random_probabilities(tree: Tree, seed: int) -> np.ndarray:
    """Draw probabilities, one in three of them 0."""
    rng = np.random.default_rng(seed)
    weights = rng.random(tree.sequences) * (rng.random(tree.sequences) > 1 / 3)
    for start, end in zip(tree.starts[:-1], tree.starts[1:], strict=True):
        if weights[start:end].sum() == 0:
            weights[start] = 1.0
        weights[start:end] /= weights[start:end].sum()
    return weights


def table(tree: Tree, probabilities: np.ndarray) -> dict[Any, dict[Any, float]]:
    """Return probabilities by infoset and action, as a dict of plain Python."""
    found = {}
    for number in range(tree.infoset_count):
        infoset = tree.infoset(number)
        given = probabilities[tree.starts[number] : tree.starts[number + 1]].tolist()
        found[infoset] = dict(zip(infoset.actions(), given, strict=True))
    return found


def random_policy(tree: Tree, seed: int) -> references.Policy:
    return table(tree, random_probabilities(tree, seed)).__getitem__


def strategy_of(tree: Tree, probabilities: np.ndarray, rows: np.ndarray) -> Strategy:
    """Return a strategy that holds some of a tree's rows, in any order."""
    menus = [probabilities[tree.starts[row] : tree.starts[row + 1]] for row in rows]
    order = np.argsort(tree.hashes[rows], kind="stable")
    return Strategy(
        tree.view,
        origin_of(tree),
        words=tree.words,
        blocks=tree.blocks[rows],
        hashes=tree.hashes[rows][order],
        order=order,
        starts=np.cumsum([0, *(menu.size for menu in menus)]),
        probabilities=np.concatenate([*menus, np.zeros(0)]),
    )


@pytest.mark.parametrize("name", SMALL)
@given(seed=SEEDS)
@settings(max_examples=4)
def test_equal_to_the_references(name: str, seed: int) -> None:
    game, tree = GAMES[name], tree_of(name)
    policy = random_policy(tree, seed)
    close = {"rel": 1e-11, "abs": 1e-11}
    assert expected_values(tree, policy) == pytest.approx(
        references.expected_values(game, policy), **close
    )
    for player in range(tree.players):
        known = references.best_response_value(game, player, policy)
        assert best_response(tree, player, policy).value == pytest.approx(known, **close)
    assert nash_conv(tree, policy) == pytest.approx(references.nash_conv(game, policy), **close)


# Two and three players, with and without chance, of a tree and of an abstraction.
@pytest.mark.parametrize("name", ["kuhn merged", "three", "pennies"])
class TestRandomStrategies:
    @randomly
    def test_a_best_response_is_no_worse_and_attains_its_value(self, name: str, seed: int) -> None:
        tree = tree_of(name)
        policy = random_policy(tree, seed)
        values = expected_values(tree, policy)
        for player in range(tree.players):
            response = best_response(tree, player, policy)
            assert response.value >= values[player] - 1e-12
            mixed: list[Any] = [policy] * tree.players
            mixed[player] = response.strategy
            attained = expected_values(tree, mixed)[player]
            assert attained == pytest.approx(response.value, abs=1e-11)
            pure = [
                set(row.probabilities) for row in response.strategy.rows() if row.player == player
            ]
            assert all(chances <= {0.0, 1.0} for chances in pure)
            # What others do came along.
            alone = expected_values(tree, response.strategy)[player]
            assert alone == pytest.approx(response.value, abs=1e-11)
            again = best_response(tree, player, response.strategy)
            assert again.value == pytest.approx(response.value, abs=1e-11)

    @randomly
    def test_unknown_rows_are_uniform_and_counted(self, name: str, seed: int) -> None:
        tree = tree_of(name)
        probabilities = random_probabilities(tree, seed)
        rows = np.random.default_rng(seed).permutation(tree.infoset_count)
        some = strategy_of(tree, probabilities, rows[: tree.infoset_count // 2])
        # An infoset with one action is never unknown.
        choices = np.diff(tree.starts) > 1
        unknown = np.count_nonzero(choices[rows[tree.infoset_count // 2 :]])
        taken = expected_values(tree, some)
        assert some.unknown == unknown
        asked = expected_values(tree, some.__call__)
        assert taken == pytest.approx(asked, abs=1e-12)
        assert some.unknown == 2 * unknown

    @randomly
    def test_one_for_all_or_one_for_each(self, name: str, seed: int) -> None:
        tree = tree_of(name)
        policies = [random_policy(tree, seed + player) for player in range(tree.players)]
        both: dict[Any, Any] = {}
        for number, owner in enumerate(tree.owners.tolist()):
            both[tree.infoset(number)] = policies[owner](tree.infoset(number))
        each = nash_conv(tree, policies)
        assert each == pytest.approx(nash_conv(tree, both.__getitem__), abs=1e-12)


@randomly
def test_lifted_from_a_lossless_abstraction(seed: int) -> None:
    """Ranks say all: a strategy is worth the same, and its exploiters gain the same."""
    abstract, whole = tree_of("by rank"), tree_of("leduc")
    probabilities = random_probabilities(abstract, seed)
    strategy = strategy_of(abstract, probabilities, np.arange(abstract.infoset_count))
    lifted = lift(strategy, Leduc())
    assert expected_values(whole, lifted) == pytest.approx(
        expected_values(abstract, strategy), abs=1e-11
    )
    assert nash_conv(whole, lifted) == pytest.approx(nash_conv(abstract, strategy), abs=1e-11)
    assert lifted.unknown == 0


@algebraic
def pass_twice(infoset: Any) -> tuple[Any, ...]:
    passes, bets = infoset.actions()
    return (passes, bets, passes) if infoset.history == 1 else (bets,)


@pytest.mark.parametrize("states", [card * betting, card * betting * pass_twice, betting, ONE])
@randomly
def test_lifted_by_arrays_or_asked_one_by_one(states: Any, seed: int) -> None:
    """Fewer actions, equal ones, and infosets that are merged."""
    actions = pass_twice if card in states.factors or betting in states.factors else None
    game = Abstracted(Kuhn(), states * player, actions)
    abstract = enumerated(game, native=False)
    rows = np.random.default_rng(seed).permutation(abstract.infoset_count)
    strategy = strategy_of(
        abstract, random_probabilities(abstract, seed), rows[: (rows.size + 1) // 2]
    )
    lifted = lift(strategy, game)
    whole = tree_of("kuhn")
    taken = expected_values(whole, lifted)
    counted = lifted.unknown
    asked = expected_values(whole, lifted.__call__)
    assert taken == pytest.approx(asked, abs=1e-12)
    assert lifted.unknown == 2 * counted
    assert taken == pytest.approx(references.expected_values(Kuhn(), lifted), abs=1e-12)


@algebraic
def player(infoset: Any) -> int:
    return infoset.history.bit_length() & 1
