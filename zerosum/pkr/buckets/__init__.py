"""Buckets of cards: hands with similar prospects share one.

plans        fits that are made once and kept, for any game
memo         the most recent buckets
factor       buckets as a factor, for any game
features     histograms of hand strength, from random numbers seeded by the cards
opponents    strengths against clusters of opponents, from the same random numbers
sampling     hands and boards of a street of River of Blood, as the game deals them
sampled      plans of River of Blood: hands are dealt, measured and clustered
tables       the bucket of every hand, or of every hand on every flop
streets      the factors of ``equities`` and ``ochs``
expected     the factors of ``ehs`` and ``percentile``: one number for a hand

Those of hold'em are :mod:`zerosum.pkr.holdem.buckets`.
"""

from zerosum.pkr.buckets.expected import ehs, percentile
from zerosum.pkr.buckets.streets import (
    OpponentBuckets,
    StreetBuckets,
    street_equities,
    street_ochs,
)

__all__ = [
    "OpponentBuckets",
    "StreetBuckets",
    "ehs",
    "percentile",
    "street_equities",
    "street_ochs",
]
