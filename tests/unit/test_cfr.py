"""The exact solver: its two forms, turns, checkpoints, and the same source in Python."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from itertools import cycle

import numpy as np
import pytest

from tests.factors import card
from tests.games import Auction, LeducRanks, Pennies
from tests.games.faulty import FAULTS
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, DCFR, PDCFR_PLUS, PLUS, RULES, VANILLA
from zerosum.algorithms.cfr import FORMS
from zerosum.errors import GameError, StoreError
from zerosum.evaluation import exploitability
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.leduc import Leduc
from zerosum.leduc.game import to_move
from zerosum.rules import Rule
from zerosum.tree import enumerated

pytestmark = pytest.mark.usefixtures("plain_trees")


@algebraic
def mover(infoset):
    return to_move(infoset.history)


@algebraic
def moves(infoset):
    return infoset.actions()


tree_of = cache(lambda game: enumerated(game(), native=False))


def arrays_of(solver):
    return solver.state()[0]


# Rules and turns do not depend on each other: each rule takes turns in one way.
by_rule_and_turn = pytest.mark.parametrize(
    ("rule", "alternating"),
    list(zip(RULES.values(), cycle([True, False]), strict=False)),
    ids=lambda value: getattr(value, "name", str(value)),
)


# Exact ties are broken by rounding, in Leduc soon, and in either form another way.
@pytest.mark.parametrize(
    ("game", "iterations"),
    [(Kuhn, 30), (Pennies, 30), pytest.param(Auction, 30, marks=pytest.mark.slow), (LeducRanks, 2)],
)
@by_rule_and_turn
def test_both_forms_are_one_algorithm(game, iterations, rule, alternating):
    tree = tree_of(game)
    solvers = [CFR(tree, rule, alternating=alternating, form=form) for form in FORMS]
    for solver in solvers:
        solver.run(iterations)
    one, other = (arrays_of(solver) for solver in solvers)
    assert one["regrets"] == pytest.approx(other["regrets"], rel=1e-9, abs=1e-12)
    assert solvers[0].average() == pytest.approx(solvers[1].average(), abs=1e-9)


@pytest.mark.parametrize("form", FORMS)
@by_rule_and_turn
def test_native_is_python(form, rule, alternating):
    options = {"rule": rule, "form": form, "alternating": alternating}
    native = CFR(tree_of(Kuhn), **options)
    with warnings.catch_warnings():
        # In Python, NumPy tells of the quotient that is not chosen.
        warnings.simplefilter("ignore", RuntimeWarning)
        plain = CFR(tree_of(Kuhn), native=False, **options)
        for solver in (native, plain):
            solver.run(20)
    for name, array in arrays_of(native).items():
        assert array == pytest.approx(arrays_of(plain)[name], rel=1e-12, abs=1e-15)


def test_discount_then_add_is_add_then_discount():
    """Brown & Sandholm write both ways; the policies are the same."""
    solver = CFR(Kuhn(), DCFR)
    tree = solver.tree
    other = CFR(tree, VANILLA)
    for iteration in range(1, 30):
        solver.run(1)
        other.run(1)
        arrays = {name: array.copy() for name, array in arrays_of(other).items()}
        for exponent, sign in ((DCFR.alpha, 1), (DCFR.beta, -1)):
            weight = float(iteration) ** exponent
            chosen = sign * arrays["regrets"] > 0
            arrays["regrets"][chosen] *= weight / (weight + 1)
        other.restore(arrays, {"iterations": iteration})
        assert solver.current().probabilities == pytest.approx(
            other.current().probabilities, abs=1e-12
        )


class TestWhichForm:
    def test_players_and_their_memory_decide(self):
        assert CFR(Kuhn()).form == "sequence"
        assert CFR(tree_of(KuhnThree)).form == "history"
        with pytest.raises(GameError, match=r"two players with perfect recall; the game has 3"):
            CFR(tree_of(KuhnThree), form="sequence")
        with pytest.raises(GameError, match=r"form of CFR must be sequence or history; got 'x'"):
            CFR(Kuhn(), form="x")

    def test_one_who_forgets(self):
        """Without the betting, a player's own past is lost; the regrets still fall."""
        game = Abstracted(Leduc(), card * mover * moves)
        solver = CFR(enumerated(game, native=False), VANILLA)
        assert solver.form == "history"
        solver.run(10)
        assert solver.infosets < 288


