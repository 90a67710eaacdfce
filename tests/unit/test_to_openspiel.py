"""Games and strategies of ours in OpenSpiel, which finds the same in them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from tests.games.auction import Auction
from tests.games.pennies import Pennies
from tests.games.raked import Raked
from zerosum.abstraction import Abstracted, algebraic
from zerosum.errors import ExperimentError, GameError, StrategyError
from zerosum.evaluation import expected_values, nash_conv
from zerosum.interop.openspiel import Extent, from_openspiel, from_policy, to_openspiel, to_policy
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.abstraction import Abstraction, betting
from zerosum.leduc import Leduc
from zerosum.pkr import Bet, Call, Check, Fold
from zerosum.pkr.game import RiverOfBlood
from zerosum.setback import Setback
from zerosum.strategy import Strategy, shares
from zerosum.tree.recent import tree_of

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
pytestmark = pytest.mark.usefixtures("plain_trees")

SETBACK = Extent(range(65), outcomes=1, payoffs=(-20.0, 20.0), decisions=28, deals=4)
RIVER = Extent((Fold(), Check(), Call(), *map(Bet, range(1, 401))), outcomes=52)
GAMES = [KuhnThree(), Abstraction(), Auction(), Raked()]


def lopsided(game, seed=7):
    """A strategy with probabilities at random, a third of them zero."""
    tree = tree_of(game)
    weights = np.random.default_rng(seed).random(tree.sequences) - 1 / 3
    return Strategy.from_tree(tree, shares(np.maximum(weights, 0.0), tree.starts))


def decisions(game):
    """Yield every state of OpenSpiel's where a player acts."""
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not (state.is_terminal() or state.is_chance_node()):
            yield state
        waiting += [state.child(action) for action in state.legal_actions()]


@pytest.mark.parametrize(
    ("game", "serialize"), [(Kuhn(), False), (Pennies(), False), *((game, True) for game in GAMES)]
)
def test_openspiel_simulates_our_games(game, serialize):
    pyspiel.random_sim_test(to_openspiel(game), 3, serialize, False)


def test_a_large_game_is_simulated_with_a_declared_extent():
    game = to_openspiel(RiverOfBlood(), name="river", extent=RIVER)
    assert (game.num_distinct_actions(), game.max_chance_outcomes()) == (403, 52)
    pyspiel.random_sim_test(game, 2, True, False)


def test_chance_that_is_sampled():
    """OpenSpiel keeps no generator of a game in Python, so that only states are serialised."""
    game = to_openspiel(Setback(), name="sampled", extent=SETBACK)
    pyspiel.random_sim_test(game, 2, False, False)
    state = game.new_initial_state()
    state.apply_action(0)
    assert str(game.deserialize_state(state.serialize())) == str(state)
    assert state.chance_outcomes() == [(0, 1.0)]
    assert len({str(state.child(0)) for _ in range(5)}) == 5
    with pytest.raises(pyspiel.SpielError, match="GetRNGState"):
        pyspiel.serialize_game_and_state(game, state)


def test_what_is_known_of_a_whole_game_is_what_openspiel_knows():
    ours, theirs = to_openspiel(Leduc()), pyspiel.load_game("leduc_poker")
    for ask in ("num_distinct_actions", "max_game_length", "max_history_length", "num_players"):
        assert getattr(ours, ask)() == getattr(theirs, ask)(), ask
    for ask in ("min_utility", "max_utility", "utility_sum", "max_chance_outcomes"):
        assert getattr(ours, ask)() == getattr(theirs, ask)(), ask


def test_strings_and_tensors_are_those_of_infosets():
    found = {}
    for state in decisions(to_openspiel(Leduc)):
        player = state.current_player()
        string, tensor = state.information_state_string(), tuple(state.information_state_tensor())
        assert found.setdefault(string, tensor) == tensor
        assert tensor[:2] == (1.0 - player, float(player))
        assert state.information_state_string(1 - player) == f"{1 - player} -"
        assert not any(state.information_state_tensor(1 - player)[2:])
    assert len(found) == len(set(found.values())) == 936


