"""What kernels raise, as errors that say what is wrong and at which history."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from types import FrameType, TracebackType
from typing import Any, cast

from zerosum.abstraction import View
from zerosum.abstraction.view import contradiction
from zerosum.errors import AbstractionError, GameError, LoweringError, TableError, ZeroSumError
from zerosum.kernels.prints import WIDEST, TooWide
from zerosum.kernels.rounds import MOST, TooLarge
from zerosum.kernels.rows import IllFormed, TableFull, TooDeep
from zerosum.laws import LONGEST, Kind, Place, Replayed, endless, kind_of, replay
from zerosum.native.capacity import room_of
from zerosum.native.convert import Outgrown
from zerosum.native.encoding import encode
from zerosum.native.lowering import lowering_of
from zerosum.native.primitives import can_list, outcomes
from zerosum.support.blame import sentence
from zerosum.support.tokens import take
from zerosum.tables import PATH_WORDS, ROW_WORDS, SCRATCH, Workspace, read_block
from zerosum.tables.arena import run_kernel

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
        raise error from error.__cause__ or failure.__cause__


def explained(
    walked: Walked, failure: Exception, also: Mapping[type[Exception], Explain] | None = None
) -> Exception:
    """Return the error to raise for what a kernel raised; the same if it needs no explaining."""
    explain = {**_EXPLAIN, **(also or {})}.get(type(failure))
    error = explain(walked) if explain is not None else None
    if error is not None:
        return error
    replayed = remade(walked, failure)
    if replayed.error is not None:
        return replayed.error
    if isinstance(failure, Outgrown | OverflowError):
        error = unfit(replayed)
        if error is not None:
            return error
    if isinstance(failure, Outgrown):
        return outgrown(replayed, failure)
    if isinstance(failure, RecursionError | TooDeep):
        return too_deep(replayed, failure)
    if isinstance(failure, IndexError) and _is_of_tokens(failure):
        return too_long(walked)
    if not isinstance(failure, ZeroSumError) and _deepest(failure).f_code is run_kernel.__code__:
        return only_native(replayed, failure)
    return failure


def remade(walked: Walked, failure: Exception) -> Replayed:
    """Make the moves at hand again in Python; those that an earlier walk has left may follow."""
    if isinstance(failure, RecursionError | TooDeep):
        moves = islice(written(walked), LONGEST)
        return replay(walked.base, walked.view, moves, failure, quick=True)
    return replay(walked.base, walked.view, written(walked), failure)


def written(walked: Walked) -> Iterator[Any]:
    """Yield the moves on the path, and what can be read of the words behind it."""
    # Behind the path are words of any kind.
    with suppress(Exception):
        yield from _moves(walked, PATH_WORDS)


def _moves(walked: Walked, end: int) -> Iterator[Any]:
    """Yield the moves that words of the path up to an end stand for."""
    words, at = walked.work.path.tolist(), 0
    while at < min(end, len(words)):
        move, at = take(words, at)
        yield move


def only_native(replayed: Replayed, failure: Exception) -> GameError:
    """Return the error for a native run that fails where Python finds nothing wrong."""
    place = replayed.places[-1]
    return GameError(
        f"The native run of {place.name} must not raise an error; got {sentence(failure)}, near "
        f"{place}, where Python raises none: keep ints below 2**62 and values of the annotated "
        f"types, compare both runs by zerosum.testing.check_native, or give native=False.",
        place.history,
    )


def table_full(walked: Walked) -> TableError:
    """Return the error for a table that has no room left."""
    return TableError(
        f"The table must have room for more than {walked.work.rows:,} infosets: use a coarser "
        f"abstraction, or save the solver in Python and load it with a larger reserve=, in bytes.",
        walked,
    )


def too_deep(replayed: Replayed, failure: Exception) -> ZeroSumError:
    """Return the error for a history that does not end, or whose menus outgrow the scratch."""
    start, place = replayed.places[0], replayed.places[-1]
    if place.length >= LONGEST // 10:
        return endless(start, place.length)
    if isinstance(failure, RecursionError):
        return place.wrong(
            "A walk",
            "stay within the limit of recursion",
            f"{place.length:,} moves",
            "raise it by sys.setrecursionlimit if the run is interpreted, and write functions "
            "that call themselves as loops",
        )
    return place.wrong(
        "The menus along a history",
        f"have fewer than {SCRATCH // 2:,} actions in all",
        "more",
        "use an abstraction that offers fewer",
    )


def unfit(replayed: Replayed) -> GameError | None:
    """Return the error of a field whose native form has no room for its value; None without."""
    start = replayed.places[0]
    for place in _with_next(replayed.places):
        game: Any = type(place.history)
        lowering = lowering_of(game, room=room_of(start.history, (start.view,)))
        seen = [place.history]
        if kind_of(place) is Kind.DECISION:
            seen.append(place.history.infoset(place.history.active))
        try:
            for value in seen:
                encode(lowering.record(type(value)), value)
        except LoweringError as error:
            told, _, advice = str(error).rpartition("; ")
            return GameError(f"{told}, at {place}: {advice}", place.history)
    return None


def outgrown(replayed: Replayed, failure: Outgrown) -> Outgrown:
    """Return the error of a menu that is longer than its native form, with its length."""
    longest = max(_with_next(replayed.places), key=_length_of_menu)
    length = _length_of_menu(longest)
    told, _, advice = str(failure).rpartition("; ")
    if not advice.startswith("raise"):  # The number that it names may be too small.
        room = f"{1 << (length - 1).bit_length()}"
        advice = re.sub(r"(?<=[ (])\d+", lambda match: max(match[0], room, key=int), advice)
    return Outgrown(f"{told}; got {length}, at {longest}: {advice}.", longest)


def _with_next(places: Iterable[Place]) -> Iterator[Place]:
    """Yield places, and those that may come after each."""
    for place in places:
        yield place
        if kind_of(place) is Kind.DECISION:
            offered = place.view.offered(place.history.infoset(place.history.active))
            yield from map(place.after, offered)
        elif kind_of(place) is Kind.CHANCE and can_list(place.history):
            yield from (place.after(outcome) for outcome, _ in outcomes(place.history))


def _length_of_menu(place: Place) -> int:
    if kind_of(place) is not Kind.DECISION:
        return 0
    infoset = place.history.infoset(place.history.active)
    return max(len(infoset.actions()), len(place.view.offered(infoset)))


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
    writers = {"zerosum.support.tokens", View.__module__}
    return _deepest(failure).f_globals.get("__name__") in writers


def _deepest(failure: Exception) -> FrameType:
    """Return the frame that raised an error; of a native run, that of the call."""
    trace = cast("TracebackType", failure.__traceback__)
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame


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


def too_wide(walked: Walked) -> TableError:
    """Return the error for a menu that a row with a fingerprint has no room for."""
    history, path = last_visited(walked)
    return TableError(
        f"A row with a fingerprint must have at most {WIDEST} numbers, some two for each action; "
        f"the menu at {history!r} after {path} is longer: use exact keys, fingerprint=0.",
        history,
    )


def too_large(walked: Walked) -> TableError:
    """Return the error for a sum of a round that may not be exact."""
    history, path = last_visited(walked)
    return TableError(
        f"The sums of a round must stay below {MOST:,.0f}, where they are exact; the regrets at "
        f"{history!r} after {path}, or its average, are larger: give a smaller round=.",
        history,
    )


def last_visited(walked: Walked) -> tuple[Any, list[Any]]:
    """Return the history that was visited last, and the moves that lead there."""
    path = list(_moves(walked, walked.work.depth))
    return reduce(lambda history, move: history.apply(move), path, walked.base), path


_EXPLAIN: dict[type[Exception], Explain] = {
    IllFormed: ill_formed,
    TableFull: table_full,
    TooWide: too_wide,
    TooLarge: too_large,
}
