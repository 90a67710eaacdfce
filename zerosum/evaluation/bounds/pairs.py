"""Two players who see a game differently: kernels that take a view for each."""

from __future__ import annotations

from typing import Any

from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.jit import compiled, kernel
from zerosum.native.compiling import Compiled, try_compile, warn_once
from zerosum.native.view import View


@kernel
def _nothing(game: Any, view: Any) -> None:
    """Do nothing."""


def check_pair(base: Any) -> None:
    """Check that a game is for two players.

    Raises
    ------
    GameError
        Where it is not.
    """
    if players_of(base) != 2:
        raise GameError(
            f"The game {type(base).__qualname__} must be for two players to bound what an "
            f"opponent may win; it is for {players_of(base)}.",
            base,
        )


def compile_pair(
    kernel: Any, base: Any, view: View, other: View, others: tuple[Any, ...]
) -> tuple[Any, ...] | None:
    """Compile a kernel ``(game, view, view, ...)``; return its first three arguments.

    Parameters
    ----------
    kernel
        As it is written.
    base, view, other
        The game, and how it is looked at in two ways.
    others
        Types of the arguments behind these.

    Returns
    -------
    The native game and views; None where the run must be interpreted, after one warning that
    names what stands in the way.
    """
    made: Any = try_compile(compiled(_nothing), base, other, ())
    if isinstance(made, Compiled):
        second = made.view
        made = try_compile(compiled(kernel), base, view, (second.kind, *others))
        if isinstance(made, Compiled):
            return made.game, made.view, second
    warn_once(made)
    return None
