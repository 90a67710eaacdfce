"""Parts of a game solved again: positions, ranges, roots, and what they cost and win."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.games.holdem import no_limit
from tests.references import uniform as even
from zerosum.algorithms import ExternalSampling, VectorCFR
from zerosum.errors import GameError
from zerosum.evaluation import nash_conv
from zerosum.kuhn import Kuhn, Move
from zerosum.leduc import Leduc
from zerosum.leduc.game import Move as LeducMove
from zerosum.resolving import (
    GADGET,
    MARGIN,
    UNSAFE,
    Resolved,
    patched,
    position,
    positions,
    reaches_of,
    resolve,
    subgame,
)
from zerosum.resolving.iterations import LEAST, run_until
from zerosum.rules import PLUS
from zerosum.strategy import Strategy
from zerosum.tree.public import public_tree

CALL, RAISE = LeducMove.CALL, LeducMove.RAISE
SECOND = (RAISE, CALL, 0)


@cache
def tree_of(start: Any) -> Any:
    return public_tree(start, native=False)


@cache
def trained(start: Any, iterations: int) -> Strategy:
    solver = ExternalSampling(start, seed=1, native=False)
    solver.run(iterations)
    return solver.strategy()


def cost(parts: list[Any], strategy: Strategy) -> float:
    """Return what parts add to the NashConv of a strategy, in chips."""
    whole = parts[0].subgame.position.tree
    probabilities = whole.by_infoset(patched(parts[0], strategy, *parts[1:]))
    changed = Strategy.from_tree(whole.rows, probabilities)
    return nash_conv(whole, changed) - nash_conv(whole, strategy)


class TestPositions:
    @pytest.mark.parametrize("start", [Kuhn(), Leduc()], ids=repr)
    def test_they_are_the_nodes_of_the_tree(self, start):
        """Where a hand is held, the infoset of the history is that of the node."""
        tree, seen = tree_of(start), set()
        for state in positions(tree):
            seen.add(state.node)
            for held in state.held:
                history = held.place.history
                assert history.active == state.owner
                place = tree.places[state.node] + held.hands[state.owner]
                assert tree.rows.infoset(tree.rows.numbers[place]) == history.infoset(state.owner)
        assert seen == set(np.flatnonzero(tree.owners >= 0))

    def test_all_that_is_dealt_is_certain(self):
        tree = tree_of(Leduc())
        assert position(tree).joint.sum() == pytest.approx(1)
        boards = [position(tree, (RAISE, CALL, card)).joint.sum() for card in range(6)]
        assert sum(boards) == pytest.approx(1)

    @pytest.mark.parametrize(
        ("moves", "words"),
        [
            ((Move.PASS, Move.BET, 7), r"move 7 must be possible after .*it is one of .*PASS"),
            ((Move.BET, Move.PASS, Move.BET), r"there the game has ended: correct the history"),
        ],
    )
    def test_moves_that_are_not_possible(self, moves, words):
        with pytest.raises(GameError, match=words):
            position(tree_of(Kuhn()), moves)


class TestReaches:
    @pytest.mark.parametrize("start", [Kuhn(), Leduc()], ids=repr)
    def test_beliefs_are_those_of_bayes(self, start):
        """Against every history's own probability, by the interpreted strategy."""
        tree, strategy = tree_of(start), trained(start, 300)
        for state in positions(tree):
            one, other = reaches_of(state, strategy)
            found, slow = one[:, None] * state.joint * other, np.zeros(tree.hands)
            for held in state.held:
                history, probability = tree.base, 1.0
                for move in held.place.moves:
                    if history.chance:
                        probability *= dict(history.chances())[move]
                    else:
                        probability *= strategy(history.infoset(history.active))[move]
                    history = history.apply(move)
                slow[held.hands] += probability
            assert found == pytest.approx(slow, abs=1e-12)


