"""Menus filled by ``append``: all ways of writing them give Python's result, without a list."""

# ruff: noqa: PERF402, RUF005 (menus as people write them)

from __future__ import annotations

import re

import numpy as np
import pytest
from numba import njit

from tests.native.board import Bet, Board, Call, Fold, Hand
from zerosum.abstraction import algebraic
from zerosum.errors import GameError
from zerosum.native.emit import define
from zerosum.native.lowering import lowering_of
from zerosum.native.rewriting.menus import stacked, write_out
from zerosum.native.rewriting.names import names
from zerosum.native.rewriting.signature import signature
from zerosum.native.rewriting.source import Source
from zerosum.support.tokens import put, write


def bits(mask):
    cards = []
    for card in range(6):
        if mask >> card & 1:
            cards.append(card)
    return tuple(cards)


def in_several_loops(mask):
    cards = []
    for card in range(3):
        if mask >> card & 1:
            cards.append(card)
    if mask > 9:
        cards.append(mask)
    else:
        cards.append(-mask)
    for card in (8, 9, mask):
        cards.append(card)
    return tuple(cards)


def measured(mask):
    cards = []
    for card in range(3):
        if mask >> card & 1 and len(cards) < 2:
            cards.append(card)
    if not cards:
        cards.append(100)
    if cards and mask > 5:
        cards.append(len(cards))
    if len(cards) == 1:
        return (mask, mask)
    return tuple(cards) if cards else (0,)


def from_what_is_walked(mask):
    cards = []
    for card in Hand(mask):
        cards.append(card)
    for place, card in enumerate((mask, 5, 9)):
        if card != 5:
            cards.append(card + place)
    return tuple(cards)


def joined(mask):
    cards = [3]
    for card in range(mask % 4):
        cards.append(card)
    return (0, *tuple(cards)) + tuple(cards) + (mask,)


def records(mask):
    bold = Bet(mask)
    menu = [Fold()]
    if mask > 4:
        menu.append(Call())
    menu.append(bold)
    for amount in (1, 2):
        raised = Bet(amount) if mask > 9 else bold
        menu.append(raised)
    return tuple(menu)


def more_than_there_is_room_for(mask):
    cards = []
    for card in range(40):
        cards.append(card)
    if len(cards) > 30 and cards:
        return (len(cards), mask)
    return tuple(cards)


def in_other_functions(mask):
    cards = [1]

    def add(card):
        cards.append(card)

    add(mask)
    if any(len(cards) > limit for limit in range(mask)):
        add(3)
    return tuple(cards)


def comprehended(mask):
    return tuple([card - 1 for card in range(6) if mask >> card & 1 if card != 2])


def generated(mask):
    if mask > 9:
        return tuple(card for card in Hand(mask))
    return tuple(card * other for card in (1, mask) for other in range(card % 4) if other)


def bound_elsewhere(mask):
    card = mask + 1
    if mask == 4:
        return (card, card)
    return tuple(card for card in range(4) if card != mask)


other = (7, 8)  # Comprehensions bind the same name.


def walked_by_its_own_name(mask):
    return tuple(other + mask for other in other)


STACKED = (
    *(bound_elsewhere, walked_by_its_own_name, bits, in_several_loops),
    *(measured, from_what_is_walked, joined),
    *(records, more_than_there_is_room_for, in_other_functions, comprehended),
    generated,
)


def indexed(mask):
    cards = [4]
    cards.append(mask)
    return tuple(cards) if cards[0] > mask else (1,)


def searched(mask):
    cards = [4]
    if mask not in cards:
        cards.append(mask)
    return tuple(cards)


def made_twice(mask):
    cards = [4]
    if mask > 4:
        cards = [5, 6]
    cards.append(mask)
    return tuple(cards)


def never_a_tuple(mask):
    seen = []
    for card in range(mask):
        seen.append(card)
    return (len(seen),)


def longer_than_a_menu(mask):
    cards = []
    for card in range(20):
        cards.append(card)
    total = tuple(cards)
    return (sum(total) + mask,)


LISTED = (longer_than_a_menu, indexed, searched, made_twice, never_a_tuple)
FEW = (in_several_loops, measured, joined, records)


@pytest.mark.parametrize(
    "functions",
    [FEW, *(pytest.param(each, marks=pytest.mark.slow) for each in (STACKED, LISTED))],
    ids=["a few", "stacked", "listed"],
)
def test_every_spelling_gives_what_python_gives(functions):
    lowering = lowering_of(Board)
    names = {f.__name__: lowering.callable(algebraic(f)) for f in functions}
    lines = ["def impl(words, mask):", "    at = 0"]
    lines += [f"    at = put(words, at, {name}(mask))" for name in names]
    native = njit(define("\n".join([*lines, "    return at"]), {"put": put, **names}))
    for mask in (0, 1, 4, 5, 9, 21, 42, 63):
        words = np.zeros(512, np.int64)
        found = words[: native(words, mask)].tolist()
        for function in functions:
            expected = list(write(function(mask)))
            assert found[: len(expected)] == expected, f"{function.__name__}({mask})"
            found = found[len(expected) :]
        assert not found


def names_on_the_stack(function):
    source = Source(function, lowering_of(Board))
    signature(source)
    names(source)
    write_out(source.tree)
    return stacked(source.tree)


@pytest.mark.parametrize("function", STACKED, ids=lambda function: function.__name__)
def test_what_is_only_filled_is_kept_on_the_stack(function):
    assert names_on_the_stack(function)


@pytest.mark.parametrize("function", LISTED, ids=lambda function: function.__name__)
def test_of_what_more_is_asked_is_a_list(function):
    assert not names_on_the_stack(function)


def too_many(mask):
    cards = []
    for card in range(mask):
        cards.append(card)
    return tuple(cards)


def test_one_more_than_is_declared_is_an_error():
    native = lowering_of(Board).callable(algebraic(too_many))
    count = njit(lambda mask: len(native(mask)))
    assert count(16) == 16
    sentence = "too_many must return at most 16 items; annotate it by -> Annotated[tuple["
    with pytest.raises(GameError, match=re.escape(sentence)):
        count(17)
