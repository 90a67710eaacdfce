"""Play trained strategies: agents, matches and tables.

answers agents         native look-ups in a strategy; agents
poker                  untrained opponents for River of Blood
tables                 a deal played from both seats, natively and in Python
tally crew match       results; threads and processes; a whole match
bot                    an agent at a match engine
terminal               a person at a terminal
"""

from zerosum.play.agents import Agent, StrategyAgent, Uniform
from zerosum.play.answers import Answers
from zerosum.play.crew import Crew
from zerosum.play.match import play_match, start_of_match
from zerosum.play.poker import AlwaysCall, Rollout
from zerosum.play.tally import Match

__all__ = [
    "Agent",
    "AlwaysCall",
    "Answers",
    "Crew",
    "Match",
    "Rollout",
    "StrategyAgent",
    "Uniform",
    "play_match",
    "start_of_match",
]
