"""River of Blood follows the rules of the original engine."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.river import STACK, Engine, act, deal, stacked
from tests.scale import scaled
from zerosum.cards import FULL_DECK, is_black, parse
from zerosum.pkr.game import Bet, Call, Check, Deal, Fold, PokerAction, RiverOfBlood
from zerosum.pkr.hands.values import evaluate
from zerosum.rng import Random

RUNS = 2_500


def choose(engine: Engine, dice: random.Random) -> PokerAction:
    """Mostly check and call, else bets of all sizes; now and then fold."""
    legal = engine.legal()
    if Bet in legal and dice.random() < 0.4:
        low, high = engine.bet_bounds()
        return Bet(dice.choice([low, high, dice.randint(low, high), low + (high - low) // 20]))
    if Check in legal:
        return Check()
    return Call() if dice.random() < 0.8 else Fold()


def play_beside_engine(rng: Random, dice: random.Random, *, menus: bool) -> RiverOfBlood:
    game, engine = deal(RiverOfBlood(), rng), Engine.start()
    while not game.terminal:
        compare(game, engine)
        if menus:
            compare_menus(game, engine)
        action = choose(engine, dice)
        game = game.apply(action)
        engine.act(action)
        assert engine.closed == (game.chance or (game.terminal and engine.folded is None))
        if game.chance:
            assert game.due == (3 if engine.street == 0 else 1)
            game = deal(game, rng)
            engine.next_street(len(game.community))
    settle(game, engine)
    return game


def compare(game: RiverOfBlood, engine: Engine) -> None:
    infoset = game.infoset(game.active)
    assert game.active == infoset.player == engine.active
    assert infoset.bounds() == infoset._bounds() == engine.bet_bounds()
    assert (infoset.bounds()[1] > infoset.cost) == (Bet in engine.legal())
    assert infoset.pips == tuple(engine.pips)
    assert infoset.stacks == tuple(engine.stacks[p] + engine.pips[p] for p in (0, 1))
    assert infoset.pot + sum(infoset.stacks) == 2 * STACK
    assert infoset.total == infoset.pot + sum(infoset.pips) == 2 * STACK - sum(engine.stacks)
    assert len(infoset.hand) == 2
    assert len(game.used) == 4 + engine.street


def compare_menus(game: RiverOfBlood, engine: Engine) -> None:
    legal = engine.legal()
    menu: list[PokerAction] = [kind() for kind in (Fold, Call, Check) if kind in legal]
    if Bet in legal:
        low, high = engine.bet_bounds()
        menu += [Bet(quantity) for quantity in range(low, high + 1)]
    assert game.infoset(game.active).actions() == tuple(menu)
    assert len(menu) <= 404


def settle(game: RiverOfBlood, engine: Engine) -> None:
    delta = game.payoff(0)
    assert delta + game.payoff(1) == 0
    paid = [STACK - stack for stack in engine.stacks]
    if engine.folded is not None:
        assert delta == (-paid[0] if engine.folded == 0 else paid[1])
        return
    assert paid[0] == paid[1]
    assert len(game.community) >= 5
    assert is_black(game.last)
    ranks = [evaluate((hand | game.community).mask) for hand in game.hands]
    assert delta == paid[0] * ((ranks[0] > ranks[1]) - (ranks[0] < ranks[1]))


@scaled(300, 10_000)
def test_random_hands_keep_to_the_engine(scale: int) -> None:
    rng, dice = Random(2023), random.Random(2023)
    ends = Counter()
    for hand in range(scale):
        game = play_beside_engine(rng, dice, menus=hand % 20 == 0)
        ends["fold" if game.pips[0] != game.pips[1] else "showdown"] += 1
        ends["all-in"] += game.pot == 2 * STACK
        ends["tie"] += game.payoff(0) == 0
    assert min(ends[end] for end in ("fold", "showdown", "all-in", "tie")) > scale / 100


def run_length(rng: Random) -> int:
    game = deal(RiverOfBlood(), rng).apply(Call()).apply(Check())
    while not game.terminal:
        assert len(game.community) < 5 or not is_black(game.last)
        game = deal(game, rng).apply(Check()).apply(Check())
    return len(game.community)


def length_law() -> list[float]:
    """P(the final board has 5, 6, … 31 cards): reds, then a black, without replacement."""
    law, reds = [], 1.0
    for more in range(27):
        law.append(reds * 26 / (52 - more))
        reds *= (26 - more) / (52 - more)
    return law


def test_length_of_the_run() -> None:
    law = length_law()
    published = (0.5, 0.25490, 0.12745, 0.06242, 0.02991, 0.01400, 0.00639, 0.00284)
    assert law[:8] == pytest.approx(published, abs=6e-6)
    assert sum(law) == pytest.approx(1)
    assert sum((5 + more) * p for more, p in enumerate(law)) == pytest.approx(5 + 26 / 27)
    rng = Random(5)
    counts = Counter(run_length(rng) for _ in range(RUNS))
    tail = 12  # boards of twelve and more in one cell
    seen = [counts[n] for n in range(5, tail)]
    seen.append(RUNS - sum(seen))
    expected = [RUNS * p for p in law[: tail - 5]]
    expected.append(RUNS - sum(expected))
    chi_squared = sum((n - mean) ** 2 / mean for n, mean in zip(seen, expected, strict=True))
    assert chi_squared < 24.32  # seven degrees of freedom: once in a thousand


def test_the_longest_board() -> None:
    reds = [n for n in FULL_DECK if not is_black(n)]
    blacks = [n for n in FULL_DECK if is_black(n)]
    game = RiverOfBlood()
    for one in blacks[:4]:
        game = game.apply(Deal(one))
    game = act(game, Call(), Check())
    for one in (*blacks[4:8], *reds, blacks[8]):
        game = game.apply(Deal(one))
        if not game.chance:
            assert not game.terminal
            game = act(game, Check(), Check())
    assert game.terminal
    assert len(game.community) == 31


def test_chances_are_uniform_over_the_cards_left() -> None:
    game = RiverOfBlood()
    assert len(game.chances()) == 52
    game = stacked("AhKh7c2d")
    game = act(game, Call(), Check())
    chances = game.chances()
    assert set(chances) == {Deal(one) for one in FULL_DECK - parse("AhKh7c2d")}
    assert set(chances.values()) == {1 / 48}
    assert all(game.sample(Random(seed)) in chances for seed in range(50))
    assert game.sample() in chances
