"""Count the decisions of a public tree too large to walk, by histories that go on alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core import types

from zerosum.abstraction import ONE, Algebraic, View, algebraic, base_and_view
from zerosum.errors import GameError, check_count
from zerosum.jit import inlined, kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.limits import check_stack, check_words, stack_address
from zerosum.kernels.names import GameView, History, Infoset, Work
from zerosum.kernels.rows import NoActions, TooDeep, find
from zerosum.native.depth import stack_budget
from zerosum.native.primitives import draw, hold
from zerosum.rng import Random
from zerosum.support.tokens import put
from zerosum.tables import PATH_WORDS, Arena, Floats, Workspace
from zerosum.tree.unfold import advance

KINDS = 4
NODES, SLOTS, FORCED, WORDS = range(KINDS)
# Behind the counts of a row: its segment, and whether it was counted as a start.
SEGMENT, COUNTED, BEHIND = range(3)


@algebraic
def _whole(infoset: Any) -> int:
    return 0


@dataclass(frozen=True)
class Decisions:
    """How many decisions a public tree has, part by part.

    Parameters
    ----------
    nodes
        Decisions with two or more actions, in each part of the game.
    slots
        Their actions.
    forced
        Decisions with one action.
    words
        The words of all keys of ``nodes``: of the menu, and of the factor ``key``.
    starts
        How many different starts the segments of the game have.
    states
        How many different histories were walked.

    Examples
    --------
    >>> Decisions((3, 12), (6, 30), forced=(0, 2), words=(9, 48), starts=4, states=20).total
    17
    """

    nodes: tuple[int, ...]
    slots: tuple[int, ...]
    forced: tuple[int, ...]
    words: tuple[int, ...]
    starts: int
    states: int

    JSON = ("nodes", "slots", "forced", "starts", "states")

    @property
    def total(self) -> int:
        """All decisions."""
        return sum(self.nodes) + sum(self.forced)


class PartIsNone(Exception):
    """Raised by the kernel if the factor of the part returns no number of a part."""


class Sums(Arena):
    """What was counted so far, and where the view has each factor."""

    outlook: int
    part: int
    segment: int
    key: int
    parts: int
    words: int
    starts: int
    sums: Floats


def count_alike(
    game: Any,
    alike: Algebraic,
    *,
    part: Algebraic = _whole,
    segment: Algebraic = _whole,
    key: Algebraic = _whole,
    parts: int = 1,
    reserve: int | None = None,
    native: bool = True,
) -> Decisions:
    """Count decisions, and walk those only once from which the game goes on alike.

    A history is walked if no history with the same value of ``alike`` was. What lies below it is a
    sum over its actions, so that a tree of billions takes as long as its different histories.

    If ``segment`` changes between a decision and the next one, there begins a *segment* of which
    players know no more than ``alike``: it is counted once, however many histories lead to it.
    Without segments, these are the decisions of the whole public tree.

    Chance is assumed to change nothing: after one of its outcomes the game goes on as after others.
    States of the abstraction are not used, since only its actions matter.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class.
    alike
        A factor of infosets of the game without the abstraction. Equal values must imply equal
        trees of actions from there on, segments included.
    part
        The factor of the part of the game, for example of the street, from 0 to ``parts - 1``.
    segment
        The factor whose changes begin segments, an int.
    key
        A factor of keys, whose length is counted. How much an action adds to it must follow from
        ``alike``, but where a segment begins: then all of it must.
    parts
        The number of parts.
    reserve
        Bytes reserved for the values of ``alike``, as for :class:`~zerosum.tables.Table`.
    native
        True for the native walk if the game compiles, False for the interpreted one.

    Raises
    ------
    AbstractionError
        If the menu of a decision is empty.
    GameError
        If a part is not one of the parts, or a history does not end.
    TableError
        If memory is short.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> from zerosum.bluff import Bluff
    >>> @algebraic
    ... def last_bid(infoset):
    ...     return infoset.bids.bit_length()
    >>> found = count_alike(Bluff(), last_bid, native=False)
    >>> found.total, found.states
    (4096, 13)

    Notes
    -----
    Values are compared as they are, and not by a hash. A different history takes some 400 bytes
    and a microsecond or two. Counts are exact up to 2**53.
    """
    check_count("parts", parts, 1, "write parts=4", GameError)
    base, seen = base_and_view(game)
    view = View(ONE * alike * part * segment * key, seen.actions)
    factors = {"outlook": alike, "part": part, "segment": segment, "key": key}
    places = {name: view.factors.index(factor) for name, factor in factors.items()}
    sums = Sums(**places, parts=parts, sums=np.zeros(KINDS * parts))
    work = Workspace(Random(0), reserve, stack_budget=stack_budget())
    run = prepare(count_all, base, view, (work, sums), (types.int64,), native=native, whole=True)
    with explaining(Walked(base, view, work), also={PartIsNone: _no_part}):
        run(0)
    counts = sums.sums.astype(np.int64).reshape(KINDS, parts).tolist()
    nodes, slots, forced, words = map(tuple, counts)
    return Decisions(nodes, slots, forced, words, sums.starts, work.table.rows)


def _no_part(walked: Walked) -> GameError:
    return GameError(
        f"The part of a decision of {type(walked.base).__qualname__} must be an int from 0 to "
        f"parts - 1; that of one is not: give the number of parts.",
        walked.base,
    )


@kernel
def count_all(game: History, view: GameView, work: Work, sums: Work, zero: int) -> None:
    """Count the whole tree; ``zero`` is the int 0. Modified in place: ``sums``."""
    work.stack_end = stack_address() - work.stack_budget
    work.depth = zero
    start, depth = past_chance(game, work, zero)
    if not start.terminal:
        begin(count_below(start, view, work, sums, depth), work, sums)


@inlined
def past_chance(game: History, work: Work, depth: int) -> tuple[History, int]:
    """Return the next history that is not of chance, after outcomes that are drawn."""
    while not game.terminal and game.chance:
        game, depth = advance(game, draw(game, work.rng), work, depth)
    return game, depth


@kernel
def number_of(infoset: Infoset, factor: int, view: GameView, work: Work) -> int:
    """Return the value of a factor that is an int."""
    view.tell(infoset, factor, work.row)
    return int(work.row[1])


@kernel
def count_below(game: History, view: GameView, work: Work, sums: Work, depth: int) -> int:
    """Count a decision, and all below it that is of its segment; return where its row lies.

    A row has the counts of each kind by part, words of keys without those of the key at the row,
    which are told in ``sums.words``.
    """
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    infoset = game.infoset(game.active)
    words = int(view.tell(infoset, sums.key, work.row)) - 1
    sums.words = words
    parts, rows, values = sums.parts, work.table.rows, work.table.values
    width = KINDS * parts
    at = find(work, 0, view.tell(infoset, sums.outlook, work.row), width + BEHIND)
    if work.table.rows == rows:
        return at
    menu = hold(view.menu(infoset))
    check_words(menu)
    if len(menu) == 0:
        raise NoActions
    part = number_of(infoset, sums.part, view, work)
    if part < 0 or part >= parts:
        raise PartIsNone
    segment = number_of(infoset, sums.segment, view, work)
    values[at + width + SEGMENT] = segment
    if len(menu) == 1:
        values[at + FORCED * parts + part] = 1.0
    else:
        values[at + NODES * parts + part] = 1.0
        values[at + SLOTS * parts + part] = len(menu)
        values[at + WORDS * parts + part] = put(work.row, 0, menu)
    for place in range(len(menu)):
        following, below = advance(game, menu[place], work, depth)
        following, below = past_chance(following, work, below)
        if following.terminal:
            continue
        child = count_below(following, view, work, sums, below)
        if values[child + width + SEGMENT] != segment:
            begin(child, work, sums)
            continue
        for each in range(width):
            values[at + each] += values[child + each]
        for each in range(parts):
            nodes = values[child + NODES * parts + each]
            values[at + WORDS * parts + each] += (sums.words - words) * nodes
    sums.words = words
    return at


@kernel
def begin(at: int, work: Work, sums: Work) -> None:
    """Count a segment from its start, whose key has ``sums.words``, unless it was counted."""
    values, parts = work.table.values, sums.parts
    width = KINDS * parts
    if values[at + width + COUNTED] == 0.0:
        values[at + width + COUNTED] = 1.0
        sums.starts += 1
        for each in range(width):
            sums.sums[each] += values[at + each]
        for each in range(parts):
            sums.sums[WORDS * parts + each] += sums.words * values[at + NODES * parts + each]
