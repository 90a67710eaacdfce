"""Parts of a run: what follows a history, solved again and kept in the folder of the run.

A part is the folder ``parts/NAME`` of a run. It contains two folders: ``start`` has the history and
the reach of the seats, and ``run`` is the run folder of the part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.abstraction import Abstracted, base_and_view, split
from zerosum.algorithms.continued import ContinuedSampling, Earlier
from zerosum.errors import AbstractionError, GameError, StoreError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.load import load_run, start_of
from zerosum.experiment.options import written
from zerosum.game import History
from zerosum.pkr.holdem.betting import RAISED
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.holdem.resumed import resumed
from zerosum.pkr.places.follower import key_of
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.rng import Random
from zerosum.strategy import open_strategy
from zerosum.support import store
from zerosum.support.store import Json
from zerosum.tables import Floats


@dataclass(frozen=True, eq=False)
class Part:
    """What follows a history, and how it is solved again.

    Parameters
    ----------
    path
        Its folder.
    experiment
        The experiment whose menu and states the part is solved with.
    hand
        The hand after the history, without the cards of the seats.
    reach
        How likely each seat does what it did with each hand; shape (seats, 1326).
    of
        The origin of the strategy of the whole run.
    trust
        For how many iterations the regrets of the run count, where the menus agree; 0 to begin
        without them.
    iterations
        How many iterations the run had when the part was begun.
    exact
        Whether each hand after each history has a row of its own, instead of the states.

    Examples
    --------
    >>> from zerosum.pkr.actions import Fold
    >>> hand = NoLimitHoldem(players=3).act(Fold())
    >>> part = Part(Path("run/parts/f"), None, hand, np.ones((3, 1326)), of={}, trust=100)
    >>> part.name, part.folder.path.as_posix()
    ('f', 'run/parts/f/run')
    """

    path: Path
    experiment: Experiment
    hand: NoLimitHoldem
    reach: Floats
    of: Json
    trust: int = 0
    iterations: int = 0
    exact: bool = False

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.path.name

    @property
    def folder(self) -> RunFolder:
        """Its run folder."""
        return RunFolder(self.path / "run")

    def size(self, probes: int = 16) -> float:
        """Return an estimate of the decisions of a deal, each with its own history.

        As in :func:`zerosum.tree.estimated_histories`, but what chance does is drawn once.

        Parameters
        ----------
        probes
            The number of random paths, of some milliseconds each.
        """
        (base, view), rng, total = base_and_view(self.game), Random(0), 0.0
        for _ in range(probes):
            history, width = base, 1.0
            while not history.terminal:
                if history.chance:
                    history = history.apply(history.sample(rng))
                    continue
                total += width
                menu = view.menu(history.infoset(history.active))
                width *= len(menu)
                history = history.apply(menu[rng.integer(len(menu))])
        return total / probes

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
        start = start_of(self.experiment)
        game = game_after(self.hand, self.reach, start, self.experiment.name)
        return Abstracted(split(game)[0], None, game.actions) if self.exact else game

    @cached_property
    def strategy(self) -> Any:
        """Its strategy, mapped from the disk.

        Raises
        ------
        StoreError
            If it cannot be read, or is of another game.
        """
        return open_strategy(self.folder.strategy, self.game)

    def declared(self, earlier: Earlier | None = None) -> Experiment:
        """Return the experiment to solve it with, from the run's regrets if it trusts them."""
        game = self.game
        alone = replace(self.experiment, training=lambda: game, game={}, play=None, show=None)
        if earlier is None or self.trust == 0:
            return alone
        given = {"earlier": earlier, "trust": self.trust}
        return replace(alone, algorithm=ContinuedSampling, given=given)

    def save(self) -> None:
        """Write the folder ``start``."""
        meta = {
            "iterations": self.iterations,
            "history": self.hand.spelled,
            "experiment": self.experiment.name,
            "game": written(self.experiment.game),
            "line": self.hand.line,
            "levels": self.hand.levels,
            "dealt": self.hand.dealt,
            "of": dict(self.of),
            "trust": self.trust,
            "exact": self.exact,
        }
        store.write(self.path / "start", {"reach": np.asarray(self.reach)}, meta)


def parts_of(run: Path, base: History, of: Json, known: Sequence[str] = ()) -> tuple[Part, ...]:
    """Return the parts of a run that are solved, the shortest histories first.

    Parameters
    ----------
    run
        The run folder.
    base, of
        The start of its game without the abstraction, and the origin of its strategy.
    known
        Names of experiments to suggest if a part's experiment does not exist any more.

    Raises
    ------
    StoreError
        If a part cannot be read, or belongs to another run.

    Examples
    --------
    >>> parts_of(Path("nowhere"), NoLimitHoldem(), of={})
    ()
    """
    parts = []
    for path in sorted((run / "parts").glob("*")):
        try:
            if store.exists(path / "start") and store.exists(RunFolder(path / "run").strategy):
                parts.append(read_part(path, base, of, known))
        except StoreError:
            if path.exists():  # and not just dropped by another process
                raise
    return tuple(sorted(parts, key=lambda part: (len(part.hand.line), len(part.hand.dealt))))


