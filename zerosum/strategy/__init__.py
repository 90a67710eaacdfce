"""Strategies: probabilities of actions at each infoset, saved as plain arrays and memory-mapped."""

from zerosum.strategy.averages import shares
from zerosum.strategy.columns import Column, Columns
from zerosum.strategy.likeliest import likeliest
from zerosum.strategy.origin import describe, differing, title
from zerosum.strategy.rows import StrategyRow
from zerosum.strategy.strategy import Strategy

__all__ = [
    "Column",
    "Columns",
    "Strategy",
    "StrategyRow",
    "describe",
    "differing",
    "likeliest",
    "shares",
    "title",
]
