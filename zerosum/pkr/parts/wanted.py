"""What is wanted of a part of a run, what came of it, and whether it is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from zerosum.algorithms import ExternalSampling
from zerosum.algorithms.continued import Earlier
from zerosum.errors import ExperimentError
from zerosum.experiment.changes import chosen
from zerosum.experiment.declare import Experiment
from zerosum.experiment.load import load
from zerosum.experiment.metrics import Metrics
from zerosum.experiment.run import Run
from zerosum.pkr.parts.part import Part
from zerosum.scale.finished import asked_of
from zerosum.support.records import named

Keep = Literal["unless-worse", "better", "all"]


@dataclass(frozen=True)
class Wanted:
    """A part that is to be solved, and how.

    Parameters
    ----------
    run
        The run folder.
    history, board
        The history, as :class:`zerosum.pkr.ask.Query` takes them.
    experiment, game
        The name of the experiment whose menu and states are used, and parameters of its game.
    iterations, minutes, seed, threads
        In place of those of the experiment.
    memory
        Bytes that the process may take.
    trust
        For how many iterations the regrets of the run count; all of them if None.
    by
        ``vectors`` or ``sampling``; vectors where they can be used if None.
    deals
        How many deals measure what the part gains; None for no measure.
    keep
        Which parts are kept: see :func:`is_kept`.
    resume
        Whether to continue a part that was begun.
    known
        Names of experiments to suggest.

    Examples
    --------
    >>> wanted = Wanted(Path("runs/blood.leduc"), "x", "blood.leduc", iterations=100)
    >>> wanted.declared.iterations, wanted.asked["deals"]
    (100, None)
    """

    run: Path
    history: str
    experiment: str
    board: str = ""
    game: tuple[str, ...] = ()
    iterations: int | None = None
    minutes: float | None = None
    seed: int | None = None
    threads: int | None = None
    memory: int | None = None
    trust: int | None = None
    by: str | None = None
    deals: int | None = None
    keep: Keep = "unless-worse"
    resume: bool = False
    known: tuple[str, ...] = ()

    @property
    def declared(self) -> Experiment:
        """The experiment."""
        experiment, bounds = load(self.experiment, self.known), named(self, "iterations", "minutes")
        return chosen(experiment, self.game, self.seed, self.threads, **bounds, target=None)

    @property
    def asked(self) -> dict[str, Any]:
        """What makes a part that is finished the one that is wanted."""
        return asked_of(self.declared, **named(self, "trust", "by", "deals"))


@dataclass(frozen=True)
class Resolved:
    """A part of a strategy that was solved again.

    Parameters
    ----------
    part
        The folder of the part.
    history
        The history that leads there.
    reach
        How likely the history is, if all play by the strategy.
    seats
        How many seats are in the hand.
    bytes
        The size of its strategy.
    interrupted
        Whether Ctrl-C ended the session.
    metrics
        The figures of all its sessions.
    gain
        What a seat with the part wins more than one without, in bb/100, and half the width of the
        95 % interval; None if it was not measured.
    kept
        Whether the run plays the part.

    Examples
    --------
    >>> from zerosum.pkr.ask.parts import solve
    >>> found = solve(Wanted(Path("runs/six"), "ff", "blood.tyche4"))  # doctest: +SKIP
    >>> found.part, found.kept  # doctest: +SKIP
    ('runs/six/parts/ff', True)
    """

    part: str
    history: str
    reach: float
    seats: int
    bytes: int
    interrupted: bool
    metrics: Metrics
    gain: tuple[float, float] | None
    kept: bool


def is_kept(gained: tuple[float, float] | None, keep: Keep) -> bool:
    """Return whether a part is kept.

    Parameters
    ----------
    gained
        What it gains, and half the width of the 95 % interval; None if that was not measured.
    keep
        ``"all"``; ``"unless-worse"``, if the interval does not lie below 0; or ``"better"``, if it
        lies above 0.

    Examples
    --------
    >>> [is_kept((1.0, margin), "better") for margin in (0.5, 2.0)]
    [True, False]
    >>> [is_kept((-1.0, margin), "unless-worse") for margin in (0.5, 2.0)]
    [False, True]
    """
    if gained is None or keep == "all":
        return True
    mean, margin = gained
    return mean - margin > 0.0 if keep == "better" else mean + margin >= 0.0


def trusting(run: Run, part: Part, trust: int | None) -> tuple[Part, Earlier | None]:
    """Return a part that trusts the regrets of the run, as it began if it did; and the regrets.

    Raises
    ------
    ExperimentError
        If a part that was begun is to trust them for another number of iterations, or the
        algorithm cannot begin with regrets.
    StoreError
        If they are to be trusted, and there are none, or none with exact keys.
    """
    if part.exact:
        if trust:
            raise ExperimentError(
                f"A part that is solved with vectors must begin without regrets; got --trust "
                f"{trust}: leave it out, or give --by sampling.",
                part.path,
            )
        return part, None
    if part.folder.begun:
        if trust not in (None, part.trust):
            raise ExperimentError(
                f"A part that was begun must go on with --trust {part.trust}; got {trust}: leave "
                f"it out, or remove the folder {part.path} to begin again.",
                part.path,
            )
        trust = part.trust
    folder, algorithm = run.folder, part.experiment.algorithm
    samples = algorithm is ExternalSampling
    usable = samples and folder.has_checkpoint() and run.strategy.view.prints == 0
    if trust == 0 or (trust is None and not usable):
        return replace(part, trust=0), None
    if not samples:
        raise ExperimentError(
            f"The algorithm must be external sampling to begin with the regrets of RUN; "
            f"{part.experiment.name} has {algorithm.__name__}: give --trust 0.",
            part.experiment,
        )
    earlier = Earlier.open(folder.checkpoint, run.game)
    return replace(part, trust=earlier.iterations if trust is None else trust), earlier
