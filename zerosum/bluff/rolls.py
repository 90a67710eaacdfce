"""Rolls of one, two or three dice as numbers, and their faces.

A roll is a sorted multiset of faces: the order of dice does not matter. Rolls are numbered by the
number of dice and then by their faces: 0 to 5 for one die, which is its face, 6 to 26 for two
dice, 27 to 82 for three.
"""

from itertools import combinations_with_replacement, product
from math import factorial, prod

FACES = 6
STAR = 5
MOST_ROLLED = 3
"""The most dice that one player may have."""

THROWS = (1, 6, 36, 216)
"""The number of equally likely ways in which so many dice may fall."""

ROLLS = tuple(
    faces
    for dice in range(1, MOST_ROLLED + 1)
    for faces in combinations_with_replacement(range(FACES), dice)
)
"""The faces of each roll, by its number; 0 to 4 are 1 to 5, and 5 is the star."""

FIRST_ROLL = (0, 0, 6, 27, 83)
"""The number of the first roll of so many dice."""

FIRST_THROW = (0, 0, 6, 42)

SORTED = tuple(
    ROLLS.index(tuple(sorted(faces)))
    for dice in range(1, MOST_ROLLED + 1)
    for faces in product(range(FACES), repeat=dice)
)
"""The roll for each way in which dice may fall one after the other."""

WAYS = tuple(
    factorial(len(faces)) // prod(factorial(faces.count(face)) for face in range(FACES))
    for faces in ROLLS
)
"""The number of ways in which each roll may fall, a multinomial coefficient."""

_MATCHES = tuple(
    faces.count(STAR) + (faces.count(face) if face < STAR else 0)
    for faces in ROLLS
    for face in range(FACES)
)


def thrown(dice: int, throw: int) -> int:
    """Return the roll of so many dice in one of the ways they may fall.

    >>> thrown(1, 5), ROLLS[thrown(2, 9)], ROLLS[thrown(2, 19)]
    (5, (1, 3), (1, 3))
    """
    return SORTED[FIRST_THROW[dice] + throw]


def matches(roll: int, face: int) -> int:
    """Return how many dice of a roll show a face or the star.

    >>> matches(ROLLS.index((1, 3, STAR)), 3), matches(ROLLS.index((1, 3, STAR)), STAR)
    (2, 1)
    """
    return _MATCHES[FACES * roll + face]


def spell_roll(roll: int) -> str:
    """Return the faces as they are printed on the dice, or a question mark if they are hidden.

    >>> spell_roll(0), spell_roll(STAR), spell_roll(ROLLS.index((1, 1, STAR))), spell_roll(-1)
    ('1', '*', '22*', '?')
    """
    return "".join("12345*"[face] for face in ROLLS[roll]) if roll >= 0 else "?"
