"""Matches: fair, independent of how they run, and with correct counts."""

from __future__ import annotations

import re
import signal
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, Self

import numpy as np
import pytest

from blood.basic import bets, player, street
from blood.quick import Abstraction as QuickWalk
from blood.quick import TrainingAbstraction as Quick
from tests.factors import betting, card
from tests.runs import learnt
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError, StrategyError, ZeroSumError
from zerosum.evaluation import expected_values, lift
from zerosum.game import Hooks
from zerosum.kernels.playing import Unchanged
from zerosum.kuhn import Kuhn, KuhnThree, Move
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.leduc import Leduc
from zerosum.pkr import (
    Bet,
    Call,
    Check,
    Deal,
    NoLimitHoldem,
    PokerAction,
    RaisePot,
    RiverOfBlood,
)
from zerosum.pkr.abstraction import (
    Nearest,
    PseudoHarmonic,
    allin,
    capped,
    passive,
    pot_bets,
    translated,
)
from zerosum.pkr.abstraction.tracking import Follower
from zerosum.pkr.bots import Rollout
from zerosum.play import AlwaysCall, Crew, Match, StrategyAgent, Uniform, play_match, start_of_match
from zerosum.play.crew import _SEATED, _play
from zerosum.play.tables import AgentTable, _followers_of, native_table
from zerosum.play.tally import DealResults, summed_up
from zerosum.strategy import Strategy

NEAREST, RIVER = Nearest(), RiverOfBlood()
SEATS = NoLimitHoldem(players=3, stacks=(200, 50, 120), antes=(1,))


@cache
def trained(game: type, iterations: int = 300, seed: int = 3) -> Strategy:
    solver = ExternalSampling(game(), seed=seed, native=game is Quick)
    solver.run(iterations)
    return solver.strategy()


@cache
def agent(game: type, iterations: int = 300, seed: int = 3) -> StrategyAgent:
    play = QuickWalk if game is Quick else None
    source = partial(agent, game, iterations, seed)
    return StrategyAgent(trained(game, iterations, seed), game, play, game.__name__, source)


def assert_same_hands(
    first: StrategyAgent, second: StrategyAgent, deals: int, series: Any = None
) -> None:
    """Check that a native table plays the very hands of an interpreted one, some unknown."""
    start = series or start_of_match((first, second))
    table = native_table(start, (first, second))
    assert table is not None
    native = table.play(1234, 5, deals)
    other = AgentTable(start, (first, second)).play(1234, 5, deals)
    assert native.gains.tolist() == other.gains.tolist()
    assert native.counts.tolist() == other.counts.tolist()
    _, unknown, clipped = other.counts
    assert clipped.tolist() == [0, 0]
    assert unknown.any()
    assert np.unique(native.gains).size > 1


def test_native_hands_are_the_interpreted_ones() -> None:
    assert_same_hands(agent(Kuhn, 1), agent(QueenIsKing), 300)


@pytest.mark.slow
def test_native_hands_are_the_interpreted_ones_of_poker() -> None:
    assert_same_hands(agent(Quick, 300), agent(Quick, 100, seed=4), 200)


def with_bets(sizes: tuple[float, ...], start: Any = RIVER) -> Any:
    """Return a game whose menu has bets of these parts of the pot."""
    menu = passive + capped(pot_bets(*sizes) + allin, 2)
    return Abstracted(start, player * street * bets * menu, menu)


def translating(sizes: tuple[float, ...], mapping: Any, start: Any = RIVER) -> StrategyAgent:
    game = with_bets(sizes, start)
    return StrategyAgent(Strategy.uniform(game), game, translated(game, mapping), str(sizes))


