"""Tables where deals are played: any agents in Python, or strategies natively.

Every deal is played in several rotations of the seats: with two agents, twice with the seats
swapped. More agents sit in an order that is drawn for each deal. A deal has two families of random
streams, one for chance and one for the seats. All hands of a deal use the same streams: if the
agents make equal decisions, the hands are equal, and over all rotations each agent wins zero. Both
tables use the same streams, so strategies play the same hands at either table.
"""

import threading
from typing import Any, TypeAlias

import numpy as np
from numba.core import types

from zerosum.abstraction import View, split
from zerosum.errors import StrategyError
from zerosum.game import players_of
from zerosum.kernels.compile import Entry, prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.kernels.playing import deals_of, play_hand, play_hand_apart, series_of
from zerosum.kernels.seats import MOST_AGENTS
from zerosum.laws import Place, check_terminal, constant_of
from zerosum.native.primitives import draw
from zerosum.play.agents import Agent, Sides, StrategyAgent, odds_of
from zerosum.play.aivat import Luck, Values
from zerosum.play.seated import SeatedTable, sees_alike
from zerosum.play.seating import Seating, deal_of, places_of, stream_of
from zerosum.play.series import is_series
from zerosum.play.tally import DealResults
from zerosum.play.untrained import AlwaysCall
from zerosum.rng import Random
from zerosum.tables import Ints

_LONG = 32  # actions on a menu
# Random numbers of the agents, for actions and for following a hand; and the luck in it.
_Dice: TypeAlias = tuple[list[Random], list[Random], Luck]
_REST = (types.float64[:, ::1], types.int64[:, ::1], *[types.int64] * 3)


