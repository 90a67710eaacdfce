"""Writing the betting of a game from a state on: all lines, with what they pay after one deal."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numba.core import types

from zerosum.abstraction import View
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.names import GameView, History, Kernel, Work
from zerosum.native.primitives import draw, hold
from zerosum.rng import Random
from zerosum.tables import Arena, Floats, Ints
from zerosum.tree.failures import NotEnumerable
from zerosum.tree.public.unfolding import CHANCE

MOST_NODES = 1 << 21
_DEEPEST = 1_000
_WIDTH = 8  # edges of a decision, on average
FINE, TOO_LARGE, TOO_DEEP = range(3)


class Lines(Arena):
    """The arrays that the betting is written to; nodes of chance have one edge, for any card."""

    limit: int
    status: int
    nodes: int
    edges: int
    ends: int
    # From which the cards are drawn that come on all lines.
    deal: int
    dealer: Random
    owners: Ints
    firsts: Ints
    targets: Ints
    payoffs: Floats
    pots: Ints

    def __init__(self, limit: int) -> None:
        edges = _WIDTH * limit
        super().__init__(
            limit=limit,
            dealer=Random(0),
            owners=np.zeros(limit, np.int64),
            firsts=np.zeros(limit + 1, np.int64),
            targets=np.zeros(edges, np.int64),
            payoffs=np.zeros(2 * edges),
            pots=np.zeros(edges, np.int64),
        )


class Written(NamedTuple):
    """What was written from a state on.

    Parameters
    ----------
    owners, firsts, targets
        Who acts at each node, its first edge, and where edges lead, -1 - k for end k.
    payoffs
        Shape (ends, 2): what each player wins.
    pots
        Shape (ends,): the pot where a line was ended before a card, otherwise 0.
    """

    owners: Ints
    firsts: Ints
    targets: Ints
    payoffs: Floats
    pots: Ints

    def with_edge(self, node: int, below: Written) -> Written:
        """Return these lines with one more action at a node, the last one, and what follows it."""
        edge, nodes, ends = int(self.firsts[node + 1]), self.owners.size, self.pots.size
        firsts = self.firsts + (np.arange(nodes + 1) > node)
        after = np.where(below.targets < 0, below.targets - ends, below.targets + nodes)
        return Written(
            np.append(self.owners, below.owners),
            np.append(firsts, firsts[-1] + below.firsts[1:]),
            np.append(np.insert(self.targets, edge, nodes), after),
            np.append(self.payoffs, below.payoffs, axis=0),
            np.append(self.pots, below.pots),
        )


@kernel
def to_the_end(game: History, zero: int) -> int:
    """Return 0: all lines go on after a card."""
    return 0


@cache
def writer(pot: Kernel) -> Any:
    """Return the kernel that writes lines.

    Parameters
    ----------
    pot
        A kernel ``(game, zero)``: the chips of the pot where a line is to end before a card, 0
        where it goes on.
    """

    @kernel
    def write_lines(
        game: History, view: GameView, lines: Work, edge: int, level: int, cards: int, zero: int
    ) -> None:
        """Write a history and all below it; ``zero`` is the int 0. Modified in place: ``lines``."""
        if lines.status != FINE:
            return
        chips = 0 if game.terminal else pot(game, zero)
        if game.terminal or chips > 0:
            end = lines.ends
            lines.ends, lines.targets[edge], lines.pots[end] = end + 1, -1 - end, chips
            for player in range(2):
                lines.payoffs[2 * end + player] = (
                    game.payoff(zero + player) if game.terminal else 0.0
                )
            return
        node, first = lines.nodes, lines.edges
        if node >= lines.limit or first >= _WIDTH * lines.limit or level > _DEEPEST:
            lines.status = TOO_DEEP if level > _DEEPEST else TOO_LARGE
            return
        if level > 0:
            lines.targets[edge] = node
        lines.nodes, lines.firsts[node] = node + 1, first
        below = level + 1
        if game.chance:
            lines.owners[node], lines.edges = CHANCE, first + 1
            lines.dealer.follow(lines.deal, cards)
            outcome = draw(game, lines.dealer)
            write_lines(game.apply(outcome), view, lines, first, below, cards + 1, zero)
            return
        active = game.active
        menu = hold(view.menu(game.infoset(active)))
        if first + len(menu) > _WIDTH * lines.limit:
            lines.status = TOO_LARGE
            return
        lines.owners[node], lines.edges = active, first + len(menu)
        for place in range(len(menu)):
            write_lines(game.apply(menu[place]), view, lines, first + place, below, cards, zero)

    return write_lines


class Walk:
    """Writes the betting of states of one game; keeps the compiled kernel.

    Parameters
    ----------
    base, view
        The start of a game for two, and a view whose actions are the menus.
    limit
        The most decisions, moves of chance included.
    pot
        As for :func:`writer`.
    native
        False to run interpreted.
    """

    def __init__(
        self,
        base: Any,
        view: View,
        limit: int = MOST_NODES,
        pot: Kernel = to_the_end,
        *,
        native: bool = True,
    ) -> None:
        self._made_of = base, view, limit, pot, native
        self._lines = Lines(limit)
        rest = (types.int64,) * 4
        self._run = prepare(writer(pot), base, view, (self._lines,), rest, native=native)

    def __reduce__(self) -> tuple[Any, ...]:
        *made_of, native = self._made_of
        return partial(Walk, native=native), tuple(made_of)

    def write(self, state: Any, deal: int = 0) -> Written:
        """Return all lines from a state on; each number of a deal gives other cards to come.

        Raises
        ------
        NotEnumerable
            If they have too many decisions, or one does not end.
        """
        lines = self._lines
        lines.nodes = lines.edges = lines.ends = lines.status = 0
        lines.deal = deal
        self._run.starting(state)(0, 0, 0, 0)
        if lines.status == TOO_DEEP:
            raise NotEnumerable(
                f"A line must end after {_DEEPEST:,} moves; one does not: give larger bets.", state
            )
        if lines.status == TOO_LARGE:
            raise NotEnumerable(
                f"The betting must have at most {lines.limit:,} decisions; this one has more: "
                f"give fewer bets.",
                state,
            )
        nodes, edges, ends = lines.nodes, lines.edges, lines.ends
        lines.firsts[nodes] = edges
        return Written(
            lines.owners[:nodes].copy(),
            lines.firsts[: nodes + 1].copy(),
            lines.targets[:edges].copy(),
            lines.payoffs[: 2 * ends].reshape(-1, 2).copy(),
            lines.pots[:ends].copy(),
        )
