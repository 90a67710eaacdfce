"""Play trained strategies: agents, matches and tables.

answers agents beside  native look-ups in a strategy; agents, and hands as they follow them
likeliest              the likeliest actions only; the agent of a database
leading partners       who lets another play, and changes some of it; several agents as one side
untrained              who always calls, and who plays a menu at random
series                 hands until their scores decide
aivat selfplay         what is won, less the luck; what histories are worth
seating                who sits where in the hands of a deal
tables                 a deal played in rotations of the seats, natively and in Python
tally crew match       results; threads and processes; a whole match
explore                what a strategy does after any line of play
hand sitting coach     a person's hand, hands one after another, and looking back at them
records                finished hands as lines of JSON
terminal               a person at a terminal
"""

from zerosum.play.agents import Agent, Odds, Source, StrategyAgent, TrainedAgent, Uniform
from zerosum.play.aivat import ByFunction, Luck, Values
from zerosum.play.answers import Answers
from zerosum.play.crew import Crew
from zerosum.play.explore import Explorer, Spot
from zerosum.play.leading import Leading
from zerosum.play.likeliest import LikeliestAgent
from zerosum.play.match import play_match, play_seats, start_of_match
from zerosum.play.partners import Partners
from zerosum.play.selfplay import SelfPlay, learned
from zerosum.play.series import Series, series_of
from zerosum.play.tally import Match
from zerosum.play.untrained import AlwaysCall, random_like
from zerosum.support.moved import names_of

__all__ = [
    "Agent",
    "AlwaysCall",
    "Answers",
    "ByFunction",
    "Crew",
    "Explorer",
    "Leading",
    "LikeliestAgent",
    "Luck",
    "Match",
    "Odds",
    "Partners",
    "SelfPlay",
    "Series",
    "Source",
    "Spot",
    "StrategyAgent",
    "TrainedAgent",
    "Uniform",
    "Values",
    "learned",
    "play_match",
    "play_seats",
    "random_like",
    "series_of",
    "start_of_match",
]

__getattr__ = names_of(
    __name__,
    Purified="write StrategyAgent(zerosum.strategy.thresholded(strategy, least), game).",
    Rollout="zerosum.pkr.bots.Rollout",
)
