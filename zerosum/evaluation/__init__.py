"""Evaluate strategies: values, best responses, exploitability, for any number of players.

matching               which row of a strategy each infoset of a tree has
lift                   a strategy of an abstract game, in the whole game
policies               strategies → the probability of each sequence
values response        expected values, and best responses win
streets street_columns what hands win at any decision of a tree of streets; as a table
opponent               strategies as a table that kernels look infosets up in
sampled                expected values from sampled deals, for games too large for trees
bounds                 lower bounds on exploitability, for games too large for trees
price                  what abstractions cost, and what each of their factors is worth
growing                which factor to add, from training; abstractions that grow by it
"""

from zerosum.evaluation.bounds import (
    FixedResponse,
    LowerBound,
    approximate_best_response,
    local_best_response,
)
from zerosum.evaluation.growing import Grown, Suggestion, Suggestions, grow, suggest
from zerosum.evaluation.lift import Lifted, lift
from zerosum.evaluation.price import (
    Ablation,
    Best,
    Candidate,
    Factor,
    Found,
    Loss,
    Search,
    Size,
    Sweep,
    ablate,
    best,
    loss,
    search,
    sweep,
)
from zerosum.evaluation.response import (
    BestResponse,
    best_response,
    deviation_gains,
    exploitability,
    nash_conv,
)
from zerosum.evaluation.sampled import SampledValues, sampled_values
from zerosum.evaluation.values import expected_values

__all__ = [
    "Ablation",
    "Best",
    "BestResponse",
    "Candidate",
    "Factor",
    "FixedResponse",
    "Found",
    "Grown",
    "Lifted",
    "Loss",
    "LowerBound",
    "SampledValues",
    "Search",
    "Size",
    "Suggestion",
    "Suggestions",
    "Sweep",
    "ablate",
    "approximate_best_response",
    "best",
    "best_response",
    "deviation_gains",
    "expected_values",
    "exploitability",
    "grow",
    "lift",
    "local_best_response",
    "loss",
    "nash_conv",
    "sampled_values",
    "search",
    "suggest",
    "sweep",
]
