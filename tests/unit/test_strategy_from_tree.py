"""A strategy made from the sequences of a tree works like any other."""

from __future__ import annotations

import numpy as np
import pytest

from tests.references import histories
from zerosum.abstraction import Abstracted
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.strategy import Strategy
from zerosum.tree import enumerated

GAMES = [Kuhn(), Abstracted(Leduc(), leduc.by_rank)]


def some_probabilities(tree):
    weights = np.random.default_rng(1).random(tree.sequences) + 0.1
    return weights / np.repeat(np.add.reduceat(weights, tree.starts[:-1]), np.diff(tree.starts))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_infoset_has_its_own(game, tmp_path):
    tree = enumerated(game, native=False)
    probabilities = some_probabilities(tree)
    strategy = Strategy.from_tree(tree, probabilities)
    assert len(strategy) == tree.infoset_count
    for number, (first, end) in enumerate(zip(tree.starts, tree.starts[1:], strict=False)):
        infoset = tree.infoset(number)
        expected = dict(zip(infoset.actions(), probabilities[first:end], strict=True))
        assert strategy(infoset, strict=True) == expected
    for node, history in enumerate(histories(game)):
        if not (history.terminal or history.chance):
            infoset = history.infoset(history.active)
            assert strategy(infoset, strict=True) == strategy(tree.infoset(tree.infosets[node]))
    strategy.save(tmp_path / "strategy")
    loaded = Strategy.load(tmp_path / "strategy", game)
    assert list(loaded.rows()) == list(strategy.rows())


def test_a_probability_for_each_sequence():
    tree = enumerated(Kuhn(), native=False)
    with pytest.raises(ValueError, match=r"one for each of 24 sequences; got shape \(12,\)"):
        Strategy.from_tree(tree, np.ones(12))
