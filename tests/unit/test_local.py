"""Local best response: the range follows Bayes' rule, folds are used, natively and interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from blood.basic import basic, player
from tests import references
from tests.games.burnt import Burnt, Parity
from tests.runs import always, learnt_once
from tests.scale import scaled
from zerosum.abstraction import Abstracted, View, split
from zerosum.abstraction.declared import calls_of
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError, StrategyError
from zerosum.evaluation import exploitability, local_best_response
from zerosum.evaluation.bounds.blocks import Deals
from zerosum.evaluation.bounds.bound import LowerBound
from zerosum.evaluation.bounds.ranges import follow_chance, follow_opponent, merge, scale
from zerosum.evaluation.opponent import opponent_of
from zerosum.kernels.lookup import StrategyWorkspace, note
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.kuhn.game import Move
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as ByRank
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.abstraction import allin, capped_bets
from zerosum.pkr.abstraction import passive as fold_or_call
from zerosum.pkr.holdem import TWENTY, NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player as holdem_seat
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.support.interrupts import Batches
from zerosum.tables import RowView, Workspace

actions = capped_bets(basic, 1)
RIVER = Abstracted(RiverOfBlood(), player * actions, actions)


def trained(game: Any, iterations: int = 300) -> Strategy:
    return learnt_once(game() if isinstance(game, type) else game, iterations, 3)


def giving_up(game: Any, iterations: int) -> Strategy:
    """Return a strategy that takes the first action everywhere: a fold, or else a check."""
    return always(trained(game, iterations))


def dealt(game: Any, number: int, seat: int, rng: Random) -> tuple[Any, list[Any], list[float]]:
    """Deal some cards; return the history and a player's range."""
    states, weights = [game], [1.0]
    work = Workspace(Random(0), 1 << 20).plain()
    for _ in range(number):
        outcome, found, masses = game.sample(rng), [], []
        game = game.apply(outcome)
        follow_chance(states, weights, game, seat, found, masses)
        states, weights = [], []
        merge(found, masses, work, states, weights)
    return game, states, weights


@pytest.mark.parametrize(
    ("game", "cards", "hands", "seat"),
    [
        *((Kuhn(), 2, 2, seat) for seat in (0, 1)),
        *((Leduc(), 2, 5, seat) for seat in (0, 1)),
        (NoLimitHoldem(deck=TWENTY), 4, 153, 1),
    ],
)
def test_the_range_is_every_hand_that_the_other_may_hold(game, cards, hands, seat):
    history, states, weights = dealt(game, cards, seat, Random(5))
    assert len(set(states)) == len(states) == hands
    assert {state.infoset(seat) for state in states} == {history.infoset(seat)}
    assert len({state.infoset(1 - seat) for state in states}) == hands
    assert weights == pytest.approx([weights[0]] * hands)
    assert history in states


def reaches(game: Any, policy: Any, seat: int, reach: float = 1.0, seen: tuple[Any, ...] = ()):
    """Yield every history, what the player saw on the way, and the others' reach."""
    seen = (*seen, game.infoset(seat))
    yield game, seen, reach
    if game.terminal:
        return
    moves = references.branches(game, policy)
    if not game.chance and game.active == seat:
        moves = ((action, 1.0) for action in game.infoset(seat).actions())
    for move, probability in moves:
        yield from reaches(game.apply(move), policy, seat, reach * probability, seen)


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_range_is_what_bayes_says(seat):
    """Along random hands of Leduc, against the sums over all histories."""
    strategy = trained(Leduc, 100)
    work = opponent_of(strategy, Leduc(), RowView(None, None), Random(0)).plain()
    calls = calls_of(Leduc())
    known: dict[Any, dict[Any, float]] = {}
    for history, seen, reach in reaches(Leduc(), strategy, seat):
        if reach > 0.0:
            known.setdefault(seen, {})[history] = reach
    rng = Random(11)
    for _ in range(20):
        game, states, weights, seen = Leduc(), [Leduc()], [1.0], [Leduc().infoset(seat)]
        while not game.terminal:
            found, masses = [], []
            if game.chance:
                move = game.sample(rng)
                follow_chance(states, weights, game.apply(move), seat, found, masses)
            elif game.active == seat:
                menu = game.infoset(seat).actions()
                move = menu[rng.integer(len(menu))]
                found, masses = [state.apply(move) for state in states], weights
            else:
                move = strategy.sample(game.infoset(game.active), rng)
                after = game.apply(move)
                follow_opponent(
                    states, weights, after, seat, RowView(None, None), calls, work, found, masses
                )
            game, states, weights = game.apply(move), found, masses
            seen.append(game.infoset(seat))
            assert dict(zip(states, weights, strict=True)) == pytest.approx(known[tuple(seen)])


