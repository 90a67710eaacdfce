"""Buckets of cards: hands that may become alike share one.

features     histograms of hand strength, from random numbers that the cards seed
sampling     hands and boards of a street, as the game deals them
clusters     centroids under earth mover's distance
fit          all of these for one street, and the cache
lookup       the factors
"""

from zerosum.pkr.buckets.lookup import StreetBuckets, street_equities

__all__ = ["StreetBuckets", "street_equities"]
