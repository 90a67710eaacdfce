"""The range of each player: how likely every hand plays as it was played, by a strategy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numba.core import types

from zerosum.cards import Cards
from zerosum.jit import give_native_form, kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import look_up, probability
from zerosum.kernels.names import GameView, History, Infoset, Work
from zerosum.native.primitives import hold
from zerosum.native.replace import replacer
from zerosum.pkr.think.trace import Step
from zerosum.play.answers import Answers, seen_of
from zerosum.tables import Arena, Floats, Ints
from zerosum.tree.public.betting import BettingTree


def with_hand(infoset: Any, hand: Cards) -> Any:
    """Return an infoset in which the player holds other cards."""
    return replace(infoset, hand=hand)


give_native_form(with_hand, replacer(("hand",)))


class Range(Arena):
    """Hands of two cards, and how likely each of them leads here."""

    size: int
    cards: Ints
    weights: Floats


@kernel
def weigh(
    game: History, view: GameView, work: Work, held: Work, player: int, index: int, zero: int
) -> None:
    """Multiply the weight of each hand with its probability of an action of the menu.

    Parameters
    ----------
    game, view, work
        The history, how the strategy sees infosets, and its table.
    held
        The hands. Modified in place: weights.
    player, index
        Who acts, and the action's place on the menu.
    zero
        The int 0.
    """
    work.depth = zero
    infoset = game.infoset(player)
    menu = hold(view.menu(infoset))
    none, n = infoset.hand - infoset.hand, len(menu)
    for hand in range(held.size):
        if held.weights[hand] > 0.0:
            low, high = held.cards[2 * hand], held.cards[2 * hand + 1]
            own: Infoset = with_hand(infoset, none.with_card(low).with_card(high))
            at = look_up(own, menu, player, view, work)
            held.weights[hand] *= probability(work, at, n, index)


@kernel
def write_shares(
    game: History, view: GameView, work: Work, held: Work, node: int, index: int, zero: int
) -> int:
    """Write the probabilities of the strategy at every node of a street from a history on.

    Nodes are numbered as by :func:`~zerosum.tree.public.betting.write_bets`. The tree has the menus
    of the strategy.

    Parameters
    ----------
    game, view, work
        The history, how the strategy sees infosets, and its table.
    held
        The hands; its weights are the numbers of the tree, action by action and hand by hand.
        Modified in place.
    node, index
        The first node, and where its numbers begin.
    zero
        The int 0.

    Returns
    -------
    Where the numbers of the next node begin.
    """
    if game.terminal or game.chance:
        return index
    player, size = game.active, held.size
    infoset = game.infoset(player)
    menu = hold(view.menu(infoset))
    none, n = infoset.hand - infoset.hand, len(menu)
    work.depth = zero
    for hand in range(size):
        low, high = held.cards[2 * hand], held.cards[2 * hand + 1]
        own: Infoset = with_hand(infoset, none.with_card(low).with_card(high))
        at = look_up(own, menu, player, view, work)
        for action in range(n):
            held.weights[index + action * size + hand] = probability(work, at, n, action)
    following = index + n * size
    for action in range(n):
        following = write_shares(game.apply(menu[action]), view, work, held, node, following, zero)
    return int(following)


class Ranges:
    """Follows ranges through decisions by a strategy.

    Parameters
    ----------
    answers
        The strategy of a poker game whose infosets have a ``hand``; its menus must not depend on
        it.
    start
        The start of the game.
    parts
        The strategies of parts, whose decisions are followed by them.
    native
        False to run interpreted.
    """

    def __init__(
        self,
        answers: Answers,
        start: History,
        parts: Iterable[Answers] = (),
        *,
        native: bool = True,
    ) -> None:
        self.answers = answers
        held = Range(cards=np.zeros(2, np.int64), weights=np.zeros(1))
        argument_types = types.int64, types.int64, types.int64
        works = answers.work, held
        self._write = prepare(
            write_shares, start, answers.view, works, argument_types, native=native
        )
        self._weigh = {
            id(source): prepare(
                weigh, start, source.view, (source.work, held), argument_types, native=native
            )
            for source in (answers, *parts)
        }

    def along(self, steps: Sequence[Step], cards: Ints) -> tuple[Floats, Floats]:
        """Return how likely each hand of both players takes its part of some decisions.

        Parameters
        ----------
        steps
            The decisions, in a part by the strategy of the part. One that has no like on the menu
            is left out.
        cards
            Shape (hands, 2): cards that were not dealt to the board by then.

        Returns
        -------
        For each player, a number for each hand; shape (hands,).
        """
        weights_of_players = [np.ones(len(cards)), np.ones(len(cards))]
        for step in steps:
            answers, asked = self._asked(step)
            if indices := asked.places(answers.view):
                weights = weights_of_players[step.player]
                taken = [self._taken(answers, asked, index, weights, cards) for index in indices]
                weights_of_players[step.player] = sum(taken[1:], taken[0])
        return weights_of_players[0], weights_of_players[1]

    def _asked(self, step: Step) -> tuple[Answers, Step]:
        """Return the strategy that plays where a decision was, and the decision on its own walk."""
        inside = getattr(step.before, "inside", ())
        if not inside:
            return self.answers, step
        part, walk = inside[0]
        return part.answers, Step(walk, step.action, walk.apply(step.action))

    def _taken(
        self, answers: Answers, step: Step, index: int, weights: Floats, cards: Ints
    ) -> Floats:
        """Return weights times the probability of an action of the menu."""
        flat = np.ascontiguousarray(cards).reshape(-1)
        held = Range(size=len(cards), cards=flat, weights=weights.copy())
        seen = seen_of(step.before)
        run = self._weigh[id(answers)].with_arenas(answers.work, held)
        with explaining(Walked(seen, answers.view, answers.work)):
            run.starting(seen)(step.player, index, 0)
        return held.weights

    def on(self, real: History, tree: BettingTree[Any]) -> Floats:
        """Return the strategy's probabilities on a betting tree, from the real hand at its root.

        Shape (numbers of the tree,). Where the real chips differ from the chips of every abstract
        hand, infosets may be unknown, and their probabilities uniform.
        """
        cards = np.ascontiguousarray(tree.hands_held.cards).reshape(-1)
        held = Range(size=len(tree.hands_held), cards=cards, weights=np.zeros(tree.numbers))
        run = self._write.with_arenas(self.answers.work, held)
        with explaining(Walked(real, self.answers.view, self.answers.work)):
            run.starting(real)(0, 0, 0)
        return held.weights
