"""What kernels raise, as errors that say what is wrong and at which history."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.view import contradiction
from zerosum.errors import AbstractionError, GameError, TableError
from zerosum.kernels.rows import IllFormed, NoActions, TableFull, TooDeep
from zerosum.tables import ROW_WORDS, Workspace, read_block
from zerosum.tokens import take

Explain = Callable[[Any], Exception | None]


@dataclass(frozen=True)
class Walked:
    """A game that is walked: its start, how infosets are seen, and the arrays of the walk."""

    base: Any
    view: View
    work: Workspace


@contextmanager
def explaining(
    *walked: Walked, also: Mapping[type[Exception], Explain] | None = None
) -> Iterator[None]:
    """Convert what a kernel raises to the error that says what is wrong.

    Parameters
    ----------
    walked
        The game as each of those sees it who look at it in the walk. The error is about the one
        whose table was contradicted; about the first if none was.
    also
        What the kernel raises beside the usual, and the function from ``walked`` to the error; it
        returns None to let what was raised through.
    """
    for each in walked:
        each.work.witness = -1
    try:
        yield
    except Exception as failure:
        asked = next((each for each in walked if each.work.witness >= 0), walked[0])
        error = explained(asked, failure, also)
        if error is failure:
            raise
        raise error from failure.__cause__


def explained(
    walked: Walked, failure: Exception, also: Mapping[type[Exception], Explain] | None = None
) -> Exception:
    """Return the error to raise for what a kernel raised; the same if it needs no explaining."""
    if isinstance(failure, IndexError):
        return too_long(walked) if _is_of_tokens(failure) else failure
    explain = {**_EXPLAIN, **(also or {})}.get(type(failure), lambda _: None)
    return explain(walked) or failure


def table_full(walked: Walked) -> TableError:
    """Return the error for a table that has no room left."""
    return TableError(
        f"The table must have room for more than {walked.work.rows:,} infosets; save the "
        f"solver and load it with a larger reserve=, in bytes, or use a coarser abstraction.",
        walked,
    )


def endless(walked: Walked) -> GameError:
    """Return the error for a history that does not end."""
    return GameError(
        "A history of the game must end before memory runs out; this one went on for thousands "
        "of moves: check that apply() leads to a terminal history.",
        walked.base,
    )


def no_actions(walked: Walked) -> AbstractionError:
    """Return the error of an infoset at which no action is offered."""
    history, path = last_visited(walked)
    if walked.view.actions is None:
        return AbstractionError(
            f"A player to act must have an action; got none at {history!r} after {path}. Make "
            f"`terminal` true there, or offer a pass.",
            history,
        )
    return AbstractionError(
        f"The actions of `{walked.view.actions!r}` must be a tuple of at least one action; got () "
        f"at {history!r} after {path}: offer one everywhere.",
        history,
    )


def too_long(walked: Walked) -> AbstractionError:
    """Return the error of an interpreted run whose row does not fit."""
    history, path = last_visited(walked)
    return AbstractionError(
        f"A row of the table must be at most {ROW_WORDS:,} words; player, actions and key are "
        f"longer at {history!r} after {path}: make the key shorter, or offer fewer actions.",
        history,
    )


def _is_of_tokens(failure: Exception) -> bool:
    """Return whether it was the writing of a row that ran out of room."""
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    writers = {"zerosum.tokens", View.__module__}
    return trace is not None and trace.tb_frame.f_globals.get("__name__") in writers


def ill_formed(walked: Walked, where: str = "") -> AbstractionError:
    """Return the error that shows the key, both menus and the history visited last.

    ``where`` names the history at which the key was met first, if that is known.
    """
    known = read_block(walked.work.table.words, walked.work.witness)
    row = walked.work.row.tolist()
    menu, _ = take(row, 1)
    history, path = last_visited(walked)
    first = f"player {known.player} with {known.actions}{where}"
    second = f"player {row[0]} with {menu} (at {history!r} after {path})"
    key = walked.view.named(walked.view.infoset_of(known.key, known.actions))
    return contradiction(key, (first, second), walked.view.states)


def last_visited(walked: Walked) -> tuple[Any, list[Any]]:
    """Return the history that was visited last, and the moves that lead there."""
    words, path, at = walked.work.path.tolist(), [], 0
    history: Any = walked.base
    while at < walked.work.depth:
        action, at = take(words, at)
        path.append(action)
        history = history.apply(action)
    return history, path


_EXPLAIN: dict[type[Exception], Explain] = {
    IllFormed: ill_formed,
    NoActions: no_actions,
    TableFull: table_full,
    TooDeep: endless,
    RecursionError: endless,
}
