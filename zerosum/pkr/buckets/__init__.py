"""Buckets of cards: hands with similar prospects share one.

plans      fits that are made once and kept, for any game
factor     buckets as a factor, which remembers the most recent ones, for any game
river      those of River of Blood
holdem     those of hold'em
"""

from zerosum.pkr.buckets.river.expected import ehs, percentile
from zerosum.pkr.buckets.river.streets import (
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
