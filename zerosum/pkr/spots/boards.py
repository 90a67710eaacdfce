"""One spot on many boards: what each flop is worth, and how often is bet there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from zerosum.cards import RANKS, Cards
from zerosum.errors import StoreError, ZeroSumError
from zerosum.pkr.equities import equity
from zerosum.pkr.equities.boards import completions, renamings_of
from zerosum.pkr.hands.deck import FULL
from zerosum.pkr.spots.solve import solve
from zerosum.pkr.spots.spot import Spot
from zerosum.scale.tasks import Backend


@dataclass(frozen=True)
class OnBoard:
    """A spot on one board.

    Parameters
    ----------
    board
        The cards, such as ``QsJh2h``.
    weight
        How many boards it stands for: those that differ by suits only.
    kind
        Its class: ``paired`` or not, ``monotone``, ``two-tone`` or ``rainbow``, and the high card.
    values
        What both players take of the pot on average, in chips, the first to act first.
    equity
        The share of the pot that the first player would win if all cards were dealt.
    actions
        How often the first player takes each action, by its words.
    exploitability
        As a share of the pot.
    iterations, seconds
        What it took.

    Examples
    --------
    >>> actions = {"x": 0.7, "b50%": 0.3}
    >>> solved = OnBoard("QsJh2h", 12, "two-tone", (93.0, 87.0), 0.51, actions, 0.005, 300, 1.2)
    >>> solved.values[0] / sum(solved.values) > solved.equity, solved.actions["x"]
    (True, 0.7)
    """

    board: str
    weight: int
    kind: str
    values: tuple[float, float]
    equity: float
    actions: dict[str, float]
    exploitability: float
    iterations: int
    seconds: float


def flops() -> Iterator[tuple[Cards, int]]:
    """Yield one flop of each class of suits, 1,755 in all, and how many flops it stands for.

    >>> found = list(flops())
    >>> len(found), sum(count for _, count in found)
    (1755, 22100)
    """
    boards, counts = completions(FULL.cards.mask, 3, renamings_of())
    for board, count in zip(boards.tolist(), counts.tolist(), strict=True):
        yield Cards(board), int(count)


def kind_of(board: Cards) -> str:
    """Return the class of a board, in words.

    >>> from zerosum.cards import parse
    >>> kind_of(parse("QsJh2h")), kind_of(parse("7c7d7h"))
    ('Q high, unpaired, two-tone', '7 high, paired, rainbow')
    """
    ranks, suits = [card >> 2 for card in board], [card & 3 for card in board]
    most = max(suits.count(suit) for suit in suits)
    tones = {1: "rainbow", 2: "two-tone"}.get(most, "monotone")
    paired = "unpaired" if len(set(ranks)) == len(ranks) else "paired"
    return f"{RANKS[max(ranks)]} high, {paired}, {tones}"


def on_boards(
    spot: Spot,
    boards: Sequence[tuple[Cards, int]],
    *,
    path: str | Path | None = None,
    backend: Backend | None = None,
    progress: Callable[[OnBoard], object] | None = None,
    **options: Any,
) -> list[OnBoard]:
    """Solve a spot on each of several boards.

    Parameters
    ----------
    spot
        The spot; its board counts nothing.
    boards
        The boards, and how many each stands for; :func:`flops` gives all, for ranges and dead cards
        that are the same in all suits.
    path
        A file of JSON lines, one for each board that is solved. What it has already, of the same
        spot and options, is not solved again.
    backend
        What solves boards at the same time, such as :class:`zerosum.scale.Processes`; None to solve
        one after another here. The figures are the same.
    progress
        Called with each board as it is done.
    options
        Of :func:`~zerosum.pkr.spots.solve.solve`.

    Returns
    -------
    The boards in the order given, without those on which a player has no hand.

    Raises
    ------
    StoreError
        If the file is not one of such boards, or is of another spot.
    ZeroSumError
        If a board cannot be solved; those that are done are in the file.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr.spots import Spot
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> (found,) = on_boards(spot, [(parse("2c2d7h8s9c"), 1)], to=0.01)
    >>> found.board, found.exploitability < 0.01, round(found.equity, 2)
    ('9c8s7h2d2c', True, 0.5)
    """
    values = {each.name: getattr(spot, each.name) for each in fields(spot) if each.name != "board"}
    of = blake2b(repr((values, sorted(options.items()))).encode(), digest_size=8)
    done = {} if path is None else _read(Path(path), of.hexdigest())
    playable = [each for each in boards if _is_playable(spot, each[0])]
    left = {str(board): (board, weight) for board, weight in playable if str(board) not in done}
    for found in _solutions(spot, options, left, backend):
        done[found.board] = found
        if path is not None:
            with Path(path).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"of": of.hexdigest()} | asdict(found)) + "\n")
        if progress is not None:
            progress(found)
    return [done[str(board)] for board, _ in playable]


def _solutions(
    spot: Spot,
    options: dict[str, Any],
    left: dict[str, tuple[Cards, int]],
    backend: Backend | None,
) -> Iterator[OnBoard]:
    """Yield what each board is worth, in the order in which they are solved."""
    if backend is None:
        yield from (_solved(spot, options, *some) for some in left.values())
        return
    from zerosum.scale import Task  # imports much that one spot does not need

    tasks = [Task(name, _solved, (spot, options, *some)) for name, some in left.items()]
    for done in backend.run(tasks):
        if done.error is not None:
            raise ZeroSumError(done.error, done)
        yield done.result


def _is_playable(spot: Spot, board: Cards) -> bool:
    """Return whether no dead card lies on a board, and it leaves hands of both players."""
    taken = board.mask | spot.dead.mask
    one, other = ([hand.mask for hand in some if not hand.mask & taken] for some in spot.ranges)
    met = any(not mask & second for mask in one for second in other)
    return met and not board.mask & spot.dead.mask


def _solved(spot: Spot, options: dict[str, Any], board: Cards, weight: int) -> OnBoard:
    here = replace(spot, board=board)
    found = solve(here, **options)
    first = equity(*here.ranges, board=board, dead=here.dead, deck=here.deck)[0]
    return OnBoard(
        board=str(board),
        weight=weight,
        kind=kind_of(board),
        values=(float(found.values[0]), float(found.values[1])),
        equity=float(first.share),
        actions=found.opening,
        exploitability=found.exploitability,
        iterations=found.solver.iterations,
        seconds=found.seconds,
    )


def _read(path: Path, of: str) -> dict[str, OnBoard]:
    """Return what a file has; an incomplete last line is left out.

    Raises
    ------
    StoreError
        If it is of another spot, or damaged.
    """
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").splitlines(keepends=True)
    found = {}
    for number, text in enumerate(lines, 1):
        try:
            values = json.loads(text)
            theirs = values.pop("of")
            here = OnBoard(**values | {"values": tuple(values["values"])})
        except (ValueError, KeyError, TypeError) as error:
            if number == len(lines) and not text.endswith("\n"):
                break
            raise StoreError(
                f"The file {path} must have a board on each line; line {number} has none: {error}. "
                f"Name another file.",
                path,
            ) from error
        if theirs != of:
            raise StoreError(
                f"The file {path} must be of this spot and these options; line {number} is of "
                f"others: name another file.",
                path,
            )
        found[here.board] = here
    if lines and not lines[-1].endswith("\n"):
        path.write_text("".join(lines[:-1]), "utf-8")
    return found
