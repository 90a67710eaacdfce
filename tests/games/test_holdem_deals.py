"""The deals of hold'em on small decks: sets in ascending order, all equally likely."""

from collections import Counter
from itertools import combinations
from math import comb, isclose

import pytest

from tests.games.holdem import MENU, dealt, limit, played
from zerosum.cards import Cards, parse
from zerosum.errors import GameError
from zerosum.pkr import Call, Check
from zerosum.pkr.hands.deck import Deck, lowest, ways
from zerosum.rng import Random


@pytest.mark.parametrize(("size", "k"), [(8, 1), (8, 2), (7, 3), (3, 3), (52, 2)])
def test_every_set_has_one_number(size, k):
    cards = Cards(Deck(13, 4).cards.mask & (1 << size) - 1)
    drawn = Counter(lowest(cards, k, number) for number in range(ways(size, k)))
    expected = Counter(min(chosen) for chosen in combinations(range(size), k))
    assert drawn == expected
    assert ways(size, k) == comb(size, k)


def sets(game, probability=1.0):
    """Yield every history behind the present set of cards, with its probability."""
    for outcome, chance in game.chances().items():
        following = game.apply(outcome)
        if game.due > 1:
            yield from sets(following, probability * chance)
        else:
            yield following, probability * chance


@pytest.mark.parametrize(
    ("game", "of", "k"),
    [
        (limit(), 8, 2),
        (dealt(limit(), "AcKd"), 6, 2),
        (played(dealt(MENU, "AcAd", "AhKh"), Call(), Check()), 14, 3),
    ],
)
def test_every_set_is_met_once_and_all_are_equally_likely(game, of, k):
    found = list(sets(game))
    assert len({following for following, _ in found}) == len(found) == comb(of, k)
    assert all(isclose(chance, 1 / comb(of, k), rel_tol=1e-12) for _, chance in found)


def test_samples_are_as_likely_as_chances_say():
    game, rng = dealt(limit(ranks=3), "AcKd"), Random(3)
    drawn = Counter(game.sample(rng) for _ in range(6000))
    for outcome, chance in game.chances().items():
        assert drawn[outcome] / 6000 == pytest.approx(chance, abs=0.03)
    assert drawn.keys() <= game.chances().keys()


def test_the_deck_is_short_from_below():
    assert Deck(3, 2).cards == parse("QcQdKcKdAcAd")
    assert Deck(13, 4).cards == Cards((1 << 52) - 1)


@pytest.mark.parametrize(
    ("before", "card"),
    [
        (("KhAc",), "2c"),  # not in the deck
        (("KhAc",), "Ac"),  # dealt
        (("KhAc",), "Ah"),  # the highest is no lowest of two
        (("KhAc", "Kd"), "Kc"),  # below the one before
    ],
)
def test_cards_come_from_the_deck_in_ascending_order(before, card):
    game = dealt(limit(ranks=2, suits=3), *before)
    with pytest.raises(GameError, match=r"^A card must be in the deck, and a set be dealt in asc"):
        dealt(game, card)
