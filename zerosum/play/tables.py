"""Tables where deals are played: any agents in Python, or two strategies natively.

Both follow the same random streams: at the same deals two strategies play the same hands.
"""

from __future__ import annotations

import threading
from typing import Any, Protocol

import numpy as np
from numba.core import types

from zerosum.abstraction import split
from zerosum.errors import StrategyError
from zerosum.jit import compiled
from zerosum.kernels.compile import WORKSPACE
from zerosum.kernels.failures import FAILURES, Walked, explained
from zerosum.kernels.limits import stack_budget
from zerosum.kernels.playing import DECISIONS, UNKNOWN
from zerosum.native.compiling import try_compile, warn_once
from zerosum.native.primitives import draw
from zerosum.play.agents import Agent, StrategyAgent
from zerosum.play.duel import play_deals
from zerosum.play.tally import Tally
from zerosum.rng import Random
from zerosum.tables import DEPTH, Share

_LONG = 32  # actions of a menu
_KINDS = (WORKSPACE, types.float64[:, ::1], *[types.int64] * 3)


class Table(Protocol):
    """Where two agents play deals.

    Attributes
    ----------
    batch
        Deals to play between two looks at Ctrl-C.
    """

    batch: int

    def play(self, branch: int, first: int, deals: int) -> Tally:
        """Play deals from both seats, by their numbers in a family of streams."""
        ...


class AgentTable:
    """Any two agents, in Python.

    Parameters
    ----------
    start
        The start of the real game.
    agents
        The first side and the second.
    """

    batch = 10

    def __init__(self, start: Any, agents: tuple[Agent, Agent]) -> None:
        self.start = start
        self.agents = agents
        self._judges = False

    def play(self, branch: int, first: int, deals: int) -> Tally:
        """Play deals from both seats, by their numbers in a family of streams.

        Raises
        ------
        StrategyError
            Where an agent acts illegally.
        """
        zeros = (np.zeros(2, np.int64) for _ in range(3))
        tally, source = Tally(np.zeros((deals, 2)), *zeros), Random(0)
        for row in range(deals):
            source.follow(branch, first + row)
            chance, dice = source.branch(), source.branch()
            for seat in range(2):
                tally.gains[row, seat] = self._play_hand(seat, chance, dice, tally)
        return tally

    def _play_hand(self, seat: int, chance: int, dice: int, tally: Tally) -> float:
        """Play a hand; return what the first side, in some seat, wins."""
        game, dealer, dealt = self.start, Random(0), 0
        own = [_stream(dice, seat), _stream(dice, 1 - seat)]
        minds = [_stream(dice, 2 + seat), _stream(dice, 3 - seat)]
        hands = [agent.begin(game, mind) for agent, mind in zip(self.agents, minds, strict=True)]
        while not game.terminal:
            if game.chance:
                dealer.follow(chance, dealt)
                dealt += 1
                move = draw(game, dealer)
                after = game.apply(move)
            else:
                side = int(game.active != seat)
                move = self._act(side, hands[side], own[side], tally)
                after = self._applied(game, side, move)
            hands = [after if hand is game else hand.apply(move) for hand in hands]
            game = after
        return float(game.payoff(seat))

    def _act(self, side: int, hand: Any, rng: Random, tally: Tally) -> Any:
        """Ask a side for its action, and count what it leaves its strategy for."""
        agent = self.agents[side]
        before = _fallbacks(agent)
        action = agent.act(hand, rng)
        after = _fallbacks(agent)
        tally.decisions[side] += 1
        tally.unknown[side] += after[0] - before[0]
        tally.clipped[side] += after[1] - before[1]
        return action

    def _applied(self, game: Any, side: int, action: Any) -> Any:
        """Return the game after an action, which must be on the menu or do what one there does.

        Once a menu is long, the game alone judges: to write one down takes longer than to play.

        Raises
        ------
        StrategyError
            Where the action is not legal.
        """
        try:
            after = game.apply(action)
        except Exception as error:
            if action in game.infoset(game.active).actions():
                raise
            raise self._illegal(game, side, action) from error
        if self._judges:
            return after
        menu = game.infoset(game.active).actions()
        self._judges = len(menu) > _LONG
        if self._judges or action in menu or any(after == game.apply(each) for each in menu):
            return after
        raise self._illegal(game, side, action)

    def _illegal(self, game: Any, side: int, action: Any) -> StrategyError:
        return StrategyError(
            f"The action of {self.agents[side].name} must be legal; got {action!r} at "
            f"{game.infoset(game.active)!r}: return one of the actions() of the infoset.",
            action,
        )


class StrategyTable:
    """Two strategies of one game and one menu, natively; several threads may play at it.

    Parameters
    ----------
    start
        The start of the base game.
    agents
        The first side and the second.
    natives
        The start, and how each side sees infosets, as kernels take them.
    """

    batch = 250

    def __init__(
        self,
        start: Any,
        agents: tuple[StrategyAgent, StrategyAgent],
        natives: tuple[Any, Any, Any],
    ) -> None:
        self.start = start
        self.agents = agents
        self._natives = natives
        self._seats = threading.local()

    def play(self, branch: int, first: int, deals: int) -> Tally:
        """Play deals from both seats, by their numbers in a family of streams."""
        works = self._works()
        for work in works:
            work.scratch[:2] = 0.0
        game, view, other = self._natives
        gains = np.zeros((deals, 2))
        try:
            run = compiled(play_deals)
            run(game, view, works[0], other, works[1], gains, branch, first, 0)
        except FAILURES as failure:
            raise self._explained(works, failure) from failure.__cause__
        counts = np.array([[work.scratch[DECISIONS], work.scratch[UNKNOWN]] for work in works])
        decisions, unknown = counts.astype(np.int64).T
        return Tally(gains, decisions, unknown, np.zeros(2, np.int64))

    def _works(self) -> list[Share]:
        """Return what this thread works on for each side."""
        if not hasattr(self._seats, "works"):
            agents = self.agents
            self._seats.works = [Share(agent.answers.work, stack_budget()) for agent in agents]
        works: list[Share] = self._seats.works
        return works

    def _explained(self, works: list[Share], failure: Exception) -> Exception:
        """Return the error to raise, of the side that was asked last."""
        last = int(works[1].counts[DEPTH] > works[0].counts[DEPTH])
        view = self.agents[last].answers.view
        return explained(Walked(self.start, view, works[last]), failure)


def native_table(start: Any, agents: tuple[Agent, Agent]) -> StrategyTable | None:
    """Return a native table where both sides are strategies that choose from one menu.

    Then what one does is on the other's menu, and a translation would leave it as it is.
    """
    first, second = agents
    if not isinstance(first, StrategyAgent) or not isinstance(second, StrategyAgent):
        return None
    ours, theirs = first.answers.native, second.answers.native
    if ours is None or theirs is None or split(first.game)[2] != split(second.game)[2]:
        return None
    kinds = WORKSPACE, theirs[1].kind, *_KINDS
    made = try_compile(compiled(play_deals), first.base, first.answers.view, kinds)
    if isinstance(made, str):
        warn_once(made)
        return None
    return StrategyTable(start, (first, second), (made.game, made.view, theirs[1]))


def _stream(branch: int, number: int) -> Random:
    rng = Random(0)
    rng.follow(branch, number)
    return rng


def _fallbacks(agent: Agent) -> tuple[int, int]:
    """Return how often an agent has left its strategy: unknown infosets, and clipped bets."""
    return getattr(agent, "unknown", 0), getattr(agent, "clipped", 0)
