"""Games of OpenSpiel as games here: the same trees and values, by name, and what is refused."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from tests.references import normalised, uniform
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, PLUS, ExternalSampling, LinearProgram
from zerosum.errors import ExperimentError, GameError, NotApplicable, NotNativeWarning
from zerosum.evaluation import best_response, expected_values, lift, nash_conv
from zerosum.experiment import Run, infosets, load, train
from zerosum.interop.named import foreign_game
from zerosum.interop.openspiel import OpenSpielInfoSet, from_openspiel
from zerosum.kuhn import Kuhn
from zerosum.lattice import minimise
from zerosum.leduc import Leduc
from zerosum.play import Explorer
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.terms import Moment, terms_of
from zerosum.tree import NotEnumerable, enumerated

pytest.importorskip("pyspiel")
from tests import openspiel  # which needs pyspiel

# With chance and without, simultaneous and in turns, for two and three players.
SMALL = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "coordinated_mp",
    "matrix_rpsw",
    "goofspiel(num_cards=3,imp_info=true,points_order=descending)",
    "dark_hex(num_cols=2,num_rows=2)",
)


def lopsided(seed: int = 7):
    rng, chosen = Random(seed), {}

    def policy(infoset):
        if infoset not in chosen:
            weights = {action: max(rng.random() - 1 / 3, 0.0) for action in infoset.actions()}
            chosen[infoset] = normalised(weights)
        return chosen[infoset]

    return policy


class TestTree:
    @pytest.mark.parametrize("name", SMALL)
    @pytest.mark.parametrize("policy", [uniform, lopsided()], ids=["uniform", "at random"])
    def test_values_are_those_of_openspiel(self, name: str, policy) -> None:
        game = from_openspiel(name)
        tree, pairs = enumerated(game), openspiel.pair(game)
        assert (tree.histories, tree.statistics.infosets) == (pairs.histories, len(pairs.strings))
        theirs = openspiel.expected_values(game, policy)
        assert expected_values(tree, policy) == pytest.approx(theirs[: game.players], abs=1e-9)
        assert nash_conv(tree, policy) == pytest.approx(openspiel.nash_conv(game, policy), abs=1e-9)

    @pytest.mark.parametrize(("name", "own"), [("kuhn_poker", Kuhn()), ("leduc_poker", Leduc())])
    def test_a_game_that_both_have_is_the_same(self, name: str, own) -> None:
        theirs = enumerated(from_openspiel(name))
        assert theirs.statistics == enumerated(own, native=False).statistics
        solver, other = (CFR(game, rule=PLUS) for game in (theirs, own))
        solver.run(10)
        other.run(10)
        # Leduc holds exact ties, which rounding breaks in either way.
        near = 0.05 if own == Leduc() else 1e-9
        conv, expected = (nash_conv(each.tree, each.strategy()) for each in (solver, other))
        assert conv == pytest.approx(expected, rel=near)

    def test_the_same_iterations_as_openspiel(self) -> None:
        game = from_openspiel(SMALL[4])
        solver = CFR(game, rule=PLUS)
        solver.run(10)
        theirs = openspiel.solved(game, 10)
        for infoset in openspiel.pair(game).actions:
            assert solver.strategy()(infoset) == pytest.approx(theirs(infoset), abs=1e-9)

    def test_exact_tools(self) -> None:
        game = from_openspiel("kuhn_poker")
        tree = enumerated(game)
        solution = LinearProgram(tree).strategy()
        assert expected_values(tree, solution)[0] == pytest.approx(-1 / 18)
        assert best_response(tree, 0, solution).value == pytest.approx(-1 / 18)
        assert minimise(from_openspiel("leduc_poker")).infoset_count == 288

    def test_an_abstraction_is_lifted(self) -> None:
        @algebraic
        def known(infoset):
            return infoset.player, tuple(map(ord, infoset.text))

        game = from_openspiel("kuhn_poker")
        solver = CFR(Abstracted(game, known), rule=PLUS)
        solver.run(200)
        assert nash_conv(game, lift(solver.strategy(), game)) < 1e-3


class TestValue:
    def test_histories_are_values(self) -> None:
        game = from_openspiel("kuhn_poker")
        later = game.apply(0).apply(2)
        assert (later, hash(later)) == (type(game)("kuhn_poker()", (0, 2)), hash(later))
        assert later.infoset(0) == OpenSpielInfoSet(0, "0", (0, 1))
        assert later.infoset(1) == OpenSpielInfoSet(1, "2", ())
        for same in (pickle.loads(pickle.dumps(later)), copy.deepcopy(later)):
            assert (same, str(same), same.chance) == (later, str(later), False)
        assert (game.chance, game.called) == (True, "openspiel:kuhn_poker")

    def test_a_game_of_theirs_or_its_name(self) -> None:
        given = openspiel.pyspiel.load_game("goofspiel(num_cards=3)")
        assert from_openspiel(given) == from_openspiel("goofspiel(num_cards=3)")

    def test_sampling_is_interpreted_and_says_so_once(self) -> None:
        with pytest.warns(NotNativeWarning, match="asked by Python, move by move") as said:
            solver = ExternalSampling(from_openspiel("coordinated_mp"))
        assert len(said) == 1
        solver.run(20)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ExternalSampling(from_openspiel("matrix_rpsw"))


class TestRefused:
    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("matrix_pd", "must be zero-sum.* matrix_pd of OpenSpiel is a general-sum game"),
            ("tiny_hanabi", "gives all players the same"),
            ("pig", "pig of OpenSpiel has no information state as a string"),
        ],
    )
    def test_a_game_that_nothing_is_promised_for(self, name: str, words: str) -> None:
        with pytest.raises(GameError, match=words):
            from_openspiel(name)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("leduc_pokr", r"it has no 'leduc_pokr': did you mean leduc_poker\?"),
            ("xyzzy", r"pyspiel.registered_names\(\) lists them\."),
            ("leduc_poker(foo=3)", "leduc_poker.foo=3. of OpenSpiel must load; got Unknown param"),
        ],
    )
    def test_a_name_that_is_none(self, name: str, words: str) -> None:
        with pytest.raises(ExperimentError, match=words):
            foreign_game(f"openspiel:{name}")

    def test_without_pyspiel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pyspiel", None)
        with pytest.raises(ExperimentError, match=r"pip install 'zerosum\[openspiel\]'"):
            from_openspiel("matrix_mp")

    @pytest.mark.parametrize("name", ["repeated_leduc_poker", "connect_four"])
    def test_too_large_before_a_history_is_walked(self, name: str) -> None:
        with pytest.raises(NotEnumerable, match=f"openspiel:{name} must.*; 0 were reached of ab"):
            enumerated(from_openspiel(name))

    def test_a_forgetful_game_is_enumerated_and_says_what_cannot_be_asked(self) -> None:
        tree = enumerated(from_openspiel("dark_hex_ir(num_cols=2,num_rows=2)"))
        CFR(tree).run(2)
        with pytest.raises(NotApplicable, match="perfect recall; player 1 forgets"):
            nash_conv(tree, uniform)


class TestByName:
    def test_a_run_is_trained_saved_and_opened(self, tmp_path: Path) -> None:
        experiment = load("openspiel:leduc_poker")
        assert experiment.algorithm is CFR
        outcome = train(replace(experiment, iterations=20), tmp_path / "run")
        run = Run.open(outcome.folder)
        assert run.config["experiment"] == "openspiel:leduc_poker"
        first = run.game.apply(0).apply(5).infoset(0)
        assert run.strategy(first) == outcome.strategy(first)
        assert isinstance(run.strategy, Strategy)
        assert len(run.strategy) == 936

    def test_words_are_those_of_openspiel(self) -> None:
        game = from_openspiel("leduc_poker")
        moment = Moment(game.apply(0).apply(5))
        terms = terms_of(moment.game)
        assert terms.name(Moment(game), 3) == "chance outcome:3"
        assert [choice.word for choice in terms.choices(moment)] == ["call", "raise"]
        assert terms.read(moment, "Raise") == 2
        assert terms.hand(moment, 0).plain == "Private: 0, Round 1, Pot: 2, Money: 99 99"

    def test_explorer_and_table(self) -> None:
        game = from_openspiel("kuhn_poker")
        spot = Explorer(uniform, game).at("pass bet")
        assert [row.hand for row in spot.rows] == ["0pb", "1pb", "2pb"]
        assert [option.token for option in spot.options] == ["pass", "bet"]
        shown = infosets(uniform, game)
        assert shown.rows[0][2] == "pass 50.0%, bet 50.0%"

    def test_tokens_have_no_separators(self) -> None:
        moment = Moment(from_openspiel("tic_tac_toe"))
        assert terms_of(moment.game).token(moment, 1) == "x(0.1)"