def read_part(path: Path, base: History, of: Json, known: Sequence[str] = ()) -> Part:
    """Return the part in a folder; see :func:`parts_of`.

    >>> try:
    ...     read_part(Path("nowhere"), NoLimitHoldem(), of={})
    ... except StoreError as error:
    ...     print(str(error)[:24])
    A saved folder must hold
    """
    saved = store.read(path / "start")
    try:
        meta, reach = saved.meta, saved.arrays["reach"]
        history = [tuple(map(int, meta[name])) for name in ("line", "levels", "dealt")]
        theirs, trust, then = dict(meta["of"]), int(meta["trust"]), int(meta["iterations"])
        hand, exact = hand_after(base, *history), bool(meta.get("exact", False))
    except (KeyError, TypeError, ValueError, GameError) as error:
        raise StoreError(
            f"The part {path} must have a start with its history; it cannot be read: move the "
            f"folder away, and solve it again.",
            path,
        ) from error
    if theirs != dict(of):
        raise StoreError(
            f"The part {path} must belong to its run; it is of another game or abstraction: "
            f"move the folder away.",
            path,
        )
    if path.name != part_name(hand):
        raise StoreError(
            f"The part {path} must be named after its history, {part_name(hand)}, which has one "
            f"part only: move the folder out of {path.parent}.",
            path,
        )
    return Part(path, load_run(meta, known), hand, reach, of, trust, then, exact)


_SAME = ("deck", "hole", "board")


def leads_to(hand: NoLimitHoldem, later: NoLimitHoldem) -> bool:
    """Return whether the history of a later hand begins with that of a hand, or is the same.

    >>> from zerosum.pkr.actions import Call, Fold
    >>> start = NoLimitHoldem(players=3)
    >>> folded = start.act(Fold())
    >>> leads_to(folded, folded.act(Call())), leads_to(folded, start.act(Call()))
    (True, False)
    """
    pairs = zip(key_of(hand), key_of(later), strict=True)
    return all(after[: len(before)] == before for before, after in pairs)


def part_name(hand: NoLimitHoldem) -> str:
    """Return the name of the part after a history.

    >>> from zerosum.pkr.actions import Fold
    >>> part_name(NoLimitHoldem(players=3).act(Fold()))
    'f'
    """
    return "_".join(hand.spelled.replace("/", "_").split())


def hand_after(base: History, *history: tuple[int, ...]) -> History:
    """Return the hand after what the seats did, to which levels, with the cards of the board.

    The cards of the seats are left out.

    >>> hand = hand_after(NoLimitHoldem(players=3), (0, 2), (6,), ())  # a fold, and a raise to 6
    >>> hand.paid, hand.active
    ((6, 2, 0), 1)
    """
    line, levels, dealt = history
    hand, left = base, iter(levels)
    for done in line:
        seat = hand.active
        to = next(left) if done == RAISED else hand.paid[seat] + hand.cost_of(seat)
        hand = hand.advance(done, to - hand.paid[seat] if done else 0)
    return replace(hand, dealt=dealt, used=replace(hand, dealt=dealt).community)


def game_after(hand: NoLimitHoldem, reach: Floats, start: History, name: str) -> Abstracted:
    """Return the game after a history, with the abstraction of another game.

    Parameters
    ----------
    hand
        The hand after the history, without the cards of the seats.
    reach
        How likely each seat does what it did with each hand; shape (seats, 1326).
    start, name
        The start of a game with the abstraction, and the name of its experiment.

    Raises
    ------
    AbstractionError
        If that game is of another deck, or not of no-limit hold'em, or has no menu of actions.
    GameError
        If no hands of the seats lead there.

    Examples
    --------
    >>> from zerosum.pkr.abstraction import allin, passive
    >>> from zerosum.pkr.actions import Fold
    >>> from zerosum.pkr.holdem.abstraction import kinds, player
    >>> menu = passive + allin
    >>> start = Abstracted(NoLimitHoldem(players=3, stacks=(10,)), player * kinds * menu, menu)
    >>> game = game_after(start.game.act(Fold()), np.ones((3, 1326)), start, "mine")
    >>> game.game.hand.spelled, game.states == start.states
    ('f', True)
    """
    other, states, actions = split(start)
    same = all(getattr(other, name, None) == getattr(hand, name) for name in _SAME)
    if not isinstance(other, NoLimitHoldem) or not same or actions is None:
        raise AbstractionError(
            f"A part must be solved with an abstraction of no-limit hold'em with the same deck and "
            f"a menu of actions; {name} is of {type(other).__name__}: name another experiment.",
            start,
        )
    game = resumed(hand, np.array(HAND_MASKS, np.int64), reach)
    return Abstracted(game, states, actions)
