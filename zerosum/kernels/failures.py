"""What a kernel's status means, in a sentence: the traversal stopped, and here is why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from zerosum.abstraction import View
from zerosum.abstraction.view import contradiction
from zerosum.errors import AbstractionError, GameError, TableError
from zerosum.kernels.rows import IllFormed, NoActions, TableFull, TooDeep
from zerosum.tables import ROW_WORDS, Workspace, read_block
from zerosum.tokens import take

FAILURES = (IllFormed, NoActions, TableFull, TooDeep, RecursionError, IndexError)


class Walker(Protocol):
    """What walks a game: its start, how infosets are seen, and the arrays it works on."""

    @property
    def base(self) -> Any:
        """The start."""

    @property
    def view(self) -> View:
        """How infosets are seen."""

    @property
    def work(self) -> Workspace:
        """The arrays."""


@dataclass(frozen=True)
class Walked:
    """What one thread of a solver walked."""

    base: Any
    view: View
    work: Workspace


@contextmanager
def explaining(walker: Walker, *others: Walker) -> Iterator[None]:
    """Raise what a kernel raises as the error that says what is wrong.

    Where several look at the game, it is the one whose table was contradicted.
    """
    walkers = walker, *others
    for each in walkers:
        each.work.witness = -1
    try:
        yield
    except FAILURES as failure:
        asked = next((each for each in walkers if each.work.witness >= 0), walker)
        raise explained(asked, failure) from failure.__cause__


def explained(walker: Walker, failure: Exception) -> Exception:
    """Return the error to raise for what a kernel that walks a game raised."""
    if isinstance(failure, IndexError):
        return too_long(walker) if _is_of_tokens(failure) else failure
    if isinstance(failure, IllFormed):
        return ill_formed(walker)
    if isinstance(failure, NoActions):
        return no_actions(walker)
    if isinstance(failure, TableFull):
        return TableError(
            f"The table must have room for more than {walker.work.rows:,} infosets; save the "
            f"solver and load it with a larger reserve=, in bytes, or take a coarser abstraction.",
            walker,
        )
    return GameError(
        "A history of the game must end before memory does; this one went on for thousands of "
        "moves: check that apply leads on to a terminal.",
        walker.base,
    )


def no_actions(walker: Walker) -> AbstractionError:
    """Return the error of an infoset at which no action is offered."""
    history, path = at_hand(walker)
    if walker.view.actions is None:
        return AbstractionError(
            f"A player to act must have an action; got none at {history!r} after {path}. Let "
            f"terminal say that the game is over, or offer a pass.",
            history,
        )
    return AbstractionError(
        f"The actions of `{walker.view.actions!r}` must be a tuple of at least one action; got () "
        f"at {history!r} after {path}: offer one everywhere.",
        history,
    )


def too_long(walker: Walker) -> AbstractionError:
    """Return the error of an interpreted run whose row does not fit."""
    history, path = at_hand(walker)
    return AbstractionError(
        f"A row of the table must be at most {ROW_WORDS:,} words; player, actions and key are "
        f"longer at {history!r} after {path}: tell less apart, or offer fewer actions.",
        history,
    )


def _is_of_tokens(failure: Exception) -> bool:
    """Return whether it was the writing of a row that ran out of room."""
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    writers = {"zerosum.tokens", View.__module__}
    return trace is not None and trace.tb_frame.f_globals.get("__name__") in writers


def ill_formed(walker: Walker, where: str = "") -> AbstractionError:
    """Return the error that shows the key, both menus and the history at hand.

    ``where`` says at which history the key was met first, if that is known.
    """
    known = read_block(walker.work.table.words, walker.work.witness)
    row = walker.work.row.tolist()
    menu, _ = take(row, 1)
    history, path = at_hand(walker)
    first = f"player {known.player} with {known.actions}{where}"
    second = f"player {row[0]} with {menu} (at {history!r} after {path})"
    key = walker.view.named(walker.view.infoset_of(known.key, known.actions))
    return contradiction(key, (first, second), walker.view.states)


def at_hand(walker: Walker) -> tuple[Any, list[Any]]:
    """Return the history that was visited last, and the moves that lead there."""
    words, path, at = walker.work.path.tolist(), [], 0
    history: Any = walker.base
    while at < walker.work.depth:
        action, at = take(words, at)
        path.append(action)
        history = history.apply(action)
    return history, path
