"""Full suit isomorphism, to compare with and to count by."""

from zerosum.pkr.hands.masks import LOWEST_BITS


def by_suits(hand: int, board: int) -> tuple[int, int]:
    """Return the representative of a hand and board under any renaming of the four suits."""
    own = [hand >> suit & LOWEST_BITS for suit in range(4)]
    common = [board >> suit & LOWEST_BITS for suit in range(4)]
    for last in range(3, 0, -1):
        for suit in range(last):
            left, right = own[suit], own[suit + 1]
            if left > right or (left == right and common[suit] > common[suit + 1]):
                own[suit], own[suit + 1] = right, left
                common[suit], common[suit + 1] = common[suit + 1], common[suit]
    hand = own[0] | own[1] << 1 | own[2] << 2 | own[3] << 3
    board = common[0] | common[1] << 1 | common[2] << 2 | common[3] << 3
    return hand, board
