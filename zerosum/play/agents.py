"""Agents make the decisions at a table: a strategy, or a few lines of code.

An agent follows a hand by itself: :meth:`Agent.begin` returns the start of the hand as the agent
sees it, and every action and card of the real game is applied to this hand. So a strategy can walk
through its abstract game beside the real one, and the table need not know. Most agents draw their
actions from odds, and can be combined: see :class:`Source`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, SupportsIndex, TypeAlias, cast, final

from zerosum.abstraction import Abstracted, split, started
from zerosum.errors import StrategyError
from zerosum.game import Action, History, hook_of
from zerosum.native.primitives import draw_from
from zerosum.play.answers import Answers
from zerosum.play.series import start_of
from zerosum.rng import Random
from zerosum.strategy import TabularPolicy
from zerosum.strategy.policy import summed


class Agent(Protocol):
    """Decides what a side does.

    An agent may also have ``odds(hand)``, which returns the probability of each action that
    :meth:`act` may return; :class:`zerosum.play.Luck` then corrects for what it drew. Match engines
    tell it what others do and what it wins, if it has ``saw(hand, action)`` and ``won(chips)``, as
    :class:`Source` has.

    Attributes
    ----------
    name
        Its name in tables of results.
    """

    name: str

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of a hand as the agent follows it.

        Parameters
        ----------
        game
            The start of the real game.
        rng
            Random numbers for following the hand; None uses the system's.

        Returns
        -------
        A value whose ``apply`` takes the actions and the outcomes of chance of the real game.
        """
        ...

    def act(self, hand: History, rng: Random) -> Action:
        """Return a legal action of the real game for the player to act in a hand."""
        ...


Sides: TypeAlias = tuple[Agent, ...]


def odds_of(agent: Agent, hand: History) -> Mapping[Action, float] | None:
    """Return how likely an agent's actions are in a hand; None if the agent has no ``odds``."""
    odds = getattr(agent, "odds", None)
    return None if odds is None else cast("Mapping[Action, float]", odds(hand))


@final
class Uniform:
    """Chooses uniformly among the legal actions of the real game.

    If menus are long, the hook ``choices`` of the game (:class:`zerosum.game.Hooks`) returns the
    same actions without making a tuple of them.

    >>> from zerosum.kuhn import Kuhn
    >>> agent = Uniform()
    >>> agent.odds(agent.begin(Kuhn()).apply(0).apply(2))
    {<Move.PASS: 0>: 0.5, <Move.BET: 1>: 0.5}
    """

    name = "uniform"

    def begin(self, game: History, rng: Random | None = None) -> History:  # noqa: ARG002
        """Return the game itself."""
        return game

    def act(self, hand: History, rng: Random) -> Action:
        """Return a random legal action."""
        menu = self._menu(hand)
        return menu[rng.integer(len(menu))]

    def odds(self, hand: History) -> dict[Action, float]:
        """Return the probability of each legal action."""
        menu = self._menu(hand)
        return summed(tuple(menu), [1 / len(menu)] * len(menu))

    def _menu(self, hand: History) -> Sequence[Action]:
        base = split(hand)[0]
        infoset = base.infoset(base.active)
        choices = hook_of(base, "choices")
        menu: Sequence[Action] = infoset.actions() if choices is None else choices(infoset)
        return menu


@dataclass(frozen=True)
class Odds:
    """How likely each action is at a decision, as a source says.

    Parameters
    ----------
    chances
        The probability of each action of the source's menu.
    by
        The source that gave the answer: the part, if a part of a strategy did.
    known
        Whether its strategy knows the infoset.
    walk
        A hand whose ``realise`` turns actions of the menu into actions of the real game; None if
        the menu has actions of the real game.

    Examples
    --------
    >>> from zerosum.kuhn import Move
    >>> odds = Odds({Move.PASS: 0.25, Move.BET: 0.75}, by=None)
    >>> odds.chances[Move.BET], odds.known, odds.real(Move.BET)
    (0.75, True, (<Move.BET: 1>, False))
    """

    chances: Mapping[Action, float]
    by: Any
    known: bool = True
    walk: History = None

    def real(self, action: Action) -> tuple[Action, bool]:
        """Return an action of the real game, and whether its chips were moved to be legal."""
        if self.walk is None:
            return action, False
        real, infoset = self.walk.realise(action), self.walk.real.infoset(self.walk.active)
        return real, infoset.quantity(real) != infoset.quantity(action)


class Source(ABC):
    """An agent that draws its actions from odds.

    Sources can be combined: a source may ask another source where it has no answer of its own. A
    strategy, its parts that were solved again, and thinking are sources; so is a source that leaves
    out what another source hardly ever does.

    Attributes
    ----------
    name, base
        Its name, and the start of the real game.
    decisions
        The number of its decisions.
    unknown
        How many decisions were at infosets that the strategy does not know.
    clipped
        How many decisions were bets that had to be moved to the bounds of the real game.
    """

    name: str
    base: History
    decisions = unknown = clipped = 0

    @abstractmethod
    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of a hand, as :meth:`Agent.begin` does."""

    @abstractmethod
    def find(self, hand: History) -> Odds:
        """Return how likely each action is, where it is the source's turn."""

    def saw(self, hand: History, action: Action) -> None:
        """Learn what another player is about to do in a hand, from a match engine.

        By default nothing follows from it.
        """
        del hand, action

    def won(self, chips: float) -> None:
        """Learn what was won in a hand, from a match engine; by default nothing follows from it."""
        del chips

    def act(self, hand: History, rng: Random) -> Action:
        """Return an action of the real game, drawn from the odds; count it."""
        odds = self.find(hand)
        action, clipped = odds.real(draw_from(list(odds.chances.items()), rng))
        for source in {self, odds.by}:
            source.decisions += 1
            source.unknown += not odds.known
            source.clipped += clipped
        return action