def test_who_follows_a_hand_of_its_own() -> None:
    """Only strategies with a translation, where some bets are not on their menus."""
    half, pot, alone = (
        SimpleNamespace(game=game, play=play)
        for sizes, mapping in [((0.5,), NEAREST), ((1.0,), PseudoHarmonic()), ((2.0,), None)]
        for game in [with_bets(sizes)]
        for play in [mapping and translated(game, mapping)]
    )
    same: Any = Unchanged(), Unchanged()
    assert _followers_of((half, half), (half, half)) == same
    assert _followers_of((half, alone), (half, AlwaysCall())) == same
    assert _followers_of((half, pot), (half, pot)) == (
        Follower(NEAREST),
        Follower(PseudoHarmonic()),
    )
    assert _followers_of((half, alone), (half, alone)) == (Follower(NEAREST), Unchanged())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "mapping"),
    [(RIVER, NEAREST), (RIVER, PseudoHarmonic()), (SEATS, PseudoHarmonic())],
    ids=["nearest", "harmonic", "three seats"],
)
def test_native_hands_are_the_interpreted_ones_for_other_menus(start: Any, mapping: Any) -> None:
    """Bets between those of the menu, bets that must be moved, and all-ins that are only shown."""
    agents = [translating((1 / 3, 1), mapping, start), translating((1 / 2, 2), mapping, start)]
    agents += [AlwaysCall()] * (start.players - 2)
    table = native_table(start, tuple(agents))
    assert table is not None
    native = table.play(1234, 5, 150)
    other = AgentTable(start, tuple(agents)).play(1234, 5, 150)
    assert native.gains.tolist() == other.gains.tolist()
    assert native.counts.tolist() == other.counts.tolist()
    assert native.counts[2].any()


@dataclass(frozen=True)
class Wrong:
    """A mapping that gives a single probability."""

    def __call__(self, infoset: Any, added: int, bets: Any) -> tuple[float, ...]:
        return (0.5,)


@pytest.mark.slow
def test_what_is_wrong_beside_the_real_hand_gets_the_interpreted_sentence() -> None:
    agents = translating((1 / 2,), Wrong()), translating((1 / 3,), NEAREST)
    for native in (True, False):
        with pytest.raises(GameError, match=r"for each of 2 bets, .* Wrong\(\) gave \(0.5,\)"):
            play_match(*agents, deals=200, native=native)


@algebraic
def calm(infoset: Any) -> tuple[Move, ...]:
    """Pass, or also bet if nobody has yet: who is bet against folds."""
    return (Move.PASS,) if infoset.history & 1 else (Move.PASS, Move.BET)


@cache
def calm_agent() -> StrategyAgent:
    game = Abstracted(Kuhn(), card * betting * calm, calm)
    return StrategyAgent(learnt(game, 300, 4), game, name="calm")


@dataclass(frozen=True)
class ToThree:
    """Hands of Kuhn poker until a side has won three chips more than the other."""

    game: Kuhn = field(default_factory=Kuhn)
    lead: float = 0.0
    hands: int = 0

    @property
    def over(self) -> bool:
        return abs(self.lead) >= 3

    @property
    def first(self) -> int:
        return self.hands & 1

    @property
    def deal(self) -> Kuhn:
        return self.game

    def after(self, deal: Kuhn) -> Self:
        return replace(self, lead=self.lead + deal.payoff(self.first), hands=self.hands + 1)

    def payoff(self, side: int) -> float:
        return 1.0 if (self.lead > 0) == (side == 0) else -1.0


@pytest.mark.slow
def test_a_series_of_hands() -> None:
    assert_same_hands(agent(Kuhn, 1), calm_agent(), 15, ToThree())


def test_an_agent_plays_a_series_against_itself_without_luck() -> None:
    table = AgentTable(ToThree(), (agent(Kuhn), agent(Kuhn)))
    gains = table.play(7, 0, 20).gains
    assert gains.sum(axis=1).tolist() == [[0.0, 0.0]] * 20
    assert set(gains[:, 0, 0].tolist()) == {1.0, -1.0}


class Over(Kuhn):
    """Kuhn poker with a property of its own that series have too."""

    @property
    def over(self) -> bool:
        return self.terminal


def test_games_without_series() -> None:
    with pytest.raises(GameError, match=r"hook series of Nowhere must be .*nowhere"):
        play_match(Uniform(), Uniform(), deals=2, game=Nowhere, series=True)
    with pytest.raises(GameError, match=r"must name its series.*Kuhn names none.*Hooks"):
        play_match(agent(Kuhn), agent(Kuhn), deals=2, series=True)
    match = play_match(Uniform(), Uniform(), deals=5, game=Over)
    assert (match.deals, match.mean) == (5, 0.0)


class Nowhere(Kuhn):
    hooks = Hooks(series="zerosum.nowhere:Match")


def test_who_plays_itself_wins_nothing() -> None:
    match = play_match(Uniform(), Uniform(), deals=20, game=RiverOfBlood)
    assert (match.mean, match.margin) == (0.0, 0.0)
    for native in (True, False):
        match = play_match(agent(Kuhn), agent(Kuhn), deals=20, native=native)
        assert (match.mean, match.margin, match.native) == (0.0, 0.0, native)


