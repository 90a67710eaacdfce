"""Hands that a strategy plays out, with given cards, and perhaps with more of some actions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba.core import types

from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import look_up, write_strategy
from zerosum.kernels.names import Action, GameView, History, Infoset, Menu, Numbers, Work
from zerosum.kernels.regrets import choose
from zerosum.native.primitives import draw, hold
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.think.values import Way
from zerosum.play.answers import Answers
from zerosum.tables import Arena, Floats

FACTOR = 10.0
"""How many times as likely the actions of a way become, as in the paper."""


class Pairs(Arena):
    """Pairs of hands of two cards, ways to go on, and what player 0 won with each in each way."""

    size: int
    lanes: int
    cards: Ints
    deals: Ints
    rivals: Ints
    ways: Ints
    won: Floats


@kernel
def favours(way: int, infoset: Infoset, action: Action) -> bool:
    """Return whether a way takes an action more often: a fold adds fewer chips than a call."""
    more = infoset.quantity(action) - infoset.cost
    return (way == 1 and more < 0) or (way == 2 and more == 0) or (way == 3 and more > 0)


@kernel
def favour(way: int, infoset: Infoset, menu: Menu, sigma: Numbers) -> None:
    """Make the actions of a way more likely. Modified in place: ``sigma``."""
    total = 0.0
    for index in range(len(menu)):
        if favours(way, infoset, menu[index]):
            sigma[index] *= FACTOR
        total += sigma[index]
    for index in range(len(menu)):
        sigma[index] /= total


@kernel
def play_out(
    game: History, view: GameView, work: Work, pairs: Work, branch: int, zero: int
) -> None:
    """Play each pair of hands to the end in each way. Modified in place: ``pairs.won``.

    Pairs of one deal are played with the same cards, in all ways, as far as their own cards allow:
    so the buckets of hands are found once.

    Parameters
    ----------
    game, view, work
        The history, how the strategy sees infosets, and its table.
    pairs
        The hands.
    branch
        The family of streams that cards are drawn from.
    zero
        The int 0.
    """
    none, cards = game.community - game.community, pairs.cards
    for number in range(pairs.size):
        first = none.with_card(cards[4 * number]).with_card(cards[4 * number + 1])
        second = none.with_card(cards[4 * number + 2]).with_card(cards[4 * number + 3])
        for lane in range(pairs.lanes):
            rival, way = pairs.rivals[lane], pairs.ways[lane]
            work.dealer.follow(branch, pairs.deals[number])
            state = game.holding(first, second)
            while not state.terminal:
                if state.chance:
                    state = state.apply(draw(state, work.dealer))
                    continue
                active = state.active
                infoset = state.infoset(active)
                menu = hold(view.menu(infoset))
                n, sigma = len(menu), work.scratch[0:]
                work.depth = zero
                at = look_up(infoset, menu, active, view, work)
                write_strategy(work, at, n, sigma)
                if active == rival and way > 0:
                    favour(way, infoset, menu, sigma)
                state = state.apply(menu[choose(sigma, n, work.rng)])
            pairs.won[lane * pairs.size + number] = state.payoff(zero)


class Playouts:
    """Plays hands of a poker game for two to the end.

    Parameters
    ----------
    answers
        The strategy.
    start
        The start of the game.
    native
        False to run interpreted.
    """

    def __init__(self, answers: Answers, start: History, *, native: bool = True) -> None:
        self.answers = answers
        none = np.zeros(1, np.int64)
        pairs = Pairs(cards=none, deals=none, rivals=none, ways=none, won=np.zeros(1))
        argument_types, arenas = (types.int64,) * 2, (answers.work, pairs)
        self._run = prepare(play_out, start, answers.view, arenas, argument_types, native=native)

    def play(
        self,
        state: History,
        cards: Ints,
        deals: Ints,
        ways: Sequence[tuple[int, Way]],
        seed: int,
    ) -> Floats:
        """Return what player 0 wins with each pair of hands, in chips; shape (ways, pairs).

        Parameters
        ----------
        state
            Where all of them begin.
        cards
            Shape (pairs, 4): the two cards of player 0, then the two cards of player 1.
        deals
            Shape (pairs,): a number for each pair. Pairs of one number meet the same cards.
        ways
            The player who favours some actions, and which.
        seed
            Of the cards to come and of all actions.

        Notes
        -----
        A few microseconds a pair and way; twice as much where buckets take long to find.
        """
        rivals, favoured = np.array(ways, np.int64).T.copy()
        pairs = Pairs(
            size=len(cards),
            lanes=len(ways),
            cards=np.ascontiguousarray(cards).reshape(-1),
            deals=deals,
            rivals=rivals,
            ways=favoured,
            won=np.zeros(len(cards) * len(ways)),
        )
        work = self.answers.work
        work.rng.state = seed
        run = self._run.with_arenas(work, pairs)
        with explaining(Walked(state, self.answers.view, work)):
            run.starting(state)(work.rng.branch(), 0)
        return pairs.won.reshape(len(ways), -1)
