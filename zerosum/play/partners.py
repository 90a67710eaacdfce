"""One side as several agents, one for each of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from zerosum.abstraction import split
from zerosum.errors import GameError
from zerosum.game import Action, History, number_of_seats, players_of, seat_of
from zerosum.play.agents import Agent, Team, odds_of
from zerosum.rng import Random


@final
class Partners(Team):
    """Agents at the seats of one side, where a player of the game has several.

    Each follows the hand by itself, and is asked only at its own seat. Two agents that are equal
    play as one agent does.

    Parameters
    ----------
    agents
        An agent for each seat of a side, in the order of the seats.

    Examples
    --------
    >>> from zerosum.play import Uniform, play_match
    >>> from zerosum.setback import Setback
    >>> sides = Partners(Uniform(), Uniform()), Uniform()
    >>> play_match(*sides, deals=2, game=Setback).mean
    0.0
    """

    def __init__(self, *agents: Agent) -> None:
        self.agents = agents
        self.name = " & ".join(agent.name for agent in agents)

    @property
    def base(self) -> History:
        """The game of the first agent that has one; None if none has."""
        bases = (getattr(agent, "base", None) for agent in self.agents)
        return next((base for base in bases if base is not None), None)

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of the hand, as each agent follows it.

        Raises
        ------
        GameError
            If a side has another number of seats.
        """
        start = split(game)[0]
        seats, players = number_of_seats(start), players_of(start)
        if len(self.agents) * players != seats:
            raise GameError(
                f"Partners of {type(start).__name__} must be {seats // players}, one for each seat "
                f"of a side; got {len(self.agents)}: name one agent for each.",
                self.agents,
            )
        return _Followed(start, tuple(agent.begin(game, rng) for agent in self.agents))

    def act(self, hand: History, rng: Random) -> Action:
        """Return the action of the agent at the seat to act."""
        at = seat_of(hand.game) // players_of(hand.game)
        return self.agents[at].act(hand.hands[at], rng)

    def odds(self, hand: History) -> Mapping[Action, float] | None:
        """Return what the agent at the seat to act says of its actions; None if it says nothing."""
        at = seat_of(hand.game) // players_of(hand.game)
        return odds_of(self.agents[at], hand.hands[at])


@dataclass(frozen=True)
class _Followed:
    """A hand of the real game, and as each agent follows it."""

    game: History
    hands: tuple[History, ...]

    def apply(self, step: Action) -> "_Followed":
        """Return the hand after an action or an outcome of chance."""
        return _Followed(self.game.apply(step), tuple(hand.apply(step) for hand in self.hands))
