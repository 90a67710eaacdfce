"""A quotient of the whole tree equals the enumerated tree of the abstract game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.abstractions import PLAYERS, abstractions, tree_of
from tests.factors import betting, card
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, LinearProgram
from zerosum.algorithms.plans import behaviour
from zerosum.errors import AbstractionError
from zerosum.evaluation import expected_values, lift, loss, nash_conv
from zerosum.evaluation.policies import probabilities_of
from zerosum.kuhn import Kuhn, Move
from zerosum.kuhn.abstraction import is_jack
from zerosum.lattice import partition, quotient, recall
from zerosum.lattice.menus import offered
from zerosum.leduc.abstraction import by_rank, rank
from zerosum.leduc.game import TWO_RAISES
from zerosum.strategy import Strategy
from zerosum.tree import Tree, enumerated

ARRAYS = ("starts", "parents", "edges", "infosets", "payoffs", "chances", "owners")


@algebraic
def backwards(infoset: Any) -> tuple[Any, ...]:
    """Offer all actions, the last one first."""
    return tuple(infoset.actions())[::-1]


@algebraic
def cautious(infoset: Any) -> tuple[Any, ...]:
    """Offer whatever is no bet or raise in Leduc, and a raise only with a king."""
    if infoset.card < 4 or infoset.history & 15 == TWO_RAISES:
        return tuple([action for action in infoset.actions() if action != 2])
    return tuple(infoset.actions())


@algebraic
def twice(infoset: Any) -> tuple[Any, ...]:
    """Offer a bet in Kuhn as two actions."""
    return (Move.PASS, Move.BET, Move.BET) if infoset.card else (Move.BET, Move.PASS, Move.PASS)


MENUS = {"kuhn": (None, offered, backwards, twice), "leduc": (None, backwards, cautious)}


@cache
def walked(name: str, states: Any, actions: Any) -> Tree:
    return enumerated(Abstracted(tree_of(name).base, states, actions), native=False)


@pytest.mark.parametrize("name", list(MENUS))
@settings(max_examples=3)
@given(data=st.data())
def test_it_is_the_tree_of_the_abstract_game(name: str, data: Any) -> None:
    menu = data.draw(st.sampled_from(MENUS[name]))
    states = data.draw(abstractions(name)) * PLAYERS[name] * (menu or offered)
    found, expected = quotient(tree_of(name), states, menu), walked(name, states, menu)
    for array in ARRAYS:
        assert getattr(found, array).tolist() == getattr(expected, array).tolist(), array
    assert found.recall == expected.recall
    check_lift(name, found, expected, data.draw(st.integers(0, 99)))


def check_lift(name: str, found: Any, expected: Tree, seed: int) -> None:
    """Compare what arrays carry into the whole game with what strategies do."""
    weights = np.random.default_rng(seed).random(expected.sequences)
    sums = np.add.reduceat(weights, expected.starts[:-1])
    probabilities = weights / np.repeat(sums, np.diff(expected.starts))
    strategy = lift(Strategy.from_tree(expected, probabilities), tree_of(name).base)
    whole = probabilities_of(tree_of(name), strategy)
    assert found.lifted(probabilities) == pytest.approx(whole, abs=1e-12)


@pytest.mark.parametrize("player", [0, 1])
def test_others_may_see_the_game_whole(player: int) -> None:
    tree = tree_of("leduc")
    both = quotient(tree, by_rank)
    alone = quotient(tree, by_rank, players=[player])
    for seat, expected in ((player, both), (1 - player, tree)):
        assert (alone.owners == seat).sum() == (expected.owners == seat).sum()
    assert alone.histories == tree.histories
    assert alone.recall == (True, True)
    assert (alone.payoffs == tree.payoffs).all()


def test_histories_and_infosets_are_those_of_the_whole_game() -> None:
    tree = tree_of("leduc")
    cut = quotient(tree, rank * betting * cautious, cautious)
    assert cut.histories < tree.histories
    for number in (0, 5, cut.histories // 2, cut.histories - 1):
        history, moves = cut.history(number)
        replayed = tree.base
        for move in moves:
            replayed = replayed.apply(move)
        assert replayed == history
        if cut.infosets[number] >= 0:
            infoset = history.infoset(history.active)
            seen = cut.infoset(int(cut.infosets[number]))
            assert (rank(seen), betting(seen)) == (rank(infoset), betting(infoset))


def test_ill_formed_abstractions_are_refused_with_both_histories() -> None:
    with pytest.raises(AbstractionError, match="Equal keys must imply equal players") as caught:
        quotient(tree_of("leduc"), card)
    message = str(caught.value)
    assert "key {'card': 0} stands for player 0 with (<Move.CALL: 1>, <Move.RAISE: 2>)" in message
    assert message.count("after [") == 2


def test_actions_that_the_game_lacks_are_refused() -> None:
    @algebraic
    def odd(infoset: Any) -> tuple[int, ...]:
        return (7,)

    with pytest.raises(AbstractionError, match="must be actions of the game; got 7 at"):
        quotient(enumerated(Kuhn(), native=False), card * betting, odd)


def test_a_tree_that_was_cut_out_is_not_its_game(tmp_path: Path) -> None:
    """Queen and king merged: an equilibrium of what is left concedes 1/3 in the whole game."""
    whole = tree_of("kuhn")
    cut = quotient(whole, is_jack * betting)
    program, solver = LinearProgram(cut, native=False), CFR(cut, native=False)
    strategy = Strategy.from_tree(whole, cut.lifted(behaviour(cut, program.solve().plans)))
    assert nash_conv(whole, strategy) == pytest.approx(1 / 3)
    for mistake in (
        program.strategy,
        solver.strategy,
        solver.current,
        lambda: solver.save(tmp_path),
        lambda: nash_conv(cut, strategy),
        lambda: expected_values(cut, lambda infoset: {Move.PASS: 1.0}),
        lambda: loss(cut, betting),
        lambda: partition(cut, card),
        lambda: quotient(cut, betting),
        lambda: recall(cut),
    ):
        with pytest.raises(AbstractionError, match=r"got <Quotient of Kuhn.*: carry probabili"):
            mistake()
