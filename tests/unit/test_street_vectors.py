"""CFR on vectors of hands after a history: what it finds is what the enumerated game says."""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.abstraction import Abstracted
from zerosum.errors import GameError
from zerosum.evaluation import nash_conv
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.actions import Call, Check
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import hand_cards, round_history
from zerosum.pkr.holdem.resumed import resumed
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.pkr.think.vectors import StreetCFR
from zerosum.rng import Random
from zerosum.tree import enumerated

TINY = NoLimitHoldem(deck=Deck(5, 2), board=(1, 1), stacks=(12,), sizes=(100,))
MENU = passive + allin


def after(street: int) -> Abstracted:
    """Return the game from a street on to which both players checked and called."""
    hand, rng = TINY, Random(5)
    while hand.chance or hand.street < street:
        due = None if hand.chance else hand.infoset(hand.active).cost
        hand = hand.apply(hand.sample(rng) if due is None else Call() if due else Check())
    masks = [mask for mask in HAND_MASKS if not mask & ~hand.deck.cards.mask]
    reach = np.random.default_rng(1).random((2, len(masks)))
    reach[0, :4] = 0.0
    return Abstracted(resumed(hand, masks, reach), hand_cards * round_history, MENU)


def test_nash_conv_is_that_of_the_enumerated_game(tmp_path):
    solver = StreetCFR(after(2), native=False)
    solver.run(20)
    strategy, tree = solver.strategy(), enumerated(solver.game, native=False)
    assert solver.nash_conv() == pytest.approx(nash_conv(tree, strategy), abs=1e-12)
    assert len(strategy) == solver.infosets == 28 * 4
    solver.save(tmp_path / "kept")
    again = StreetCFR.load(tmp_path / "kept", solver.game, native=False)
    for each in (solver, again):
        each.run(30)
    assert (again.vectors.sums == solver.vectors.sums).all()
    assert solver.nash_conv() < 0.05


def test_earlier_streets_are_refused():
    with pytest.raises(GameError, match="no card can come any more"):
        StreetCFR(after(1), native=False)