@pytest.mark.parametrize("game", [*GAMES, Leduc()], ids=lambda game: type(game).__name__)
def test_policies_come_back(game):
    strategy = lopsided(game)
    again = from_policy(to_policy(strategy, to_openspiel(game)), game)
    assert again.of == strategy.of
    assert again.probabilities == pytest.approx(strategy.probabilities, abs=1e-15)


def test_a_game_that_went_out_comes_in_as_the_same_tree():
    for game in (Kuhn(), Raked()):
        tree, again = tree_of(game), tree_of(from_openspiel(to_openspiel(game)))
        for name in ("parents", "edges", "infosets", "payoffs", "starts", "owners"):
            assert (getattr(again, name) == getattr(tree, name)).all(), name
        assert again.chances == pytest.approx(tree.chances, abs=1e-15)
        assert again.share == tree.share


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel(num_cards=3,imp_info=True)"])
def test_policies_of_a_game_that_came_in(name):
    from open_spiel.python.algorithms import exploitability

    game = from_openspiel(name)
    policy = to_policy(lopsided(game), pyspiel.load_game(name))
    assert exploitability.nash_conv(policy.game, policy) == pytest.approx(
        nash_conv(game, lopsided(game)), abs=1e-9, rel=0
    )
    assert from_policy(policy, game).probabilities == pytest.approx(lopsided(game).probabilities)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_openspiel_finds_the_same_values(game):
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import python_policy_to_pyspiel_policy

    ours, strategy = to_openspiel(game), lopsided(game)
    policy, found = to_policy(strategy, ours), nash_conv(game, strategy)
    compiled = python_policy_to_pyspiel_policy(policy)
    assert exploitability.nash_conv(ours, policy) == pytest.approx(found, abs=1e-9, rel=0)
    assert pyspiel.nash_conv(ours, compiled) == pytest.approx(found, abs=1e-9, rel=0)
    values = pyspiel.expected_returns(ours.new_initial_state(), compiled, -1, True)
    assert values == pytest.approx(expected_values(game, strategy), abs=1e-9, rel=0)


@pytest.mark.slow
def test_openspiel_finds_the_same_nash_conv_of_its_own_game(openspiel):
    """Of one strategy of Leduc: on OpenSpiel's rules, and on ours in OpenSpiel."""
    strategy, game = lopsided(Leduc()), to_openspiel(Leduc)
    table = to_policy(strategy, game).to_dict()
    found = pyspiel.nash_conv(game, pyspiel.TabularPolicy(table))
    assert found == pytest.approx(nash_conv(Leduc(), strategy), abs=1e-9, rel=0)
    assert found == pytest.approx(openspiel.nash_conv(Leduc(), strategy), abs=1e-9, rel=0)


def test_a_policy_that_openspiel_trained(openspiel):
    """Its CFR+ takes the same steps on our game as on its own."""
    solver = pyspiel.CFRPlusSolver(to_openspiel(Kuhn))
    for _ in range(10):
        solver.evaluate_and_update_policy()
    for policy in (solver.average_policy(), solver.tabular_average_policy()):
        found = nash_conv(Kuhn(), from_policy(policy, Kuhn))
        assert found == pytest.approx(nash_conv(Kuhn(), openspiel.solved(Kuhn(), 10)), abs=1e-9)
    uniform = from_policy(pyspiel.UniformRandomPolicy(to_openspiel(Kuhn)), Kuhn)
    assert uniform.probabilities.tolist() == [0.5] * 24


def test_a_name_stands_for_one_game():
    assert str(to_openspiel(Kuhn)) == str(pyspiel.load_game("zerosum_kuhn"))
    assert to_openspiel(Auction(ante=1)).get_type().short_name == "zerosum_auction_ante_1"
    to_openspiel(Kuhn, name="ours")
    to_openspiel(Kuhn(), name="ours")
    with pytest.raises(GameError, match="'ours' stands for another one: give a name="):
        to_openspiel(KuhnThree, name="ours")
    with pytest.raises(GameError, match="'ours' stands for another one"):
        to_openspiel(Kuhn, name="ours", extent=Extent((0, 1), 3))
    with pytest.raises(GameError, match=r"got 'kuhn\(\)': choose another name="):
        to_openspiel(Kuhn, name="kuhn()")


