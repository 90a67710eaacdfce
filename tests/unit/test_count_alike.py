"""Decisions counted by histories that go on alike, against a recursion that visits all of them."""

from __future__ import annotations

from importlib import import_module

import pytest

from zerosum.abstraction import ONE, Abstracted, algebraic, menu, split, where
from zerosum.bluff import Bluff
from zerosum.errors import AbstractionError, GameError
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.abstraction import allin, limited, passive, raises
from zerosum.pkr.holdem.abstraction import cards, first_in, history, player, reentrant, street
from zerosum.pkr.holdem.abstraction.buckets import hole
from zerosum.pkr.holdem.abstraction.outline import outline
from zerosum.support.tokens import write
from zerosum.tree.public import count_alike, count_public

# Bets in pots, raises in last raises, and the most of both: by street.
COARSE = (
    ((), (1, 2), 2),
    ((1, 2, 4), (1, 2, 4), 2),
    ((1, 2, 4), (1, 2, 4), 2),
    ((0.5, 1, 2, 4), (), 1),
)
MOST = 4
BLIND = 100


def visited(seats, stack, streets=()):
    """Return the decisions on each street, and their actions, by visiting every history.

    Histories with one line since the last of some streets began, and one state there, count once.
    """
    nodes = [set() for _ in range(4)]
    slots = [0] * 4

    def decide(paid, live, street, queue, level, last, few, total, known):
        seat, rest = queue[0], queue[1:]
        if known in nodes[street]:
            return
        nodes[street].add(known)
        levels = offered(sum(paid), street, level, last, few, total)
        for to in (*([None] if paid[seat] < level else []), level, *levels):
            slots[street] += 1
            left = live - {seat} if to is None else live
            now = paid if to is None else (*paid[:seat], to, *paid[seat + 1 :])
            raised = to is not None and to > level
            sized = raised and to < stack
            line = (*known, to)
            if raised:
                others = [(seat + n) % seats for n in range(1, seats)]
                queue = tuple(each for each in others if each in left)
                decide(now, left, street, queue, to, to - level, few + sized, total + sized, line)
            elif len(left) > 1 and rest:
                decide(now, left, street, rest, level, last, few, total, line)
            elif len(left) > 1 and street < 3 and level < stack:
                if street + 1 in streets:
                    line = (street + 1, sum(now), level, left, total)
                order = tuple(sorted(left))
                decide(now, left, street + 1, order, level, BLIND, 0, total, line)

    def offered(pot, street, level, last, few, total):
        if level == stack:
            return []
        bets, by, most = COARSE[street]
        found = []
        if few < most and total < MOST:
            first = street > 0 and few == 0
            found = [level + (int(k * pot) if first else k * last) for k in (bets if first else by)]
        return [to for to in found if level + BLIND <= to < stack] + [stack]

    paid = (BLIND // 2, BLIND, *[0] * (seats - 2))
    queue = (*range(2, seats), 0, 1)
    decide(paid, frozenset(range(seats)), 0, queue, BLIND, BLIND, 0, 0, ())
    return tuple(map(len, nodes)), tuple(slots)


def counted(seats, stack, streets=(), *, native=False):
    actions = import_module("blood.tyche6").actions
    base = NoLimitHoldem(players=seats, stacks=(stack,), blinds=(BLIND // 2, BLIND))
    made = outline(base, reentrant(*streets) * player * actions, actions)
    given = {"segment": made.segment, "part": made.part, "parts": 4, "key": made.key}
    return count_alike(Abstracted(base, None, actions), made.outlook, **given, native=native)


@pytest.mark.parametrize(
    "streets",
    [(), (1,), *(pytest.param(each, marks=pytest.mark.slow) for each in ((2,), (1, 2, 3)))],
)
def test_a_small_table_against_every_history(streets):
    found = counted(3, 450, streets)
    assert (found.nodes, found.slots) == visited(3, 450, streets)
    assert found.forced == (0, 0, 0, 0)
    assert found.starts == 1 if not streets else found.starts > 10


@pytest.mark.slow
@pytest.mark.parametrize(("stack", "total"), [(400, 397_302), (600, 1_023_758)])
def test_six_seats_against_every_history(stack, total):
    found = counted(6, stack, native=True)
    assert (found.nodes, found.slots) == visited(6, stack)
    assert found.total == total
    found = counted(6, stack, (1, 3), native=True)
    assert (found.nodes, found.slots) == visited(6, stack, (1, 3))


@pytest.mark.slow
def test_the_coarse_tree_of_tyche():
    assert counted(6, 10_000, native=True).total == 414_365_060
    assert counted(6, 10_000, (1,), native=True).total == 58_149_040


def test_words_of_keys():
    """They are those of every menu and line, summed over all decisions."""
    offers = passive + limited(raises(1), hand=2) + allin
    base = NoLimitHoldem(players=3, stacks=(9,), board=(3,))
    made = outline(base, reentrant() * player * offers, offers)
    abstract, total = Abstracted(base, None, offers), 0

    def visit(game):
        nonlocal total
        while not game.terminal and game.chance:
            game = game.apply(game.sample())
        if game.terminal:
            return
        infoset = game.infoset(game.active)
        total += len(write(offers(infoset))) + len(write(reentrant()(infoset)))
        for action in offers(infoset):
            visit(game.apply(action))

    visit(base)
    found = count_alike(abstract, made.outlook, part=made.part, parts=2, key=made.key, native=False)
    assert sum(found.words) == total


@algebraic
def last_bid(infoset):
    return infoset.bids.bit_length()


def test_other_games():
    decisions = count_public(Bluff(), native=False).decisions
    assert count_alike(Bluff(), last_bid, native=False).total == decisions == 4096


@pytest.mark.slow
def test_native_and_interpreted_are_one():
    assert count_alike(Bluff(), last_bid) == count_alike(Bluff(), last_bid, native=False)
    assert counted(3, 350, (1, 2), native=True) == counted(3, 350, (1, 2))


def test_a_menu_without_actions():
    base = NoLimitHoldem(stacks=(4,))
    made = outline(base, reentrant() * allin, allin)
    with pytest.raises(AbstractionError, match=r"actions of `allin` must be at least one; got no"):
        count_alike(Abstracted(base, None, allin), made.outlook, native=False)


def test_bad_parts():
    @algebraic
    def seat(infoset):
        return infoset.player

    with pytest.raises(GameError, match="part of a decision of Bluff must be an int from 0 to par"):
        count_alike(Bluff(), last_bid, part=seat, native=False)
    with pytest.raises(GameError, match="parts must be a whole number, at least 1; got 0"):
        count_alike(Bluff(), last_bid, parts=0, native=False)


def test_what_has_an_outline():
    """Infosets are counted where nothing but the betting is public, and menus depend on it."""
    base, states, actions = split(import_module("blood.tyche6").TrainingAbstraction())
    made = outline(base, states, actions)
    assert made is not None
    assert made.buckets == (169, 200, 200, 200)
    assert made.names == ("preflop", "flop", "turn", "river")
    assert made.others == 2
    lined = passive + where(first_in, allin)
    own = passive + menu(lambda infoset: ())
    for other, offers in (
        (states * history, actions),
        (player * hole() * actions, actions),
        (states * cards, actions),
        (states * hole(recalled=True), actions),
        (ONE, actions),
        (None, actions),
        (reentrant(1) * player * lined, lined),
        (reentrant(1) * player * own, own),
        (states, None),
    ):
        assert outline(base, other, offers) is None
    assert outline(base, states * street, actions).others == 3
