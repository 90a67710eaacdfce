"""Fields marked by FIXED: natively they lie elsewhere, and everything is as if they did not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.games.staked import Staked, Stakes
from tests.native.both import native_twin
from zerosum.abstraction import Abstracted, algebraic
from zerosum.actions import FIXED, UpTo
from zerosum.algorithms import ExternalSampling
from zerosum.errors import LoweringError
from zerosum.game import number_of_seats, seat_of
from zerosum.native.encoding import Native, word_count
from zerosum.native.lowering import lowering_of
from zerosum.support.tokens import write
from zerosum.testing import check_native


@dataclass(frozen=True)
class Deck:
    ranks: Annotated[int, FIXED] = 13
    short: Annotated[bool, FIXED] = False


@dataclass(frozen=True)
class Table:
    stacks: Annotated[tuple[int, ...], UpTo(10, bits=21), FIXED] = ()
    rake: Annotated[float, FIXED] = 0.0
    deck: Annotated[Deck, FIXED] = Deck()
    limit: Annotated[int | None, FIXED] = None
    note: Annotated[int, FIXED] = field(default=0, compare=False)
    pot: int = 0
    side: Deck = Deck()

    chips = property(lambda self: sum(self.stacks))


class Club(Table):
    @property
    def chips(self) -> int:
        return super().chips + 1


@dataclass(frozen=True)
class Look:
    table: Table
    seat: int


decks = st.builds(Deck, st.integers(5, 6), st.booleans())


def tables(cls):
    return st.builds(
        cls,
        st.lists(st.integers(0, 2), max_size=2).map(tuple),
        st.sampled_from([0.0, 0.5]),
        decks,
        st.none() | st.integers(0, 1),
        st.integers(0, 1),
        st.integers(0, 1),
        decks,
    )


def looked(table, other, seat):
    after = replace(table, pot=table.pot + seat)
    look = Look(after, seat)
    return (
        (look.table.chips + look.table.deck.ranks, table == other, table.deck == other.deck),
        (table.side != other.deck, table.limit == other.limit, look),
        (replace(look, table=other).table.stacks, after.rake, table.note + (table.limit or 0)),
        Look(table, seat) == Look(other, seat),
    )


def counted(club, other, seat):
    after = replace(club, pot=club.pot + seat)
    return after, after.chips, after == other, other.side


@pytest.fixture(scope="module")
def twins():
    return {looked: native_twin(looked, Table), counted: native_twin(counted, Club)}


@pytest.mark.parametrize(
    ("cls", "function"), [(Table, looked), pytest.param(Club, counted, marks=pytest.mark.slow)]
)
@settings(max_examples=15)
@given(data=st.data(), seat=st.integers(0, 1))
def test_native_is_interpreted(twins, cls, function, data, seat):
    kind, words = lowering_of(cls).record(cls), np.zeros(512, np.int64)
    table, other = data.draw(tables(cls)), data.draw(tables(cls))
    given = Native(kind, table), Native(kind, other), seat
    assert words[: twins[function](words, *given)].tolist() == write(function(table, other, seat))


def words_of(value):
    return Native(lowering_of(type(value)).record(type(value)), value).words[:-1].tolist()


def test_fixed_fields_take_one_word_and_equal_ones_have_one_address():
    table = Table((100, 200), 0.5)
    assert word_count(lowering_of(Table).record(Table)) == len(words_of(table)) == 3
    assert words_of(table) == words_of(Table((100, 200), 0.5))
    assert words_of(table)[0] == words_of(replace(table, pot=5))[0]
    assert words_of(table)[0] != words_of(Table((100, 201), 0.5))[0]
    assert words_of(Staked()) == words_of(Staked(stakes=Stakes((2, 4))))


def test_a_fixed_value_that_does_not_fit_is_refused_with_its_field():
    with pytest.raises(LoweringError, match=r"Table.stacks must hold ints from 0 to 2\*\*21 - 1"):
        words_of(Table((-1,)))


def raised(table, seat):
    return replace(table, pot=1, rake=0.25)


def made(table, seat):
    return Deck(seat)


FULL = Deck(13)


def named(table, seat):
    return FULL.ranks


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (
            raised,
            r"replace must leave Table.rake as it is, since it is FIXED; replace other fields",
        ),
        (
            made,
            r"making a Deck, whose field ranks is FIXED, .*; write replace\(...\) of one that is",
        ),
        (named, r"Deck\(ranks=13, .* FIXED, and no native form as a constant .*; make it a field"),
    ],
)
def test_what_has_nowhere_to_store_fixed_fields_is_refused(function, told):
    with pytest.raises(Exception, match=told):
        native_twin(function, Table)(
            np.zeros(9, np.int64), Native(lowering_of(Table).record(Table), Table()), 1
        )


@dataclass(frozen=True)
class Weighted:
    weights: Annotated[NDArray[np.int64], FIXED]
    scale: Annotated[int, FIXED] = 2


def weight(weighted, place):
    return int(weighted.weights[place]) * weighted.scale


def test_a_fixed_array_stays_in_the_record():
    weighted = Weighted(np.array([3, 4]))
    kind = lowering_of(Table).record(Weighted, weighted)
    words = np.zeros(9, np.int64)
    native_twin(weight, Table)(words, Native(kind, weighted), 1)
    assert words[0] == 8


@dataclass(frozen=True)
class Bid:
    size: Annotated[int, FIXED]


@dataclass(frozen=True)
class Bidding:
    last: Bid | None = None

    def apply(self, action: Bid) -> Bidding:
        return replace(self, last=action)


def bid(size):
    return Bid(size), Bid(size) == Bid(3)


def test_actions_are_laid_out_as_if_unmarked():
    words = np.zeros(9, np.int64)
    assert words[: native_twin(bid, Bidding)(words, 3)].tolist() == write(bid(3))


def test_a_game_with_parameters_is_the_same_natively():
    check_native(Staked(stakes=Stakes((3, 7), True), prices=(2.0,)), playouts=100)


def test_a_number_of_a_key_is_what_is_declared():
    assert write(Deck(True)) == write(Deck(1))
    assert write(replace(Deck(), short=1)) == write(Deck(short=True))


@algebraic
def rank_and_bets(infoset):
    return infoset.card >> 1, infoset.board >> 1, infoset.history, infoset.stakes.bets


@pytest.mark.slow
def test_a_field_may_be_called_as_what_games_of_teams_declare():
    game = Staked().apply(0).apply(5)
    assert (number_of_seats(game), seat_of(game)) == (2, game.active)


@pytest.mark.slow
def test_an_abstracted_game_with_parameters_is_sampled_the_same_natively():
    game = Abstracted(Staked(stakes=Stakes((3, 7))), rank_and_bets)
    ours, theirs = (ExternalSampling(game, seed=1, native=native) for native in (True, False))
    assert ours.native
    ours.run(200)
    theirs.run(200)
    for name in ("words", "values"):
        assert np.array_equal(ours.work.arrays()[name], theirs.work.arrays()[name])