def test_numbers_of_actions_may_be_declared():
    """A policy is of the numbers of its game."""
    turned = to_openspiel(Kuhn, name="turned", extent=Extent((1, 0), 3))
    policy = to_policy(lopsided(Kuhn()), turned)
    usual = to_policy(lopsided(Kuhn()), to_openspiel(Kuhn))
    for key, row in usual.state_lookup.items():
        assert (policy.policy_for_key(key)[::-1] == usual.action_probability_array[row]).all()
    found = from_policy(policy, turned).probabilities
    assert found == pytest.approx(lopsided(Kuhn()).probabilities, abs=1e-15)


def test_a_process_that_registered_a_game_ends_well():
    text = (
        "from zerosum.interop.openspiel import Extent, to_openspiel\n"
        "from zerosum.kuhn import Kuhn\n"
        "to_openspiel(Kuhn, extent=Extent(range(2), 3)).new_initial_state().child(0)\n"
    )
    assert subprocess.run([sys.executable, "-c", text], check=False).returncode == 0


@dataclass(frozen=True)
class Card:
    """A card that is printed face down."""

    rank: int = field(repr=False)


@algebraic
def face_down(infoset):
    return Card(infoset.card)


def test_what_cannot_be_one_of_openspiels_games():
    with pytest.raises(GameError, match=r"give an extent=Extent\(...\), with the actions"):
        to_openspiel(RiverOfBlood(stacks=(300, 300)))
    with pytest.raises(GameError, match=r"of player \d are .*Card\(\).*leave repr=False out"):
        to_openspiel(Abstracted(Kuhn(), face_down * betting))
    game = to_openspiel(Kuhn, name="half", extent=Extent((0,), 3))
    with pytest.raises(GameError, match=r"it lacks <Move.BET: 1> .*: add it"):
        game.new_initial_state().child(0).child(0).legal_actions()
    game = to_openspiel(Setback, name="listed", extent=replace(SETBACK, outcomes=9))
    with pytest.raises(NotImplementedError, match="the hands of a large deck are too many"):
        game.new_initial_state().chance_outcomes()
    assert to_openspiel(Kuhn).make_py_observer() is None


def test_policies_that_do_not_fit():
    for game in (pyspiel.load_game("kuhn_poker"), to_openspiel(Leduc)):
        with pytest.raises(StrategyError, match="differs in game"):
            to_policy(lopsided(Kuhn()), game)
    half = pyspiel.TabularPolicy({"0 InfoSet(card=0, history=1)": [(0, 1.0)]})
    with pytest.raises(StrategyError, match=r"must sum to 1; got .* at InfoSet\(card="):
        from_policy(half, Kuhn)


def test_openspiel_must_be_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ExperimentError, match=r"pip install 'zerosum\[openspiel\]'"):
        to_openspiel(Kuhn)


def test_names_and_policies_of_other_games_are_refused():
    policies = pytest.importorskip("open_spiel.python.policy")
    with pytest.raises(GameError, match="must not be one that OpenSpiel has; it has 'leduc_poker'"):
        to_openspiel(Kuhn(), name="leduc_poker")
    three = policies.TabularPolicy(pyspiel.load_game("kuhn_poker(players=3)"))
    with pytest.raises(StrategyError, match="must be of the game; it is of kuhn_poker"):
        from_policy(three, from_openspiel("kuhn_poker"))
    swapped = Extent(actions=(1, 0), outcomes=3, payoffs=(-2.0, 2.0), decisions=3, deals=2)
    theirs = to_openspiel(Kuhn(), name="swapped", extent=swapped)
    with pytest.raises(StrategyError, match="must be of the game; it is of swapped"):
        from_policy(policies.TabularPolicy(theirs), Kuhn())