def test_the_mean_is_what_the_first_is_worth() -> None:
    first, second = agent(Kuhn, 1), agent(QueenIsKing)
    policies = trained(Kuhn, 1), lift(trained(QueenIsKing), Kuhn())
    seats = expected_values(Kuhn(), policies)[0], expected_values(Kuhn(), policies[::-1])[1]
    worth = sum(seats) / 2
    match = play_match(first, second, deals=100_000)
    assert match.mean == pytest.approx(worth, abs=2 * match.margin)
    assert match.interval == (match.mean - match.margin, match.mean + match.margin)
    assert 0 < match.margin < abs(worth)
    assert match.unknown[0] > match.unknown[1] == 0


def test_seats_swap_and_cards_stay() -> None:
    """Who always calls wins back from another such what it lost, in pots of two blinds."""
    table = AgentTable(RiverOfBlood(), (AlwaysCall(), AlwaysCall()))
    gains = table.play(99, 0, 50).gains
    assert (gains[:, 0] == -gains[:, 1]).all()
    assert (gains[:, :, 0] == -gains[:, :, 1]).all()
    assert {-2.0, 2.0} <= set(gains.ravel()) <= {-2.0, 0.0, 2.0}


def test_equal_seeds_make_equal_matches_and_are_any_whole_numbers() -> None:
    seeds = -1, -1, np.int64(-1), 2**64 - 1, 1
    first, *others = [play_match(Uniform(), AlwaysCall(), 8, seed, game=Kuhn) for seed in seeds]
    assert others[:3] == [first] * 3
    assert others[3] != first


def test_threads_play_the_same_match() -> None:
    one = play_match(agent(Kuhn, 1), agent(QueenIsKing), deals=3_000)
    two = play_match(agent(Kuhn, 1), agent(QueenIsKing), deals=3_000, workers=2)
    assert one == two
    assert one.native
    assert two.native


@pytest.mark.slow
def test_processes_play_the_same_match() -> None:
    first, second = Rollout(completions=5), Uniform()
    play = partial(play_match, deals=45, game=RIVER)
    one = play(first, second)
    with Crew([Uniform(), second, first], 2) as crew:
        assert play(first, second, crew=crew) == one
        assert play(second, first, crew=crew).names == ("uniform", "rollout")


def test_results_are_summed_up_deal_by_deal() -> None:
    gains = np.array([[3.0, -1.0], [-2.0, 0.0], [4.0, 2.0]])  # deals: 1, -1, 3
    gains = np.stack([gains, -gains], axis=-1)
    results = [
        DealResults(gains[:1], np.array([[4, 0], [1, 0], [2, 0]])),
        DealResults(gains[1:], np.array([[6, 0], [0, 0], [3, 0]])),
    ]
    match = summed_up(("a", "b"), results, 0.5, native=False)
    margin = pytest.approx(1.96 * 2 / 3**0.5)
    margins, shares = (margin, margin), ((0.1, 0.0), (0.5, 0.0))
    assert match == Match(("a", "b"), 3, 2, (1.0, -1.0), margins, *shares, 9.0, native=True)
    assert (match.hands, match.rate, match.mean, match.margin) == (6, 12.0, 1.0, margin)


