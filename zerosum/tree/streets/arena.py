"""The arrays that kernels on a tree of streets work on, and what one thread works in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import TableError
from zerosum.kernels.lanes import WIDTH
from zerosum.kernels.roots import Entrance
from zerosum.support.rendering import sized
from zerosum.tables import Arena, Floats, Ints, ShortInts, starts_of
from zerosum.tables.arena import apart
from zerosum.tree.streets.betting import Leaf
from zerosum.tree.streets.equities import tables_of
from zerosum.tree.streets.tree import StreetTree

Singles = NDArray[np.float32]
_LINE = 16  # floats of a cache line: rows begin on one
PART = 8 * _LINE
"""Of how many hands a thread finds at once what they win where all chips are in."""
TICKETS, BEGUN, DONE = 0, 16, 32
"""Places of gates: the next task, the walks that have begun, the tasks that are done."""


class Room(Arena):
    """What one thread works in: reaches and values of a segment, street by street, as rows."""

    # Rows of reaches and of values, and a vector of all hands before and after chance.
    reaches: Singles
    values: Singles
    known: Singles
    found: Singles
    # The strategy of a node, a row for each action, then two more.
    sigma: Singles
    # Eight columns: reaches and values by hand, sums by card, payments; which rows they are.
    columns: Singles
    results: Singles
    more: Singles
    sums: Singles
    bases: Singles
    gains: Singles
    rows: Ints
    outs: Ints
    eights: Ints
    # A row of values that nobody reads; where the values of the actions of a node lie.
    spare: int
    kids: Ints
    # Where a walk begins: so many deals after the root, each a leaf of its segment and a board.
    steps: int
    path: Ints


class Side(Arena):
    """The hands of a player: on each board, its first place, and by place what they are."""

    starts: Ints
    places: ShortInts
    lows: ShortInts
    highs: ShortInts
    same: ShortInts
    ends: ShortInts
    # Of all hands: how likely they are dealt, and which they become by each symmetry.
    weights: Singles
    moves: ShortInts
    # The column of each hand on each board, where the player abstracts.
    columns: ShortInts


class Streets(Arena):
    """A tree of streets, numbers for every hand, and the rule by which they change."""

    # Of segments, of which there are so many.
    segments: int
    streets: ShortInts
    decisions: ShortInts
    leaves: ShortInts
    slots: Ints
    origins: Ints
    nodes: Ints
    # Of decisions, edges and leaves; rows of the opponent's reaches, for the one and the other.
    owners: ShortInts
    edges: ShortInts
    targets: ShortInts
    before: Ints
    reach_rows: ShortInts
    leaf_rows: ShortInts
    kinds: ShortInts
    nexts: ShortInts
    bases: Singles
    gains: Singles
    # Whether showdowns pay something whatever the hands.
    raked: int
    # Of streets and boards.
    last: int
    street_boards: Ints
    children: Ints
    odds: Singles
    images: Ints
    ways: Ints
    # The hands of both players, how many, and how many strengths each board has.
    side_0: Side
    side_1: Side
    hands: Ints
    strengths: Ints
    cards: int
    # What hands win on average over the boards to come, where a player may be all-in before.
    tables: NDArray[np.int16]
    table_at: Ints
    table_odds: Singles
    # How wide a row is; from where on rows are those of a street.
    width: int
    reach_at: Ints
    value_at: Ints
    most_actions: int
    # Regrets and sums in floats, or in 16 bits with a scale for each node.
    short: int
    regrets: Singles
    averages: Singles
    short_regrets: NDArray[np.int16]
    short_averages: NDArray[np.uint16]
    regret_scales: Singles
    average_scales: Singles
    # The last regrets, where the rule predicts by them.
    predicts: int
    latest: Singles
    # Strategies that are locked: how many, where that of each node begins, -1 if there is none, and
    # the probabilities, -1 for hands that are free.
    locks: int
    locked_at: Ints
    locked: Singles
    # Hands that share numbers, where a player abstracts: how many columns there are on each
    # street; how many boards one stands for; and the sums of what actions gain, column by column,
    # with where those of each segment begin.
    pools: Ints
    column_counts: Ints
    multiples: Ints
    pooled: Floats
    pool_at: Ints
    # The rule; and of the iteration, what becomes of regrets above zero and below, and of sums, and
    # how much is added to these.
    alpha: float
    beta: float
    gamma: float
    floor: float
    fades: int
    resets: int
    iteration: int
    up: float
    down: float
    fade: float
    weight: float
    # What threads share at leaves of the root: the board after each, or which hand is the first of
    # a part of those that are all-in; what hands win on a board; and what is taken and done.
    tasks: int
    task_leaves: Ints
    task_places: Ints
    results: Singles
    gates: Ints
    # What the opponent may do at the root, where hands must be in the order of its board.
    entrance: Entrance

    def __init__(self, tree: StreetTree, *, short: bool = False, **rule: Any) -> None:
        super().__init__(
            **_betting(tree),
            **_boards(tree),
            **_hands(tree),
            **_numbers(tree, short, rule["predicts"]),
            **_tasks(tree),
            locked_at=np.zeros(0, np.int64),
            locked=_zeros(0, np.float32),
            pools=np.zeros(2, np.int64),
            column_counts=np.zeros(0, np.int64),
            multiples=np.zeros(0, np.int64),
            pooled=np.zeros(0),
            pool_at=np.zeros(0, np.int64),
            entrance=Entrance(),
            **rule,
        )

    def room(self) -> Room:
        """Return what a thread works in."""
        width, streets = self.width, self.last + 1
        return Room(
            reaches=_zeros(int(self.reach_at[-1]) * width, np.float32),
            values=_zeros((int(self.value_at[-1]) + 1) * width, np.float32),
            known=_zeros(streets * width, np.float32),
            found=_zeros(streets * width, np.float32),
            sigma=_zeros((self.most_actions + 2) * width, np.float32),
            columns=_zeros(WIDTH * width, np.float32),
            results=_zeros(WIDTH * width, np.float32),
            sums=apart(WIDTH * (self.cards + 1), np.float32),
            more=_zeros(WIDTH * width, np.float32),
            bases=apart(WIDTH, np.float32),
            gains=apart(WIDTH, np.float32),
            rows=apart(WIDTH, np.int64),
            outs=apart(WIDTH, np.int64),
            eights=np.arange(WIDTH) * WIDTH,
            spare=int(self.value_at[-1]) * width,
            kids=apart(self.most_actions, np.int64),
            path=apart(2 * streets, np.int64),
        )


def _betting(tree: StreetTree) -> dict[str, Any]:
    """Return the fields of segments, decisions, edges and leaves."""
    betting = tree.betting
    rows = [_reach_rows(tree, side) for side in range(2)]
    parts = np.diff(betting.decisions) + np.diff(betting.leaves)
    bases = np.where((betting.kinds == Leaf.DEAL)[:, None], 0.0, betting.bases - tree.share)
    return {
        "segments": betting.segments,
        "streets": _short(betting.streets),
        "decisions": _short(betting.decisions),
        "leaves": _short(betting.leaves),
        "slots": np.ascontiguousarray(tree.slots),
        "owners": _short(betting.owners),
        "edges": _short(betting.edges),
        "targets": _short(betting.targets),
        "before": tree.before,
        "reach_rows": _short(np.stack([each[0] for each in rows])),
        "leaf_rows": _short(np.stack([each[1] for each in rows])),
        "kinds": _short(betting.kinds),
        "nexts": _short(betting.nexts),
        "bases": bases.astype(np.float32),
        "gains": betting.gains.astype(np.float32),
        "raked": int(bases[np.isin(betting.kinds, (Leaf.SHOWDOWN, Leaf.RUNOUT))].any()),
        "reach_at": _rows_of(tree, np.maximum(rows[0][2], rows[1][2])),
        "value_at": _rows_of(tree, parts),
        "most_actions": int(np.diff(betting.edges).max()),
    }


def _rows_of(tree: StreetTree, rows: Ints) -> Ints:
    """Return where the rows of each street begin, for the segment that needs most of them."""
    streets = tree.betting.streets
    most = [max(rows[streets == street], default=1) for street in range(tree.last + 1)]
    return starts_of(np.array(most, np.int64))


def _boards(tree: StreetTree) -> dict[str, Any]:
    """Return the fields of streets and boards."""
    runouts = tree.runouts
    tables, table_at, table_odds = tables_of(tree)
    return {
        "last": tree.last,
        "street_boards": runouts.streets,
        "children": runouts.children,
        "odds": runouts.odds.astype(np.float32),
        "images": runouts.images,
        "ways": runouts.ways,
        "tables": tables,
        "table_at": table_at,
        "table_odds": table_odds,
    }


def _hands(tree: StreetTree) -> dict[str, Any]:
    """Return the fields of the hands of both players, and how wide a row of them is."""
    return {
        "side_0": _side(tree, 0),
        "side_1": _side(tree, 1),
        "hands": np.array([len(hands) for hands in tree.ranked.hands]),
        "strengths": tree.strengths,
        "cards": 1 + max(int(hands.highs.max()) for hands in tree.hands),
        "width": _width(tree),
    }


def _side(tree: StreetTree, player: int) -> Side:
    hands = tree.hands[player]
    by_place = ("places", "lows", "highs", "same", "ends")
    return Side(
        starts=hands.starts,
        weights=tree.ranked.weights[player].astype(np.float32),
        moves=_short(tree.images[player]),
        columns=np.zeros(0, np.int32),
        **{name: _short(getattr(hands, name)) for name in by_place},
    )


def _width(tree: StreetTree) -> int:
    return -(-max(len(hands) for hands in tree.ranked.hands) // _LINE) * _LINE


def _numbers(tree: StreetTree, short: bool, predicts: int) -> dict[str, Any]:
    """Return the fields of regrets and sums, of which those of one width have room."""
    size, cells = tree.numbers, int(tree.nodes[-1])
    return {
        "origins": tree.origins,
        "nodes": tree.nodes,
        "short": int(short),
        "regrets": _zeros(0 if short else size, np.float32),
        "averages": _zeros(0 if short else size, np.float32),
        "short_regrets": _zeros(size if short else 0, np.int16),
        "short_averages": _zeros(size if short else 0, np.uint16),
        "regret_scales": _zeros(cells if short else 0, np.float32),
        "average_scales": _zeros(cells if short else 0, np.float32),
        "latest": _zeros(size if predicts else 0, np.float32),
    }


def _tasks(tree: StreetTree) -> dict[str, Any]:
    """Return the fields of what threads share: boards and hands after the leaves of the root."""
    kinds = tree.betting.kinds[: tree.betting.leaves[1]]
    deals, runouts = (np.flatnonzero(kinds == kind) for kind in (Leaf.DEAL, Leaf.RUNOUT))
    boards = np.arange(*tree.runouts.children[:2])
    parts = np.arange(0, max(len(hands) for hands in tree.ranked.hands), PART)
    leaves = np.concatenate([np.repeat(deals, boards.size), np.repeat(runouts, parts.size)])
    return {
        "tasks": leaves.size,
        "task_leaves": leaves,
        "task_places": np.append(np.tile(boards, deals.size), np.tile(parts, runouts.size)),
        "results": _zeros(deals.size * boards.size * _width(tree), np.float32),
        "gates": apart(3 * 16, np.int64),
    }


def _short(numbers: Ints) -> ShortInts:
    return np.ascontiguousarray(numbers, np.int32)


def _zeros(size: int, kind: Any) -> Any:
    """Return zeros.

    Raises
    ------
    TableError
        If the system does not give so much memory.
    """
    try:
        return np.zeros(max(size, 1), kind)
    except MemoryError:
        raise TableError(
            f"The numbers of a tree must fit in memory; the system refused "
            f"{sized(size * np.dtype(kind).itemsize)}: give fewer bets.",
            size,
        ) from None


def _reach_rows(tree: StreetTree, side: int) -> tuple[Ints, Ints, Ints]:
    """Return the row of the opponent's reaches at each decision and leaf, and the rows of segments.

    Actions of the player leave the opponent's reaches as they are.
    """
    betting = tree.betting
    at, ends = np.zeros(betting.owners.size, np.int64), np.zeros(betting.kinds.size, np.int64)
    sizes = []
    for segment in range(betting.segments):
        first, last = betting.decisions[segment : segment + 2].tolist()
        leaf, rows = int(betting.leaves[segment]), 1
        for decision in range(first, last):
            for edge in range(*betting.edges[decision : decision + 2].tolist()):
                row = at[decision]
                if betting.owners[decision] != side:
                    row, rows = rows, rows + 1
                target = int(betting.targets[edge])
                if target >= 0:
                    at[first + target] = row
                else:
                    ends[leaf - 1 - target] = row
        sizes.append(rows)
    return at, ends, np.array(sizes)
