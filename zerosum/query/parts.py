"""Parts of a run: what follows a history, solved again and kept in the folder of the run.

A part is the folder ``parts/NAME`` of a run, with two folders in it: ``start`` has the history and
the reach of the seats, and ``run`` is the run folder of the part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from zerosum import store
from zerosum.abstraction import Abstracted, split
from zerosum.algorithms.continued import ContinuedSampling, Earlier
from zerosum.errors import AbstractionError, GameError, StoreError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.load import load_run
from zerosum.experiment.options import written
from zerosum.experiment.probe import start_of
from zerosum.pkr.holdem.betting import RAISED
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.holdem.resumed import resumed
from zerosum.play.agents import TrainedAgent
from zerosum.play.parts import Key, Patched, agent_of_part, key_of
from zerosum.query.mapped import read_at_random
from zerosum.query.policy import MASKS
from zerosum.query.rows import Rows
from zerosum.strategy import Strategy
from zerosum.tables import Floats

A = TypeVar("A", bound=TrainedAgent)

_SAME = ("deck", "hole", "board")


def part_name(hand: NoLimitHoldem) -> str:
    """Return the name of the part after a history.

    >>> from zerosum.pkr.actions import Fold
    >>> part_name(NoLimitHoldem(players=3).act(Fold()))
    'f'
    """
    return "_".join(hand.spelled.replace("/", "_").split())


@dataclass(frozen=True, eq=False)
class Part:
    """What follows a history, and how it is solved again.

    Parameters
    ----------
    path
        Its folder.
    experiment
        What it is solved with: the menu and the states of this experiment.
    hand
        The hand after the history, without the cards of the seats.
    reach
        How likely each seat does what it did with each hand; shape (seats, 1326).
    of
        The origin of the strategy that it is a part of.
    trust
        For how many iterations the regrets of the run count, where the menus agree; 0 to begin
        without them.
    """

    path: Path
    experiment: Experiment
    hand: NoLimitHoldem
    reach: Floats
    of: Mapping[str, Any]
    trust: int = 0

    @property
    def run(self) -> Path:
        """Its run folder."""
        return self.path / "run"

    @property
    def begun(self) -> bool:
        """Whether it has been trained on: a mistake before that leaves its start alone."""
        return RunFolder(self.run).begun

    @cached_property
    def game(self) -> Abstracted:
        """The start of its game.

        Raises
        ------
        AbstractionError
            If the experiment is of another deck, or not of no-limit hold'em.
        GameError
            If no hands of the seats lead there.
        """
        other, states, actions = split(start_of(self.experiment))
        same = [name for name in _SAME if getattr(other, name, None) != getattr(self.hand, name)]
        if not isinstance(other, NoLimitHoldem) or same or actions is None:
            raise AbstractionError(
                f"A part must be solved with an abstraction of no-limit hold'em with the same deck "
                f"and a menu of actions; {self.experiment.name} is of {other!r}: name another "
                f"experiment.",
                self.experiment,
            )
        return Abstracted(resumed(self.hand, MASKS, self.reach), states, actions)

    @cached_property
    def strategy(self) -> Strategy:
        """Its strategy, mapped from the disk.

        Raises
        ------
        StoreError
            If it cannot be read, or is of another game.
        """
        strategy = Strategy.load(RunFolder(self.run).strategy, self.game)
        read_at_random(vars(strategy).values())
        return strategy

    @cached_property
    def rows(self) -> Rows:
        """The rows of its strategy, for all hands."""
        return Rows(self.strategy)

    def declared(self, earlier: Earlier | None = None) -> Experiment:
        """Return the experiment that solves it, from the regrets of the run if it trusts them."""
        game = self.game
        alone = replace(self.experiment, training=lambda: game, game={}, play=None, show=None)
        if earlier is None or self.trust == 0:
            return alone
        given = {"earlier": earlier, "trust": self.trust}
        return replace(alone, algorithm=ContinuedSampling, given=given)

    def save(self) -> None:
        """Write its start."""
        meta = {
            "iterations": RunFolder(self.path.parent.parent).iterations,
            "history": self.hand.spelled,
            "experiment": self.experiment.name,
            "game": written(self.experiment.game),
            "line": self.hand.line,
            "levels": self.hand.levels,
            "dealt": self.hand.dealt,
            "of": dict(self.of),
            "trust": self.trust,
        }
        store.write(self.path / "start", {"reach": np.asarray(self.reach)}, meta)


def parts_of(run: Path, base: Any, of: Mapping[str, Any], known: Sequence[str] = ()) -> list[Part]:
    """Return the parts of a run that are solved, the shortest histories first.

    Parameters
    ----------
    run
        The run folder.
    base, of
        The start of its game without the abstraction, and the origin of its strategy.
    known
        Names of experiments to suggest if that of a part does not exist any more.

    Raises
    ------
    StoreError
        If a part cannot be read, or is one of another run.
    """
    found = []
    for path in sorted((run / "parts").glob("*")):
        if store.exists(path / "start") and store.exists(RunFolder(path / "run").strategy):
            found.append(read_part(path, base, of, known))
    return sorted(found, key=lambda part: (len(part.hand.line), len(part.hand.dealt)))


def outdated(run: Path) -> list[str]:
    """Return a sentence for each part of a run that was begun before the run was trained on."""
    now, said = RunFolder(run).iterations, []
    for path in sorted((run / "parts").glob("*/start")):
        then = int(store.read(path, mmap=True).meta["iterations"])
        if then != now:
            said.append(
                f"The part {path.parent} begins with the ranges of {run} after {then:,} "
                f"iterations, and {run} has {now:,} now: remove the part and solve it again."
            )
    return said


def read_part(path: Path, base: Any, of: Mapping[str, Any], known: Sequence[str] = ()) -> Part:
    """Return the part in a folder; see :func:`parts_of`."""
    saved = store.read(path / "start")
    try:
        meta, reach = saved.meta, saved.arrays["reach"]
        history = [tuple(map(int, meta[name])) for name in ("line", "levels", "dealt")]
        theirs, trust, _ = dict(meta["of"]), int(meta["trust"]), int(meta["iterations"])
        hand = hand_after(base, *history)
    except (KeyError, TypeError, ValueError, GameError) as error:
        raise StoreError(
            f"The part {path} must have a start with its history; it cannot be read: move the "
            f"folder away, and solve it again.",
            path,
        ) from error
    if theirs != dict(of):
        raise StoreError(
            f"The part {path} must be one of its run; it is of another game or abstraction: "
            f"move the folder away.",
            path,
        )
    if path.name != part_name(hand):
        raise StoreError(
            f"The part {path} must be named after its history, {part_name(hand)}, which has one "
            f"part only: move the folder out of {path.parent}.",
            path,
        )
    return Part(path, load_run(meta, known), hand, reach, of, trust)


def hand_after(base: Any, *history: tuple[int, ...]) -> Any:
    """Return the hand after what the seats did, to which levels, with the cards of the board.

    The cards of the seats are left out.
    """
    line, levels, dealt = history
    hand, left = base, iter(levels)
    for done in line:
        seat = hand.active
        to = next(left) if done == RAISED else hand.paid[seat] + hand.cost_of(seat)
        hand = hand.advance(done, to - hand.paid[seat] if done else 0)
    return replace(hand, dealt=dealt, used=replace(hand, dealt=dealt).community)


def with_parts(
    agent: A, run: Path, known: Sequence[str] = (), but: Key | None = None
) -> A | Patched:
    """Return the agent of a run with its parts; the agent itself if there are none.

    Parameters
    ----------
    agent, run
        The agent, and its run folder.
    known
        Names of experiments to suggest if that of a part does not exist any more.
    but
        The history of a part to leave out.
    """
    parts = parts_of(run, agent.base, getattr(agent.strategy, "of", {}), known)
    found = [part for part in parts if key_of(part.hand) != but]
    if not found:
        return agent
    agents = {key_of(part.hand): agent_of_part(part.strategy, part.game) for part in found}
    again = None if agent.source is None else partial(_again, agent.source, run, known, but)
    return Patched(agent, agents, again)


def _again(source: Callable[[], Any], run: Path, known: Sequence[str], but: Key | None) -> Any:
    return with_parts(source(), run, known, but)
