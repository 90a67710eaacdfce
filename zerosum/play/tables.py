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
from zerosum.game import Action, History, players_of
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import StrategyWorkspace
from zerosum.kernels.playing import MOST_AGENTS, Seats, Unchanged, table_of
from zerosum.laws import Place, check_terminal, constant_of
from zerosum.native.primitives import draw
from zerosum.play.agents import Agent, Sides, StrategyAgent, odds_of
from zerosum.play.aivat import Luck, Values
from zerosum.play.seating import Seating, deal_of, places_of, stream_of
from zerosum.play.series import is_series
from zerosum.play.tally import DealResults
from zerosum.play.untrained import AlwaysCall
from zerosum.rng import Random
from zerosum.tables import Ints

_LONGEST_MENU = 32  # actions on a menu
# Random numbers of the agents, for actions and for following a hand; and the luck in it.
_Dice: TypeAlias = tuple[list[Random], list[Random], Luck]
_REST_TYPES = (types.float64[:, :, ::1], types.int64[:, :, ::1], *[types.int64] * 3)


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
        start: History,
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
            If the payoffs of a hand do not sum to the same number as the payoffs of other hands.
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
        self, series: History, seats: Seating, hands: int, dice: _Dice, counts: Ints
    ) -> History:
        """Play a series until it is over; return its end."""
        number = 0
        while not series.over:
            chance = stream_of(hands, number).branch()
            number += 1
            players = tuple(seat ^ series.first for seat in seats)
            end = self._play_hand(series.deal, players, chance, dice, counts)
            series = series.after(end)
        return series

    def _play_hand(
        self, game: History, seats: Seating, chance: int, dice: _Dice, counts: Ints
    ) -> History:
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

    def _act(self, side: int, hand: History, rng: Random, counts: Ints) -> Action:
        """Return an agent's action, and count decisions at which it leaves its strategy."""
        agent = self.agents[side]
        before = _fallbacks(agent)
        action = agent.act(hand, rng)
        after = _fallbacks(agent)
        counts[:, side] += 1, after[0] - before[0], after[1] - before[1]
        return action

    def _applied(self, game: History, side: int, action: Action) -> History:
        """Return the game after an action, which must be on the menu or equal in effect to one.

        Once a menu is long, only the game is asked, since making the menu takes longer.

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
        self._judges = len(menu) > _LONGEST_MENU
        if self._judges or action in menu or any(after == game.apply(option) for option in menu):
            return after
        raise self._illegal(game, side, action)

    def _illegal(self, game: History, side: int, action: Action) -> StrategyError:
        return StrategyError(
            f"The action of {self.agents[side].name} must be legal; got {action!r} at "
            f"{game.infoset(game.active)!r}: return one of the actions() of the infoset.",
            action,
        )


class NativeTable:
    """Strategies of one game, natively; several threads may play at it.

    Parameters
    ----------
    start
        The start of the real game, or of a series.
    agents
        One for each player, ten at most.
    rotations
        In how many rotations of the seats each deal is played.
    followers
        How each agent follows a hand (:class:`zerosum.kernels.playing.Unchanged`).

    Attributes
    ----------
    native
        Whether the game compiles; otherwise the table cannot be used.
    """

    def __init__(
        self,
        start: History,
        agents: tuple[StrategyAgent, ...],
        rotations: int,
        followers: tuple[Any, ...],
    ) -> None:
        self.agents, self.rotations, self.batch = agents, rotations, 500 // len(agents)
        self._walking = len(agents) if any(each != Unchanged() for each in followers) else 0
        self._kinds, views, records = _kinds_of(agents, followers)
        self._threads = threading.local()
        works, seats = self._works()
        kernel, arenas = table_of(series=is_series(start)), (works[0], seats)
        self._entry = prepare(kernel, start, views, arenas, _REST_TYPES, records=records)
        self.native = self._entry.native

    def play(self, branch: int, first: int, deals: int) -> DealResults:
        """Play deals in rotations of the seats, by their numbers in a family of streams."""
        works, seats = self._works()
        for work in works:
            work.decisions = work.unknown = work.clipped = 0.0
        places = places_of(branch, first, deals, len(works), self.rotations)
        gains = np.zeros(places.shape)
        sides = zip(self.agents, works, strict=True)
        with explaining(*(Walked(agent.base, agent.answers.view, work) for agent, work in sides)):
            self._entry.with_arenas(works[0], seats)(gains, places, branch, first, 0)
        counts = np.array([[work.decisions, work.unknown, work.clipped] for work in works])
        return DealResults(gains, counts.T.astype(np.int64))

    def _works(self) -> tuple[list[StrategyWorkspace], tuple[Seats, ...]]:
        """Return this thread's workspaces, which share one path, and the seats of each kind."""
        if not hasattr(self._threads, "works"):
            works = [agent.answers.work.for_thread() for agent in self.agents]
            for work in works:
                work.path = works[0].path
            shared = {
                "walking": self._walking,
                "kinds": np.array(self._kinds),
                "agents": np.zeros(MOST_AGENTS, np.int64),
            }
            self._threads.works = (
                works,
                tuple(
                    Seats(**shared, **self._places(works, kind)) for kind in sorted({*self._kinds})
                ),
            )
        kept: tuple[list[StrategyWorkspace], tuple[Seats, ...]] = self._threads.works
        return kept

    def _places(self, works: list[StrategyWorkspace], kind: int) -> dict[str, StrategyWorkspace]:
        """Return a workspace for each agent: its own if it is of the kind, otherwise any."""
        own = {
            agent: works[agent] for agent, own_kind in enumerate(self._kinds) if own_kind == kind
        }
        some = next(iter(own.values()))
        return {f"work{agent}": own.get(agent, some) for agent in range(MOST_AGENTS)}


