"""Strategies of trees of streets as tables: a line for each decision, board, hand and action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from zerosum.errors import ExperimentError
from zerosum.evaluation.streets import StreetValues
from zerosum.ranked import Ints
from zerosum.strategy.columns import Column, Listing, Watch
from zerosum.strategy.streets import StreetStrategy
from zerosum.terms import Moment, terms_of
from zerosum.tree.streets.places import moved_all

MOST_LINES = 20_000_000


@dataclass(frozen=True)
class _Decision:
    """A decision of a segment: what led there, in words too, street by street, and its menu."""

    number: int
    actions: tuple[Any, ...]
    words: tuple[tuple[str, ...], ...]
    menu: tuple[str, ...]


class StreetColumns(Listing):
    """The strategy of a spot as a table, with what each action of each hand wins.

    Its columns are the number of the row, the player, the line of play, the cards dealt since the
    root and how many boards they stand for, those that differ by suits only; the hand and how
    likely the player comes there with it, cards apart, where the likeliest of the range counts 1;
    the action, its probability, and what it
    wins in chips of the whole hand if both go on by the strategy.

    Parameters
    ----------
    strategy
        The strategy.
    watch
        Wraps the sequence of the boards of all lines, to show how far it is.
    actions, cards
        The line to begin after, as for :meth:`~zerosum.tree.streets.tree.StreetTree.place`; the
        root by default.
    streets
        How many streets, that of the line included; all by default.

    Raises
    ------
    ExperimentError
        If the line leads to no decision, or there are too many lines.

    Examples
    --------
    >>> from zerosum.algorithms.street_cfr import StreetCFR
    >>> from zerosum.leduc import Leduc
    >>> solver = StreetCFR(Leduc())
    >>> solver.run(100)
    >>> table = StreetColumns(solver.strategy(), streets=1)
    >>> table.names[2:8]
    ('line', 'board', 'boards', 'hand', 'weight', 'action')
    >>> next(table.lines())[:8]
    (0, 0, '', '', 1, 'Jc', 1.0, 'c')
    """

    columns = (
        Column("row", int),
        Column("player", int),
        Column("line", str),
        Column("board", str),
        Column("boards", int),
        Column("hand", str),
        Column("weight", float),
        Column("action", str),
        Column("probability", float),
        Column("ev", float),
    )

    def __init__(
        self,
        strategy: StreetStrategy,
        watch: Watch = iter,
        *,
        actions: tuple[Any, ...] = (),
        cards: tuple[int, ...] = (),
        streets: int | None = None,
    ) -> None:
        self.strategy, self.watch, self._cards = strategy, watch, cards
        self._part = {"actions": actions, "cards": cards, "streets": streets}
        tree = self._tree = strategy.tree
        self._spell = lru_cache(1 << 12)(tree.ranked.spell)
        self._units = [float(weights.max()) for weights in tree.ranked.weights]
        place, board = tree.place(actions, cards), tree.board(cards)
        if place is None or board is None:
            raise ExperimentError(
                f"A line to list must lead to a decision; {actions} with {cards} does not.", actions
            )
        self._start, move = board
        self._back = np.argsort(move)
        self._depth = len(cards) + (tree.last + 1 if streets is None else streets)
        self._decisions = self._found(actions)
        self._tasks = [
            (segment, one)
            for segment in self._decisions
            for one in self._boards(int(tree.betting.streets[segment]))
        ]
        size = sum(self._size(*task) for task in self._tasks)
        if size > MOST_LINES:
            raise ExperimentError(
                f"A table must have at most {MOST_LINES:,} lines; this one has {size:,}: name a "
                f"line of play, or fewer streets.",
                size,
            )

    def __reduce__(self) -> tuple[object, ...]:
        return _listed, (self.strategy, self.watch, self._part)

    def batches(self) -> Iterator[list[list[Any]]]:
        """Yield the values of each column, for the decisions of a street on one board at a time."""
        values, row = StreetValues(self.strategy), 0
        for task in self.watch(range(len(self._tasks))):
            batch: list[list[Any]] = [[] for _ in self.columns]
            segment, board = self._tasks[task]
            sums = [values.walked(segment, board, player) for player in range(2)]
            cards, boards = self._dealt(board)
            for each in self._decisions[segment]:
                place = self._tree.place(each.actions, cards)
                assert place is not None  # it was found by playing
                n, count, player = len(each.menu), place.hands.size, place.player
                rows = np.arange(row, row + count).repeat(n).tolist()
                row += count
                line = self._line(each.words, cards)
                own = sums[1 - player].reaches[each.number] / self._units[player]
                won = values.of_actions(sums[player], segment, each.number)
                whole = [player, line, self._spelled(cards), boards]
                hands = [self._spell(mask) for mask in place.hands.tolist()]
                columns: list[list[Any]] = [rows, *([value] * len(rows) for value in whole)]
                columns += [[hand for hand in hands for _ in range(n)], own.repeat(n).tolist()]
                columns += [[*each.menu] * count]
                columns += [self.strategy.at(place).T.ravel().tolist(), won.T.ravel().tolist()]
                for whole_column, column in zip(batch, columns, strict=True):
                    whole_column.extend(column)
            yield batch

    def _found(self, actions: tuple[Any, ...]) -> dict[int, list[_Decision]]:
        """Return the decisions from a line on, segment by segment."""
        tree, found = self._tree, dict[int, list[_Decision]]()
        words: tuple[tuple[str, ...], ...] = ((),)
        for count, action in enumerate(actions):
            words = self._after(words, actions[:count], action)
        todo = [(actions, words)]
        while todo:
            line, words = todo.pop()
            segment, number, menu = tree.line(line) or (0, -1, ())
            if number < 0 or tree.betting.streets[segment] >= self._depth:
                continue
            known = tuple([self._word(line, action) for action in menu])
            found.setdefault(segment, []).append(_Decision(number, line, words, known))
            after = [(action, self._after(words, line, action)) for action in menu]
            todo += [((*line, action), then) for action, then in reversed(after)]
        return found

    def _after(self, words: Any, line: tuple[Any, ...], action: Any) -> Any:
        """Return the words of a line after an action; where a street begins, a list of its own."""
        words = (*words[:-1], (*words[-1], self._word(line, action)))
        then = self._tree.line((*line, action))
        deals = then is not None and self._tree.betting.streets[then[0]] == len(words)
        return (*words, ()) if deals else words

    def _word(self, line: tuple[Any, ...], action: Any) -> str:
        return terms_of(self._tree.base).token(Moment(self._tree.state(line)), action)

    def _boards(self, street: int) -> Ints:
        """Return the boards of a street that follow the first one."""
        children, street_of = self._tree.runouts.children, len(self._cards)
        first, last = self._start, self._start + 1
        while street_of < street:
            first, last, street_of = int(children[first]), int(children[last]), street_of + 1
        return np.arange(first, last)

    def _size(self, segment: int, board: int) -> int:
        tree, starts = self._tree, [hands.starts for hands in self._tree.hands]
        first = tree.betting.decisions[segment]
        owners = [tree.betting.owners[first + each.number] for each in self._decisions[segment]]
        counts = [int(starts[owner][board + 1] - starts[owner][board]) for owner in owners]
        each = (len(decision.menu) for decision in self._decisions[segment])
        return sum(n * count for n, count in zip(each, counts, strict=True))

    def _dealt(self, board: int) -> tuple[tuple[int, ...], int]:
        """Return the cards of each street on the table, and how many boards are alike."""
        runouts = self._tree.runouts
        added = np.array(runouts.added[board][len(self._cards) :], np.int64)
        alike = int(runouts.multiples[board] // runouts.multiples[self._start])
        return (*self._cards, *moved_all(added, self._back).tolist()), alike

    def _spelled(self, cards: tuple[int, ...]) -> str:
        return " ".join(map(self._spell, cards))

    def _line(self, words: tuple[tuple[str, ...], ...], cards: tuple[int, ...]) -> str:
        """Return a line in words, with the cards of its streets."""
        parts = [" ".join(words[0])]
        for dealt, done in zip(cards, words[1:], strict=True):
            parts.append(" ".join(["|", self._spell(dealt), *done]))
        return " ".join(parts)


def _listed(strategy: StreetStrategy, watch: Watch, part: dict[str, Any]) -> StreetColumns:
    return StreetColumns(strategy, watch, **part)