class TestRoots:
    @pytest.mark.parametrize("root", [GADGET, MARGIN], ids=lambda root: root.name)
    @pytest.mark.parametrize(
        ("start", "iterations"),
        [
            (Kuhn(), 20),
            pytest.param(Leduc(), 1_000, marks=pytest.mark.slow),
            pytest.param(no_limit(ranks=4, hole=1, stack=4), 1_000, marks=pytest.mark.slow),
        ],
    )
    def test_the_safe_ones_cost_nothing_in_any_state(self, root, start, iterations):
        tree, strategy = tree_of(start), trained(start, iterations)
        for state in positions(tree):
            parts = [resolve(state, strategy, player, root=root) for player in range(2)]
            assert all(part.safe for part in parts)
            assert cost(parts, strategy) < 1e-9

    def test_the_unsafe_one_costs_and_the_margin_is_the_largest(self):
        strategy = trained(Leduc(), 300)
        state = position(tree_of(Leduc()), SECOND)
        parts = [resolve(state, strategy, 0, root=root) for root in (UNSAFE, MARGIN)]
        assert not parts[0].safe
        assert cost(parts[:1], strategy) > 0.001
        assert cost(parts[1:], strategy) < 1e-9
        state = position(tree_of(Leduc()), (CALL, CALL, 2))
        margins = [resolve(state, strategy, 1, root=root).margin for root in (GADGET, MARGIN)]
        assert margins[1] > max(margins[0], 0.0)

    @pytest.mark.parametrize("root", [UNSAFE, GADGET, MARGIN], ids=lambda root: root.name)
    def test_iterations_come_near_the_program(self, root):
        strategy = trained(Leduc(), 300)
        state = position(tree_of(Leduc()), SECOND)
        exact, near = (resolve(state, strategy, 0, root=root, iterations=n) for n in (None, 2_000))
        reach = reaches_of(state, strategy).other
        aims = {
            UNSAFE: lambda part: reach @ part.values,
            GADGET: lambda part: np.maximum(part.values, part.alternatives).sum(),
            MARGIN: lambda part: -part.margin,
        }
        assert aims[root](exact) <= aims[root](near) + 1e-9
        assert aims[root](near) == pytest.approx(aims[root](exact), abs=1e-3)

    def test_a_whole_game_solved_again_is_cfr(self):
        """From the start, with every hand at its full reach."""
        solver = VectorCFR(tree_of(Leduc()), PLUS)
        solver.run(50)
        state = position(solver.tree)
        part = resolve(state, even, 0, root=UNSAFE, iterations=50)
        known = solver.tree.by_node(solver.strategy().probabilities)
        own = np.repeat(solver.tree.sides == 0, np.diff(solver.tree.starts))
        possible = own & (known > 0)
        assert part.probabilities[possible] == pytest.approx(known[possible], abs=1e-9)

    def test_the_whole_game_solved_exactly_is_an_equilibrium(self):
        state = position(tree_of(Kuhn()))
        parts = [resolve(state, even, player, root=UNSAFE) for player in range(2)]
        assert nash_conv(Kuhn(), Resolved(even, parts)) == pytest.approx(0, abs=1e-9)


class TestResolved:
    def test_parts_answer_where_they_know(self):
        strategy = trained(Leduc(), 300)
        tree = tree_of(Leduc())
        part = resolve(position(tree, SECOND), strategy, 0)
        whole = Resolved(strategy, (part,))
        assert nash_conv(tree, whole) == pytest.approx(
            nash_conv(tree, strategy) + cost([part], strategy)
        )
        histories = [held.place.history for held in position(tree, SECOND).held]
        before, after = (
            [known(history.infoset(0)) for history in histories] for known in (strategy, whole)
        )
        assert before != after
        other = histories[0].apply(CALL).infoset(1)
        assert whole(other) == strategy(other)

    def test_another_menu(self):
        """A part with more bets than the strategy knows, after what both games know."""
        coarse, fine = (tree_of(no_limit(3, sizes, ranks=2, hole=1)) for sizes in ((100,), ()))
        state = next(each for each in positions(coarse) if len(each.moves) == 1)
        part = resolve(state, even, state.owner, into=fine, root=UNSAFE, iterations=20)
        assert part.subgame.position.tree is fine
        assert part.subgame.tree.nodes > subgame(state, reaches_of(state, even)).tree.nodes
        same = resolve(state, even, state.owner, into=coarse, root=UNSAFE)
        assert same.values == pytest.approx(resolve(state, even, state.owner, root=UNSAFE).values)

    @pytest.mark.parametrize(
        ("moves", "options", "words"),
        [
            ((Move.BET, Move.BET), {}, "the game has ended: give a shorter history"),
            ((), {"player": 2}, r"must be one of \[0, 1\].*got 2"),
        ],
    )
    def test_what_cannot_be_solved_again(self, moves, options, words):
        state = position(tree_of(Kuhn()), moves)
        with pytest.raises(GameError, match=words):
            resolve(state, even, **{"player": 0} | options)

    def test_a_tree_of_other_hands(self):
        state = position(tree_of(Kuhn()), (Move.BET,))
        with pytest.raises(GameError, match="must deal the same hands"):
            resolve(state, even, 0, into=tree_of(Leduc()))

    def test_a_state_that_no_hand_reaches_and_no_iterations(self):
        passes = {Move.PASS: 1.0, Move.BET: 0.0}
        state = position(tree_of(Kuhn()), (Move.BET,))
        with pytest.raises(GameError, match=r"no hand of player 0 comes there"):
            resolve(state, lambda _: passes, 0)
        with pytest.raises(GameError, match=r"no hand of player 0 comes there"):
            resolve(state, lambda _: passes, 1, root=UNSAFE)
        assert resolve(state, lambda _: passes, 1).safe
        with pytest.raises(ValueError, match=r"at least 1; got 0"):
            resolve(position(tree_of(Kuhn())), even, 0, iterations=0)


def test_short_time_still_runs_the_least_number_of_iterations():
    ran = []
    done = run_until(lambda first, last: ran.extend(range(first, last + 1)), 100, until=0.0)
    assert ran == [*range(1, done + 1)]
    assert done == LEAST
    assert run_until(lambda first, last: None, LEAST - 3, until=0.0) == LEAST - 3
