"""Packed tuples: natively, several items to a word, they are what they are in Python."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.native.both import native_twin
from zerosum.abstraction.identity import fingerprint
from zerosum.actions import UpTo, with_item
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError, LoweringError
from zerosum.native.encoding import Native, word_count
from zerosum.native.lowering import lowering_of
from zerosum.support.tokens import write
from zerosum.testing import check_native


@dataclass(frozen=True)
class Many:
    """Items of many widths, so that words hold one, two, three and 63 of them."""

    flags: Annotated[tuple[int, ...], UpTo(70, bits=1)] = ()
    stacks: Annotated[tuple[int, ...], UpTo(10, bits=21)] = ()
    halves: Annotated[tuple[int, ...], UpTo(3, bits=31)] = ()
    wide: Annotated[tuple[int, ...], UpTo(3, bits=62)] = ()
    plain: Annotated[tuple[int, ...], UpTo(10)] = ()


WIDTHS = {"flags": (70, 1), "stacks": (10, 21), "halves": (3, 31), "wide": (3, 62)}


def tuples(name):
    length, bits = WIDTHS[name]
    edges = st.sampled_from([0, 1, (1 << bits) - 1])
    items = edges if bits == 62 else edges | st.integers(0, (1 << bits) - 1)
    return st.lists(items.filter(lambda x: x < 1 << 61), max_size=length).map(tuple)


records = st.builds(Many, **{name: tuples(name) for name in WIDTHS}, plain=tuples("stacks"))


def looked(many, place):
    found = 0
    if -len(many.flags) <= place < len(many.flags):
        found += many.flags[place]
    if -len(many.stacks) <= place < len(many.stacks):
        found += many.stacks[place]
    for item in many.flags:
        found = 3 * found + item & 0xFFFFF
    for item in many.halves:
        found = 3 * found + item & 0xFFFFF
    return (
        found,
        many.stacks.count(1),
        1 in many.halves,
        many.stacks[place:],
        sum(many.halves) + len(many.wide),
    )


def changed(many, place):
    after = replace(
        many,
        flags=(*many.flags, 1, 0)[:69] if len(many.flags) < 69 else many.plain[:0],
        stacks=with_item(many.stacks, place, 77)
        if len(many.stacks) > max(8, place)
        else many.stacks[1:],
        halves=tuple([item >> 1 for item in many.halves]),
        wide=many.halves,
        plain=many.stacks,
    )
    same = replace(after, stacks=after.plain)
    return after, same.stacks == many.stacks, same.stacks == many.plain, after == many, same


@pytest.fixture(scope="module")
def twins():
    return {function: native_twin(function, Many) for function in (looked, changed)}


@settings(max_examples=15)
@given(many=records, place=st.integers(-9, 9))
@example(many=Many(stacks=(0,) * 9), place=9)  # there is no such item to replace
def test_native_is_interpreted(twins, many, place):
    given = Native(lowering_of(Many).record(Many), many)
    for function, twin in twins.items():
        words = np.zeros(512, np.int64)
        assert words[: twin(words, given, place)].tolist() == write(function(many, place))


def test_a_packed_tuple_takes_a_count_and_as_many_words_as_needed():
    kinds = dict(lowering_of(Many).record(Many).fields)
    assert [word_count(kinds[name]) for name in WIDTHS] == [3, 5, 3, 4]


@dataclass(frozen=True)
class Chips:
    stacks: Annotated[tuple[int, ...], UpTo(3, bits=4)] = ()


def kept(chips, item):
    return replace(chips, stacks=tuple([item + each for each in (0,)])).stacks


def exchanged(chips, item):
    return with_item(chips.stacks, 0, item)


@pytest.mark.parametrize("function", [kept, exchanged])
def test_an_item_that_does_not_fit_is_an_overflow(function):
    twin, words = native_twin(function, Chips), np.zeros(64, np.int64)
    chips = Native(lowering_of(Chips).record(Chips), Chips((1,)))
    for item in (-1, 16, 1 << 40):
        with pytest.raises(OverflowError, match=r"must hold ints from 0 to 2\*\*4 - 1; raise its"):
            twin(words, chips, item)
    assert twin(words, chips, 15) > 1


def test_a_packed_tuple_that_outgrows_its_field_is_named():
    def longer(chips):
        return replace(chips, stacks=(*chips.stacks, 5)).stacks

    twin, words = native_twin(longer, Chips), np.zeros(64, np.int64)
    full = Native(lowering_of(Chips).record(Chips), Chips((1, 2, 3)))
    with pytest.raises(GameError, match=r"Chips.stacks must hold at most 3 items; raise its UpTo"):
        twin(words, full)


def test_a_value_that_does_not_fit_is_refused_with_its_field():
    told = r"Chips.stacks must hold ints from 0 to 2\*\*4 - 1; got 16; raise its bits=4"
    with pytest.raises(LoweringError, match=told):
        Native(lowering_of(Chips).record(Chips), Chips((1, 16)))
    with pytest.raises(
        LoweringError, match=r"Chips.stacks must hold at most 3 items; got 4; raise"
    ):
        Native(lowering_of(Chips).record(Chips), Chips((1, 2, 3, 4)))


@dataclass(frozen=True)
class Floats:
    sizes: Annotated[tuple[float, ...], UpTo(3, bits=4)] = ()


@dataclass(frozen=True)
class Broad:
    sizes: Annotated[tuple[int, ...], UpTo(3, bits=63)] = ()


@pytest.mark.parametrize(
    ("cls", "told"),
    [
        (
            Floats,
            r"Floats.sizes .*must be tuple\[int, ...\], since .*bits=4\); got .*; leave bits out",
        ),
        (Broad, r"The bits of .*Broad.sizes.* must be from 1 to 62; got 63; leave them out"),
    ],
)
def test_only_ints_of_few_bits_are_packed(cls, told):
    with pytest.raises(LoweringError, match=told):
        lowering_of(cls).record(cls)


def test_bits_are_part_of_a_meaning_and_their_absence_is_not():
    # As before UpTo had bits, so that saved strategies keep their identity.
    assert (fingerprint(UpTo), fingerprint(UpTo(4))) == ("752bb6b08ba1d3c2", "8882031680b06a5f")
    assert repr(UpTo(4)) == "UpTo(length=4)"
    assert fingerprint(UpTo(4)) != fingerprint(UpTo(4, bits=3)) != fingerprint(UpTo(4, bits=5))


@pytest.mark.parametrize(
    ("items", "index"), [((1, 2, 3), 0), ((1, 2, 3), -1), ((1,), 0), ((4, 5), 1), ((4, 5), -2)]
)
def test_with_item_is_a_list_with_an_assignment(items, index):
    expected = list(items)
    expected[index] = 9
    assert with_item(items, index, 9) == tuple(expected)
    for beyond in (len(items), -len(items) - 1):
        with pytest.raises(IndexError, match="tuple index out of range"):
            with_item(items, beyond, 9)


def mixed(chips, item):
    return with_item((1, True), 0, item)


def test_with_item_of_a_mixed_tuple_is_refused():
    with pytest.raises(Exception, match=r"with_item must be given a tuple of items of one type"):
        native_twin(mixed, Chips)(
            np.zeros(9, np.int64), Native(lowering_of(Chips).record(Chips), Chips()), 1
        )


@dataclass(frozen=True)
class Counted:
    counts: Annotated[tuple[int, ...], UpTo(2, bits=3)]
    plies: int

    def actions(self):
        return 1, 2


@dataclass(frozen=True)
class Counting:
    """Two players count on, and the second wins what they count to."""

    counts: Annotated[tuple[int, ...], UpTo(2, bits=3)] = (0, 0)
    plies: int = 0
    end: int = 4

    chance = property(lambda self: False)
    terminal = property(lambda self: self.plies == self.end)
    active = property(lambda self: self.plies & 1)

    def payoff(self, player: int) -> float:
        return float(sum(self.counts) * (2 * player - 1))

    def infoset(self, player: int) -> Counted:
        return Counted(self.counts, self.plies)

    def apply(self, action: int) -> Counting:
        counts = with_item(self.counts, self.active, self.counts[self.active] + action)
        return replace(self, counts=counts, plies=self.plies + 1)


@pytest.mark.slow
def test_a_game_of_packed_tuples_is_the_same_natively():
    """As is Leduc for other stakes in test_fixed_fields, whose chips are packed."""
    check_native(Counting())


@pytest.mark.slow
def test_a_fault_in_a_run_names_the_field_and_the_history():
    solver = ExternalSampling(Counting(end=12), seed=1, reserve=1 << 20)
    assert solver.native
    told = r"Counting.counts must hold ints from 0 to 2\*\*3 - 1; got 8, at .* after .*: raise its"
    with pytest.raises(GameError, match=told):
        solver.run(200)


def test_room_for_more_items_is_part_of_the_type():
    usual, wide = (lowering_of(Chips, room=each) for each in ((), (("stacks", 5),)))
    kinds = [each.record(Chips) for each in (usual, wide)]
    assert [dict(kind.fields)["stacks"].capacity for kind in kinds] == [3, 5]
    assert kinds[0].name != kinds[1].name
    assert kinds[0].name == lowering_of(Chips).record(Chips).name
