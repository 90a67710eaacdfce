"""The memory layout of the sequence form: slots, groups, and products of six rows at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games import Auction, Pennies
from zerosum.jit import compiled
from zerosum.leduc import Leduc
from zerosum.tree import Layout, SequenceForm, enumerated
from zerosum.tree.sliced import SlicedMatrix, multiply


@st.composite
def matrices(draw):
    """Entries of a sparse matrix, and its size."""
    size = draw(st.integers(1, 30))
    places = st.tuples(st.integers(0, size - 1), st.integers(0, size))
    found = sorted(draw(st.sets(places, max_size=80)))
    rows, columns = (np.array([place[k] for place in found], np.int64) for k in (0, 1))
    values = np.arange(1.0, rows.size + 1)
    return size, rows, columns, values


@given(matrices())
def test_a_product_is_that_of_the_dense_matrix(entries):
    size, rows, columns, values = entries
    dense = np.zeros((size + 1, size + 1))
    dense[rows, columns] = values
    lanes = SlicedMatrix.of(rows, columns, values, size)
    vector = np.linspace(-1, 1, size + 1)
    for product, matrix in ((multiply, lanes.plain()), (compiled(multiply), lanes)):
        found = np.full(size + 1, np.nan)
        product(matrix, vector, found)
        touched = np.unique(rows)
        assert found[touched] == pytest.approx((dense @ vector)[touched])
        untouched = np.setdiff1d(np.arange(size), rows)
        assert np.isnan(found[untouched]).all()


@pytest.mark.parametrize("game", [Leduc(), Auction(), Pennies()])
class TestLayout:
    def test_groups_hold_what_is_alike_and_come_after_what_they_follow(self, game):
        tree = enumerated(game, native=False)
        layout = Layout.of(SequenceForm.of(tree))
        assert sorted(layout.slots) == list(range(tree.sequences))
        holder = np.repeat(np.arange(tree.infoset_count), np.diff(tree.starts))
        by_slot = np.empty(tree.sequences, np.int64)
        by_slot[layout.slots] = np.arange(tree.sequences)
        for each, (first, size, actions, listed) in enumerate(layout.groups):
            player = int(each >= layout.borders[1])
            block = by_slot[first : first + size * actions].reshape(actions, size)
            infosets = holder[block]
            assert (infosets == infosets[0]).all()
            assert (tree.owners[infosets] == player).all()
            assert (block == tree.starts[infosets[0]] + np.arange(actions)[:, None]).all()
            before = tree.recollection.before[infosets[0]]
            places = np.where(before < 0, tree.sequences, layout.slots[before])
            assert (layout.parents[listed : listed + size] == places).all()
            assert ((places < first) | (places == tree.sequences)).all()

    def test_the_payoffs_of_both_are_one_matrix(self, game):
        tree = enumerated(game, native=False)
        form = SequenceForm.of(tree)
        layout = Layout.of(form)
        ours, theirs = np.random.default_rng(1).random((2, tree.sequences + 1))
        ours[-1] = theirs[-1] = 1.0
        gains = np.zeros((2, tree.sequences + 1))
        compiled(multiply)(layout.matrices[0], theirs, gains[0])
        compiled(multiply)(layout.matrices[1], ours, gains[1])
        slots = np.append(layout.slots, tree.sequences)
        rows, columns = slots[form.rows], slots[form.columns]
        expected = np.bincount(rows, form.payoffs * theirs[columns], tree.sequences + 1)
        assert gains[0, :-1] == pytest.approx(expected[:-1])
        expected = np.bincount(columns, -form.payoffs * ours[rows], tree.sequences + 1)
        assert gains[1, :-1] == pytest.approx(expected[:-1])
