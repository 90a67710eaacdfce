"""Parts that end before the next public card, where the opponent chooses how to go on."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.games.holdem import THREE_STREETS, no_limit
from tests.games.raked import Raked
from tests.references import uniform as even
from zerosum.algorithms import VectorCFR
from zerosum.errors import GameError, StrategyError
from zerosum.evaluation import best_response, expected_values, nash_conv
from zerosum.evaluation.values import vectors_of
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc.game import Move
from zerosum.resolving import (
    MARGIN,
    UNSAFE,
    Biased,
    Resolved,
    limited,
    patched,
    position,
    positions,
    resolve,
    subgame,
)
from zerosum.resolving.subgames import reaches_of
from zerosum.strategy import Strategy
from zerosum.tree.public import CHANCE, public_tree
from zerosum.tree.public.response import nash_conv_on, responses_on, values_on
from zerosum.tree.public.vectors import Vectors


@cache
def tree_of(start: Any) -> Any:
    return public_tree(start, native=False)


@cache
def trained(iterations: int) -> Strategy:
    solver = VectorCFR(tree_of(Leduc()))
    solver.run(iterations)
    return solver.strategy()


def biased(strategy: Any) -> list[Any]:
    """Return the four continuations of the paper, for Leduc."""
    return [strategy, *(Biased(strategy, move.__eq__) for move in Move)]


def part_of(state: Any, player: int, strategy: Any, continuations: list[Any]) -> Any:
    """Return a part that ends early."""
    whole = subgame(state, reaches_of(state, strategy))
    where = whole.numbers()
    numbers, *others = (
        vectors_of(state.tree, each).probabilities[where] for each in (strategy, *continuations)
    )
    return whole, limited(whole, player, numbers, others)


def with_numbers(tree: Any, probabilities: Any) -> Vectors:
    """Return what walks over a tree take."""
    vectors = Vectors(tree)
    vectors.probabilities = probabilities
    return vectors


class TestLeaves:
    def test_each_choice_is_play_on_by_a_continuation(self):
        """What the game is worth is the same as where the opponent changes its strategy there."""
        tree, strategy, player = tree_of(Leduc()), trained(20), 1
        continuations = biased(strategy)
        _, part = part_of(position(tree), player, strategy, continuations)
        leaves = np.flatnonzero(tree.owners[part.nodes] == CHANCE)
        before = np.isin(np.arange(tree.nodes), part.nodes)
        known = vectors_of(tree, strategy).probabilities
        rival = np.repeat(tree.sides == 1 - player, np.diff(tree.starts))
        below = np.repeat(~before, np.diff(tree.starts))
        for chosen, continuation in enumerate(continuations):
            numbers = known.copy()
            later = vectors_of(tree, continuation).probabilities
            numbers[rival & below] = later[rival & below]
            slow = with_numbers(tree, numbers)
            fast = with_numbers(part.tree, np.zeros(part.tree.numbers))
            inner = np.repeat(
                ~np.isin(np.arange(part.tree.nodes), leaves), np.diff(part.tree.starts)
            )
            fast.probabilities[inner] = known[part.numbers()[inner]]
            for leaf in leaves:
                start, width = part.tree.starts[leaf], part.tree.widths[leaf]
                fast.probabilities[start + chosen * width : start + (chosen + 1) * width] = 1.0
            assert values_on(part.tree, fast) == pytest.approx(values_on(tree, slow), abs=1e-12)
        assert values_on(tree, slow) != pytest.approx(expected_values(tree, strategy), abs=1e-3)

    @pytest.mark.parametrize("player", range(2))
    def test_a_best_response_leaves_nothing_out(self, player):
        """If the only continuation is the best one, the opponent wins what it would to the end."""
        tree, strategy = tree_of(Leduc()), trained(20)
        best = best_response(Leduc(), 1 - player, strategy)
        _, part = part_of(position(tree), player, strategy, [best.strategy])
        vectors = with_numbers(part.tree, np.zeros(part.tree.numbers))
        own = part.own(player)
        known = vectors_of(tree, strategy).probabilities
        vectors.probabilities[own] = known[part.numbers()[own]]
        assert responses_on(vectors)[1 - player] == pytest.approx(best.value, abs=1e-12)

    def test_a_street_is_left(self):
        """Of three streets, each part keeps the decisions of its own."""
        tree = tree_of(THREE_STREETS)
        streets = np.zeros(tree.nodes, np.int64)
        for node in range(tree.nodes):
            for target in tree.targets[tree.firsts[node] : tree.firsts[node + 1]]:
                if target >= 0:
                    streets[target] = streets[node] + (tree.owners[node] == CHANCE)
        for dealt in range(3):
            state = next(each for each in positions(tree) if streets[each.node] == dealt)
            whole, part = part_of(state, 0, even, [even, even])
            own, ends = (tree.owners[part.nodes] == CHANCE) == np.array([[False], [True]])
            of_street = (streets[whole.nodes] == dealt) & (tree.owners[whole.nodes] != CHANCE)
            assert set(part.nodes[own]) == set(whole.nodes[of_street])
            assert ends.any() == (dealt < 2)
            assert (np.diff(part.tree.firsts)[ends] == 2).all()
            assert part.tree.plain

    def test_of_three_players_two_decide_and_without_public_chance_a_part_is_whole(self):
        """The third pays for what it takes, also where a part ends early."""
        tree = tree_of(Raked())
        _, part = part_of(position(tree), 0, even, [even, even])
        assert part.tree.players == 3
        known = with_numbers(part.tree, np.ones(part.tree.numbers))
        assert values_on(part.tree, known) == pytest.approx(expected_values(tree, even))
        whole, part = part_of(position(tree_of(Kuhn())), 1, even, [even])
        assert part is whole


class TestDepthLimit:
    def test_more_continuations_leave_less_to_exploit(self):
        """The first round of Leduc, solved with an equilibrium's values and how they change."""
        tree, strategy = tree_of(Leduc()), trained(500)
        found = []
        for continuations in (
            [strategy],
            [strategy, Biased(strategy, Move.RAISE.__eq__)],
            biased(strategy),
        ):
            parts = [
                resolve(position(tree), strategy, player, root=UNSAFE, continuations=continuations)
                for player in range(2)
            ]
            numbers = tree.by_infoset(patched(parts[0], strategy, *parts[1:]))
            found.append(nash_conv(tree, Strategy.from_tree(tree.rows, numbers)))
        assert found[0] > 0.2
        assert found[1] < 0.02
        assert found[2] < 0.01

    def test_iterations_come_near_the_program(self):
        state, strategy = position(tree_of(Leduc())), trained(20)
        conceded = []
        for iterations in (None, 1_000):
            part = resolve(
                state,
                strategy,
                0,
                root=UNSAFE,
                continuations=biased(strategy),
                iterations=iterations,
            )
            vectors = with_numbers(part.subgame.tree, part.probabilities)
            conceded.append(responses_on(vectors)[1])
        assert conceded[0] <= conceded[1] + 1e-9
        assert conceded[1] == pytest.approx(conceded[0], abs=1e-3)

    @pytest.mark.parametrize("root", [UNSAFE, MARGIN], ids=lambda root: root.name)
    def test_margins_are_of_play_to_the_end(self, root):
        tree, strategy = tree_of(Leduc()), trained(20)
        part = resolve(position(tree), strategy, 0, root=root, continuations=[strategy])
        for known, values in (
            (patched(part, strategy), part.values),
            (vectors_of(tree, strategy).probabilities, part.alternatives),
        ):
            won = responses_on(with_numbers(tree, known))[1]
            assert values.sum() == pytest.approx(won, abs=1e-12)

    def test_another_menu(self):
        """A part with more bets than the strategy knows, which plays on by what it knows."""
        coarse, fine = (no_limit(3, sizes, ranks=2, hole=1) for sizes in ((100,), ()))
        state = next(each for each in positions(tree_of(coarse)) if len(each.moves) == 1)
        into = tree_of(fine)
        part = resolve(state, even, state.owner, into=into, continuations=[even])
        ends = into.owners[part.subgame.nodes] == CHANCE
        assert ends.any()
        assert set(part.subgame.tree.owners[ends]) == {1 - state.owner}
        found = nash_conv_on(into, with_numbers(into, patched(part, even)))
        assert nash_conv(into, Resolved(even, (part,))) == pytest.approx(found)

    @pytest.mark.parametrize(
        ("continuations", "error", "words"),
        [
            ([], GameError, r"at least one continuation.*got none: give"),
            ([lambda _: {}], StrategyError, "must sum to 1"),
        ],
    )
    def test_what_is_no_continuation(self, continuations, error, words):
        with pytest.raises(error, match=words):
            resolve(position(tree_of(Leduc())), even, 0, continuations=continuations)


class TestBiased:
    def test_ratios_change_by_the_factor(self):
        infoset = position(tree_of(Leduc()), (Move.RAISE,)).held[0].place.history.infoset(1)
        found = Biased(even, Move.FOLD.__eq__, 5)(infoset)
        assert found == pytest.approx({Move.FOLD: 5 / 7, Move.CALL: 1 / 7, Move.RAISE: 1 / 7})

    @pytest.mark.parametrize("factor", [0.0, -1.0, np.inf, np.nan])
    def test_factors_that_are_none(self, factor):
        with pytest.raises(ValueError, match=r"above 0 and finite; got .*: give 10"):
            Biased(even, bool, factor)
