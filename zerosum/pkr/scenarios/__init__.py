"""Expectations that a strategy of hold'em is tried against, whatever its menu and abstraction.

measures        how often a strategy folds, calls or raises
spots           what it does at a decision with some hands
asking          several of these at once
expectations    bounds, comparisons, chains, existence
judging         the outcome of each expectation
sixmax          thirty expectations for six seats, of a table
"""

from zerosum.pkr.scenarios.asking import quantities
from zerosum.pkr.scenarios.expectations import (
    Expectation,
    More,
    Ordered,
    Some,
    Within,
)
from zerosum.pkr.scenarios.judging import Outcome, Result, judge
from zerosum.pkr.scenarios.measures import Measure
from zerosum.pkr.scenarios.sixmax import SIX_MAX
from zerosum.pkr.scenarios.spots import Quantity, Value

__all__ = [
    "SIX_MAX",
    "Expectation",
    "Measure",
    "More",
    "Ordered",
    "Outcome",
    "Quantity",
    "Result",
    "Some",
    "Value",
    "Within",
    "judge",
    "quantities",
]
