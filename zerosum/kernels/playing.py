"""Playing hands by tables of probabilities: each side plays its own, and nothing is learnt."""

from zerosum.jit import inlined, kernel
from zerosum.kernels.descent import descent
from zerosum.kernels.lookup import is_unknown, look_up, write_strategy
from zerosum.kernels.names import GameView, History, Infoset, Menu, Work
from zerosum.kernels.regrets import choose


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


play_on = descent(ask_sides)


@kernel
def play_hand(
    game: History, views: GameView, strategy: Work, other: Work, seat: int, zero: int
) -> float:
    """Play a hand to its end; return what the first side wins, in chips.

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
    return float(end[1].payoff(seat))