class TrainedAgent(Source):
    """Plays a strategy, through a translation if the real game has other actions.

    Parameters
    ----------
    strategy
        The strategy, in memory or in a database.
    game
        The start of the game that it was trained on.
    play
        The start of a walk through a translation of that game; None if the abstraction has the
        actions of the real game.
    name
        The agent's name.
    source
        Opens the same agent in another process; if it is None, the strategy itself is pickled.

    Attributes
    ----------
    decisions, unknown, clipped
        As for :class:`Source`.
    answers
        Asks the strategy.

    Raises
    ------
    StrategyError
        If the strategy is of another game, or the walk is no translation, or uses another
        abstraction than training.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.strategy import Strategy
    >>> agent = TrainedAgent(Strategy.uniform(Kuhn()), Kuhn(), name="even")
    >>> agent.find(agent.begin(Kuhn()).apply(0).apply(2)).chances, agent.name
    ({<Move.PASS: 0>: 0.5, <Move.BET: 1>: 0.5}, 'even')
    """

    def __init__(
        self,
        strategy: TabularPolicy,
        game: History,
        play: History = None,
        name: str = "strategy",
        source: Callable[[], Agent] | None = None,
    ) -> None:
        self.strategy = strategy
        self.game = started(game)
        self.play = started(play)
        self.name = name
        self.source = source
        self.base = split(self.game)[0]
        if self.play is not None:
            _check_walk(name, self.game, self.play)
        self.answers = Answers(strategy, self.base)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[object, ...]:
        return super().__reduce_ex__(protocol) if self.source is None else (self.source, ())

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of the walk, or of the game trained on.

        Raises
        ------
        StrategyError
            If the strategy is of another game.
        """
        base = split(game)[0]
        if start_of(base) != self.base:
            raise StrategyError(
                f"The strategy {self.name} must be of the game that is played, "
                f"{_game_name(base, self.base)}; it is of {_game_name(self.base, base)}: name "
                f"runs of one game.",
                game,
            )
        if self.play is None:
            states, actions = split(self.game)[1:]
            return self.game if base == self.base else Abstracted(base, states, actions)
        if rng is None or self.play.word is not None:
            return self.play
        return replace(self.play, word=rng.bits())

    def find(self, hand: History) -> Odds:
        """Return the strategy's odds; uniform ones at an infoset that it does not know."""
        menu, chances = self.answers.find(hand, hand.active)
        uniform = [1.0 / len(menu)] * len(menu)
        walk = None if self.play is None else hand
        return Odds(summed(menu, chances or uniform), self, chances is not None, walk)


@final
class StrategyAgent(TrainedAgent):
    """Draws its actions from a strategy, uniformly at infosets that the strategy does not know.

    It has the parameters of :class:`TrainedAgent`.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.kuhn import Kuhn
    >>> solver = ExternalSampling(Kuhn(), seed=1)
    >>> solver.run(1_000)
    >>> agent = StrategyAgent(solver.strategy(), Kuhn())
    >>> hand = agent.begin(Kuhn()).apply(0).apply(2)
    >>> agent.act(hand, Random(7)) in hand.infoset(0).actions()
    True
    """

    def odds(self, hand: History) -> dict[Action, float]:
        """Return the probability of each action of the real game, where it is the agent's turn."""
        odds = self.find(hand)
        real = tuple(odds.real(action)[0] for action in odds.chances)
        return summed(real, list(odds.chances.values()))


class Team:
    """Agents that play as one: what they count is summed, each agent once."""

    agents: tuple[Agent, ...]

    @property
    def unknown(self) -> int:
        """How many decisions were at infosets that a strategy does not know."""
        return self._sum("unknown")

    @property
    def clipped(self) -> int:
        """How many bets had to be moved to the bounds of the real game."""
        return self._sum("clipped")

    def _sum(self, what: str) -> int:
        agents = {id(agent): agent for agent in self.agents}
        return sum(getattr(agent, what, 0) for agent in agents.values())


def _check_walk(name: str, game: History, play: History) -> None:
    """Check that a walk is a translation with the abstraction of the strategy.

    Raises
    ------
    StrategyError
        If the walk is not a translation, or its states or actions differ.
    """
    if not hasattr(play, "realise"):
        raise StrategyError(
            f"The walk of {name} must be a translation; got {play!r}: declare Abstraction over a "
            f"class such as zerosum.pkr.abstraction.Translation, or leave it out.",
            play,
        )
    views = (split(play)[1:], split(game)[1:])
    names = ("states", "actions")
    if differs := [n for n, walked, known in zip(names, *views, strict=True) if walked != known]:
        raise StrategyError(
            f"The walk of {name} must see the game as in training; it differs in "
            f"{' and '.join(differs)}: declare Abstraction with the states and actions of "
            f"TrainingAbstraction.",
            play,
        )


def _game_name(game: History, other: History) -> str:
    """Return the class of a game, or its repr if the other game has the same class."""
    return repr(game) if type(game) is type(other) else type(game).__name__
