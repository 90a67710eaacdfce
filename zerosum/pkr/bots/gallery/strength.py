"""How strong a hand is: its equity against random hands, estimated from the cards alone.

The random numbers start from the cards, so a hand on a board has one strength, in every process.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from zerosum.pkr.buckets.river.features import DECK, completed, is_over, points
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.hands.shuffled import card_hash, random_card
from zerosum.tables import Ints
from zerosum.workshop import workshop

COMPLETIONS = 100
OPPONENTS = 5
"""Random opponents on each completed board; the boards vary more than the opponents."""
RUN = -1
"""The cards to come if the run goes on until a black one."""


def strength(game: Poker, infoset: PokerInfoset, completions: int = COMPLETIONS) -> float:
    """Return the probability of beating one random hand, to the power of the opponents left.

    With more than one opponent this is an approximation: whether a hand beats one opponent is not
    independent of whether it beats another.

    Parameters
    ----------
    game
        River of Blood or hold'em; its board and who has folded are read.
    infoset
        What the seat knows.
    completions
        Random boards to estimate it from, with five opponents each.

    Examples
    --------
    >>> from zerosum.cards import NO_CARDS, parse
    >>> from zerosum.pkr import NoLimitHoldem, RiverOfBlood
    >>> aces = [game.holding(parse("AhAd"), NO_CARDS) for game in (RiverOfBlood(), NoLimitHoldem())]
    >>> [0.7 < strength(game, game.infoset(0)) < 0.9 for game in aces]
    [True, True]
    """
    size = len(infoset.community)
    if isinstance(game, RiverOfBlood):
        missing = 0 if is_over(size, game.last) else RUN
    else:
        missing = sum(game.board) - size
    rivals = game.live.bit_count() - 1
    return _against_one(infoset.hand.mask, infoset.community.mask, missing, completions) ** rivals


@lru_cache(maxsize=4096)
def _against_one(hand: int, board: int, missing: int, completions: int) -> float:
    compiled, deck = workshop().compile(equity), np.zeros(DECK, np.int64)
    won = compiled(hand, board, missing, completions, OPPONENTS, card_hash(hand, board), deck)
    return float(won) / (2 * completions * OPPONENTS)


def equity(
    hand: int,
    board: int,
    missing: int,
    completions: int,
    opponents: int,
    state: int,
    deck: Ints,
) -> int:
    """Return points at the end of the board: 2 for each random opponent beaten, 1 for a tie.

    Parameters
    ----------
    hand, board
        Masks of cards.
    missing
        How many cards of the board are to come, or ``RUN``.
    completions
        Random completions of the board.
    opponents
        Random opponent hands for each of them.
    state
        The random state.
    deck
        Room for ``DECK`` words. Modified in place.
    """
    total = 0
    for _ in range(completions):
        full = board
        if missing == RUN:
            full, state = completed(board, hand | board, state)
        else:
            for _ in range(missing):
                card, state = random_card(hand | full, state)
                full |= 1 << card
        won, state = points(hand, full, opponents, state, deck)
        total += won
    return total
