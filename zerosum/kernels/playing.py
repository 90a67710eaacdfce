"""Playing hands by tables of probabilities: each side plays its own, and nothing is learnt."""

from functools import cache
from typing import Any

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import STOP, descent, follow
from zerosum.kernels.lookup import is_unknown, look_up, write_strategy
from zerosum.kernels.names import GameView, History, Infoset, Kernel, Menu, Numbers, Work
from zerosum.kernels.regrets import choose
from zerosum.native.primitives import hold


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
def ask_sides(
    infoset: Infoset,
    menu: Menu,
    active: int,
    view: GameView,
    strategy: Work,
    base: int,
    other: tuple[GameView, Work],
) -> tuple[int, int]:
    """Let the side act whose turn it is; ``other`` is the second side's view and its table."""
    if active == strategy.player:
        return draw_action(infoset, menu, active, view, strategy), 0
    other[1].depth = strategy.depth
    return draw_action(infoset, menu, active, other[0], other[1]), 0


@inlined
def ask_first(
    infoset: Infoset, menu: Menu, active: int, view: GameView, strategy: Work, base: int, given: int
) -> tuple[int, int]:
    """Let the first side act, and stop where it is the turn of the second."""
    if active == strategy.player:
        return draw_action(infoset, menu, active, view, strategy), 0
    return STOP, 0


play_on = descent(ask_sides)
play_to_other = descent(ask_first)


@kernel
def play_hand(
    game: History, views: GameView, strategy: Work, other: Work, seat: int, zero: int
) -> Any:
    """Play a hand; return its end.

    Parameters
    ----------
    game
        The start.
    views
        How the two sides see infosets; both have the same menus.
    strategy, other
        Their tables, which share a path. Modified in place.
    seat
        Where the first side sits.
    zero
        The int 0.
    """
    strategy.depth = other.depth = zero
    strategy.player = seat
    end = play_on(game, views[0], strategy, zero, zero, zero, (views[1], other))
    return end[1]


@kernel
def play_hand_apart(
    game: History, views: GameView, strategy: Work, other: Work, seat: int, zero: int
) -> Any:
    """Play a hand as :func:`play_hand` does, where each side has menus of its own."""
    dealt = depth = strategy.depth = zero
    strategy.player = seat
    ended, game, _, _, _, depth, dealt = play_to_other(
        game, views[0], strategy, depth, zero, dealt, zero
    )
    while not ended:
        other.depth = depth
        infoset = game.infoset(game.active)
        menu = hold(views[1].menu(infoset))
        place = draw_action(infoset, menu, game.active, views[1], other)
        game, depth = follow(game, menu[place], strategy, depth)
        ended, game, _, _, _, depth, dealt = play_to_other(
            game, views[0], strategy, depth, zero, dealt, zero
        )
    return game


@cache
def series_of(play: Kernel) -> Kernel:
    """Return the kernel that plays a series of hands, each by the kernel ``play``."""

    @kernel
    def play_series(
        series: Any, views: GameView, strategy: Work, other: Work, seat: int, zero: int
    ) -> Any:
        """Play a series until it is over, as :func:`play_hand` plays a hand; return its end."""
        hands, number = strategy.deal, zero
        while not series.over:
            strategy.dealer.follow(hands, number)
            strategy.deal = strategy.dealer.branch()
            number += 1
            place = seat ^ series.first
            series = series.after(play(series.deal, views, strategy, other, place, zero))
        return series

    return play_series


@cache
def deals_of(play: Kernel) -> Kernel:
    """Return the kernel that plays deals from both seats, each by the kernel ``play``."""

    @kernel
    def play_deals(
        game: History,
        views: GameView,
        work: Work,
        other: Work,
        gains: Numbers,
        seats: Numbers,
        branch: int,
        first: int,
        zero: int,
    ) -> None:
        """Play deals, each once or twice.

        Parameters
        ----------
        game, views, work, other
            As for :func:`play_hand`.
        gains
            Shape (deals, hands): what the first side wins in each hand. Modified in place.
        seats
            Shape (deals, hands): where the first side sits.
        branch
            The family of streams that the deals' numbers choose from.
        first
            The number of the first deal.
        zero
            The int 0: a cached kernel must not be entered with a literal.
        """
        for row in range(gains.shape[0]):
            work.rng.follow(branch, first + row)
            deal = work.rng.branch()
            dice = work.rng.branch()
            for hand in range(zero, gains.shape[1]):
                seat = seats[row, hand]
                work.deal = deal
                work.rng.follow(dice, seat)
                other.rng.follow(dice, 1 - seat)
                end = play(game, views, work, other, seat, zero)
                gains[row, hand] = end.payoff(seat)

    return play_deals
