"""One hand for each situation of a board."""

from zerosum.pkr.situations.numbering import ONE_SUIT, SWAPPED, Ints, nth_free


def list_hands(
    board: int,
    shape: int,
    blocks: Ints,
    sizes: Ints,
    holds: Ints,
    lows: Ints,
    highs: Ints,
    counts: Ints,
) -> int:
    """Write a hand for each place of a canonical board; return how many there are.

    Parameters
    ----------
    board
        The canonical board, as a mask.
    shape, blocks, sizes, holds
        Its shape, and the blocks of :class:`zerosum.pkr.situations.boards.Blocks`.
    lows, highs
        The two cards of each hand. Modified in place.
    counts
        How many hands of the board each stands for. Modified in place.
    """
    found = 0
    for pair in range(16):
        first, second = pair >> 2, pair & 3
        size, count = int(sizes[shape, first, second]), int(holds[shape, first, second])
        width, listed, x = int(blocks[shape, first, second, 1]), 0, 0
        while listed < size:
            if width == ONE_SUIT:
                row = x
            elif width == SWAPPED:
                row = x + 1
            else:
                row = width
            high = nth_free(first, x, board)
            for y in range(row):
                lows[found], highs[found] = nth_free(second, y, board), high
                counts[found] = count // 2 if width == SWAPPED and x == y else count
                found += 1
            listed += row
            x += 1
    return found
