"""The two hands of a translation of hold'em always agree, for any stacks and any legal bets."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.abstraction import Abstracted, Menu, split
from zerosum.pkr import Bet, Call, Check, Fold, NoLimitHoldem
from zerosum.pkr.abstraction import (
    Nearest,
    PseudoHarmonic,
    Translation,
    allin,
    bb_sizes,
    by_seats,
    capped,
    limited,
    min_raise,
    passive,
    pot_bets,
    raises,
    translated,
)
from zerosum.pkr.holdem.abstraction import bets, player, street
from zerosum.rng import Random

MAPPINGS = [Nearest(), PseudoHarmonic()]
MENUS = {
    "limited": passive + limited(bb_sizes(2, 3) + pot_bets(1 / 2, 1), street=2, hand=4) + allin,
    "capped": passive + capped(min_raise + pot_bets(1 / 2, 1) + allin, 3),
    "one": passive + capped(raises(1, 3), 1),
    "no bets": passive,
    "all or nothing": passive + allin,
    "by seats": passive + by_seats({2: raises(2) + allin, 4: raises(1)}),
    "sizes": None,
}


@st.composite
def games(draw: Any) -> NoLimitHoldem:
    seats = draw(st.integers(2, 9))
    stack = st.integers(1, 60) | st.integers(1, 600)
    stacks = tuple(draw(stack) for _ in range(seats))
    blinds = draw(st.sampled_from([(1, 2), (2, 1), (1, 2, 4), (2, 2), (0, 3)]))[:seats]
    antes = draw(st.sampled_from([(), (), (1,)]))
    rules = draw(st.sampled_from(["pokerkit", "acpc"]))
    return NoLimitHoldem(seats, stacks, blinds, antes, rules=rules, sizes=(50, 100))


def walk_of(game: NoLimitHoldem, menu: Menu | None, **options: Any) -> Translation:
    factors = player * street * bets
    if menu is None:
        return translated(Abstracted(game, factors), **options)
    return translated(Abstracted(game, factors * menu, menu), **options)


def legal(real: NoLimitHoldem, rng: Random) -> Any:
    """Any real action: mostly the passive one, and bets of all sizes."""
    infoset = real.infoset(real.active)
    lower, upper = infoset.bounds()
    if upper > infoset.cost and rng.random() < 0.4:
        others = [chips - infoset.behind for chips in real.behind]
        sizes = [lower, upper, infoset.total, infoset.total // 3, upper + others[0]]
        sizes += [lower + rng.integer(upper - lower + 1)] * 2
        return Bet(min(max(sizes[rng.integer(len(sizes))], lower), upper))
    if infoset.cost == 0:
        return Check()
    return Fold() if rng.random() < 0.2 else Call()


def check_step(walk: Translation) -> None:
    """What must agree at every moment."""
    real = walk.real
    for game in (walk.abstract, walk.shown):
        for name in ("terminal", "chance", "street", "live", "owed", "hands", "dealt", "last"):
            assert getattr(game, name) == getattr(real, name), name
        assert len(game.line) == len(real.line)
        assert game.begun == real.begun
        assert (game.wagers == 0) == (real.wagers == 0)
        assert game.purses == real.purses
        assert all(0 <= paid <= purse for paid, purse in zip(game.paid, game.purses, strict=True))
        assert game.total == sum(game.paid) + sum(game.posted)
        assert game.level == max(game.paid)
        assert str(game.infoset(0))
    assert walk.abstract.able == real.able
    if real.terminal or real.chance:
        assert walk.abstract == walk.shown
    else:
        assert walk.abstract.active == walk.shown.active == real.active
        check_decision(walk)


def check_decision(walk: Translation) -> None:
    """The seat to act is offered what the real rules allow, and can realise all of it."""
    known, menu = walk.real.infoset(walk.active), walk.infoset(walk.active).actions()
    lower, upper = known.bounds()
    still = (Fold(), Call()) if known.cost > 0 else (Check(),)
    assert menu[: len(still)] == still
    for action in menu:
        realised = walk.realise(action)
        if action in still:
            assert realised == action
        elif upper > known.cost:
            assert lower <= realised.quantity <= upper
        else:
            assert realised == still[-1]
        walk.real.apply(realised)


def deal(walk: Any, rng: Random) -> Any:
    while walk.chance:
        walk = walk.apply(walk.sample(rng))
    return walk


@settings(max_examples=30)
@given(st.sampled_from(list(MENUS)), games(), st.integers(0, 2**64 - 1), st.sampled_from(MAPPINGS))
def test_a_walk_keeps_step(menu, game, seed, mapping):
    rng = Random(seed)
    keeps = rng.integer(3)
    walk = deal(walk_of(game, MENUS[menu], mapping=mapping, word=1), rng)
    while not walk.terminal:
        check_step(walk)
        action = legal(walk.real, rng)
        if rng.integer(3) < keeps:
            offered = walk.infoset(walk.active).actions()
            action = walk.realise(offered[rng.integer(len(offered))])
        assert walk.apply(action) == walk.apply(action)
        walk = deal(walk.apply(action), rng)
    check_step(walk)
    assert [walk.payoff(seat) for seat in range(game.players)] == [
        walk.real.payoff(seat) for seat in range(game.players)
    ]


@settings(max_examples=20)
@given(st.sampled_from(list(MENUS)), games(), st.integers(0, 2**64 - 1), st.sampled_from(MAPPINGS))
def test_where_all_keep_to_the_abstraction_the_walk_is_the_game_trained_on(
    menu, game, seed, mapping
):
    rng, walk = Random(seed), walk_of(game, MENUS[menu], mapping=mapping)
    game = Abstracted(*split(walk))
    while not game.terminal:
        if game.chance:
            action = realised = game.sample(rng)
        else:
            for seat in range(game.players):
                assert walk.infoset(seat) == game.infoset(seat)
            offered = game.infoset(game.active).actions()
            assert walk.infoset(game.active).actions() == offered
            action = offered[rng.integer(len(offered))]
            realised = walk.realise(action)
        assert walk.apply(action) == walk.apply(realised)
        game, walk = game.apply(action), walk.apply(realised)
        assert walk.real == walk.abstract == walk.shown == game.game
        assert walk.word is None
    assert walk.terminal


@settings(max_examples=20)
@given(games(), st.integers(0, 2**64 - 1), st.sampled_from(MAPPINGS))
def test_a_realised_bet_is_mapped_back_to_the_bet(game, seed, mapping):
    """Unless the menu has another one that adds as many real chips, or these are all-in."""
    menu, rng = MENUS["limited"], Random(seed)
    walk = deal(walk_of(game, menu, mapping=mapping, word=1), rng)
    for _ in range(rng.integer(8)):
        if not walk.terminal:
            walk = deal(walk.apply(legal(walk.real, rng)), rng)
    if walk.terminal or walk.shown != walk.abstract:
        return
    known, seen = walk.real.infoset(walk.active), walk.abstract.infoset(walk.active)
    before: list[Any] = []
    for bet in walk.infoset(walk.active).actions():
        realised = walk.realise(bet)
        if isinstance(realised, Bet) and realised not in before:
            after, all_in = walk.apply(realised).shown, known.bounds()[1]
            chips = seen.behind if realised.quantity == all_in else seen.quantity(bet)
            assert after.paid[walk.active] == walk.abstract.paid[walk.active] + chips
        before.append(realised)


@settings(max_examples=10)
@given(games(), st.integers(0, 2**64 - 1))
def test_hidden_hands_change_nothing_of_what_a_seat_sees(game, seed):
    rng = Random(seed)
    start = walk_of(game, MENUS["limited"], mapping=PseudoHarmonic(), word=7)
    full = deal(start, rng) if game.owed else start
    seat = rng.integer(game.players)
    own = start if full is start else start.seated(seat, full.real.hand(seat))
    while not full.terminal:
        assert own.infoset(seat) == full.infoset(seat)
        assert (own.active, own.chance, own.terminal) == (full.active, full.chance, full.terminal)
        action = full.sample(rng) if full.chance else legal(full.real, rng)
        full, own = full.apply(action), own.apply(action)
    assert own.terminal
    assert pickle.loads(pickle.dumps(own)) == own
