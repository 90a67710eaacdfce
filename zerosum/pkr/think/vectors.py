"""CFR on vectors of hands, for what follows a history on the last street of hold'em for two."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from zerosum.abstraction import base_and_view
from zerosum.algorithms.public import VectorSolver
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Work
from zerosum.native.primitives import hold
from zerosum.pkr.equities.showdowns import ranked_hands
from zerosum.pkr.holdem.resumed import Hands
from zerosum.pkr.think.streets import Streets
from zerosum.resolving import Resolution
from zerosum.resolving.iterations import iterate, workspace
from zerosum.rng import Random
from zerosum.rules import DCFR
from zerosum.strategy import Strategy, describe
from zerosum.tables import Floats, RowView, Workspace, rows_of


@kernel
def write_sums(
    game: History, view: GameView, work: Work, vectors: Work, node: int, first: int, second: int
) -> None:
    """Write the numbers of two hands to the rows of all decisions. Modified in place: ``work``."""
    active = game.active
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    at = visit(infoset, menu, active, view, work) + len(menu)
    edge, hand = vectors.firsts[node], first if active == 0 else second
    for place in range(len(menu)):
        number = vectors.starts[node] + place * vectors.sizes[0] + hand
        work.table.values[at + place] = vectors.probabilities[number]
        target = vectors.targets[edge + place]
        if target >= 0:
            after = game.apply(menu[place])
            write_sums(after, view, work, vectors, target, first, second)


class StreetCFR(VectorSolver):
    """CFR on vectors of hands, for what follows a history on the last street of hold'em for two.

    Parameters
    ----------
    game
        An abstraction of :class:`~zerosum.pkr.holdem.resumed.Resumed` in which each hand after each
        history has a row of its own.

    Raises
    ------
    GameError
        If cards may still come, or more than two seats have been dealt in.
    NotEnumerable
        If the betting tree is too large.
    """

    name = "street"
    default_rule = DCFR
    seeded = False
    kernel = staticmethod(iterate)
    view: RowView

    def set_up(self) -> None:
        """Make the part, and the numbers of its hands."""
        self.base, view = base_and_view(self.game)
        self.view = rows_of(view)
        hand, ranges = self.base.hand, self.base.ranges
        self.cards = ranked_hands(hand)[0]
        apart = (self.cards[:, None, :, None] != self.cards[None, :, None, :]).all(axis=(2, 3))
        self.others = apart.argmax(axis=1)  # a hand that shares no card with each
        odds = np.diff(ranges.sums, axis=1, prepend=0.0)
        known = dict(zip(ranges.masks.tolist(), odds.T, strict=True))
        masks = (1 << self.cards).sum(axis=1).tolist()
        reach = np.array([known.get(mask, np.zeros(2)) for mask in masks]).T
        real = self._dealt(0, int(self.others[0])).hand
        streets = Streets(hand.start, self.view, native=self.native)
        self.part = streets.part(real, (reach[0], reach[1]))
        self.vectors = workspace(self.part, self.rule)
        arenas, rest = (Workspace(Random(0), players=2), self.vectors), (types.int64,) * 3
        self._write = prepare(write_sums, self.base, self.view, arenas, rest, native=self.native)
        self.run_batch(1, 0)

    def _dealt(self, first: int, second: int) -> Any:
        """Return the game after a deal of two hands."""
        return self.base.apply(Hands((*self.cards[first].tolist(), *self.cards[second].tolist())))

    @property
    def infosets(self) -> int:
        """Decisions and hands."""
        return int(self.part.tree.places[-1])

    def nash_conv(self) -> float:
        """Return what both players gain by best responses to the average strategy, in chips."""
        return Resolution(self.part, self.vectors.sums, self.iterations).nash_conv()

    def _strategy(self, numbers: Floats) -> Strategy:
        work, of = Workspace(Random(0), players=2), describe(self.base, self.view)
        write = self._write.with_arenas(work, self.vectors.alike(probabilities=numbers))
        for pair in enumerate(self.others.tolist()):
            for first, second in (pair, pair[::-1]):
                write.starting(self._dealt(first, second))(0, first, second)
        return Strategy.from_table(self.view, work, of, about=self.about)
