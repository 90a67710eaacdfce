"""The bids of Bluff in their order, which depends on the number of dice.

A bid with more dice or with a higher face is higher. Stars are rarer, so a bid on n stars is just
above the bids on 2n - 1 dice: 1-* above 1-5, 2-* above 3-5. This is the order of ``bluff11`` for
two dice, 1-1 ... 1-5, 1-*, 2-1 ... 2-5, 2-*, and for three and four.
"""

from zerosum.bluff.rolls import FACES, STAR, spell_roll

MOST_BIDS = 24
"""The bids on four dice."""


def _height(bid: tuple[int, int]) -> tuple[int, int]:
    quantity, face = bid
    return (4 * quantity - 1 if face == STAR else 2 * quantity, face)


def _bids(dice: int) -> list[tuple[int, int]]:
    """Return quantity and face of each bid on so many dice, from the lowest."""
    bids = [(quantity, face) for quantity in range(1, dice + 1) for face in range(FACES)]
    return sorted(bids, key=_height)


# By number of dice and number of bid, in one row; a table has two dice at least.
_FIRST = (0, 0, 0, 12, 30)
_QUANTITIES = tuple(quantity for dice in (2, 3, 4) for quantity, _ in _bids(dice))
_FACES = tuple(face for dice in (2, 3, 4) for _, face in _bids(dice))


def quantity(bid: int, dice: int = 2) -> int:
    """Return the number of dice of a bid.

    >>> [quantity(bid) for bid in (4, 5, 6)], quantity(16, dice=3)
    ([1, 1, 2], 2)
    """
    return _QUANTITIES[_FIRST[dice] + bid]


def face(bid: int, dice: int = 2) -> int:
    """Return the face of a bid.

    >>> [face(bid) for bid in (4, 5, 6)], face(16, dice=3)
    ([4, 5, 0], 5)
    """
    return _FACES[_FIRST[dice] + bid]


def last(bids: int) -> int:
    """Return the last and highest of a set of bids, -1 if it is empty.

    >>> last(0), last(1 << 3 | 1 << 7)
    (-1, 7)
    """
    return bids.bit_length() - 1


def spell_bids(bids: int, dice: int = 2) -> list[str]:
    """Return each bid as its quantity and face.

    >>> spell_bids(1 << 0 | 1 << 11), spell_bids(1 << 11, dice=3)
    (['1-1', '2-*'], ['3-1'])
    """
    made = [bid for bid in range(FACES * dice) if bids >> bid & 1]
    return [f"{quantity(bid, dice)}-{spell_roll(face(bid, dice))}" for bid in made]
