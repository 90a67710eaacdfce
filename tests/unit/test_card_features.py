"""Exact features of hold'em: equal to brute force, and to the equities that everybody knows."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from zerosum.cards import Cards, parse
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.holdem.plans import percentiles
from zerosum.pkr.equities.table import preflop
from zerosum.pkr.features.nexts import averages, sorted_nexts
from zerosum.pkr.features.opponents import WHOLE, against_clusters
from zerosum.pkr.features.showdowns import Showdowns, showdowns
from zerosum.pkr.features.streets import Streets
from zerosum.pkr.holdem import FULL, TWENTY, Deck

SMALL = Streets(TWENTY)


@cache
def shown() -> Showdowns:
    return showdowns(SMALL)


def counted(streets: Streets, index: int) -> tuple[int, int]:
    """Return wins and ties of a situation of the last street, one opponent at a time."""
    hand, board = streets[streets.last].cards(index)
    own, left = streets.deck.value(hand | board), list(streets.deck.cards - hand - board)
    others = [streets.deck.value(Cards(1 << a | 1 << b) | board) for a, b in combinations(left, 2)]
    return sum(own > other for other in others), sum(own == other for other in others)


def test_showdowns_of_twenty_cards_and_of_a_flop():
    """Random situations against all opponents, one at a time."""
    for index in np.random.default_rng(1).integers(0, len(SMALL[3]), 60).tolist():
        assert (shown().wins[index], shown().ties[index]) == counted(SMALL, index)
    assert shown().kinds.sum() == SMALL[3].hold().sum()
    # A game that ends on the flop, with three suits.
    streets = Streets(Deck(6, 3), board=(3,))
    found = showdowns(streets)
    for index in range(0, len(streets[1]), 97):
        assert (found.wins[index], found.ties[index]) == counted(streets, index)


def test_averages_are_those_of_the_next_street():
    """Two features of a flop, summed up by hand."""
    later = np.random.default_rng(2).random((len(SMALL[2]), 2)).astype(np.float32)
    found = averages(SMALL, 1, later)
    for index in (0, 999, 7_759):
        hand, board = SMALL[1].cards(index)
        nexts = [
            SMALL[2].index(hand, board.with_card(card)) for card in TWENTY.cards - hand - board
        ]
        assert found[index] == pytest.approx(later[nexts].mean(axis=0), abs=1e-6)


def test_sorted_nexts():
    """What follows a turn, in order."""
    later = shown().points
    found = sorted_nexts(SMALL, 2, later)
    assert found.shape == (27_290, SMALL.completions(2))
    for index in (5, 20_000):
        hand, board = SMALL[2].cards(index)
        nexts = [
            SMALL[3].index(hand, board.with_card(card)) for card in TWENTY.cards - hand - board
        ]
        assert found[index].tolist() == sorted(later[nexts].tolist())


@pytest.mark.slow
def test_before_the_flop_as_the_table_of_equities():
    """Means over all boards are the equities against a random hand, by another way."""
    strength, table = shown().points[:, None], shown().equities[:, None]
    for street in (2, 1, 0):
        strength, table = averages(SMALL, street, strength, table), None
    known = preflop(TWENTY)
    some = known.pairs.sum(axis=1) > 0
    points, pairs = (2 * known.wins + known.ties)[some], known.pairs[some]
    won = points.sum(axis=1) / (2 * known.boards * pairs.sum(axis=1))
    assert sorted(strength[:, 0].tolist()) == pytest.approx(sorted(won), abs=1e-6)


def test_against_clusters():
    """All opponents in one cluster are any opponent; two clusters by hand."""
    one = against_clusters(SMALL, np.zeros(25, np.int64), 1)[:, 0] / WHOLE
    assert one == pytest.approx(shown().equities[shown().points], abs=1 / WHOLE)
    clusters = np.arange(25) % 2
    found, street = against_clusters(SMALL, clusters, 2), SMALL[3]
    for index in (7, 50_000):
        hand, board = street.cards(index)
        points = np.zeros((2, 2))
        for pair in combinations(list(TWENTY.cards - hand - board), 2):
            other = Cards(1 << pair[0] | 1 << pair[1])
            own, value = TWENTY.value(hand | board), TWENTY.value(other | board)
            kind = clusters[SMALL[0].index(other)]
            points[kind] += 1 + (own > value) - (own < value), 2
        assert found[index] / WHOLE == pytest.approx(points[:, 0] / points[:, 1], abs=1 / WHOLE)


def test_percentiles_are_even():
    """Half of all hands are below one half."""
    holds = SMALL[3].hold()
    found = percentiles(shown().equities[shown().points], holds)
    assert np.average(found, weights=holds) == pytest.approx(0.5, abs=1e-6)
    assert found.argmax() == shown().points.argmax()


@pytest.mark.parametrize("board", [(), (3, 2), (0, 1), (6,), (3, 1, 1, 1)])
def test_boards_that_are_no_holdem(board):
    """A board without a flop, with two cards on the turn, or of more than five cards."""
    with pytest.raises(AbstractionError, match="must have a first set"):
        Streets(board=board)


@pytest.mark.slow
def test_all_rivers():
    """All 123 million rivers: some by brute force, and equities against a random hand."""
    streets = Streets(FULL)
    found = showdowns(streets)
    assert np.count_nonzero(found.kinds) == 20_687
    rng = np.random.default_rng(5)
    for index in rng.integers(0, len(streets[3]), 200).tolist():
        assert (found.wins[index], found.ties[index]) == counted(streets, index)
    strength, table = found.points[:, None], found.equities[:, None]
    for street in (2, 1, 0):
        strength, table = averages(streets, street, strength, table), None
    known = {"AhAc": 85.2037, "KhKc": 82.3957, "AhKh": 67.0446, "JhTh": 57.5279, "7h2c": 34.5836}
    for hand, equity in known.items():
        assert strength[streets[0].index(parse(hand)), 0] * 100 == pytest.approx(equity, abs=1e-4)
