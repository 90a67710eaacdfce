"""What a strategy advises at a person's decisions, and what hands come to without their luck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runs import learnt
from zerosum.abstraction import Abstracted
from zerosum.cards import parse
from zerosum.evaluation import expected_values
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.native.primitives import draw, draw_from
from zerosum.pkr import Bet, Call, Check, Deal, Fold, NoLimitHoldem, RiverOfBlood
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.ask.allin import expected
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.pkr.holdem import TWENTY
from zerosum.pkr.holdem.abstraction import hand_ranks, kinds, player
from zerosum.play import ByFunction, Explorer, StrategyAgent
from zerosum.play.coach import Figure, costliest, fair, losses, review
from zerosum.play.hand import Hand, Lineup, Played
from zerosum.rng import Random
from zerosum.terms import Moment


@cache
def strategy(game: type) -> Any:
    return learnt(game(), 60)


def hands(game: Any, steps: tuple[Any, ...] = (), share: float = 1.0) -> Iterator[Any]:
    """Yield all hands where everybody plays the strategy, each with its probability."""
    if game.terminal:
        yield share, steps
        return
    known = game.infoset(game.active) if not game.chance else None
    odds = game.chances() if game.chance else strategy(type(game))(known)
    for step, chance in odds.items():
        yield from hands(game.apply(step), (*steps, step), share * chance)


def forced(game: type, seat: int, known: Any, action: Any) -> Any:
    """Return strategies in which one player takes an action at one infoset."""
    own = strategy(game)
    bent = lambda infoset: {action: 1.0} if infoset == known else own(infoset)  # noqa: E731
    return [bent if player == seat else own for player in (0, 1)]


@pytest.mark.parametrize("game", [Kuhn, pytest.param(Leduc, marks=pytest.mark.slow)])
def test_values_are_those_of_the_game(game: type) -> None:
    """Taking an action at one infoset changes the value of the game by reach and its loss."""
    explorer, usual = Explorer(strategy(game), game()), expected_values(game(), strategy(game))
    reach, decisions = dict[Any, float](), dict[Any, Any]()
    for share, steps in hands(game()):
        for seat in (0, 1):
            for moment, _ in Played(game(), steps, seat).decisions:
                key = seat, moment.infoset
                reach[key] = reach.get(key, 0.0) + share
                decisions[key] = moment
    for seat, known in list(decisions)[:: 1 if game is Kuhn else 97]:
        advice = explorer.advise(decisions[seat, known])
        assert advice.exact
        assert advice.values is not None
        mean = np.dot(advice.strategy, advice.values.means)
        for action, value in zip(decisions[seat, known].menu, advice.values.means, strict=True):
            won = expected_values(game(), forced(game, seat, known, action))[seat]
            apart = reach[seat, known] * (value - mean)
            assert won - usual[seat] == pytest.approx(apart, abs=1e-9)


def test_values_that_are_sampled_agree_with_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer, moment = Explorer(strategy(Leduc), Leduc()), Moment(Leduc()).apply(0).apply(5)
    exact = explorer.advise(moment)
    monkeypatch.setattr("zerosum.play.explore.advice._WALKED", 0)
    assert explorer.advise(moment, deals=0).values is None
    sampled = explorer.advise(moment, deals=400)
    assert not sampled.exact
    assert exact.values is not None
    assert sampled.values is not None
    apart = np.abs(sampled.values.means - exact.values.means)
    assert (apart <= 2 * sampled.values.margins).all()
    assert explorer.advise(moment, deals=400).won.tolist() == sampled.won.tolist()


def told(explorer: Any, start: Any, steps: tuple[Any, ...], seat: int) -> list[Any]:
    """Return all that a review says of a hand, up to where the steps lead."""

    def plain(advice: Any) -> Any:
        won = advice.won.tolist()
        return advice.hand, advice.words, advice.strategy, advice.taken, won, advice.notes

    return [plain(advice) for advice in review(explorer, Played(start, steps, seat), deals=2)]


@settings(max_examples=8)
@given(st.sampled_from([0, 1]), st.integers(0, 2**32))
def test_advice_does_not_depend_on_what_others_hold(seat: int, seed: int) -> None:
    rng, game, steps = Random(seed), Leduc(), list[Any]()
    while not game.terminal:
        known = None if game.chance else strategy(Leduc)(game.infoset(game.active))
        steps.append(draw_from([*known.items()], rng) if known else draw(game, rng))
        game = game.apply(steps[-1])
    other, own = steps[1 - seat], game.board
    swapped = next(card for card in range(6) if card not in {*steps[:2], own, other})
    explorer, first = Explorer(strategy(Leduc), Leduc()), tuple(steps)
    second = (*steps[: 1 - seat], swapped, *steps[2 - seat :])
    assert told(explorer, Leduc(), first, seat) == told(explorer, Leduc(), second, seat)


@pytest.mark.slow  # factors are compiled
def test_advice_of_poker_is_of_the_own_cards_and_the_line() -> None:
    menu, start = passive + allin, NoLimitHoldem(stacks=(10,))
    game = Abstracted(start, player * kinds * hand_ranks * menu, menu)
    explorer = PokerExplorer(learnt(game, 3), game)
    hidden = [[Deal(card) for card in sorted(parse(cards))] for cards in ("7c2d", "QsQc")]
    own = [Deal(card) for card in sorted(parse("AhKd"))]
    line = [Bet(4)]  # off the menu, whose nearest bet is all-in
    one, two = (told(explorer, start, (*own, *each, *line), 0) for each in hidden)
    assert one == two
    ((hand, words, shares, taken, won, _),) = one
    assert (hand, words) == ("AhKd", ("fold", "call 1", "raise to 10 (all-in)"))
    assert (taken.index, taken.words) == (None, "raise to 5")
    assert taken.done == pytest.approx(shares[2])
    found = explorer.query.values("", "AhKd", deals=2)
    assert [row[:3] for row in won] == found.won[:, 0].tolist()


def test_corrected_hands_have_the_mean_of_what_is_won() -> None:
    values = ByFunction(lambda game: (len(str(game)) * 0.5, 0.3))  # far from true
    agent = StrategyAgent(strategy(Kuhn), Kuhn())
    begun = Hand.begin(Lineup(Kuhn(), (agent,), own=0), Random(1))
    plain = mean = 0.0
    for share, steps in hands(Kuhn()):
        hand = Played(Kuhn(), steps, seat=0)
        plain += share * hand.moment.base.payoff(0)
        mean += share * fair(begun, hand, values)
    assert mean == pytest.approx(plain, abs=1e-12)


def test_the_worst_decisions_come_first() -> None:
    explorer = Explorer(strategy(Kuhn), Kuhn())
    bad = Played(Kuhn(), (2, 0, 0, 1, 0), seat=0)  # a king that folds to a bet
    good = Played(Kuhn(), (0, 2, 0, 1, 0), seat=0)
    found = costliest(explorer, [good, bad])
    assert [(one.hand, one.decision) for one in found][:1] == [(2, 2)]
    assert found[0].advice.lost is not None
    assert found[0].advice.lost[0] == pytest.approx(max(losses(explorer, bad)))
    assert costliest(explorer, [good, bad], rough=[[0.0] * 2] * 2) == []
    assert np.isnan(Figure.of("won", [1.0]).margin)


def test_an_all_in_counts_all_boards() -> None:
    start = NoLimitHoldem(players=3, stacks=(10, 20, 30), deck=TWENTY, board=(2,))
    held = [Deal(card) for cards in ("ThTd", "AhKd", "QcJc") for card in sorted(parse(cards))]
    game = start
    steps = [*held, Bet(30), Call(), Call()]
    for step in steps:
        game = game.apply(step)
    ends = [game.after_board(pair) for pair in combinations(sorted(game.left), 2)]
    assert len(ends) == 91
    for seat in range(3):
        mean = np.mean([end.payoff(seat) for end in ends])
        board = [Deal(card) for card in sorted(game.left)[:2]]
        assert expected(Played(start, (*steps, *board), seat)) == pytest.approx(mean)
    folded = Played(start, (*held, Bet(10), Fold(), Fold()), 1)
    assert expected(folded) == folded.moment.base.payoff(1)


@pytest.mark.parametrize("more", [0, 50])
def test_an_all_in_of_river_of_blood_draws_runs(more: int) -> None:
    dealt = [Deal(card) for card in (*parse("AhAs"), *parse("KhKd"))]
    start = game = RiverOfBlood(stacks=(400, 400 + more))
    steps = [*dealt, Bet(399), Call()]
    for step in steps:
        game = game.apply(step)
    while not game.terminal:
        step = draw(game, Random(len(steps))) if game.chance else Check()
        steps.append(step)
        game = game.apply(step)
    won = [expected(Played(start, tuple(steps), seat)) for seat in (0, 1)]
    assert 200 < won[0] == -won[1] < 300
