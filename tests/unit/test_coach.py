"""What a strategy advises at a person's decisions, and what hands come to without their luck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runs import learnt
from zerosum.evaluation import expected_values
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.native.primitives import draw, draw_from
from zerosum.pkr import Bet, Call, Check, Deal, Fold, RiverOfBlood
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.play import Explorer
from zerosum.play.coach import review
from zerosum.play.hand import Played
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


@pytest.mark.parametrize("game", [Kuhn, Leduc])
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
    assert explorer.advise(moment, deals=400).won.tolist() == sampled.won.tolist()  # type: ignore


def mixed(infoset: Any) -> dict[Any, float]:
    """Return the odds of a strategy of poker that likes some hands better than others."""
    raises = infoset.bounds()[1] > infoset.cost
    bets = [Bet(infoset.bounds()[0])] if raises and infoset.bets < 2 else []
    menu = [Fold(), Call(), *bets] if infoset.cost else [Check(), *bets]
    shares = [1 + (infoset.hand.mask % 7 + at) % 3 for at in range(len(menu))]
    return {each: share / sum(shares) for each, share in zip(menu, shares, strict=True)}


def told(explorer: Any, hand: Played) -> list[Any]:
    def plain(advice: Any) -> Any:
        won = None if advice.won is None else advice.won.tolist()
        return advice.hand, advice.words, advice.strategy, advice.taken, won, advice.notes

    return [plain(advice) for advice in review(explorer, hand, deals=3)]


@given(st.sampled_from(["leduc", "river"]), st.integers(0, 2**32))
def test_advice_does_not_depend_on_what_others_hold(name: str, seed: int) -> None:
    rng = Random(seed)
    game: Any = Leduc() if name == "leduc" else RiverOfBlood()
    play = strategy(Leduc) if name == "leduc" else mixed
    start, steps = game, list[Any]()
    while not game.terminal:
        if game.chance:
            steps.append(draw(game, rng))
        else:
            steps.append(draw_from([*play(game.infoset(game.active)).items()], rng))
        game = game.apply(steps[-1])
    private = 1 if name == "leduc" else 2  # cards of a seat
    used = {getattr(step, "card", step) for step in steps if not hasattr(step, "value")}
    left = [card for card in range(6 if name == "leduc" else 52) if card not in used]
    others = [left.pop(rng.integer(len(left))) for _ in range(private)]
    swapped = [*steps]
    swapped[private : 2 * private] = others if name == "leduc" else map(Deal, others)
    explorer = Explorer(play, start) if name == "leduc" else PokerExplorer(play, start)
    one, two = (Played(start, tuple(each), seat=0) for each in (steps, swapped))
    assert told(explorer, one) == told(explorer, two)