Table: TypeAlias = AgentTable | NativeTable


def native_table(start: History, agents: Sides, rotations: int | None = None) -> NativeTable | None:
    """Return a native table if all agents are native strategies, or agents that only call."""
    sides = tuple(
        agent.by_menu(start) if isinstance(agent, AlwaysCall) and not is_series(start) else agent
        for agent in agents
    )
    known = tuple(agent for agent in sides if isinstance(agent, StrategyAgent))
    if not len(known) == len(agents) <= MOST_AGENTS:
        return None
    if not all(agent.answers.native and _may_follow(agent) for agent in known):
        return None
    table = NativeTable(start, known, rotations or len(known), _followers_of(known, agents))
    return table if table.native else None


def _may_follow(agent: StrategyAgent) -> bool:
    """Return whether an agent may follow a hand natively: each from its start, by a word."""
    walk = agent.play
    if walk is None:
        return True
    begins = getattr(walk, "abstract", None) == getattr(walk, "real", None) == agent.base
    return begins and walk.word is None and hasattr(walk, "follower")


def _followers_of(known: tuple[StrategyAgent, ...], agents: Sides) -> tuple[Any, ...]:
    """Return how each strategy follows hands.

    A strategy with a translation does not need it if all agents have the same actions, since each
    agent's actions are then on the other agents' menus; nor against agents that only call.
    """
    pairs = zip(known, agents, strict=True)
    menus = [split(each.game)[2] for each, agent in pairs if not isinstance(agent, AlwaysCall)]
    needed = any(menu != menus[0] for menu in menus)
    return tuple(
        each.play.follower if needed and each.play is not None else Unchanged() for each in known
    )


def _kinds_of(
    agents: tuple[StrategyAgent, ...], followers: tuple[Any, ...]
) -> tuple[list[int], tuple[View, ...], tuple[Any, ...]]:
    """Return the kind of each agent, by its number; how each kind sees infosets, and follows."""
    known, kinds = list[tuple[Any, View]](), list[int]()
    for agent, follower in zip(agents, followers, strict=True):
        view, values = agent.answers.view, agent.answers.work.table.values
        looks = split(agent.game)[1:], view.dense, view.prints, values.dtype, follower
        if looks not in [seen for seen, _ in known]:
            known.append((looks, view))
        kinds.append([seen for seen, _ in known].index(looks))
    return kinds, tuple(view for _, view in known), tuple(looks[-1] for looks, _ in known)


def _fallbacks(agent: Agent) -> tuple[int, int]:
    """Return how often an agent has left its strategy: unknown infosets, and clipped bets."""
    return getattr(agent, "unknown", 0), getattr(agent, "clipped", 0)
