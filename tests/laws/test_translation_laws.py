"""The two hands of a translation always agree, and are equal if all bets are on the menu."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blood import quick
from blood.basic import basic, bets, player, street
from tests.river import deal
from zerosum.abstraction import abstract, algebraic
from zerosum.pkr import Allin, Bet, Call, Check, Fold, InfoSet, RaisePot, RiverOfBlood
from zerosum.pkr.abstraction import Nearest, PseudoHarmonic, Translation, capped_bets
from zerosum.rng import Random

HANDS = 20_000
MAPPINGS = [Nearest(), PseudoHarmonic()]


@algebraic
def none(infoset):
    return ()


@algebraic
def shove(infoset):
    return (Allin(),)


@algebraic
def pot(infoset):
    return tuple(bet for bet in basic(infoset) if isinstance(bet, RaisePot))


@algebraic
def reopened(infoset):
    """No bets but raises."""
    return basic(infoset) if infoset.cost > 0 and infoset.bets > 0 else ()


def walks(actions: Any) -> type[Translation]:
    @abstract(Translation, street * player * bets * actions, actions)
    @dataclass(frozen=True)
    class Walk(Translation): ...

    return Walk


MENUS = {
    "quick": (quick.actions, 3),
    "eight": (capped_bets(basic, 8), 8),
    "one": (capped_bets(basic, 1), 1),
    "no cap left": (capped_bets(basic, 0), 1),
    "no bets": (capped_bets(none, 3), 1),
    "all or nothing": (capped_bets(shove, 2), 2),
    "pots": (capped_bets(pot, 4), 4),
    "raises only": (capped_bets(reopened, 3), 3),
}


def all_in(game: RiverOfBlood) -> tuple[bool, bool]:
    return game.pips[0] == game.stacks[0], game.pips[1] == game.stacks[1]


def check_step(walk: Translation, cap: int) -> None:
    """What must agree at every moment."""
    real = walk.real
    for game in (walk.abstract, walk.shown):
        assert (game.active, game.due, game.terminal) == (real.active, real.due, real.terminal)
        assert (game.hands, game.community, game.last) == (real.hands, real.community, real.last)
        assert (game.bets == 0) == (real.bets == 0)
        assert game.bets <= cap
        assert game.stacks[0] == game.stacks[1]
        assert game.pot + sum(game.stacks) == 800
        assert all(0 <= pip <= stack for pip, stack in zip(game.pips, game.stacks, strict=True))
    if not real.terminal:
        assert all_in(walk.abstract) == all_in(real)
    if real.terminal or real.chance:
        assert walk.abstract == walk.shown
    else:
        check_decision(walk)


def check_decision(walk: Translation) -> None:
    """Whoever acts is offered what the real rules allow, and can realise all of it."""
    mover = walk.active
    owes, shown = walk.real.infoset(mover), walk.shown.infoset(mover)
    assert (shown.cost > 0) == (owes.cost > 0)
    assert all_in(walk.shown)[1 - mover] >= all_in(walk.real)[1 - mover]
    menu = walk.infoset(mover).actions()
    passive = (Fold(), Call()) if owes.cost > 0 else (Check(),)
    assert menu[: len(passive)] == passive
    lower, upper = owes.bounds()
    for action in menu[len(passive) :]:
        realised = walk.realise(action)
        assert isinstance(realised, Bet)
        assert upper > owes.cost
        assert lower <= realised.quantity <= upper
        assert realised.quantity == upper or action != Allin()
    assert [walk.realise(action) for action in passive] == list(passive)


def legal(infoset: InfoSet, rng: Random) -> Any:
    """Any real action: mostly the passive one, and bets of all sizes."""
    lower, upper = infoset.bounds()
    if upper > infoset.cost and rng.random() < 0.55:
        sizes = [lower, lower, upper, infoset.total, infoset.total // 3, 2 * infoset.total]
        sizes += [lower + rng.integer(upper - lower + 1)] * 3
        return Bet(min(max(sizes[rng.integer(len(sizes))], lower), upper))
    if infoset.cost == 0:
        return Check()
    return Fold() if rng.random() < 0.1 else Call()


def play(walk: Any, cap: int, rng: Random, seen: Counter[str]) -> None:
    """One hand of arbitrary bets, in part those that the menus offer."""
    keeps = rng.integer(3)
    walk = deal(walk, rng)
    while not walk.terminal:
        check_step(walk, cap)
        infoset = walk.real.infoset(walk.active)
        action = legal(infoset, rng)
        if rng.integer(3) < keeps:
            menu = walk.infoset(walk.active).actions()
            action = walk.realise(menu[rng.integer(len(menu))])
        seen["shown apart"] += walk.shown != walk.abstract
        seen["pots apart"] += walk.abstract.pot != walk.real.pot
        seen["raised what was shown"] += isinstance(action, Bet) and walk.shown != walk.abstract
        seen["over the cap"] += isinstance(action, Bet) and walk.abstract.bets == cap
        seen["all-in"] += isinstance(action, Bet) and action.quantity == infoset.bounds()[1]
        walk = deal(walk.apply(action), rng)
    check_step(walk, cap)
    assert walk.payoff(0) == walk.real.payoff(0) == -walk.payoff(1)


@pytest.mark.parametrize(
    ("menu", "mapping"),
    [(menu, MAPPINGS[at % 2]) for at, menu in enumerate(MENUS)] + [("quick", MAPPINGS[1])],
)
def test_a_walk_keeps_step(menu: str, mapping: Any) -> None:
    keep_step(menu, mapping, 100 if menu == "quick" else 25)


@pytest.mark.slow
@pytest.mark.parametrize("mapping", MAPPINGS, ids=repr)
@pytest.mark.parametrize("menu", MENUS)
def test_a_walk_keeps_step_for_many_hands(menu: str, mapping: Any) -> None:
    keep_step(menu, mapping, HANDS if menu == "quick" else HANDS // 5)


def keep_step(menu: str, mapping: Any, hands: int) -> None:
    actions, cap = MENUS[menu]
    start, rng, seen = walks(actions)(mapping=mapping, word=1), Random(11), Counter()
    for _ in range(hands):
        play(start, cap, rng, seen)
    if menu == "quick":  # the hard cases are not rare
        assert min(seen.values()) > hands / 20


@given(st.sampled_from(MAPPINGS), st.integers(0, 2**64 - 1))
@settings(max_examples=20)
def test_where_all_keep_to_the_abstraction_the_walk_is_the_game_trained_on(mapping, seed):
    rng = Random(seed)
    game, walk = quick.TrainingAbstraction(), quick.Abstraction(mapping=mapping)
    while not game.terminal:
        assert (walk.chance, walk.terminal) == (game.chance, game.terminal)
        if game.chance:
            action = realised = game.sample(rng)
        else:
            assert walk.active == game.active
            menu = game.infoset(game.active).actions()
            assert walk.infoset(game.active).actions() == menu
            for each in (0, 1):
                assert walk.infoset(each) == game.infoset(each)
                assert walk.infoset(each).key == game.infoset(each).key
            action = menu[rng.integer(len(menu))]
            realised = walk.realise(action)
        assert walk.apply(action) == walk.apply(realised)
        game, walk = game.apply(action), walk.apply(realised)
        assert walk.real == walk.abstract == walk.shown
        assert walk.word is None
    assert walk.terminal
    assert [walk.payoff(each) for each in (0, 1)] == [game.payoff(each) for each in (0, 1)]


@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=15)
def test_a_hidden_hand_changes_nothing_of_what_the_other_sees(seed):
    rng = Random(seed)
    full = deal(quick.Abstraction(), rng)
    seat = rng.integer(2)
    own = quick.Abstraction().seated(seat, full.real.hands[seat])
    while not full.terminal:
        assert own.infoset(seat) == full.infoset(seat)
        assert (own.active, own.chance, own.terminal) == (full.active, full.chance, full.terminal)
        if full.chance:
            action = full.sample(rng)
            assert set(full.chances()) < set(own.chances())
        else:
            action = legal(full.real.infoset(full.active), rng)
        full, own = full.apply(action), own.apply(action)
    assert own.terminal
