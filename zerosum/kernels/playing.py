"""Playing hands by tables of probabilities: every agent plays its own, and nothing is learnt.

Agents that see infosets alike, store probabilities alike and follow a hand alike are of one kind. A
kernel is compiled for the number of kinds at a table, whatever the number of agents; kinds that are
of one native type, as abstractions with other bets are, share its code.

An agent may follow a hand of its own beside the real one, as a walk through a translation does. How
it does is said by a record, with the methods of :class:`Unchanged`.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias

from zerosum.jit import inlined, kernel, linked
from zerosum.kernels.descent import deal, follow
from zerosum.kernels.lookup import StrategyWorkspace, is_unknown, look_up, write_strategy
from zerosum.kernels.names import Action, GameView, History, Infoset, Kernel, Menu, Numbers, Work
from zerosum.kernels.regrets import choose
from zerosum.kernels.rows import TooDeep
from zerosum.native.emit import Function, Kind, generic
from zerosum.native.linking import LINKED
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.tables import PATH_WORDS, Arena, Ints

MOST_AGENTS = 10

# The hand that an agent follows, and the one that it is asked about.
Hands: TypeAlias = tuple[History, History]
# How agents of a kind see infosets and follow a hand, a pair; and a tuple of all kinds.
OfKind: TypeAlias = Any
Kinds: TypeAlias = Any


@dataclass(frozen=True)
class Unchanged:
    """How an agent follows a hand that plays the game itself.

    A walk that does not play the game itself has another such record, ``follower``, with the same
    methods: :class:`zerosum.pkr.abstraction.tracking.Follower`.
    """

    def asked(self, hands: list[Hands], agent: int, game: History) -> History:
        """Return the hand that an agent is asked about; ``game`` is the real one."""
        return game

    def is_bet(self, action: Action) -> bool:
        """Return whether the menu is needed to follow an action."""
        return False

    def after_chance(self, hands: Hands, outcome: Action, after: History) -> Hands:
        """Return the hands after an outcome of chance, which leads to the real hand ``after``."""
        return after, after

    def after_move(self, hands: Hands, move: Action, after: History) -> Hands:
        """Return the hands after an action, which leads to the real hand ``after``."""
        return after, after

    def after_bet(
        self,
        hands: Hands,
        bet: Action,
        menu: Menu,
        before: History,
        after: History,
        rng: Random,
    ) -> Hands:
        """Return the hands after an action that the agent's menu is needed to follow.

        Given are also that menu, the real hand before the action, and random numbers to draw from.
        """
        return after, after

    def realise(
        self,
        action: Action,
        shown: History,
        real: History,
    ) -> tuple[Action, bool]:
        """Return the real action for one of the hand shown, and whether its chips were moved."""
        return action, False


class Seats(Arena):
    """How many agents there are, their kinds and seats, and the workspaces of those of one kind.

    Native kernels only. Workspaces of agents of other kinds are not used.
    """

    count: int
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
def act_alike(own_kind: OfKind, seats: Work, agent: int, hands: Any, at: Any) -> Action:
    """Return the real action of an agent, at a hand and at a depth."""
    (view, follower), (game, depth), own = own_kind, at, work_of(seats, agent)
    player = game.active
    asked = follower.asked(hands, agent, game)
    infoset = asked.infoset(player)
    own.depth = depth
    menu = hold(view.menu(infoset))
    chosen = menu[draw_action(infoset, menu, player, view, own)]
    action, moved = follower.realise(chosen, asked, game)
    if moved:
        own.clipped += 1.0
    return action


@inlined
def sit_alike(own_kind: OfKind, seats: Work, agent: int, hands: Any, at: Any) -> None:
    """Give an agent the random numbers of its seat: of a family, the seat and their number."""
    (dice, seat, number), own = at, work_of(seats, agent)
    own.rng.follow(dice, seat)
    own.mind.follow(dice, number + seat)


@kernel
def begin_alike(own_kind: OfKind, seats: Work, agent: int, hands: Any, at: Any) -> None:
    """Let an agent begin to follow a hand."""
    own = work_of(seats, agent)
    hands[agent] = at, at
    own.word.follow(own.mind.bits(), 0)


@kernel
def follow_deal_alike(own_kind: OfKind, seats: Work, agent: int, hands: Any, at: Any) -> None:
    """Let an agent follow an outcome of chance."""
    outcome, after = at
    hands[agent] = own_kind[1].after_chance(hands[agent], outcome, after)


@kernel
def follow_move_alike(own_kind: OfKind, seats: Work, agent: int, hands: Any, at: Any) -> None:
    """Let an agent follow an action of the real hand."""
    (view, follower), (move, before, after), followed = own_kind, at, hands[agent]
    if follower.is_bet(move):
        menu = view.menu(followed[0].infoset(before.active))
        rng = work_of(seats, agent).word
        hands[agent] = follower.after_bet(followed, move, menu, before, after, rng)
    else:
        hands[agent] = follower.after_move(followed, move, after)


def by_kind(alike: Kernel) -> Function:
    """Return the native function for agents of several kinds, from the one for a single kind."""

    def resolve(
        kinds: Kind, seats: Kind, agent: Kind, kind: Kind, hands: Kind, at: Kind
    ) -> Function:
        one = linked(alike)
        if len(kinds) == 1:
            return lambda kinds, seats, agent, kind, hands, at: one(
                kinds[0], seats[0], agent, hands, at
            )
        if len(set(kinds)) == len(set(seats)) == 1:
            return lambda kinds, seats, agent, kind, hands, at: one(
                kinds[kind], seats[kind], agent, hands, at
            )

        def choose(kinds: Kinds, seats: Work, agent: int, kind: int, hands: Any, at: Any) -> Any:
            if kind == 0:
                return one(kinds[0], seats[0], agent, hands, at)
            return among(kinds[1:], seats[1:], agent, kind - 1, hands, at)

        return choose

    among: Function = generic(resolve, LINKED | {"forceinline": True})
    return among


def by_all(alike: Kernel) -> Function:
    """Return the native function that lets all agents do so; none if all play the game itself."""
    among = by_kind(alike)

    def resolve(kinds: Kind, seats: Kind, hands: Kind, at: Kind) -> Function:
        def together(kinds: Kinds, seats: Work, hands: Any, at: Any) -> None:
            for agent in range(seats[0].count):
                among(kinds, seats, agent, seats[0].kinds[agent], hands, at)

        return together if _follow(kinds) else lambda kinds, seats, hands, at: None

    return generic(resolve)


@generic
def room_for(kinds: Kind, game: Kind, count: Kind) -> Function:
    """Return room for the hands that agents follow; nothing if all play the game itself."""
    if _follow(kinds):
        return lambda kinds, game, count: [(game, game)] * count
    return lambda kinds, game, count: None


@generic
def kept(kinds: Kind, game: Kind) -> Function:
    """Return the hand if an agent may ask for it after the next move, or None."""
    return (lambda kinds, game: game) if _follow(kinds) else lambda kinds, game: None


def _follow(kinds: Kind) -> bool:
    """Return whether some kind of agents does not play the game itself, given its type."""
    return any(follower.cls is not Unchanged for _, follower in kinds)


act, sit = by_kind(act_alike), by_kind(sit_alike)
begin, follow_deal, follow_move = map(by_all, (begin_alike, follow_deal_alike, follow_move_alike))


@kernel
def play_hand(game: History, kinds: Kinds, work: Work, seats: Work, hands: Any, zero: int) -> Any:
    """Play a hand; return its end.

    Parameters
    ----------
    game
        The start.
    kinds
        For each kind of agents a pair: how infosets are seen, and how a hand is followed.
    work
        The workspace of the first agent, whose path all share. Modified in place.
    seats
        The :class:`Seats` of each kind. Modified in place.
    hands
        Room for the hands that each agent follows. Modified in place.
    zero
        The int 0.
    """
    depth = dealt = zero
    table = seats[0]
    begin(kinds, seats, hands, game)
    while not game.terminal:
        if depth > PATH_WORDS:
            raise TooDeep
        if game.chance:
            outcome = deal(game, work, dealt)
            dealt += 1
            game, depth = follow(game, outcome, work, depth)
            follow_deal(kinds, seats, hands, (outcome, game))
        else:
            agent = table.agents[game.active]
            move = act(kinds, seats, agent, table.kinds[agent], hands, (game, depth))
            before = kept(kinds, game)
            game, depth = follow(game, move, work, depth)
            follow_move(kinds, seats, hands, (move, before, game))
    return game


@kernel
def play_series(series: Any, kinds: Kinds, work: Work, seats: Work, hands: Any, zero: int) -> Any:
    """Play a series until it is over, as a hand is played; return its end."""
    deals, number, sides = work.deal, zero, seats[0].agents
    turned = zero
    while not series.over:
        work.dealer.follow(deals, number)
        work.deal = work.dealer.branch()
        number += 1
        if series.first != turned:
            turned = 1 - turned
            sides[0], sides[1] = sides[1], sides[0]
        series = series.after(play_hand(series.deal, kinds, work, seats, hands, zero))
    return series


@inlined
def the_hand(start: Any) -> History:
    """Return the first hand of what is played, a hand."""
    return start


@inlined
def its_hand(start: Any) -> History:
    """Return the first hand of what is played, a series."""
    return start.deal


@cache
def table_of(*, series: bool) -> Kernel:
    """Return the kernel that plays deals of hands, or of series."""
    play, first_hand = (play_series, its_hand) if series else (play_hand, the_hand)

    @kernel
    def play_deals(
        start: Any,
        kinds: Kinds,
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
        start, kinds, work, seats
            As for a hand; the start of a series, if such are played.
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
        agents, table, game = gains.shape[2], seats[0], first_hand(start)
        hands = room_for(kinds, game, table.count)
        for row in range(gains.shape[0]):
            work.rng.follow(branch, first + row)
            deal = work.rng.branch()
            dice = work.rng.branch()
            for hand in range(gains.shape[1]):
                work.deal = deal
                for agent in range(agents):
                    seat = places[row, hand, agent]
                    table.agents[seat] = agent
                    sit(kinds, seats, agent, table.kinds[agent], hands, (dice, seat, agents))
                end = play(start, kinds, work, seats, hands, zero)
                for agent in range(agents):
                    gains[row, hand, agent] = end.payoff(places[row, hand, agent])

    return play_deals
