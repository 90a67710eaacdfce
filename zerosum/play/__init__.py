"""Play trained strategies: agents, matches and tables.

answers agents         native look-ups in a strategy; agents
likeliest              the agent of a database
partners               several agents as one side
poker                  untrained opponents for River of Blood
series                 hands until their scores decide
tables                 a deal played from both seats, natively and in Python
tally crew match       results; threads and processes; a whole match
bot acpc               an agent at a match engine, and at an ACPC dealer
terminal               a person at a terminal
"""

from zerosum.play.agents import Agent, StrategyAgent, TrainedAgent, Uniform
from zerosum.play.answers import Answers
from zerosum.play.crew import Crew
from zerosum.play.likeliest import LikeliestAgent
from zerosum.play.match import play_match, play_seats, start_of_match
from zerosum.play.partners import Partners
from zerosum.play.poker import AlwaysCall, Rollout
from zerosum.play.series import Series, series_of
from zerosum.play.tally import Match

__all__ = [
    "Agent",
    "AlwaysCall",
    "Answers",
    "Crew",
    "LikeliestAgent",
    "Match",
    "Partners",
    "Rollout",
    "Series",
    "StrategyAgent",
    "TrainedAgent",
    "Uniform",
    "play_match",
    "play_seats",
    "series_of",
    "start_of_match",
]