def test_who_always_folds_loses_the_ante():
    """A showdown of equal cards wins nothing, and a bet before it the ante."""
    found = local_best_response(Leduc, giving_up(Leduc, 400), 40, runs=20, native=False)
    assert found.unknown == 0.0
    assert found.seats.tolist() == [1.0, 1.0]
    assert found.error == 0.0


@pytest.mark.slow
def test_who_always_folds_loses_750_thousandths_of_a_big_blind():
    """At 50/100 the small blind raises and wins 100, and the big blind wins 50 unasked."""
    start, menu = NoLimitHoldem(stacks=(20_000,), blinds=(50, 100)), fold_or_call + allin
    game = Abstracted(start, holdem_seat * menu, menu)
    solver = ExternalSampling(game, seed=3)
    solver.run(200)
    found = local_best_response(game, always(solver.strategy()), 200)
    assert (found.seats.tolist(), found.seat_errors.tolist()) == ([100.0, 50.0], [0.0, 0.0])
    assert (found.mean * 1_000 / 100, found.error, found.unknown) == (750.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("game", "deals", "runs"),
    [(Kuhn, 60, 11), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((RIVER, 2, 1),))],
)
def test_it_is_the_same_natively(game, deals, runs):
    natively, plainly = (
        local_best_response(game, trained(game, 40), deals, seed=5, runs=runs, native=native)
        for native in (True, False)
    )
    assert natively.seats.tolist() == plainly.seats.tolist()
    assert natively.seat_errors.tolist() == plainly.seat_errors.tolist()
    assert natively.error == plainly.error > 0.0


@scaled(600, 1_500)
@pytest.mark.parametrize("game", [pytest.param(Burnt, marks=pytest.mark.slow), Parity])
def test_cards_that_nobody_sees_whole_stay_hidden(game, scale):
    """What tells the played history apart must not tell apart the others of the range."""
    strategy = trained(game, 1_000)
    found = local_best_response(game, strategy, scale, native=False)
    assert found.interval[0] < references.nash_conv(game(), strategy) / 2


def test_long_lines_of_unlikely_moves_keep_their_weights():
    weights = [1e-300, 3e-300]
    scale(weights)
    assert weights == pytest.approx([0.25, 0.75])


def test_a_king_bets_and_a_jack_gives_up():
    """Against a caller the best local response of Kuhn is the best response."""
    caller = {Move.PASS: 0.0, Move.BET: 1.0}
    found = local_best_response(Kuhn, always(trained(Kuhn), 1), 4_000)
    exact = exploitability(Kuhn, lambda infoset: caller)
    assert abs(found.mean - exact) < 4 * found.error


def test_equal_seeds_give_equal_bounds_and_unknown_infosets_are_counted():
    first, again, other = (
        local_best_response(Kuhn, trained(Kuhn), 50, seed, native=False) for seed in (1, 1, 2)
    )
    assert first.seats.tolist() == again.seats.tolist() != other.seats.tolist()
    found = local_best_response(Kuhn, trained(Kuhn, 0), 50, native=False)
    assert found.unknown == 1.0
    found = local_best_response(Kuhn, trained(Kuhn), 10**9, seconds=1e-6, native=False)
    assert 2 <= found.deals < 1_000


