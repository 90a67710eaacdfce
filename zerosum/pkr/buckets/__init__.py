"""Buckets of cards: hands with similar prospects share one.

features     histograms of hand strength, from random numbers seeded by the cards
opponents    strengths against clusters of opponents, from the same random numbers
sampling     hands and boards of a street, as the game deals them
sharing      long work in parallel
clusters     centroids of features
plans        the declaration of the buckets of a street
fit          fitting for one street, and the cache
tables       the bucket of every hand, or of every hand on every flop
memo         the most recent buckets
lookup       factors of buckets, street by street
equities     the factors of ``equities``: histograms
ochs         the factors of ``ochs``: strengths against clusters of opponents
expected     the factors of ``ehs`` and ``percentile``: one number for a hand
"""

from zerosum.pkr.buckets.equities import StreetBuckets, street_equities
from zerosum.pkr.buckets.expected import ehs, percentile
from zerosum.pkr.buckets.ochs import OpponentBuckets, street_ochs

__all__ = [
    "OpponentBuckets",
    "StreetBuckets",
    "ehs",
    "percentile",
    "street_equities",
    "street_ochs",
]