def test_ctrl_c_ends_with_what_is_known() -> None:
    def stop(done: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    agents, game = (Uniform(), AlwaysCall()), RiverOfBlood
    match = play_match(*agents, deals=100, game=game, watch=stop)
    assert match == play_match(*agents, deals=match.deals, game=game)
    assert 20 <= match.deals < 100

    def drop(done: int) -> None:
        with suppress(KeyboardInterrupt):  # as Python does in a finaliser
            signal.raise_signal(signal.SIGINT)

    assert play_match(*agents, deals=100, game=game, watch=drop).deals == 10

    with pytest.raises(KeyboardInterrupt):
        play_match(_Interrupted(), Uniform(), deals=100, game=Kuhn)


class _Interrupted:
    """Is interrupted before it acts."""

    name = "interrupted"

    def begin(self, game, rng=None):
        return game

    def act(self, hand, rng):
        raise KeyboardInterrupt


class _Same:
    """Gives one answer to everything."""

    name = "same"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def begin(self, game, rng=None):
        return game

    def act(self, hand, rng):
        return self.answer


class _Pot(_Same):
    """Raises the pot by its name, which is on no menu of the real game."""

    def act(self, hand, rng):
        infoset = hand.infoset(hand.active)
        lower, upper = infoset.bounds()
        if upper > infoset.cost and lower <= infoset.quantity(RaisePot()) <= upper:
            return RaisePot()
        return Call() if infoset.cost else Check()


def test_bets_have_names_too() -> None:
    match = play_match(_Pot(None), AlwaysCall(), deals=10, game=RiverOfBlood)
    assert match.hands == 20
    assert match.margin > 0


@dataclass(frozen=True)
class Raked(Kuhn):
    """The house takes a tenth of a chip of each bet that is called."""

    def payoff(self, player: int) -> float:
        won = super().payoff(player)
        return won - 0.1 if won == 2.0 else won


@dataclass(frozen=True)
class Torn(Kuhn):
    """Fails at a called bet."""

    def payoff(self, player: int) -> float:
        won = super().payoff(player)
        return won / (2.0 - abs(won))


class TestRefused:
    def test_payoffs_that_do_not_cancel(self, unchecked: None) -> None:
        with pytest.raises(GameError, match=r"must sum to 0 .*1\.9.*general-sum"):
            play_match(Uniform(), Uniform(), game=Raked)

    def test_an_error_of_the_game_in_another_process(self) -> None:
        side = Uniform()
        _SEATED["agents"] = (side, side)
        words = "must run without an error; got ZeroDivisionError: "
        with pytest.raises(ZeroSumError, match=rf"{words}.* \(line \d+ of .*test_match.py\)"):
            _play(Torn(), [0, 1], 2, False, 1234, 0, 100)

    def test_walks_and_strategies_of_other_games(self) -> None:
        with pytest.raises(StrategyError, match="walk of strategy must be a translation; got 7"):
            StrategyAgent(trained(Kuhn), Kuhn, 7)
        with pytest.raises(StrategyError, match="that is played, Kuhn; it is of Leduc"):
            play_match(agent(Kuhn), agent(Leduc, 1))

    @pytest.mark.parametrize(
        ("game", "answer"), [(Kuhn, 5), (Leduc, -1), (RiverOfBlood, None), (RiverOfBlood, "call")]
    )
    def test_illegal_actions(self, game: type, answer: object) -> None:
        words = rf"action of same must be legal; got {answer!r} at InfoSet\(.*\): return one of"
        with pytest.raises(StrategyError, match=words):
            play_match(_Same(answer), Uniform(), deals=20, game=game)

    @pytest.mark.parametrize("answer", [Check(), Bet(1), Bet(401), Deal(3)])
    def test_actions_that_are_legal_elsewhere(self, answer: PokerAction) -> None:
        with pytest.raises(StrategyError, match=re.escape(f"got {answer!r} at InfoSet(hand=")):
            play_match(Uniform(), _Same(answer), deals=20, game=RiverOfBlood)

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"deals": 1}, "deals of a match .* at least 2; got 1"),
            ({"deals": 2.5}, "deals of a match .* at least 2; got 2.5"),
            ({"workers": 0}, "workers of a match .* at least 1; got 0"),
            ({"seed": None}, "seed of a match .* whole number; got None"),
            ({"seed": "1"}, "seed of a match .* whole number; got '1'"),
        ],
    )
    def test_numbers_that_make_no_sense(self, options: dict[str, Any], words: str) -> None:
        with pytest.raises(ZeroSumError, match=words):
            play_match(Uniform(), Uniform(), game=Kuhn, **options)

    def test_agents_that_the_crew_does_not_know(self) -> None:
        known = Uniform()
        with (
            Crew([known], 1) as crew,
            pytest.raises(ZeroSumError, match="known to its crew; got another uniform: give"),
        ):
            play_match(known, Uniform(), game=Kuhn, crew=crew)

    def test_games_of_three_and_no_game(self) -> None:
        with pytest.raises(GameError, match=r"of Kuhn.* must have 3 agents, .*; got 2: name one"):
            play_match(Uniform(), Uniform(), game=KuhnThree)
        with pytest.raises(GameError, match="must be given, since uniform and uniform play any"):
            play_match(Uniform(), Uniform())

    def test_agents_that_do_not_travel(self) -> None:
        lonely = SimpleNamespace(name="lonely", begin=lambda *_: None, act=lambda *_: 0)
        with pytest.raises(ZeroSumError, match=r"must pickle .*lambda.*: define what"):
            play_match(lonely, Uniform(), game=Kuhn, workers=2)
