"""Linear programs: accepted and refused games, and valid plans."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from tests.factors import betting
from tests.games import Pennies
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, LinearProgram
from zerosum.algorithms.plans import behaviour, bounds, realised
from zerosum.errors import GameError, ZeroSumError
from zerosum.evaluation import expected_values, nash_conv
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.leduc import Leduc
from zerosum.tree import SequenceForm, enumerated


@dataclass(frozen=True)
class Choice:
    player: int
    size: int

    def actions(self):
        return tuple(range(self.size))


@dataclass(frozen=True)
class Matrix:
    """Each player whose turn it is picks a number unseen; the matrix says what player 0 wins."""

    matrix: tuple[tuple[float, ...], ...]
    turns: tuple[int, ...] = (0, 1)
    picked: tuple[int, ...] = ()
    chance = False

    @property
    def terminal(self):
        return len(self.picked) == len(self.turns)

    @property
    def active(self):
        return self.turns[len(self.picked)]

    def infoset(self, player):
        return Choice(player, len(self.matrix[0]) if player else len(self.matrix))

    def apply(self, action):
        return replace(self, picked=(*self.picked, action))

    def payoff(self, player):
        row, column = 0, 0
        for turn, choice in zip(self.turns, self.picked, strict=True):
            row, column = (row, choice) if turn else (choice, column)
        return (-1) ** player * self.matrix[row][column]


def solved(game):
    return LinearProgram(enumerated(game, native=False), native=False)


entries = st.integers(-9, 9).map(float)
matrices = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.tuples(*[st.tuples(*[entries] * shape[1])] * shape[0])
)


class TestMatrixGames:
    def test_two_by_two_and_nothing_at_stake(self):
        program = solved(Matrix(((2.0, -1.0), (-1.0, 1.0))))
        assert program.value == pytest.approx(1 / 5)
        assert list(program.strategy()(Choice(0, 2)).values()) == pytest.approx([2 / 5, 3 / 5])
        assert solved(Matrix(((0.0, 0.0),))).value == 0

    @settings(max_examples=8)
    @given(matrices, entries, st.sampled_from([1e-9, 1e-3, 1e6]))
    def test_the_other_side_a_prize_on_top_and_chips_of_any_size(self, matrix, prize, unit):
        value = solved(Matrix(matrix)).value
        turned = tuple(
            tuple(unit * (prize - entry) for entry in column)
            for column in zip(*matrix, strict=True)
        )
        program = solved(Matrix(turned))
        assert program.solve().gap <= 1e-8 * unit
        assert program.value == pytest.approx(unit * (prize - value), abs=1e-8 * unit)

    @pytest.mark.parametrize(("turns", "value"), [((0,), 7.0), ((1,), -2.0), ((), 3.0)])
    def test_players_who_never_act(self, turns, value):
        program = solved(Matrix(((3.0, -2.0), (7.0, 1.0)), turns))
        assert program.value == value
        assert program.solve().gap == 0


@pytest.fixture(scope="module")
def leduc():
    return LinearProgram(enumerated(Leduc(), native=False))


class TestSolution:
    def test_plans_are_plans_and_their_gap_is_the_nash_conv(self, leduc):
        tree, plans = leduc.tree, leduc.solve().plans
        assert plans.shape == (tree.sequences,)
        assert plans.min() >= 0
        before = np.append(plans, 1.0)[leduc.sequence_form.before]
        assert np.add.reduceat(plans, tree.starts[:-1]) == pytest.approx(before, abs=1e-12)
        found = nash_conv(leduc.tree, leduc.strategy())
        assert leduc.solve().gap == pytest.approx(found, abs=1e-12)

    def test_uniform_where_the_own_plan_never_leads(self, leduc):
        tree, strategy = leduc.tree, leduc.strategy()
        sums = np.add.reduceat(leduc.solve().plans, tree.starts[:-1])
        never = np.flatnonzero(sums == 0)
        assert never.size
        for infoset in map(tree.infoset, never):
            probabilities = strategy(infoset, strict=True)
            assert set(probabilities.values()) == {1 / len(probabilities)}

    def test_a_tree_will_do_and_it_is_solved_once(self):
        tree = enumerated(Kuhn(), native=False)
        program = LinearProgram(tree)
        assert program.tree is tree
        assert program.solve() is program.solve()

    def test_native_and_interpreted(self):
        native, interpreted = LinearProgram(Kuhn()), LinearProgram(Kuhn(), native=False)
        assert native.value == interpreted.value
        assert (native.solve().plans == interpreted.solve().plans).all()


class TestRealisation:
    def test_there_and_back(self):
        form = SequenceForm.of(enumerated(Pennies(), native=False))
        weights = np.random.default_rng(3).random(form.tree.sequences) + 0.01
        some = behaviour(form.tree, weights)
        assert behaviour(form.tree, realised(form, some)) == pytest.approx(some, abs=1e-12)

    def test_rounding_and_bounds_of_the_uniform_plans(self):
        tree = enumerated(Kuhn(), native=False)
        plans = np.tile([-1e-15, 1e-15, -1e-13, 1.0], 6)
        assert behaviour(tree, plans)[:4].tolist() == [0.5, 0.5, 0.0, 1.0]
        tree = enumerated(Kuhn(), native=False)
        form = SequenceForm.of(tree)
        low, high = bounds(form, realised(form, behaviour(tree, np.zeros(tree.sequences))))
        # What player 1 and player 0 win by answering best.
        assert (-low, high) == pytest.approx((5 / 12, 1 / 2))


@algebraic
def early_card(infoset):
    return infoset.card if infoset.history < 4 else -1


@dataclass(frozen=True)
class Exit:
    """All exits look alike."""

    def actions(self):
        return (0, 1)


@dataclass(frozen=True)
class Driver:
    """The driver passes (0) or leaves (1): the second exit is worth 4, and driving on 1."""

    passed: int = 0
    left: bool = False

    chance = False
    active = 0

    @property
    def terminal(self):
        return self.left or self.passed == 2

    def infoset(self, player):
        return Exit()

    def payoff(self, player):
        won = 1.0 if not self.left else 4.0 * self.passed
        return won if player == 0 else -won

    def apply(self, action):
        return replace(self, left=True) if action else replace(self, passed=self.passed + 1)


class TestRefusals:
    def test_three_players_and_a_game_too_large(self):
        with pytest.raises(GameError, match=r"the game has 3 players: use CFR"):
            LinearProgram(enumerated(KuhnThree(), native=False))
        with pytest.raises(GameError, match="raise the limit"):
            LinearProgram(Kuhn(), limit=10)

    def test_a_player_who_forgets(self):
        forgetful = Abstracted(Kuhn(), early_card * betting)
        with pytest.raises(
            GameError, match=r"player 0 forgets between .* use CFR, which"
        ) as caught:
            LinearProgram(enumerated(forgetful, native=False))
        assert caught.value.subject is not None

    def test_an_absent_minded_driver_is_not_sent_to_cfr(self):
        """CFR chooses anew at each exit, and gets 1 where 4/3 are to be had."""
        tree = enumerated(Driver(), native=False)
        solver = CFR(tree, native=False)
        solver.run(200)
        assert expected_values(tree, solver.strategy())[0] == pytest.approx(1.0, abs=0.01)
        advice = "player 0 forgets.*: let infosets keep .* moves; .* do not use CFR, which chooses"
        for made in (lambda: LinearProgram(tree), lambda: CFR(tree, form="sequence")):
            with pytest.raises(GameError, match=advice):
                made()


class TestFailure:
    @pytest.fixture
    def methods(self, monkeypatch):
        """Let no method but the last find anything, and note which are tried."""
        tried, original = [], optimize.linprog

        def linprog(*args, method, **options):
            tried.append(method)
            found = original(*args, method=method, **options)
            found.success = method == self.works
            return found

        monkeypatch.setattr(optimize, "linprog", linprog)
        return tried

    works = "highs-ds"

    def test_another_method_is_tried(self, methods):
        assert LinearProgram(Kuhn()).value == pytest.approx(-1 / 18, abs=1e-9)
        assert methods == ["highs-ipm", "highs-ds"]

    def test_none_succeeds(self, methods, monkeypatch):
        monkeypatch.setattr(TestFailure, "works", "none")
        with pytest.raises(ZeroSumError, match=r"at most 1e-09 of the largest payoff, 2; HiGHS"):
            LinearProgram(Kuhn()).solve()

    def test_a_wrong_plan_is_not_believed(self, monkeypatch):
        original = optimize.linprog

        def linprog(*args, **options):
            found = original(*args, **options)
            found.x[:] = 1.0
            return found

        monkeypatch.setattr(optimize, "linprog", linprog)
        with pytest.raises(ZeroSumError, match=r"HiGHS left 0\.\d+: scale"):
            LinearProgram(Kuhn()).solve()
