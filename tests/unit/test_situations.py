"""Situations of hold'em have numbers without gaps, one for each kind of hand and board."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.cards import Cards, parse
from zerosum.errors import GameError
from zerosum.pkr.hands.isomorphism import RENAMINGS, renamed
from zerosum.pkr.holdem import FULL, SHORT, TWENTY, Deck
from zerosum.pkr.situations import situations
from zerosum.pkr.situations.numbering import SHAPES, hand_at
from zerosum.pkr.situations.situations import Situations, index_of
from zerosum.workshop import workshop

COUNTS = {
    (0,): (169, 81, 25),
    (3,): (1_286_792, 186_696, 7_760),
    (4,): (13_960_050, 1_340_856, 27_290),
    (5,): (123_156_254, 7_723_728, 73_550),
    (3, 1): (55_190_538, 5_266_044, 104_750),
    (3, 1, 1): (2_428_287_420, 151_065_864, 1_398_100),
}
BOARDS = {(3,): (1_755, 573, 95), (4,): (16_432, 3_663, 330), (5,): (134_459, 19_998, 901)}


@pytest.mark.parametrize("sizes", COUNTS)
def test_counts(sizes):
    """Counts by Burnside's lemma."""
    decks = FULL, SHORT, TWENTY
    found = tuple(len(situations(*sizes, deck=deck)) for deck in decks)
    assert found == COUNTS[sizes]
    if sizes in BOARDS:
        boards = tuple(len(situations(*sizes, deck=deck).boards.masks) for deck in decks)
        assert boards == BOARDS[sizes]


def wrong_trips(
    numbers, heads, masks, sizes, words, nexts, all_heads, first, blocks, room
):  # plain arguments, so that the loop is native
    """Return how many numbers are not those of their own cards."""
    wrong, board = 0, 0
    for row in range(numbers.size):
        number = int(numbers[row])
        while heads[board + 1] >> 6 <= number:
            board += 1
        while heads[board] >> 6 > number:
            board -= 1
        mask, place = int(masks[board]), number - (int(heads[board]) >> 6)
        low, high = hand_at(place, mask, int(heads[board]) & 63, sizes, blocks)
        room[0] = mask
        if index_of(low, high, room, words, nexts, all_heads, first, blocks) != number:
            wrong += 1
    return wrong


def mistaken(street: Situations, numbers) -> int:
    """Return how many sorted numbers do not survive the round trip."""
    boards = street.boards
    words = boards.words, boards.nexts, boards.heads, boards.first, boards.blocks.blocks
    compiled = workshop().compile(wrong_trips)
    arrays = boards.heads, boards.masks, boards.blocks.sizes
    return compiled(numbers, *arrays, *words, np.zeros(1, np.int64))


@pytest.mark.parametrize("size", [0, 3, 4, 5])
def test_round_trips(size):
    """Numbers lead to cards and back, a million at random."""
    assert SHAPES == 6
    street = situations(size)
    numbers = np.sort(np.random.default_rng(size).integers(0, len(street), 300_000))
    assert mistaken(street, numbers) == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 3, 4, 5])
def test_every_round_trip(size):
    """All 123 million rivers, and the earlier streets."""
    street = situations(size)
    assert mistaken(street, np.arange(len(street))) == 0


@pytest.mark.parametrize(("sizes", "deck"), [((3,), FULL), ((5,), TWENTY), ((4,), SHORT)])
def test_holds(sizes, deck):
    """Situations stand for as many hands with boards as there are."""
    street = situations(*sizes, deck=deck)
    holds, cards = street.hold(), len(deck.cards)
    size = sum(sizes)
    every = np.prod([cards - k for k in range(size + 2)]) // (2 * np.prod(range(1, size + 1)))
    assert holds.min() >= 1
    assert holds.max() <= 24
    assert holds.sum() == every


