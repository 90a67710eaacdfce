"""AIVAT: unbiased whatever the values, and without luck where they are exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import zerosum.play.aivat
from tests.runs import learnt
from zerosum.errors import ZeroSumError
from zerosum.evaluation import expected_values
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.leduc import Leduc
from zerosum.native.primitives import draw_from
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.bots import Rollout
from zerosum.play import (
    ByFunction,
    Crew,
    Luck,
    SelfPlay,
    StrategyAgent,
    Uniform,
    Values,
    learned,
    play_match,
    play_seats,
)
from zerosum.play.aivat import listed, payoffs
from zerosum.rng import Random

pytestmark = pytest.mark.usefixtures("plain_trees")
Step = tuple[Any, dict[Any, float] | None, Any, Any]
Path = tuple[float, list[Step], Any]


@cache
def agent(game: type, iterations: int = 100, seed: int = 3) -> StrategyAgent:
    again = partial(agent, game, iterations, seed)
    return StrategyAgent(learnt(game(), iterations, seed), game, None, "run", again)


def odds_of(game: Any) -> dict[Any, float]:
    """Return the probabilities of a strategy that takes every action, the first less often."""
    menu = game.infoset(game.active).actions()
    weights = range(1, 1 + len(menu))
    return {each: weight / sum(weights) for each, weight in zip(menu, weights, strict=True)}


def paths(game: Any, steps: list[Step], share: float = 1.0) -> Iterator[Path]:
    """Yield every hand, with its probability."""
    if game.terminal:
        yield share, steps, game
        return
    odds = game.chances() if game.chance else odds_of(game)
    for each, chance in odds.items():
        after = game.apply(each)
        step = game, None if game.chance else odds, each, after
        yield from paths(after, [*steps, step], share * chance)


def estimates(game: Any, values: Values, known: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """Return the probability, the payoffs and their estimates of every hand."""
    shares, plain, fair = [], [], []
    for share, steps, end in paths(game, []):
        luck = Luck(values, game, Random(5))
        for before, odds, action, after in steps:
            if before.chance:
                luck.dealt(before, after)
            else:
                luck.acted(before, odds if before.active in known else None, action, after)
        shares.append(share)
        plain.append(payoffs(end))
        fair.append(plain[-1] + luck.total)
    return np.array(shares), np.array(plain), np.array(fair)


def mean_and_variance(shares: Any, samples: Any) -> tuple[Any, Any]:
    mean = shares @ samples
    return mean, shares @ (samples - mean) ** 2


def strength(game: Any) -> tuple[float, ...]:
    """Return features of a decision at Leduc hold'em or Kuhn poker."""
    board = getattr(game, "board", -2)
    ranks = [card // 2 if board != -2 else card for card in game.cards]
    pairs = [rank == board // 2 for rank in ranks]
    pot = sum(getattr(game, "paid", (1, 1)))
    apart = ranks[0] - ranks[1], pairs[0] - pairs[1]
    return (1.0, *apart, apart[0] * pot, apart[1] * pot)


@cache
def worth(game: Any) -> Any:
    """Return what a history is worth, exactly."""
    if game.terminal:
        return payoffs(game)
    odds = game.chances() if game.chance else odds_of(game)
    return sum(share * worth(game.apply(each)) for each, share in odds.items())


def wrong(game: Any) -> tuple[float, float]:
    """Return values that are far from true, and do not sum to zero."""
    return len(str(game)) * 7.0 - sum(map(ord, str(game))) % 5, 11.0


def zero(game: Any) -> tuple[float, float]:
    return 0.0, 0.0


FUNCTIONS: dict[str, Callable[[type], ByFunction]] = {
    "zero": lambda game: ByFunction(zero),
    "self-play": lambda game: learned(agent(game), strength, 150),
    "wrong": lambda game: ByFunction(cache(wrong)),
    "exact": lambda game: ByFunction(worth),
}


@pytest.mark.parametrize("game", [Kuhn, pytest.param(Leduc, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("values", "known"),
    [
        ("zero", (0, 1)),
        ("self-play", (0, 1)),
        ("self-play", ()),
        ("wrong", (1,)),
        ("exact", (1,)),
        ("exact", (0, 1)),
    ],
)
def test_the_mean_is_the_plain_one(game: type, values: str, known: tuple[int, ...]) -> None:
    shares, plain, fair = estimates(game(), FUNCTIONS[values](game), known)
    assert shares.sum() == pytest.approx(1.0, abs=1e-12)
    (mean, before), (same, after) = (mean_and_variance(shares, each) for each in (plain, fair))
    assert same == pytest.approx(mean, abs=1e-12)
    if values == "self-play":
        assert (after < before * (0.6 if known else 0.9)).all()
    elif values == "wrong":
        assert after[0] > before[0]
    elif values == "exact":
        assert (after < before * 0.7).all()
    assert not (values == "exact" and len(known) == 2) or after == pytest.approx(0.0, abs=1e-20)


def test_zero_corrects_nothing_before_the_first_decision() -> None:
    """Chance moves only at the start of Kuhn poker."""
    _, plain, fair = estimates(Kuhn(), ByFunction(zero), ())
    assert fair.tolist() == plain.tolist()


@pytest.mark.parametrize("drawn", ["outcomes", "actions"])
def test_drawn_alternatives_are_unbiased(drawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = (0, 1) if drawn == "actions" else ()
    values = ByFunction(worth, outcomes=2, samples=3) if drawn == "outcomes" else ByFunction(worth)
    if drawn == "actions":
        monkeypatch.setattr(zerosum.play.aivat, "MOST", 1)
    found = []
    for seed in range(150):
        total = 0.0
        rng = Random(seed)
        for share, steps, _ in paths(Kuhn(), []):
            luck = Luck(values, Kuhn(), Random(rng.branch()))
            for before, odds, action, after in steps:
                if before.chance:
                    luck.dealt(before, after)
                else:
                    luck.acted(before, odds if known else None, action, after)
            total += share * luck.total[0]
        found.append(total)
    error = np.std(found) / len(found) ** 0.5
    assert 0 < error < 0.02
    assert abs(np.mean(found)) < 3.5 * error


def test_exact_values_leave_no_luck_in_any_hand() -> None:
    """Also where chance moves between decisions, as at Leduc hold'em."""
    rng, start = Random(4), Leduc()
    for _ in range(10):
        game, luck = start, Luck(ByFunction(worth), start, rng)
        while not game.terminal:
            odds = game.chances() if game.chance else odds_of(game)
            action = draw_from(list(odds.items()), rng)
            after = game.apply(action)
            if game.chance:
                luck.dealt(game, after)
            else:
                luck.acted(game, odds, action, after)
            game = after
        assert payoffs(game) + luck.total == pytest.approx(worth(start), abs=1e-12)


def test_chance_that_is_not_listed_and_long_menus_are_drawn() -> None:
    assert listed(RiverOfBlood(), 60) is None
    values = ByFunction(lambda game: (1.0, -1.0), samples=2)
    assert values.ahead(RiverOfBlood(), 3).tolist() == [1.0, -1.0]
    # Every raise of River of Blood is on the menu of uniform.
    values = ByFunction(lambda game: (1.0 * game.bets, 0.0), 1, 1)
    match = play_match(Uniform(), Uniform(), 2, game=RiverOfBlood, values=values)
    assert match.plain.mean == 0.0
    assert match.mean != 0.0


def test_a_match_is_corrected() -> None:
    agents = agent(Kuhn), agent(Kuhn, 1)
    policies = [each.strategy for each in agents]
    seats = expected_values(Kuhn(), policies)[0], expected_values(Kuhn(), policies[::-1])[1]
    match = play_seats(agents, 200, values=SelfPlay(agents[0]))
    assert match.plain == play_seats(agents, 200, native=False)
    assert match.mean == pytest.approx(sum(seats) / 2, abs=2 * match.margin)
    assert match.margin < 0.8 * match.plain.margin
    assert match.means[1] == pytest.approx(-match.mean, abs=1e-12)
    assert not match.native


def test_opponents_that_are_not_known() -> None:
    class Secret:
        """Does what another does, and does not say how likely it is."""

        name, begin, act = "secret", agent(Kuhn, 1).begin, agent(Kuhn, 1).act

    values = SelfPlay(agent(Kuhn))
    known, secret = (
        play_seats((agent(Kuhn), each), 200, rotations=1, values=values)
        for each in (agent(Kuhn, 1), Secret())
    )
    assert known.plain.mean == secret.plain.mean
    assert known.margin < secret.margin < secret.plain.margin


@pytest.mark.slow
def test_three_players() -> None:
    values = SelfPlay(agent(KuhnThree), 20)
    match = play_seats([agent(KuhnThree), Uniform(), Uniform()], 100, values=values)
    assert sum(match.means) == pytest.approx(0.0, abs=1e-12)
    assert max(match.margins) < 0.9 * max(match.plain.margins)


@pytest.mark.slow
def test_processes_correct_alike() -> None:
    agents = agent(Kuhn), Uniform()
    values = SelfPlay(agents[0], 10)
    one = play_match(*agents, deals=25, values=values)
    assert play_match(*agents, deals=25, values=values, workers=2) == one
    with Crew(agents, 2, values) as crew:
        assert play_match(*agents, deals=25, values=values, crew=crew) == one


class TestRefused:
    def test_series_and_numbers(self) -> None:
        with pytest.raises(ZeroSumError, match=r"values of a match must be left out if .* series"):
            play_match(Uniform(), Uniform(), game=Kuhn, series=True, values=ByFunction(zero))
        with pytest.raises(ValueError, match=r"samples of values must be .* at least 1; got 0"):
            ByFunction(zero, samples=0)
        with pytest.raises(ValueError, match=r"playouts of values must be .* at least 1; got 0"):
            SelfPlay(agent(Kuhn), 0)
        with pytest.raises(ValueError, match=r"deals of values must be .* at least 1; got 0"):
            learned(agent(Kuhn), strength, 0)

    def test_values_that_the_crew_does_not_know(self) -> None:
        sides, values = (Uniform(), Rollout()), ByFunction(zero)
        with (
            Crew(sides, 1) as crew,
            pytest.raises(ZeroSumError, match="values of a match must be known to its crew"),
        ):
            play_match(*sides, game=RiverOfBlood, crew=crew, values=values)
