"""Playing hands by tables of probabilities: every agent plays its own, and nothing is learnt.

Agents that see infosets alike and store probabilities alike are of one kind. A kernel is compiled
for the number of kinds at a table, whatever the number of agents.
"""

from functools import cache, cached_property
from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import deal, follow
from zerosum.kernels.lookup import StrategyWorkspace, is_unknown, look_up, write_strategy
from zerosum.kernels.names import Action, GameView, History, Infoset, Kernel, Menu, Numbers, Work
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import TooDeep
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.tables import PATH_WORDS, Arena, Ints

MOST_AGENTS = 10


class Seats(Arena):
    """The kinds of all agents, who sits where, and the workspaces of the agents of one kind.

    Native kernels only. Workspaces of agents of other kinds are not used.
    """

    kinds: Ints
    agents: Ints
    work0: StrategyWorkspace
    work1: StrategyWorkspace
    work2: StrategyWorkspace
    work3: StrategyWorkspace
    work4: StrategyWorkspace
    work5: StrategyWorkspace
    work6: StrategyWorkspace
    work7: StrategyWorkspace
    work8: StrategyWorkspace
    work9: StrategyWorkspace

    @cached_property
    def _native(self) -> Any:
        return super().numba_type()

    def numba_type(self) -> Any:
        """Return the native type, found once for all batches, as no workspace is replaced."""
        return self._native


@kernel
def work_of(seats: Work, agent: int) -> Any:
    """Return the workspace of an agent."""
    if agent < 5:
        if agent < 2:
            return seats.work0 if agent == 0 else seats.work1
        if agent == 2:
            return seats.work2
        return seats.work3 if agent == 3 else seats.work4
    if agent < 7:
        return seats.work5 if agent == 5 else seats.work6
    if agent == 7:
        return seats.work7
    return seats.work8 if agent == 8 else seats.work9


@kernel
def draw_action(infoset: Infoset, menu: Menu, player: int, view: GameView, strategy: Work) -> int:
    """Return the place of an action drawn from a strategy. Modified in place: ``strategy``."""
    n, sigma = len(menu), strategy.scratch[0:]
    at = look_up(infoset, menu, player, view, strategy)
    strategy.decisions += 1.0
    if is_unknown(at, n):
        strategy.unknown += 1.0
    write_strategy(strategy, at, n, sigma)
    return choose(sigma, n, strategy.rng)


@inlined
def act_alike(
    infoset: Infoset, player: int, views: GameView, seats: Work, agent: int, kind: int, depth: int
) -> Action:
    """Return the action of an agent of the first kind."""
    own, view = work_of(seats[0], agent), views[0]
    own.depth = depth
    menu = hold(view.menu(infoset))
    return menu[draw_action(infoset, menu, player, view, own)]


@inlined
def dice_alike(seats: Work, agent: int, kind: int) -> Random:
    """Return the random numbers of an agent of the first kind."""
    rng: Random = work_of(seats[0], agent).rng
    return rng


@cache
def kernels_of(kinds: int) -> tuple[Kernel, Kernel]:
    """Return :func:`act_alike` and :func:`dice_alike` for agents of one of so many kinds."""
    if kinds == 1:
        return act_alike, dice_alike
    act_other, dice_other = kernels_of(kinds - 1)

    @inlined
    def act(
        infoset: Infoset,
        player: int,
        views: GameView,
        seats: Work,
        agent: int,
        kind: int,
        depth: int,
    ) -> Action:
        """Return the action of an agent."""
        if kind == 0:
            return act_alike(infoset, player, views, seats, agent, kind, depth)
        return act_other(infoset, player, views[1:], seats[1:], agent, kind - 1, depth)

    @inlined
    def dice(seats: Work, agent: int, kind: int) -> Random:
        """Return the random numbers of an agent."""
        rng: Random
        if kind == 0:
            rng = dice_alike(seats, agent, kind)
        else:
            rng = dice_other(seats[1:], agent, kind - 1)
        return rng

    return act, dice


@cache
def hand_of(act: Kernel) -> Kernel:
    """Return the kernel that plays a hand, in which agents act by the kernel ``act``."""

    @kernel
    def play_hand(game: History, views: GameView, work: Work, seats: Work, zero: int) -> Any:
        """Play a hand; return its end.

        Parameters
        ----------
        game
            The start.
        views
            How each kind of agents sees infosets.
        work
            The workspace of the first agent, whose path all share. Modified in place.
        seats
            The :class:`Seats` of each kind. Modified in place.
        zero
            The int 0.
        """
        depth = dealt = zero
        while not game.terminal:
            if depth > PATH_WORDS:
                raise TooDeep
            if game.chance:
                outcome = deal(game, work, dealt)
                dealt += 1
                game, depth = follow(game, outcome, work, depth)
                continue
            player = game.active
            agent = seats[0].agents[player]
            infoset = game.infoset(player)
            move = act(infoset, player, views, seats, agent, seats[0].kinds[agent], depth)
            game, depth = follow(game, move, work, depth)
        return game

    return play_hand


@cache
def series_of(play: Kernel) -> Kernel:
    """Return the kernel that plays a series of hands for two, each by the kernel ``play``."""

    @kernel
    def play_series(series: Any, views: GameView, work: Work, seats: Work, zero: int) -> Any:
        """Play a series until it is over, as a hand is played; return its end."""
        hands, number, sides = work.deal, zero, seats[0].agents
        turned = zero
        while not series.over:
            work.dealer.follow(hands, number)
            work.deal = work.dealer.branch()
            number += 1
            if series.first != turned:
                turned = 1 - turned
                sides[0], sides[1] = sides[1], sides[0]
            series = series.after(play(series.deal, views, work, seats, zero))
        return series

    return play_series


@cache
def deals_of(play: Kernel, dice_of: Kernel) -> Kernel:
    """Return the kernel that plays deals, each hand or series by the kernel ``play``."""

    @kernel
    def play_deals(
        start: Any,
        views: GameView,
        work: Work,
        seats: Work,
        gains: Numbers,
        places: Numbers,
        branch: int,
        first: int,
        zero: int,
    ) -> None:
        """Play deals, each in several rotations of the seats.

        Parameters
        ----------
        start, views, work, seats
            As for a hand; the start of a series, if ``play`` plays such.
        gains
            Shape (deals, hands, agents): what each agent wins. Modified in place.
        places
            Of the same shape: the seat of each agent.
        branch
            The family of streams that the deals' numbers choose from.
        first
            The number of the first deal.
        zero
            The int 0: a cached kernel must not be entered with a literal.
        """
        agents, table = gains.shape[2], seats[0]
        for row in range(gains.shape[0]):
            work.rng.follow(branch, first + row)
            deal = work.rng.branch()
            dice = work.rng.branch()
            for hand in range(gains.shape[1]):
                work.deal = deal
                for agent in range(agents):
                    seat = places[row, hand, agent]
                    table.agents[seat] = agent
                    dice_of(seats, agent, table.kinds[agent]).follow(dice, seat)
                end = play(start, views, work, seats, zero)
                for agent in range(agents):
                    gains[row, hand, agent] = end.payoff(places[row, hand, agent])

    return play_deals


@cache
def table_of(kinds: int, *, series: bool) -> Kernel:
    """Return the kernel that plays deals of hands, or of series, for agents of so many kinds."""
    act, dice_of = kernels_of(kinds)
    play = hand_of(act)
    return deals_of(series_of(play) if series else play, dice_of)
