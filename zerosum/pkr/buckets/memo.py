"""A memo of the most recent buckets, which threads share without locks.

A slot is one word: 51 bits of a hash of the hand and board, and the bucket plus one. Words are
read and written whole, so a slot is always consistent. A look-up confuses two hands with
probability 2**-51.
"""

import numpy as np

from zerosum.abstraction.fitting import put_word
from zerosum.pkr.hands.shuffled import Ints, card_hash

MOST = 4_095
"""The most buckets that a word has room for."""
_SLOTS = 1 << 14
_MASK = (1 << 62) - 1
_HAND = 0x2545F4914F6CDD1D
_BOARD = 0x1D8E4E27C47D124F
_END = 52  # the bit of a board's mask that says whether the run ended with it


def new_memo() -> Ints:
    """Return an empty memo."""
    return np.zeros(_SLOTS, np.int64)


def no_memo() -> Ints:
    """Return an empty array, the placeholder of a memo."""
    return np.zeros(0, np.int64)


def remembered(memo: Ints, hand: int, board: int, over: bool) -> int:
    """Return the bucket of a hand on a board, -1 if it is not in the memo.

    >>> memo = new_memo()
    >>> remembered(memo, 3, 28, False)
    -1
    >>> memorise(memo, 3, 28, False, 7)
    >>> remembered(memo, 3, 28, False), remembered(memo, 3, 28, True)
    (7, -1)
    """
    ended = board | (1 << _END if over else 0)
    word = int(memo[_slot(hand, ended)])
    if word & ~MOST == _tag(hand, ended):
        return (word & MOST) - 1
    return -1


def memorise(memo: Ints, hand: int, board: int, over: bool, bucket: int) -> None:
    """Remember the bucket of a hand on a board. Modified in place: ``memo``."""
    ended = board | (1 << _END if over else 0)
    put_word(memo, _slot(hand, ended), _tag(hand, ended) | (bucket + 1))


def _slot(hand: int, ended: int) -> int:
    return ((hand * _HAND + ended * _BOARD) & _MASK) >> 48


def _tag(hand: int, ended: int) -> int:
    return (card_hash(hand, ended) >> 11) << 12
