"""Games of which parts can be solved again: what :class:`zerosum.experiment.Run` asks of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from zerosum.abstraction import split
from zerosum.errors import StrategyError
from zerosum.game import History, hook_of
from zerosum.play.agents import Agent

if TYPE_CHECKING:
    from zerosum.experiment.folder import RunFolder
    from zerosum.experiment.run import Run


class Part(Protocol):
    """What follows a history, solved again by a strategy of its own."""

    @property
    def name(self) -> str:
        """The name of its folder."""

    @property
    def path(self) -> Path:
        """Its folder."""

    @property
    def folder(self) -> RunFolder:
        """Its run folder, which is inside of that."""

    @property
    def hand(self) -> History:
        """The state of the game after the history."""

    @property
    def game(self) -> History:
        """The start of its game."""

    @property
    def strategy(self) -> Any:
        """Its strategy."""

    @property
    def iterations(self) -> int:
        """How many iterations the run had when the part was begun."""


class Again(Protocol):
    """A class that a game declares as the hook ``again``, called with a run."""

    def __init__(self, run: Run) -> None: ...

    def parts(self) -> tuple[Part, ...]:
        """Return the parts of the run that are solved, the shortest histories first."""

    def values(self) -> Any:
        """Return what an agent must know to think before the last street, None for nothing."""

    def patched(self, agent: Agent, parts: Sequence[Part], reopen: Any) -> Any:
        """Return an agent that plays parts by their strategies, and all else as another agent.

        ``reopen()`` opens it in another process.
        """

    def thinking(self, agent: Agent, clock: Any, values: Any) -> Any:
        """Return an agent that solves parts at the table, for as long as a clock says."""


def again_of(run: Run) -> Again:
    """Return what solves parts of the game of a run again.

    Raises
    ------
    StrategyError
        If its game declares nothing that does.
    """
    base = split(run.game)[0]
    make_again = hook_of(base, "again")
    if make_again is None:
        raise StrategyError(
            f"The game {type(base).__name__} must declare what solves its parts again, to think at "
            f"the table or to have parts; it does not: play the strategy as it is, or declare "
            f"`hooks = Hooks(again=...)`, with Hooks of zerosum.game.",
            run,
        )
    again: Again = make_again(run)
    return again
