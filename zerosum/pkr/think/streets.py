"""Streets of a poker hand for two, as parts to solve.

On the last street, hands are ranked by strength. Values of pairs of hands that share no card are
not weighted further than by the players' ranges, since all are dealt equally often (Ganzfried &
Sandholm, "Endgame solving in large imperfect-information games", AAMAS 2015).

A street before it ends where a card comes, with hands in groups. The player who solves goes on by
the strategy, and each group of the opponent's hands chooses one of several ways to go on, whose
values were fitted beforehand (:mod:`zerosum.pkr.think.values`; Brown, Sandholm & Amos,
"Depth-limited solving for imperfect-information games", NeurIPS 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.jit import kernel
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import ranked_hands
from zerosum.pkr.face import PokerInfoset
from zerosum.pkr.think.groups import GroupedHands, grouped
from zerosum.pkr.think.runouts import hands_of, runouts_of
from zerosum.pkr.think.showdowns import both_ways, is_last_street, is_next_to_last
from zerosum.pkr.think.values import ALL_IN, Values
from zerosum.resolving import Part
from zerosum.resolving.subgames import Reaches, cut
from zerosum.tables import Floats, Ints
from zerosum.tree.public.betting import BettingTree, H, RankedHands
from zerosum.tree.streets.lines import Walk

BOARDS = 48
"""On how many completed boards hands are compared: in River of Blood one for each next card."""


MOST_NODES = 4_000
"""The most decisions of a street."""


@kernel
def pot_before_cards(game: Any, zero: int) -> int:
    """Return the chips of the pot where a card is dealt, otherwise 0."""
    return int(game.infoset(zero).total) if game.chance else 0


def indices_of(view: View, real: History, action: PokerAction) -> list[int]:
    """Return which actions of the menu in a hand do the same; none for another bet."""
    after = real.apply(action)
    menu = enumerate(view.menu(real.infoset(real.active)))
    return [index for index, option in menu if real.apply(option) == after]


def actions_at(
    tree: BettingTree[Any], node: int, infoset: PokerInfoset, view: View
) -> list[PokerAction]:
    """Return the actions at a node of the tree of a street, bets by their chips."""
    extra = tree.extras.get(node)
    menu = [*view.menu(infoset), *([] if extra is None else [extra])]
    return [infoset.concrete(action) for action in menu]


class BettingTrees:
    """Writes betting trees of states of one game; keeps the compiled walk.

    The parameters are those of :class:`Streets`.
    """

    def __init__(self, base: History, menus: View, *, native: bool = True) -> None:
        self._menus = menus
        self._walk = Walk(base, menus, MOST_NODES, pot_before_cards, native=native)

    def tree(
        self, dealt: Sequence[Any], hands: H, line: Sequence[PokerAction] = ()
    ) -> BettingTree[H]:
        """Return the tree of a street from a public state on, in some tens of microseconds.

        Parameters
        ----------
        dealt
            The state with two deals of hands: player 0 has the stronger hand, and the weaker one.
            Before the last street one state is enough, since hands end by folds only.
        hands
            The hands that either player may hold.
        line
            What was done from the state on. Bets that are not on the menus are in the tree, too,
            with all that may follow them.

        Raises
        ------
        NotEnumerable
            If there are more than ``MOST_NODES`` decisions.
        """
        written = [self._walk.write(state) for state in dealt]
        extras, node, states = dict[int, PokerAction](), 0, list(dealt)
        for action in line:
            if node < 0:
                break
            real, states = states[0], [state.apply(action) for state in states]
            at = indices_of(self._menus, real, action)
            if at:
                node = int(written[0].targets[written[0].firsts[node] + at[0]])
                continue
            if not is_bet(action):
                break
            extras[node], following = action, written[0].owners.size
            written = [
                lines.with_edge(node, self._walk.write(state))
                for lines, state in zip(written, states, strict=True)
            ]
            node = following
        one, won, lost = written[0], written[0].payoffs[:, 0], written[-1].payoffs[:, 0]
        return BettingTree(
            hands_held=hands,
            owners=one.owners,
            firsts=one.firsts,
            targets=one.targets,
            bases=(won + lost) / 2,
            gains=(won - lost) / 2,
            pots=one.pots,
            ways=np.zeros(one.pots.size, np.int64),
            extras=extras,
        )


class Streets:
    """Makes parts of the streets of a poker game for two, for :func:`zerosum.resolving.solve`.

    Parameters
    ----------
    base
        The start of the game.
    menus
        A view whose actions are the menus of the real hand.
    values
        What hands win after a street before the last; None for last streets only.
    native
        False to run interpreted.

    Examples
    --------
    >>> from zerosum.abstraction import View
    >>> from zerosum.pkr import Call, Check
    >>> from zerosum.pkr.holdem import Deck, NoLimitHoldem
    >>> game = NoLimitHoldem(deck=Deck(6, 2), board=(1, 1), stacks=(12,), sizes=(100,))
    >>> streets = Streets(game, View(None, None), None, native=False)
    >>> flop = game.face_down.apply(Call()).apply(Check())
    >>> streets.has(game), flop.chance
    (False, True)
    """

    def __init__(
        self, base: History, menus: View, values: Values | None = None, *, native: bool = True
    ) -> None:
        self.menus, self.values = View(None, menus.actions), values
        self._trees = BettingTrees(base, self.menus, native=native)

    def has(self, real: History) -> bool:
        """Return whether a state is of a street that can be solved, with a decision."""
        return is_last_street(real) or (self.values is not None and is_next_to_last(real))

    def hands(self, real: History) -> Ints:
        """Return the hands that either player may hold, as they are numbered; shape (hands, 2)."""
        return ranked_hands(real)[0] if is_last_street(real) else hands_of(real)

    def tree(self, real: History, line: Sequence[PokerAction] = ()) -> BettingTree[RankedHands]:
        """Return the betting tree of a state; before the last street, its hands are in no order.

        Parameters
        ----------
        real, line
            As for :meth:`part`.

        Raises
        ------
        GameError
            If the street cannot be solved, or no player is to act.
        NotEnumerable
            If the tree is too large.
        """
        self._check(real)
        if not is_last_street(real):
            unordered = RankedHands(hands_of(real), np.zeros(0, np.int64))
            return self._trees.tree((real,), unordered, line)
        cards, ends = ranked_hands(real)
        return self._trees.tree(both_ways(real, cards, ends), RankedHands(cards, ends), line)

    def part(
        self,
        real: History,
        ranges: tuple[Floats, Floats],
        player: int = 0,
        line: Sequence[PokerAction] = (),
    ) -> Part:
        """Return a street as a part that a player plays anew, with an unsafe root.

        On the last street, ``part.guarded`` changes the root.

        Parameters
        ----------
        real
            A state of the street; which hands it holds does not matter.
        ranges
            How likely each hand leads there, for each player, in the order of :meth:`hands`.
        player
            Who will play by it.
        line
            What was done from the state on: bets that are not on the menus are in the tree, too.

        Raises
        ------
        GameError
            If a player cannot hold any hand, or the street cannot be solved.
        NotEnumerable
            If the tree is too large.
        """
        self._check(real)
        reaches = scaled(ranges, real)
        if is_last_street(real) or self.values is None:
            tree: BettingTree[Any] = self.tree(real, line)
        else:
            groups = grouped(runouts_of(real, BOARDS), reaches, self.values, 1 - player)
            tree = with_ways(self._trees.tree((real,), groups, line))
        held = tree.hands_held
        return Part(tree, player, reaches, held.free(held.weigh(reaches[player])))

    def _check(self, real: History) -> None:
        if self.has(real):
            return
        more = "" if self.values is None else ", or which the last street must be able to follow"
        raise GameError(
            f"A street to solve must be one after which no card can come any more{more}, with a "
            f"decision: give a state of such a street.",
            real,
        )


def scaled(ranges: tuple[Floats, Floats], real: History) -> Reaches:
    """Return ranges in which the most likely hand has a weight of one.

    Raises
    ------
    GameError
        If a player cannot hold any hand.
    """
    first, second = (weights / max(float(weights.max(initial=0.0)), 1e-300) for weights in ranges)
    if not (first.any() and second.any()):
        raise GameError(
            "The range of each player must hold a hand; one is empty: play on without it.", real
        )
    return Reaches(first, second)


def with_ways(tree: BettingTree[GroupedHands]) -> BettingTree[GroupedHands]:
    """Return a betting tree in which the rival chooses how to go on where a card comes.

    No choice is left where both players are all-in, or if there is only one way.
    """
    values, ways = tree.hands_held.values, tree.hands_held.values.ways
    goes_on = np.array([pot > 0 and values.size(pot) != ALL_IN for pot in tree.pots.tolist()])
    edges = np.flatnonzero(tree.targets < 0)
    edges = edges[goes_on[-1 - tree.targets[edges]]]
    if ways == 1 or edges.size == 0:
        return tree
    nodes, pots = tree.nodes + np.arange(edges.size), tree.pots[-1 - tree.targets[edges]]
    targets = tree.targets.copy()
    targets[edges] = nodes
    opened = replace(
        tree,
        owners=np.append(tree.owners, np.zeros_like(nodes)),
        firsts=np.append(tree.firsts, np.full_like(nodes, targets.size)),
        targets=targets,
    )
    every, rival = np.arange(opened.nodes), tree.hands_held.rival
    arrays, _ = cut(opened, every, every >= tree.nodes, rival, ways, tree.pots.size)
    none = np.zeros(pots.size * ways)
    return replace(
        opened,
        **arrays,
        bases=np.append(tree.bases, none),
        gains=np.append(tree.gains, none),
        pots=np.append(tree.pots, np.repeat(pots, ways)),
        ways=np.append(tree.ways, np.tile(np.arange(ways), pots.size)),
    )