@pytest.mark.parametrize("game", [Kuhn, pytest.param(Leduc, marks=pytest.mark.slow)])
def test_luck_is_zero_on_average_and_less_of_it_narrows_the_interval(game):
    """In Kuhn luck is only in what the opponent does; in Leduc in the board too."""
    base, deals = game(), 10_000
    work = opponent_of(trained(game, 0), base, View(None, None), Random(8))
    played = Deals(base, View(None, None), calls_of(base), work, 10)
    played.play(deals)
    luck = played.lucks.mean(axis=1)
    assert abs(luck.mean()) < 4 * luck.std() / deals**0.5
    plain, corrected = played.gains.mean(axis=1), (played.gains + played.lucks).mean(axis=1)
    assert corrected.std() < 0.75 * plain.std()


def test_threads_leave_the_deals_as_they_are():
    one, three = (local_best_response(Kuhn, trained(Kuhn), 2_000, threads=n) for n in (1, 3))
    assert one.seats.tolist() == three.seats.tolist()
    assert (one.error, one.unknown) == (three.error, three.unknown)


def test_what_is_noted_is_mean_and_error():
    zeros = {name: np.zeros(3) for name in ("payoffs", "means", "squares")}
    work = StrategyWorkspace(Random(0), 1 << 20, **zeros)
    work.players = 2
    pairs = [(1.0, 3.0), (2.0, -1.0), (-4.0, 0.5), (0.25, 8.0)]
    for number, (first, second) in enumerate(pairs, 1):
        for place, won in enumerate((first, second, 0.5 * (first + second))):
            note(work, place, won, number)
    table = np.array(pairs)
    for found in LowerBound.read(work, len(pairs)), LowerBound.of(table, 0.0):
        _check_noted(found, table)


def _check_noted(found: LowerBound, table: Any) -> None:
    assert found.seats == pytest.approx(table.mean(axis=0))
    assert found.seat_errors == pytest.approx(table.std(axis=0, ddof=1) / 2)
    both = table.mean(axis=1)
    assert (found.mean, found.error) == pytest.approx((both.mean(), both.std(ddof=1) / 2))
    assert found.interval == pytest.approx(
        (both.mean() - 0.98 * both.std(ddof=1), both.mean() + 0.98 * both.std(ddof=1))
    )


def test_batches_follow_each_other_and_tell_how_far_they_are():
    runs, shares = [], []
    assert Batches().run(lambda *run: runs.append(run), 1_000, progress=shares.append) == 1_000
    assert runs[0] == (1, 1)
    assert runs[-1][1] == 1_000
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(runs))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_only_checks_and_calls():
    bet = Kuhn().apply(0).apply(1).apply(Move.PASS)
    assert calls_of(Kuhn()).menu(bet.infoset(1)) == (Move.PASS,)
    assert calls_of(Kuhn()).menu(bet.apply(Move.BET).infoset(0)) == (Move.BET,)
    assert calls_of(split(ByRank())[0]).menu(None)[0] == 1


@dataclass(frozen=True)
class Silent:
    """A game that does not say what a call is."""

    terminal = chance = False
    active = 0

    def infoset(self, seat: int) -> None:
        return None

    def payoff(self, seat: int) -> float:
        return 0.0

    def apply(self, action: int) -> Silent:
        return self


class Drawn(Kuhn):
    def chances(self):
        raise NotImplementedError


@pytest.mark.parametrize(
    ("game", "error", "words"),
    [
        (KuhnThree, GameError, "KuhnThree must be for two players .* it is for 3"),
        (Silent, GameError, r"must declare the hook passive\(infoset\).* has none"),
        (Drawn, GameError, r"chance of Drawn must list its outcomes"),
        (Leduc, StrategyError, "it differs in game"),
        (QueenIsKing, StrategyError, "it differs in states"),
    ],
)
def test_games_that_cannot_be_exploited_so_are_refused(game, error, words):
    with pytest.raises(error, match=words):
        local_best_response(game, trained(Kuhn), native=False)


@pytest.mark.parametrize("wrong", [{"deals": 1}, {"runs": 0}])
def test_too_few_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be a whole number, at least"):
        local_best_response(Kuhn, trained(Kuhn), **wrong)
