"""The situations of a street of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.fitting import once
from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.pkr.hands.isomorphism import RENAMINGS
from zerosum.pkr.situations.boards import Boards, boards_of
from zerosum.pkr.situations.numbering import (
    COMPOSED,
    SHAPES,
    TURNS,
    Ints,
    Words,
    board_of,
    hand_at,
    number_of,
    place_of,
)
from zerosum.workshop import workshop

_RANKS = 13
_MOST_CARDS = 5


@dataclass(frozen=True)
class Situations:
    """Two cards and a board, up to the names of suits, numbered without gaps from 0.

    Parameters
    ----------
    deck
        The cards.
    sizes
        The cards of each set of the board: ``(5,)`` if the order of a river's board is forgotten,
        ``(3, 1, 1)`` if it is kept.
    boards
        The canonical boards.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> flops = situations(3)
    >>> len(flops)
    1286792
    >>> one = flops.index(parse("AhKd"), parse("QhJh2c"))
    >>> one == flops.index(parse("AsKc"), parse("QsJs2d"))
    True
    >>> hand, board = flops.cards(one)
    >>> print(hand, board)
    AcKh QcJc2d
    """

    deck: Deck
    sizes: tuple[int, ...]
    boards: Boards = field(compare=False, repr=False)

    def __len__(self) -> int:
        """Return how many situations there are."""
        return int(self.boards.heads[-1] >> SHAPES)

    @property
    def shift(self) -> int:
        """The bits of a mask of cards below the deck."""
        return 4 * (_RANKS - self.deck.ranks)

    def index(self, hand: Cards, *board: Cards) -> int:
        """Return the number of a hand with a board.

        Parameters
        ----------
        hand
            Two cards.
        board
            The sets of the board, as many as ``sizes``; none before the flop.

        Raises
        ------
        GameError
            If there are too few or too many cards, one twice, or one that the deck lacks.
        """
        self._check(hand, board)
        low, high = (card - self.shift for card in hand)
        masks = [cards.mask >> self.shift for cards in board] or [0]
        return index_of(low, high, np.array(masks), *self._arrays)

    def cards(self, index: int) -> tuple[Cards, ...]:
        """Return the hand and the sets of the board of a number, the representatives of their kind.

        The inverse of :meth:`index`: ``index(*cards(number))`` is the number. The board is one set
        if its order is forgotten, and empty before the flop.

        Raises
        ------
        GameError
            If there is no such number.

        Examples
        --------
        >>> from zerosum.cards import parse
        >>> turns = situations(3, 1)
        >>> print(*turns.cards(turns.index(parse("AhKd"), parse("QhJh2c"), parse("2h"))))
        AcKh QcJc2d 2c

        Notes
        -----
        Where the order of the board is kept, a few milliseconds for a whole deck.
        """
        if not 0 <= index < len(self):
            raise GameError(
                f"The number of a situation must be 0 to {len(self) - 1:,}; got {index}: ask "
                f"len(situations) how many there are.",
                index,
            )
        heads, blocks = self.boards.heads, self.boards.blocks
        board = board_of(index, heads)
        head, mask = int(heads[board]), int(self.boards.masks[board])
        place, shape = index - (head >> SHAPES), head & (1 << SHAPES) - 1
        low, high = hand_at(place, mask, shape, blocks.sizes, blocks.blocks)
        hand, later = Cards((1 << low | 1 << high) << self.shift), list[Cards]()
        at = board + self.boards.first
        for _ in self.sizes[1:]:  # the card that leads to each board from the one before
            rows, cards = np.nonzero(self.boards.nexts == at << TURNS)
            at = int(rows[0])
            later.append(Cards(1 << int(cards[0]) + self.shift))
        first = Cards(mask << self.shift)
        for one in later:
            first -= one
        return hand, first, *reversed(later)

    def indices(self, lows: Ints, highs: Ints, boards: Ints) -> Ints:
        """Return the numbers of many situations.

        Parameters
        ----------
        lows, highs
            The cards of the hands, shape (n,).
        boards
            The masks of the sets of their boards, shape (n, sets).

        Notes
        -----
        Some 100 to 200 ns a random river.
        """
        found = np.zeros(len(lows), np.int64)
        shift = self.shift
        compiled = workshop().compile(write_indices)
        compiled(lows - shift, highs - shift, boards >> shift, *self._arrays, found)
        return found

    def hold(self) -> NDArray[np.uint16]:
        """Return how many hands with boards each situation stands for.

        >>> int(situations(0).hold().sum())
        1326
        """
        found = np.zeros(len(self), np.uint16)
        blocks = self.boards.blocks
        arrays = blocks.blocks, blocks.sizes, blocks.holds, blocks.boards
        workshop().compile(write_holds)(self.boards.heads, *arrays, found)
        return found

    @property
    def _arrays(self) -> tuple[Words, Words, Ints, int, Ints]:
        boards = self.boards
        return boards.words, boards.nexts, boards.heads, boards.first, boards.blocks.blocks

    def _check(self, hand: Cards, board: Sequence[Cards]) -> None:
        want = self.sizes
        if len(hand) != 2 or tuple(map(len, board or (NO_CARDS,))) != want:
            raise GameError(
                f"The cards of this street must be 2 and {list(want)}; got {hand} with "
                f"{' '.join(map(str, board)) or 'no board'}.",
                (hand, *board),
            )
        every = hand
        for cards in board:
            if every & cards:
                raise GameError(
                    f"The cards of a situation must be different; got {every & cards} twice.",
                    (hand, *board),
                )
            every |= cards
        if strange := every - self.deck.cards:
            raise GameError(
                f"The cards of a situation must be of its deck, {self.deck}; got {strange}.",
                strange,
            )


def situations(*sizes: int, deck: Deck = FULL) -> Situations:
    """Return the situations of a street; they are built once in a process.

    Parameters
    ----------
    sizes
        The cards of each set of the board, 0, 3, 4 or 5 in all for hold'em: ``situations(5)``
        forgets the order of a river's board, and ``situations(3, 1, 1)`` keeps it.
    deck
        The cards.

    Raises
    ------
    GameError
        If the deck has too few cards, the board too many, or a later set has not one card.

    Notes
    -----
    A river of 52 cards takes some .3 s and 13 MB. With the order of the board kept, it takes
    150 MB for a moment.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> [len(situations(size, deck=TWENTY)) for size in (0, 3, 4, 5)]
    [25, 7760, 27290, 73550]
    >>> len(situations(3, 1, 1, deck=TWENTY))
    1398100
    """
    sizes = sizes or (0,)
    total, cards = sum(sizes), len(deck.cards)
    if any(size != 1 for size in sizes[1:]) or not 0 <= total <= min(_MOST_CARDS, cards - 2):
        raise GameError(
            f"The sets of a board must be of 0 to {min(_MOST_CARDS, cards - 2)} cards in all, and "
            f"later ones of one card; got {sizes}: write situations(5) or situations(3, 1, 1).",
            sizes,
        )
    return once(
        (Situations, deck, sizes),
        lambda: Situations(deck, sizes, boards_of(deck.ranks, deck.suits, sizes)),
    )


def index_of(
    low: int,
    high: int,
    masks: Ints,
    words: Words,
    nexts: Words,
    heads: Ints,
    first: int,
    blocks: Ints,
) -> int:
    """Return the number of a situation.

    Parameters
    ----------
    low, high
        The cards of the hand.
    masks
        The sets of the board.
    words, nexts, heads, first, blocks
        See :class:`zerosum.pkr.situations.boards.Boards`.
    """
    mask = int(masks[0])
    word = int(words[number_of(mask)])
    renaming = word & (1 << TURNS) - 1
    for later in range(1, masks.size):
        card = number_of(int(masks[later]))
        mask |= int(masks[later])
        turned = card & ~3 | int(RENAMINGS[renaming, card & 3])
        word = int(nexts[word >> TURNS, turned])
        renaming = int(COMPOSED[renaming, word & (1 << TURNS) - 1])
    head = int(heads[(word >> TURNS) - first])
    shape = head & (1 << SHAPES) - 1
    return (head >> SHAPES) + place_of(low, high, mask, renaming, shape, blocks)


def write_indices(
    lows: Ints,
    highs: Ints,
    boards: Ints,
    words: Words,
    nexts: Words,
    heads: Ints,
    first: int,
    blocks: Ints,
    found: Ints,
) -> None:
    """Write the number of each situation. Modified in place: ``found``."""
    for row in range(lows.size):
        low, high = int(lows[row]), int(highs[row])
        found[row] = index_of(low, high, boards[row], words, nexts, heads, first, blocks)


def write_holds(
    heads: Ints, blocks: Ints, sizes: Ints, holds: Ints, boards: Ints, found: NDArray[np.uint16]
) -> None:
    """Write how many hands with boards each situation stands for. Modified in place: ``found``."""
    for board in range(heads.size - 1):
        shape = int(heads[board]) & (1 << SHAPES) - 1
        start = int(heads[board]) >> SHAPES
        for pair in range(16):
            first, second = pair >> 2, pair & 3
            count = int(holds[shape, first, second]) * int(boards[shape])
            at = start + int(blocks[shape, first, second, 0])
            size = int(sizes[shape, first, second])
            for place in range(size):
                found[at + place] = count
            if blocks[shape, first, second, 1] == 0:
                rank = 0
                diagonal = 0
                while diagonal < size:
                    found[at + diagonal] = count // 2
                    rank += 1
                    diagonal = rank * (rank + 3) // 2