@pytest.mark.parametrize(("alternating", "passes"), [(True, 2), (False, 1)])
def test_touched(alternating, passes):
    solver = CFR(tree_of(Kuhn), alternating=alternating)
    solver.run(10)
    assert solver.touched == 10 * passes * 28


def test_simultaneous_updates_converge():
    solver = CFR(Kuhn(), VANILLA, alternating=False)
    solver.run(2_000)
    assert exploitability(Kuhn(), solver.strategy()) < 0.01


def test_a_tree_serves_as_a_game_and_has_a_limit():
    tree = enumerated(Kuhn())
    assert CFR(tree).tree is tree
    with pytest.raises(GameError, match=r"at most 50 histories; 50 .* raise the limit"):
        CFR(Kuhn(), limit=50)


def test_current_is_what_is_played_next():
    solver = CFR(Kuhn())
    assert set(solver.current().probabilities.tolist()) == {0.5}
    solver.run(100)
    sums = np.add.reduceat(solver.current().probabilities, solver.tree.starts[:-1])
    assert sums == pytest.approx(1)


def test_a_callback_hears_of_the_end_and_iterations_are_none_or_more():
    seen = []
    CFR(Kuhn()).run(500, lambda solver: seen.append(solver.iterations))
    assert seen[-1] == 500
    with pytest.raises(ValueError, match="iterations must not be negative; got -1"):
        CFR(Kuhn()).run(-1)


@pytest.mark.parametrize("form", FORMS)
def test_a_game_without_a_choice(form):
    solver = CFR(FAULTS["over before it begins"][0](), form=form)
    solver.run(3)
    assert (solver.infosets, solver.touched, len(solver.strategy())) == (0, 0, 0)


class TestCheckpoints:
    @pytest.mark.parametrize(
        ("rule", "form"), [(PDCFR_PLUS, "sequence"), (PDCFR_PLUS, "history"), (DCFR, "sequence")]
    )
    def test_going_on_is_never_having_stopped(self, tmp_path, rule, form):
        whole, half = (CFR(LeducRanks(), rule, form=form) for _ in range(2))
        whole.run(60)
        half.run(23)
        half.save(tmp_path / "saved")
        loaded = CFR.load(tmp_path / "saved", LeducRanks())
        assert (loaded.rule, loaded.form, loaded.iterations) == (rule, form, 23)
        loaded.run(37)
        for name, array in arrays_of(whole).items():
            assert array.tobytes() == arrays_of(loaded)[name].tobytes()

    def test_turns_are_kept(self, tmp_path):
        solver = CFR(Kuhn(), alternating=False)
        solver.save(tmp_path / "saved")
        assert not CFR.load(tmp_path / "saved", Kuhn()).alternating

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"rule": VANILLA}, "must go on with the rule that it began with"),
            ({"form": "history"}, "must go on with the form that it began with, sequence"),
        ],
    )
    def test_what_shaped_the_run_stays(self, tmp_path, options, message):
        CFR(Kuhn(), PLUS).save(tmp_path / "saved")
        with pytest.raises(StoreError, match=message):
            CFR.load(tmp_path / "saved", Kuhn(), **options)

    @pytest.mark.parametrize("other", [Leduc, KuhnThree])  # the form does not fit three
    def test_another_game_is_refused(self, tmp_path, other):
        CFR(Kuhn()).save(tmp_path / "saved")
        with pytest.raises(StoreError, match="differs in game"):
            CFR.load(tmp_path / "saved", other())


def test_any_rule_goes():
    """A rule of one's own: regret matching+ with quadratic averaging."""
    solver = CFR(Kuhn(), Rule("plus2", floor=0.0, gamma=2.0))
    solver.run(300)
    assert exploitability(Kuhn(), solver.strategy()) < 1e-3


def test_what_the_game_does_wrong_is_no_damage(tmp_path, monkeypatch):
    CFR(Pennies(), native=False).save(tmp_path / "saved")

    def infoset(self, player):
        raise KeyError("mine")

    shared = sys.modules["zerosum.algorithms.solver"]
    describe = shared._origin(Pennies())
    monkeypatch.setattr(shared, "_origin", lambda game: describe)
    monkeypatch.setattr(Pennies, "infoset", infoset)
    with pytest.raises(GameError, match=r"infoset of Pennies must .* KeyError: 'mine'"):
        CFR.load(tmp_path / "saved", Pennies(), native=False)
