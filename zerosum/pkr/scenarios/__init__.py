"""Expectations that a strategy of hold'em is tried against, whatever its menu and abstraction.

spots           how often a strategy folds, calls or raises at a decision with some hands
expectations    bounds, comparisons, chains, existence
judging         the outcome of each expectation
sixmax          thirty expectations for six seats, of a table
"""

from zerosum.pkr.scenarios.expectations import (
    Expectation,
    More,
    Ordered,
    Some,
    Within,
)
from zerosum.pkr.scenarios.judging import Outcome, Result, judge
from zerosum.pkr.scenarios.sixmax import SIX_MAX
from zerosum.pkr.scenarios.spots import Measure, Quantity, Value, quantities

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
