"""The order of all hands on boards that are completed at random, before the last street."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zerosum.cards import FULL_DECK, NO_CARDS, Cards, popcount
from zerosum.pkr.buckets.river.features import completed, is_over
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.equities.showdowns import values_on
from zerosum.pkr.face import Poker
from zerosum.pkr.hands.shuffled import card_hash, deal_hand, random_card
from zerosum.pkr.holdem.game import Holdem
from zerosum.workshop import workshop

PLACE = 11
"""The bits of a hand's number in a key; there are at most 1,326."""


class Runouts(NamedTuple):
    """Hands of two cards on completed boards.

    Parameters
    ----------
    cards
        Shape (hands, 2): the lower and the higher card of each hand.
    keys
        Shape (boards, hands), ascending on each board: the value of each hand times ``2**PLACE``,
        plus the hand's number; negative for a hand that shares a card with the board.
    """

    cards: Ints
    keys: Ints


def hands_of(game: Poker) -> Ints:
    """Return the hands of two cards that the board of a game leaves; shape (hands, 2).

    >>> from zerosum.pkr import RiverOfBlood
    >>> hands_of(RiverOfBlood()).shape
    (1326, 2)
    """
    left = np.array(list(game.deck.cards - game.community), np.int64)
    high, low = np.tril_indices(left.size, -1)
    hands: Ints = left[np.column_stack([low, high])]
    return hands


def runouts_of(game: Poker, boards: int = 48, stream: int = 0) -> Runouts:
    """Return the hands that the board of a game leaves, on boards that complete it.

    Parameters
    ----------
    game, boards, stream
        As for :func:`full_boards`.

    Notes
    -----
    Some 30 microseconds a board.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> found = runouts_of(replace(RiverOfBlood(), community=parse("2c3d7h8s")), boards=10)
    >>> found.cards.shape, found.keys.shape
    ((1128, 2), (10, 1128))
    """
    cards, full = hands_of(game), full_boards(game, boards, stream)
    keys = (values_on(full, (1 << cards).sum(axis=1), game.deck) << PLACE) + np.arange(len(cards))
    keys.sort(axis=1)
    return Runouts(cards, keys)


def full_boards(game: Poker, boards: int, stream: int = 0, held: Cards = NO_CARDS) -> Ints:
    """Return boards that complete the one of a game, as masks; shape (boards,).

    The next card of each is another one, as far as there are enough, and later ones are drawn. If
    one card of hold'em is missing, each that may come makes a board, and if none is missing, there
    is one board.

    Parameters
    ----------
    game
        A state of a hand.
    boards
        How many, where cards are drawn.
    stream
        Each number gives other boards. Equal boards and streams give equal boards.
    held
        Cards that cannot come.
    """
    board, missing = game.community.mask, -1
    if isinstance(game, Holdem):
        missing = sum(game.board) - len(game.dealt)
    if missing == 0 or (missing < 0 and game.on_last_street):
        return np.array([board])
    nexts = 1 << np.array(list(game.deck.cards - game.community - held), np.int64)
    if missing == 1:
        return board | nexts
    full, dead = np.zeros(boards, np.int64), (FULL_DECK - game.deck.cards | held).mask
    workshop().compile(write_boards)(board, dead, stream, missing, nexts, full)
    return full


def write_boards(
    board: int, dead: int, stream: int, missing: int, nexts: Ints, boards: Ints
) -> None:
    """Write completed boards.

    Parameters
    ----------
    board, dead
        The board, which is not full, and the cards that no deck has, as masks.
    stream
        Of random numbers.
    missing
        How many cards are missing; -1 for a run of River of Blood.
    nexts
        The cards that may come next, as masks. Modified in place: they are shuffled.
    boards
        Modified in place.
    """
    state, count = card_hash(stream, board), nexts.size
    for index in range(boards.size):
        turn = index % count
        if turn == 0:
            for left in range(count, 1, -1):
                _, state = deal_hand(left, state, nexts)
        card = int(nexts[turn])
        full = board | card
        for _ in range(1, missing):
            later, state = random_card(full | dead, state)
            full |= 1 << later
        if missing < 0 and not is_over(popcount(full), popcount(card - 1)):
            full, state = completed(full, full | dead, state)
        boards[index] = full