def test_every_hand_and_board_of_a_small_deck():
    """Numbers tell apart what no renaming of suits maps to each other, and nothing else."""
    deck = Deck(3)
    street = situations(3, deck=deck)
    kinds: dict[int, set] = {}
    cards = list(deck.cards)
    for first in cards:
        for second in cards:
            rest = [card for card in cards if card not in (first, second)]
            for board in (rest[:3], rest[2:5], rest[::4][:3]):
                if first < second:
                    hand, masks = Cards(1 << first | 1 << second), sum(1 << c for c in board)
                    alike = min(
                        (renamed(hand.mask, *suits), renamed(masks, *suits))
                        for suits in RENAMINGS.tolist()
                    )
                    kinds.setdefault(street.index(hand, Cards(masks)), set()).add(alike)
    assert all(len(kind) == 1 for kind in kinds.values())
    assert len(kinds) == len(set.union(*kinds.values()))


@given(st.permutations(range(52)), st.sampled_from([(0,), (3,), (5,), (3, 1), (3, 1, 1)]))
def test_names_of_suits_do_not_matter(cards, sizes):
    """A renaming of suits keeps the number, and the order of the deal as far as it is forgotten."""
    street = situations(*sizes)
    hand, board, at = Cards(1 << cards[0] | 1 << cards[1]), [], 2
    for size in sizes if sizes != (0,) else ():
        board.append(Cards(sum(1 << card for card in cards[at : at + size])))
        at += size
    number = street.index(hand, *board)
    assert 0 <= number < len(street)
    for suits in RENAMINGS[::5].tolist():
        alike = [Cards(renamed(part.mask, *suits)) for part in (hand, *board)]
        assert street.index(*alike) == number
    found = street.cards(number)
    assert tuple(map(len, found)) == (2, *sizes)
    assert street.index(*found) == number


def test_what_is_told_apart():
    """Hands of one suit and of two are different on every board."""
    flops = situations(3)
    board = parse("QhJh2c")
    assert len({flops.index(parse(hand), board) for hand in ("AhKh", "AdKd", "AdKs", "AhKd")}) == 4
    hand, flop = parse("AhKd"), parse("QhJh2c")
    kept, forgotten = situations(3, 1, 1), situations(5)
    turn, river = parse("3s"), parse("9d")
    assert kept.index(hand, flop, turn, river) != kept.index(hand, flop, river, turn)
    board = flop | turn | river
    assert forgotten.index(hand, board) == forgotten.index(hand, Cards(board.mask))


def test_numbers_of_many_and_shapes_of_rivers():
    """Arrays of situations give the numbers of each one."""
    rng = np.random.default_rng(3)
    deals = np.array([rng.permutation(52)[:7] for _ in range(50)])
    masks = (1 << deals[:, 2:]).sum(1)
    lows, highs = deals[:, :2].min(1), deals[:, :2].max(1)
    found = situations(5).indices(lows, highs, masks[:, None])
    for row, (low, high) in enumerate(zip(lows.tolist(), highs.tolist(), strict=True)):
        hand = Cards(1 << low | 1 << high)
        assert situations(5).index(hand, Cards(int(masks[row]))) == found[row]
    assert len(situations(5).boards.blocks.places) == 27


@pytest.mark.parametrize(
    ("hand", "board"),
    [("AhKd", "Ah2c3c"), ("AhKd", "2c3c"), ("Ah", "2c3c4c"), ("AhKdQd", "2c3c4c")],
)
def test_wrong_cards(hand, board):
    """Cards that are no situation of the street are refused."""
    with pytest.raises(GameError, match="must be"):
        situations(3).index(parse(hand), parse(board))


def test_wrong_streets():
    """Boards that no street has, cards of another deck, and numbers beyond the last."""
    for sizes in ((6,), (3, 2), (-1,)):
        with pytest.raises(GameError, match="sets of a board"):
            situations(*sizes)
    with pytest.raises(GameError, match="of its deck"):
        situations(3, deck=TWENTY).index(parse("AhKd"), parse("2c3c4c"))
    with pytest.raises(GameError, match="must be 0 to 168; got 169"):
        situations(0).cards(169)
    assert str(situations(0).cards(0)[0])
