"""Strategies: probabilities of actions at each infoset, in mapped arrays or in a database."""

from zerosum.strategy.averages import shares
from zerosum.strategy.columns import Column, Columns, Listing
from zerosum.strategy.database import Database
from zerosum.strategy.likeliest import likeliest
from zerosum.strategy.opening import open_strategy
from zerosum.strategy.origin import describe, differing, title
from zerosum.strategy.policy import TabularPolicy
from zerosum.strategy.rows import StrategyRow
from zerosum.strategy.strategy import Strategy
from zerosum.strategy.thresholding import thresholded

__all__ = [
    "Column",
    "Columns",
    "Database",
    "Listing",
    "Strategy",
    "StrategyRow",
    "TabularPolicy",
    "describe",
    "differing",
    "likeliest",
    "open_strategy",
    "shares",
    "thresholded",
    "title",
]
