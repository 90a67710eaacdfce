"""Tables: rows are found by exact keys, and memory is used as rows are added."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import find_natively, look_up, new
from tests.runs import printed
from zerosum.errors import TableError
from zerosum.kernels import rows
from zerosum.kernels.hashing import fold, hash_row
from zerosum.kernels.rows import IllFormed, TableFull, rehash
from zerosum.support.tokens import write
from zerosum.tables import FIRST_SLOTS, check_table, class_names, read_block, recognise

keys = st.lists(st.integers(-2, 2), min_size=1, max_size=4)


@given(st.lists(keys, max_size=60))
def test_find_is_a_dict(wanted):
    work = new().plain()
    known: dict[tuple[int, ...], int] = {}
    for key in wanted:
        assert look_up(work, key) == known.setdefault(tuple(key), 4 * len(known))
    assert work.table.rows == len(known)


@given(st.lists(keys, max_size=30), st.sampled_from([0, 1 << 31, (1 << 62) - 1]))
def test_find_is_a_dict_when_all_hashes_are_one(wanted, same):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "hash_row", lambda words, start, end: same)
        test_find_is_a_dict.hypothesis.inner_test(wanted)


def test_a_long_chain_of_one_slot_natively():
    """Keys that begin at one slot of the first index, and spread when it grows."""
    candidates = np.arange(200_000)
    slots = np.array([hash_row([int(word)], 0, 1) for word in candidates]) & (FIRST_SLOTS - 1)
    chain = candidates[slots == 1000][:, None]
    assert len(chain) > 150
    work = new()
    found = find_natively(work, chain)
    assert found.tolist() == list(range(0, 4 * len(chain), 4))
    assert find_natively(work, chain[::-1]).tolist() == found[::-1].tolist()


def test_rows_are_found_through_rehashes_natively_and_interpreted():
    wanted = np.random.default_rng(1).integers(-50, 50, (20_000, 3))
    native, plain = new(), new()
    found = find_natively(native, wanted)
    known: dict[tuple[int, ...], int] = {}
    for key, at in zip(map(tuple, wanted.tolist()), found.tolist(), strict=True):
        assert at == known.setdefault(key, 4 * len(known))
    assert native.table.mask + 1 >= 2 * native.rows > 8 * FIRST_SLOTS
    view = plain.plain()
    assert [look_up(view, key) for key in wanted.tolist()] == found.tolist()
    plain.take_numbers(view)
    for name, array in native.arrays().items():
        assert array.tobytes() == plain.arrays()[name].tobytes(), name
    assert native.table.index.tobytes() == plain.table.index.tobytes()
    work = new()
    wanted = np.arange(3_000)[:, None]
    found = find_natively(work, wanted)
    work.table.index[:] = 0
    work.table.run(rehash, work.table.mask, native=False)
    assert find_natively(work, wanted).tolist() == found.tolist()
    assert work.rows == 3_000


@given(st.lists(st.integers(-(1 << 63), (1 << 63) - 1), max_size=9))
def test_hashes_are_the_same_natively(words):
    assert 0 <= hash_row(words, 0, len(words)) < 1 << 62
    work = new(1 << 20)
    if words:
        find_natively(work, np.array([words], np.int64))
        assert work.table.hashes[0] == hash_row(words, 0, len(words))


def test_hashes():
    samples = [[], [0], [0, 0], [1], [1, 0], [0, 1], [1, 2, 3], [3, 2, 1], [2, 1, 3]]
    assert len({hash_row(row, 0, len(row)) for row in samples}) == len(samples)
    assert fold(-1, 1) == fold((1 << 64) - 1, 1)


class TestIllFormed:
    @pytest.mark.parametrize("head", [[1, *write((7, 8))], [0, *write((7, 9))], [0, *write((7,))]])
    def test_one_key_for_two_heads(self, head):
        work = new().plain()
        look_up(work, [5])
        look_up(work, [6])
        with pytest.raises(IllFormed):
            look_up(work, [6], head)
        assert read_block(np.asarray(work.table.words), work.witness).key == (6,)


class TestFull:
    def test_nothing_changes_where_nothing_fits(self):
        work = new(reserve=1 << 12)
        with pytest.raises(TableFull):
            find_natively(work, np.arange(1_000)[:, None])
        full = {name: array.copy() for name, array in work.arrays().items()}
        assert 0 < work.rows < 1_000
        check_table(full, 0)
        assert find_natively(work, np.arange(work.rows)[:, None])[-1] == 4 * work.rows - 4
        with pytest.raises(TableFull):
            look_up(work.plain(), [-1])
        assert all((array == full[name]).all() for name, array in work.arrays().items())

    def test_the_index_ends_before_it_is_written(self):
        work = new()
        work.table.most_slots = FIRST_SLOTS
        with pytest.raises(TableFull):
            find_natively(work, np.arange(1_000)[:, None])
        assert work.rows == FIRST_SLOTS // 2
        check_table(work.arrays(), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="limits address space as Linux does")
def test_the_reserve_is_taken_as_rows_come_and_a_system_may_give_less():
    code = """
        import resource
        from zerosum.errors import TableError
        from zerosum.rng import Random
        from zerosum.tables import Workspace
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        made = [Workspace(Random(0)) for _ in range(5)]
        assert all(work.table.words.nbytes > 100 << 20 for work in made)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        del made
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        print(0 < Workspace(Random(0)).table.words.size)
        try:
            Workspace(Random(0), 1 << 40)
        except TableError as error:
            print(error)
    """
    shown = printed(code).splitlines()
    assert int(shown[0]) < 20_000
    assert shown[1] == "True"
    assert "refused 1,099,511,627,776 bytes: give a smaller reserve=" in shown[2]


class TestRestore:
    def make(self) -> dict[str, np.ndarray]:
        work = new()
        find_natively(work, np.arange(600)[:, None])
        return {name: array.copy() for name, array in work.arrays().items()}

    def test_a_table_comes_back(self):
        arrays = self.make()
        work = new()
        work.restore(arrays)
        work.table.run(rehash, work.table.mask, native=False)
        assert find_natively(work, np.arange(600)[:, None]).tolist() == list(range(0, 2400, 4))

    @pytest.mark.parametrize(
        ("name", "place", "value", "said"),
        [
            ("blocks", 5, 3, "without gaps"),
            ("words", 1, 99, "without gaps"),
            ("words", 3, 12, "belong to its rows"),
            ("counts", 3, -4, "must be -4"),
            ("counts", 4, 1023, "2,048 slots"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, name, place, value, said):
        arrays = self.make()
        arrays[name][place] = value
        work = new()
        with pytest.raises(TableError, match=said):
            work.restore(arrays)
        assert work.rows == 0

    def test_another_width_a_smaller_reserve_and_missing_arrays_are_refused(self):
        with pytest.raises(TableError, match="belong to its rows"):
            check_table(self.make(), 1)
        with pytest.raises(TableError, match="larger reserve="):
            new(1 << 12).restore(self.make())
        with pytest.raises(TableError, match="must have counts and blocks, hashes, values, words"):
            check_table({"counts": np.zeros(8, np.int64)}, 0)


class TestClassNames:
    def test_of_the_words_at_hand(self):
        from zerosum.kuhn.game import InfoSet, Move

        words = np.array(write((InfoSet(1, 2), Move.BET)), np.int64)
        assert sorted(class_names(words).values()) == [
            ["zerosum.kuhn.game", "InfoSet"],
            ["zerosum.kuhn.game", "Move"],
        ]
        assert "this" not in sys.modules
        recognise({"1": ["this", "s"], "2": ["os", "system"], "3": ["os.path", "join.x"]})
        assert "this" not in sys.modules
