"""Compare native and interpreted runs of a game on random playouts, word for word."""

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from numba import typeof

from zerosum.abstraction import base_and_view
from zerosum.errors import GameError, NotNativeWarning, ZeroSumError
from zerosum.game import players_of
from zerosum.jit import compiled, kernel
from zerosum.kernels.compile import SPAN, Compiled, try_compile
from zerosum.kernels.descent import follow
from zerosum.kernels.failures import Walked, explaining, last_visited
from zerosum.kernels.rows import TooDeep
from zerosum.native.primitives import draw, hold
from zerosum.rng import Random
from zerosum.support.blame import sentence
from zerosum.support.tokens import put, take
from zerosum.tables import PATH_WORDS, Workspace
from zerosum.tables.arena import run_kernel

CHANCE, DECISION, END = 0, 1, 2
_RESERVE = 1 << 24


@kernel
def record(game: Any, view: Any, work: Any, players: int, room: int, zero: int) -> int:
    """Play at random to the end; write every step to the table's words, and return their number.

    A step is its kind, followed by the outcome of chance; or by the length of the row, the row
    and the chosen action; or by the payoffs. Modified in place: ``work``.
    """
    at, depth, words = zero, zero, work.table.words
    work.depth = zero
    while not game.terminal:
        if depth > PATH_WORDS:
            raise TooDeep
        if game.chance:
            outcome = draw(game, work.rng)
            words[at] = CHANCE
            at = put(words, at + 1, outcome)
            game, depth = follow(game, outcome, work, depth)
        else:
            active = game.active
            infoset = game.infoset(active)
            menu = hold(view.menu(infoset))
            _, end = view.write(infoset, menu, active, work.row)
            words[at] = DECISION
            words[at + 1] = end
            for place in range(end):
                words[at + 2 + place] = work.row[place]
            chosen = menu[work.rng.integer(len(menu))]
            at = put(words, at + 2 + end, chosen)
            game, depth = follow(game, chosen, work, depth)
        work.depth = depth
        if at > room:
            raise TooDeep
    words[at] = END
    at += 1
    for player in range(players):
        # Adding 0.0 takes the sign from -0.0, which Python's ints do not have.
        at = put(words, at, float(game.payoff(player)) + 0.0)
    return at


def check_native(game: Any, playouts: int = 1_000, seed: int = 0) -> None:
    """Check that a game behaves the same natively and in Python.

    Both play at random with the same seed; outcomes of chance, rows of infosets, actions and
    payoffs must agree word for word. If a game is not native, nothing is compared, and a warning
    says why.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class.
    playouts
        How many playouts to compare.
    seed
        The seed of the playouts.

    Raises
    ------
    GameError
        With the moves that lead to the first difference, and both values; or to the history at
        which either run fails.

    Notes
    -----
    Compiling takes a few seconds; then a playout takes as long as in Python.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> check_native(Kuhn(), playouts=10)
    """
    base, view = base_and_view(game)
    natively, plainly = Workspace(Random(seed), _RESERVE), Workspace(Random(seed), _RESERVE)
    made = try_compile(compiled(record), base, view, (typeof(natively), *SPAN))
    if not isinstance(made, Compiled):
        warnings.warn(f"Native runs were not compared: {made}", NotNativeWarning, stacklevel=2)
        return
    players, room = players_of(base), natively.table.words.size // 2
    rest = players, room, 0
    for _ in range(playouts):
        walked = Walked(base, view, natively)
        try:
            with explaining(walked):
                end = run_kernel(record, made.game, made.view, natively, *rest, native=True)
        except ZeroSumError:
            raise
        except Exception as error:  # Python has made the same moves again, and met none.
            history, path = last_visited(walked)
            raise GameError(
                f"A playout of {type(base).__name__} must be the same natively and in Python; got "
                f"{sentence(error)} natively, at {history!r} after {path}.",
                history,
            ) from error
        words = natively.table.words[:end].tolist()
        with explaining(Walked(base, view, plainly)):
            length = run_kernel(record, base, view, plainly, *rest, native=False)
        others = plainly.table.words[:length].tolist()
        if words != others:
            raise _difference(base, words, others)


def _difference(base: Any, words: list[int], others: list[int]) -> GameError:
    """Return the error that shows the first step where two records differ."""
    moves: list[Any] = []
    name = type(base).__name__
    for native, plain in zip(_steps(words), _steps(others), strict=False):
        if repr(native) != repr(plain):  # A member of an IntEnum equals an int.
            return GameError(
                f"A playout of {name} must be the same natively and in Python; got {native} "
                f"natively and {plain} in Python, at: {base!r}, then {moves}. Look for ints "
                f"beyond 63 bits, or values that are not of the annotated type.",
                base,
            )
        moves.append(native[-1])
    return GameError(f"A playout of {name} must end natively where it ends in Python.", base)


def _steps(words: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Yield the steps of a record; the last item of each is the move, or the payoffs."""
    at = 0
    while words[at] != END:
        if words[at] == CHANCE:
            outcome, at = take(words, at + 1)
            yield "the outcome", outcome
        else:
            row, at = words[at + 2 : at + 2 + words[at + 1]], at + 2 + words[at + 1]
            menu, *key = _values(row, 1)
            chosen, at = take(words, at)
            yield "player", row[0], "with", menu, "key", tuple(key), "choosing", chosen
    yield "the payoffs", tuple(_values(words, at + 1))


def _values(words: Sequence[int], at: int) -> Iterator[Any]:
    """Yield the values from a position on."""
    while at < len(words):
        value, at = take(words, at)
        yield value
