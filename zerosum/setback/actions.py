"""Actions as numbers: 0 to 51 play a card, the next ones bid, and the last ones are abstract.

An abstract action plays a card of a kind; :meth:`zerosum.setback.InfoSet.concrete` says which.
"""

PASS = 60
BID_TWO, BID_THREE, BID_FOUR = 62, 63, 64

FIRST_SUIT = 70
"""Establish trump in the stronger candidate suit (:func:`zerosum.setback.rules.candidates`)."""

SECOND_SUIT = 71
"""Establish trump in the other candidate suit."""

TRUMP = 72
"""``TRUMP + rank`` plays the trump of a rank that counts; ranks 4 to 7 never do."""

LEAD_TRUMP = 85
"""Lead the highest of the trumps that do not count."""

LEAD_STRONG = 86
"""Lead the highest card above ten that is not trump."""

LEAD_WEAK = 87
"""Lead the lowest card up to ten that is not trump."""

TRUMP_WINS = 88
"""Follow with the highest of the trumps that do not count and would win the trick."""

TRUMP_LOSES = 89
"""Follow with the lowest of the trumps that do not count and would not win the trick."""

SUIT_WINS = 90
"""``SUIT_WINS + class`` follows suit with a card that would win, the highest of its class.

The class is 0 for cards below ten, 1 for the ten, 2 to 5 for jack to ace.
"""

SUIT_LOSES = 96
"""``SUIT_LOSES + class`` follows suit with a card that would not win, the lowest of its class."""

DISCARD_TEN = 102
"""Discard a ten of a suit that is neither trump nor led."""

DISCARD_GAME = 103
"""Discard the highest jack, queen, king or ace of such suits."""

DUCK = 104
"""Discard the lowest card of such suits, below ten."""
