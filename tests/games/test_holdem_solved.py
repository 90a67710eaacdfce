"""Hold'em on small decks agrees with Kuhn, Leduc and OpenSpiel, compiled and interpreted."""

from __future__ import annotations

import pytest

from tests import references
from tests.games.holdem import (
    FLOP,
    KUHN,
    KUHN_BY_STACKS,
    LEDUC,
    LIMIT,
    MENU,
    NO_LIMIT,
    THREE_STREETS,
    limit,
    menu,
    no_limit,
)
from zerosum.algorithms import (
    DCFR,
    LINEAR,
    PLUS,
    ExternalSampling,
    LinearProgram,
    PublicChanceSampling,
)
from zerosum.evaluation import nash_conv
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.pkr import Bet, Call, Check, Deal, Fold
from zerosum.pkr.holdem import TWENTY, NoLimitHoldem
from zerosum.testing import check_game, check_native
from zerosum.testing.public import check_public
from zerosum.tree import enumerated


def same(ours, theirs, move):
    """Walk two games at once; yield pairs of infosets of whoever acts."""
    assert ours.terminal == theirs.terminal
    if ours.terminal:
        assert ours.payoff(0) == theirs.payoff(0)
        return
    assert ours.chance == theirs.chance
    if ours.chance:
        moves = dict(ours.chances())
        assert {move(ours, each): moves[each] for each in moves} == theirs.chances()
    else:
        assert ours.active == theirs.active
        moves = menu(ours)
        assert tuple(move(ours, each) for each in moves) == tuple(menu(theirs))
        yield ours.infoset(ours.active), theirs.infoset(theirs.active)
    for each in moves:
        yield from same(ours.apply(each), theirs.apply(move(ours, each)), move)


def by_leduc(game, move):
    """Return a move as Leduc has it: fold, call, raise, or 2 * rank + suit."""
    if isinstance(move, Deal):
        return 2 * (move.card >> 2) + (move.card & 3) - 20
    return {Fold: 0, Check: 1, Call: 1, Bet: 2}[type(move)]


def by_kuhn(game, move):
    """Return a move as Kuhn has it: pass, bet, or the rank."""
    if isinstance(move, Deal):
        return (move.card >> 2) - 10
    return int(isinstance(move, Call | Bet))


@pytest.mark.parametrize("game", [KUHN, KUHN_BY_STACKS], ids=["limit", "stacks"])
def test_is_kuhn(game):
    pairs = set(same(game, Kuhn(), by_kuhn))
    assert (
        len(pairs) == len({ours for ours, _ in pairs}) == len({other for _, other in pairs}) == 12
    )


@pytest.mark.slow
def test_is_leduc():
    pairs = set(same(LEDUC, Leduc(), by_leduc))
    assert len({ours for ours, _ in pairs}) == len({other for _, other in pairs}) == 936
    assert len(pairs) == 936
    assert enumerated(LEDUC).histories == 9457
    assert nash_conv(LEDUC, references.uniform) == pytest.approx(4.7472222, abs=1e-7)
    assert LinearProgram(LEDUC).value == pytest.approx(-0.085606424078, abs=1e-10)


EVERY = {
    "limit": limit(),
    "no-limit": no_limit(),
    "whole deck, limit": LIMIT,
    "whole deck, no-limit": NO_LIMIT,
    "menu": MENU,
    "Kuhn": KUHN_BY_STACKS,
}


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
def test_keeps_to_the_protocol(game):
    check_game(game, examples=60)


@pytest.mark.slow
@pytest.mark.parametrize("game", [FLOP, THREE_STREETS, LEDUC], ids=["flop", "streets", "Leduc"])
def test_what_is_public(game):
    check_public(game)
    solver = PublicChanceSampling(game, seed=1)
    solver.run(20_000)
    value = LinearProgram(game).value
    best, other = solver.responses()
    assert -other - 1e-9 <= value <= best + 1e-9
    assert best + other < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("rule", [PLUS, LINEAR, DCFR], ids=lambda rule: rule.name)
@pytest.mark.parametrize("players", range(2, 7))
def test_sampling_any_number_of_seats(players, rule):
    game = NoLimitHoldem(players=players, deck=TWENTY, hole=1, board=(), stacks=(6,), sizes=(100,))
    natively, plainly = (
        ExternalSampling(game, rule, 3, period=5, native=native) for native in (True, False)
    )
    for solver in (natively, plainly):
        solver.run(15)
    assert natively.touched == plainly.touched
    assert natively.strategy().probabilities.tolist() == plainly.strategy().probabilities.tolist()


SIX = NoLimitHoldem(
    players=6,
    stacks=(2000, 350, 1000, 130, 700, 1000),
    blinds=(50, 100),
    antes=(10,),
    sizes=(50, 100),
)

CASINO = NoLimitHoldem(
    players=6,
    stacks=(2000, 350, 1000, 130, 30, 1000),
    blinds=(50, 100),
    posts=(0, 0, 0, 100),
    sizes=(50, 100),
    rules="casino",
    whole=True,
)
SHORT_BLINDS = NoLimitHoldem(
    players=6, stacks=(60, 30, 1000, 130, 40, 90), blinds=(50, 100), sizes=(50, 100), rules="casino"
)
BUTTON_BLIND = NoLimitHoldem(
    stacks=(60,), blinds=(0, 2), antes=(1,), button=1, sizes=(50, 100), whole=True, odd="first"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [SIX, CASINO, SHORT_BLINDS, BUTTON_BLIND], ids=["six", "casino", "short", "button"]
)
def test_native_equals_interpreted_on_many_hands(game):
    check_native(game, 10_000, seed=3)
