"""OpenSpiel has the same rules, and finds the same values of our strategies.

OpenSpiel 2.0.2: `kuhn_poker`, `leduc_poker`, `liars_dice`; its evaluator works on states, ours
on arrays. A minute, most of it spent by `liars_dice`.
"""

from functools import cache

import pytest

from tests import openspiel, references
from tests.bench.openspiel import GAMES as THEIRS
from tests.bench.openspiel import row
from zerosum.algorithms import CFR, DCFR, PLUS, VANILLA
from zerosum.bluff import Bluff
from zerosum.evaluation import best_response, expected_values, nash_conv
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.rng import Random

pytestmark = pytest.mark.slow

GAMES = [Kuhn(), Leduc(), Bluff()]
SIZES = {Kuhn(): (58, 12), Leduc(): (9457, 936), Bluff(): (294_883, 24_576)}

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)


@cache
def solved(game, rule, iterations=50):
    solver = CFR(game, rule=rule)
    solver.run(iterations)
    return solver


def lopsided(seed):
    """A policy with probabilities at random, a third of them zero, the same at each call."""
    rng, chosen = Random(seed), {}

    def policy(infoset):
        if infoset not in chosen:
            weights = {action: max(rng.random() - 1 / 3, 0.0) for action in infoset.actions()}
            chosen[infoset] = references.normalised(weights)
        return chosen[infoset]

    return policy


STRATEGIES = {
    "uniform": lambda game: references.uniform,
    "at random": lambda game: lopsided(7),
    "CFR": lambda game: solved(game, VANILLA).strategy(),
    "CFR+": lambda game: solved(game, PLUS).strategy(),
    "DCFR": lambda game: solved(game, DCFR).strategy(),
    "the last of CFR+": lambda game: solved(game, PLUS).current(),
}

each_strategy = pytest.mark.parametrize("make", STRATEGIES.values(), ids=STRATEGIES.keys())


@each_game
def test_rules(game):
    # Walking both side by side compares every history; see tests/openspiel.py.
    pairs = openspiel.pair(game)
    assert (pairs.histories, len(pairs.strings)) == SIZES[game]


@each_game
@each_strategy
def test_nash_conv(game, make):
    strategy = make(game)
    assert nash_conv(game, strategy) == pytest.approx(
        openspiel.nash_conv(game, strategy), abs=1e-9, rel=0
    )


@pytest.mark.parametrize("name", THEIRS)
def test_values_and_nash_conv_of_games_of_theirs(name):
    assert row(name, repeats=1)  # which compares them


@each_game
def test_each_players_values(game):
    strategy = solved(game, PLUS).strategy()
    theirs = openspiel.expected_values(game, strategy)
    assert expected_values(game, strategy) == pytest.approx(theirs, abs=1e-9, rel=0)
    for player in range(2):
        assert best_response(game, player, strategy).value == pytest.approx(
            openspiel.best_response_value(game, player, strategy), abs=1e-9, rel=0
        )


@each_game
def test_a_strategy_of_theirs(game):
    strategy = openspiel.solved(game, 10)
    assert nash_conv(game, strategy) == pytest.approx(
        openspiel.nash_conv(game, strategy), abs=1e-9, rel=0
    )


@each_game
def test_the_same_iterations(game):
    """OpenSpiel's CFR+ has our convention: alternating, linear averages, player 0 first."""
    iterations = 10
    theirs = openspiel.nash_conv(game, openspiel.solved(game, iterations))
    ours = nash_conv(game, solved(game, PLUS, iterations).strategy())
    assert ours == pytest.approx(theirs, rel=1e-9)
