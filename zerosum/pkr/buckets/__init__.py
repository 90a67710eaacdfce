"""Buckets of cards: hands that may become alike share one.

features     histograms of hand strength, from random numbers that the cards seed
sampling     hands and boards of a street, as the game deals them
clusters     centroids under earth mover's distance
fit          all of these for one street, and the cache
memo         the buckets found last
lookup       the factors of ``equities``
expected     the factors of ``ehs`` and ``percentile``: one number instead of a histogram
checks       a sentence for parameters that make no sense
measure      how well buckets fit, and what fitting them costs
"""

from zerosum.pkr.buckets.expected import ehs, percentile
from zerosum.pkr.buckets.lookup import StreetBuckets, street_equities

__all__ = ["StreetBuckets", "ehs", "percentile", "street_equities"]