class AgentTable:
    """Any agents, in Python.

    Parameters
    ----------
    start
        The start of the real game, or of a series.
    agents
        One for each player.
    rotations
        In how many rotations of the seats each deal is played; by default all.
    values
        What histories are worth, to correct for luck.

    Attributes
    ----------
    batch
        How many deals to play between two looks at Ctrl-C.
    """

    def __init__(
        self,
        start: Any,
        agents: Sides,
        rotations: int | None = None,
        values: Values | None = None,
    ) -> None:
        self.start = start
        self.values = values
        self.agents = agents
        self.rotations = rotations or len(agents)
        self.batch = max(1, (20 if values is None else 4) // self.rotations)
        self._judges = False
        self._constant = constant_of(start.deal if is_series(start) else start)

    def play(self, branch: int, first: int, deals: int) -> DealResults:
        """Play deals in rotations of the seats, by their numbers in a family of streams.

        Raises
        ------
        StrategyError
            If an agent acts illegally.
        GameError
            If the payoffs of a hand do not sum to the same as those of others.
        """
        n = len(self.agents)
        gains, counts = np.zeros((deals, self.rotations, n)), np.zeros((3, n), np.int64)
        lucks = np.zeros_like(gains)
        play = self._play_series if is_series(self.start) else self._play_hand
        for row in range(deals):
            chance, dice, rotated = deal_of(branch, first + row, n, self.rotations)
            for hand, seats in enumerate(rotated):
                own = [stream_of(dice, seat) for seat in seats]
                minds = [stream_of(dice, n + seat) for seat in seats]
                luck = Luck(self.values, self.start, stream_of(dice, 2 * n + hand))
                end = play(self.start, seats, chance, (own, minds, luck), counts)
                gains[row, hand] = [end.payoff(seat) for seat in seats]
                lucks[row, hand] = luck.total[list(seats)]
        return DealResults(gains, counts, None if self.values is None else lucks)

    def _play_series(
        self, series: Any, seats: Seating, hands: int, dice: _Dice, counts: Ints
    ) -> Any:
        """Play a series until it is over; return its end."""
        number = 0
        while not series.over:
            chance = stream_of(hands, number).branch()
            number += 1
            players = tuple(seat ^ series.first for seat in seats)
            end = self._play_hand(series.deal, players, chance, dice, counts)
            series = series.after(end)
        return series

    def _play_hand(self, game: Any, seats: Seating, chance: int, dice: _Dice, counts: Ints) -> Any:
        """Play a hand with each agent in some seat; return its end."""
        dealer, dealt, (own, minds, luck) = Random(0), 0, dice
        hands = [agent.begin(game, mind) for agent, mind in zip(self.agents, minds, strict=True)]
        while not game.terminal:
            if game.chance:
                dealer.follow(chance, dealt)
                dealt += 1
                move = draw(game, dealer)
                after = game.apply(move)
                luck.dealt(game, after)
            else:
                side = seats.index(game.active)
                move = self._act(side, hands[side], own[side], counts)
                after = self._applied(game, side, move)
                if self.values is not None:
                    luck.acted(game, odds_of(self.agents[side], hands[side]), move, after)
            moved = {id(game): after}  # agents may share a hand
            for hand in hands:
                if id(hand) not in moved:
                    moved[id(hand)] = hand.apply(move)
            hands = [moved[id(hand)] for hand in hands]
            game = after
        if sum(map(game.payoff, range(players_of(game)))) != self._constant:
            check_terminal(Place(game, View(None, None)), self._constant)
        return game

    def _act(self, side: int, hand: Any, rng: Random, counts: Ints) -> Any:
        """Ask an agent for its action, and count how often it leaves its strategy."""
        agent = self.agents[side]
        before = _fallbacks(agent)
        action = agent.act(hand, rng)
        after = _fallbacks(agent)
        counts[:, side] += 1, after[0] - before[0], after[1] - before[1]
        return action

    def _applied(self, game: Any, side: int, action: Any) -> Any:
        """Return the game after an action, which must be on the menu or do what one there does.

        Once a menu is long, only the game is asked, since writing down a menu takes longer.

        Raises
        ------
        StrategyError
            If the action is not legal.
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
    """Two strategies of one game, natively; several threads may play at it.

    Parameters
    ----------
    agents
        The first side and the second.
    entry
        The kernel that plays.
    constant
        What both sides win together in a hand.
    """

    batch = 250

    def __init__(
        self,
        agents: tuple[StrategyAgent, StrategyAgent],
        entry: Entry,
        rotations: int = 2,
        constant: float = 0.0,
    ) -> None:
        self.agents = agents
        self.rotations = rotations
        self.constant = constant
        self._entry = entry
        self._seats = threading.local()

    def play(self, branch: int, first: int, deals: int) -> DealResults:
        """Play deals in rotations of the seats, by their numbers in a family of streams."""
        works = self._works()
        for work in works:
            work.decisions = work.unknown = 0.0
        seats, gains = self._places(branch, first, deals), np.zeros((deals, self.rotations))
        with explaining(*map(self._walked, range(2))):
            self._entry.with_arenas(*works)(gains, seats, branch, first, 0)
        counts = np.array([[work.decisions, work.unknown, 0] for work in works])
        both = np.stack([gains, self.constant - gains], axis=-1)
        return DealResults(both, counts.T.astype(np.int64))

    def _places(self, branch: int, first: int, deals: int) -> Ints:
        """Return the seat of the first side in each hand of each deal."""
        if self.rotations == 2:
            return np.tile(np.arange(2), (deals, 1))
        return places_of(branch, first, deals, 2, self.rotations)[:, :, 0].copy()

    def _works(self) -> list[StrategyWorkspace]:
        """Return this thread's workspace for each side; both share one path."""
        if not hasattr(self._seats, "works"):
            ours, theirs = (agent.answers.work.for_thread() for agent in self.agents)
            theirs.path = ours.path
            self._seats.works = [ours, theirs]
        works: list[StrategyWorkspace] = self._seats.works
        return works

    def _walked(self, side: int) -> Walked:
        answers = self.agents[side].answers
        return Walked(self.agents[side].base, answers.view, self._works()[side])


Native: TypeAlias = StrategyTable | SeatedTable
Table: TypeAlias = AgentTable | Native


def native_table(start: Any, agents: Sides, rotations: int | None = None) -> Native | None:
    """Return a native table if all agents are native strategies that need no translation.

    A strategy with a translation needs none if the actions of all are the same, as those of each
    are then on the others' menus; nor against agents that only call. Of more than two strategies,
    all but the first must be of one abstraction.
    """
    sides = tuple(
        agent.by_menu(start) if isinstance(agent, AlwaysCall) and not is_series(start) else agent
        for agent in agents
    )
    known = tuple(agent for agent in sides if isinstance(agent, StrategyAgent))
    if len(known) < len(agents) or not all(agent.answers.native for agent in known):
        return None
    callers = [isinstance(agent, AlwaysCall) for agent in agents]
    if _needs_translation(known, callers):
        return None
    if len(known) == 2:
        return _table_of_two(start, (known[0], known[1]), rotations or 2)
    others = known[1:]
    alike = all(sees_alike(others[0], other) for other in others)
    if not alike or len(known) > MOST_AGENTS or is_series(start):
        return None
    table = SeatedTable(start, known, rotations or len(known))
    return table if table.native else None


def _needs_translation(agents: tuple[StrategyAgent, ...], callers: list[bool]) -> bool:
    """Return whether a strategy with a translation may meet a bet that is not on its menu."""
    bettors = [agent for agent, calls in zip(agents, callers, strict=True) if not calls]
    menus = [split(agent.game)[2] for agent in bettors]
    translated = any(agent.play is not None for agent in bettors)
    return translated and any(menu != menus[0] for menu in menus)


def _table_of_two(
    start: Any, agents: tuple[StrategyAgent, StrategyAgent], rotations: int
) -> StrategyTable | None:
    first, second = agents
    ours, theirs = first.answers, second.answers
    alike = split(first.game)[2] == split(second.game)[2]
    play = play_hand if alike else play_hand_apart
    if is_series(start):
        play = series_of(play)
    works, views = (ours.work, theirs.work), (ours.view, theirs.view)
    entry = prepare(deals_of(play), start, views, works, _REST)
    constant = 0.0 if is_series(start) else constant_of(start)
    return StrategyTable((first, second), entry, rotations, constant) if entry.native else None


def _fallbacks(agent: Agent) -> tuple[int, int]:
    """Return how often an agent has left its strategy: unknown infosets, and clipped bets."""
    return getattr(agent, "unknown", 0), getattr(agent, "clipped", 0)
