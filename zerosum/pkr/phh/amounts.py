"""Numbers of chips as text, and back."""

import re
from decimal import Decimal
from fractions import Fraction

from zerosum.errors import GameError
from zerosum.support.rendering import chips

DIGITS = 15
"""The most digits of a number of chips before its point, and behind it."""


def read_amount(text: str) -> Fraction | None:
    """Return the number of chips that a text gives, or None.

    >>> read_amount("1,000.5"), read_amount("-3"), read_amount("all")
    (Fraction(2001, 2), None, None)
    """
    plain = text.replace(",", "")
    some = f"[0-9]{{1,{DIGITS}}}"
    if not re.fullmatch(rf"{some}(\.({some})?)?|\.{some}", plain):
        return None
    return Fraction(plain)


def written(amount: Fraction) -> int | Decimal:
    """Return a number of chips as the format writes it.

    Raises
    ------
    GameError
        If its decimals have no end.

    >>> written(Fraction(40)), written(Fraction(81, 2))
    (40, Decimal('40.5'))
    """
    if amount.denominator == 1:
        return amount.numerator
    if not has_end(amount):
        raise GameError(
            f"A number of chips must have decimals that end to be written; got {amount}: take "
            "another unit.",
            amount,
        )
    digits = amount.denominator.bit_length()  # at most so many twos or fives divide it
    return Decimal(int(amount * 10**digits)).scaleb(-digits).normalize()


def has_end(amount: Fraction) -> bool:
    """Return whether the decimals of a number end.

    >>> has_end(Fraction(1, 40)), has_end(Fraction(1, 3))
    (True, False)
    """
    return pow(10, amount.denominator.bit_length(), amount.denominator) == 0


def shown(amount: Fraction) -> str:
    """Return a number of chips for a reader, with two decimals if they have no end.

    >>> shown(Fraction(20_775, 2)), shown(Fraction(1_000)), shown(Fraction(100, 3))
    ('10,387.5', '1,000', '33.33')
    """
    return chips(amount)
