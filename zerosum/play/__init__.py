"""Play what was trained: agents, and the tables they sit at.

answers agents         a strategy asked natively; who decides
poker                  opponents for River of Blood that need no training
"""

from zerosum.play.agents import Agent, StrategyAgent, Uniform
from zerosum.play.answers import Answers
from zerosum.play.poker import AlwaysCall, Rollout

__all__ = ["Agent", "AlwaysCall", "Answers", "Rollout", "StrategyAgent", "Uniform"]
