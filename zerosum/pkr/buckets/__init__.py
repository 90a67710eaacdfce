"""Buckets of cards: hands that may become alike share one.

features     histograms of hand strength, from random numbers that the cards seed
opponents    strengths against clusters of opponents, from the same random numbers
sampling     hands and boards of a street, as the game deals them
sharing      long work in pieces, on all cores
clusters     centroids of features
plans        what the buckets of a street are, and what measures hands for them
fit          all of these for one street, and the cache
tables       the bucket of every hand, or of every hand on every flop
memo         the buckets found last
lookup       factors of buckets, street by street
equities     the factors of ``equities``: histograms
ochs         the factors of ``ochs``: strengths against clusters of opponents
expected     the factors of ``ehs`` and ``percentile``: one number instead
measure      how well buckets fit, and what fitting them costs
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
