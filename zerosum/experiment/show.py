"""Show the figures of a run, and a picture of its strategy."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from zerosum.abstraction import split
from zerosum.abstraction.naming import shown
from zerosum.errors import ExperimentError, ZeroSumError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.metrics import brief
from zerosum.experiment.run import Run
from zerosum.experiment.train import Outcome
from zerosum.game import History, players_of
from zerosum.native.primitives import outcomes
from zerosum.strategy import TabularPolicy
from zerosum.support.blame import sentence
from zerosum.support.rendering import Parts, TextTable, table

if TYPE_CHECKING:
    from rich.console import RenderableType

_MOST_INFOSETS = 1_000  # infosets
_VISITS = 20_000  # histories, if they hold enough infosets
_MOST_HISTORIES = 1_000_000  # histories


def milestone_table(outcome: Outcome) -> TextTable | None:
    """Return a table of the milestones of a run, in all its sessions; None if there are none.

    The sum of best responses is NashConv: what the players would gain together by best responses.
    Exploitability is NashConv divided by the number of players.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.experiment import Experiment, train
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     outcome = train(Experiment(Kuhn, algorithm=CFR, iterations=100), Path(place) / "kuhn")
    ...     milestone_table(outcome) is None  # the first milestone is a million nodes touched
    True
    """
    milestones = Run.open(outcome.folder).metrics.milestones
    if not milestones:
        return None
    headings = ("touched", "iterations", "seconds", "sum of best responses", "exploitability")
    players, rows = players_of(outcome.game), []
    for point in milestones:
        exploitability = point.exploitability
        measured = (
            ["", ""]
            if exploitability is None
            else [f"{players * exploitability:,.6g}", f"{exploitability:,.6g}"]
        )
        counts = [f"{point.touched:,}", f"{point.iterations:,}", brief(point.seconds)]
        rows.append([*counts, *measured])
    return table(headings, rows, "r")


def picture(outcome: Outcome) -> RenderableType | None:
    """Return the output that the experiment declares, or a table of infosets if there are few.

    Raises
    ------
    ExperimentError
        If the function that the experiment declares raises an error.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.experiment import Experiment, train
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     outcome = train(Experiment(Kuhn, algorithm=CFR, iterations=100), Path(place) / "kuhn")
    >>> picture(outcome).headings
    ('player', 'infoset', 'strategy')
    """
    if outcome.experiment.show is not None:
        try:
            shown: RenderableType = call_show(
                outcome.experiment, "", outcome.strategy, outcome.game
            )
        except ExperimentError as error:
            raise ExperimentError(f"{error} The run is complete.", error.subject) from error
        return shown
    if outcome.last.infosets > _MOST_INFOSETS:
        return None
    try:
        return infosets(outcome.strategy, outcome.game)
    except NotImplementedError:  # chance of this game cannot list its outcomes
        return None


def call_show(experiment: Experiment, method: str, *given: Any) -> Any:
    """Call the ``show`` of an experiment, or its method ``draw`` or ``dump``.

    Parameters
    ----------
    experiment
        The experiment, which must declare it.
    method
        The name of the method; empty for ``show`` itself.
    given
        The strategy, the start of the game, and a figure to draw in or a folder to fill.

    Raises
    ------
    ExperimentError
        If the function raises an error that is neither of the library nor of the file system.

    Examples
    --------
    >>> from zerosum.experiment import Experiment
    >>> from zerosum.kuhn import Kuhn
    >>> experiment = Experiment(Kuhn, show=lambda strategy, game: f"{len(strategy)} infosets")
    >>> call_show(experiment, "", ["J", "Q", "K"], Kuhn())
    '3 infosets'
    """
    function = getattr(experiment.show, method or "__call__")
    try:
        return function(*given)
    except Exception as error:
        if method and isinstance(error, ZeroSumError | OSError):
            raise
        raise ExperimentError(
            f"The function {'.'.join(filter(None, ('show', method)))} of "
            f"{experiment.name or 'the experiment'} must take {_TAKES[method]}; got "
            f"{sentence(error)}.",
            function,
        ) from error


_TAKES = {
    "": "a strategy and a game, and return what to print",
    "draw": "a strategy, a game and a figure",
    "dump": "a strategy, a game and a folder",
}


def infosets(strategy: TabularPolicy, game: History, rows: int = 24) -> TextTable | Parts:
    """Return a table of the infosets nearest to the start, with the strategy there.

    They are grouped by player, in the order of their shortest histories. Infosets of an abstract
    game have a column for each factor, in the order in which the states are written.

    Parameters
    ----------
    strategy
        A function from an infoset to the probability of each action.
    game
        The start of the game; chance must list its outcomes.
    rows
        How many infosets to show at most.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> print(infosets(CFR(Kuhn()).strategy(), Kuhn(), rows=3))
    player  infoset  strategy
    0       J        pass 50.0%, bet 50.0%
    0       Q        pass 50.0%, bet 50.0%
    0       K        pass 50.0%, bet 50.0%
    and 9 more
    """
    from zerosum.terms import Moment, terms_of

    first, whole = _nearest(game, rows)
    if not first and not whole:
        return Parts("The infosets of the game are too deep in the tree for a table.")
    factors, lines = _factors(game), []
    terms = terms_of(split(game)[0])
    for infoset, history in sorted(first[:rows], key=lambda pair: pair[1].active):
        values = [str(infoset)]
        if factors is not None:
            key = infoset.states.decode(infoset.key)
            values = [shown(key[factor]) for factor in factors]
        moment, menu = Moment(history), strategy(infoset).items()
        words = ", ".join(f"{terms.name(moment, action)} {p:.1%}" for action, p in menu)
        lines.append([str(history.active), *values, words])
    names = ["infoset"] if factors is None else map(repr, factors)
    few = table(["player", *names, "strategy"], lines, "l")
    more = len(first) - len(lines)
    if not more and whole:
        return few
    return Parts(few, f"and {'' if whole else 'at least '}{more:,} more")


def _factors(game: History) -> list[Any] | None:
    """Return the factors of the states, without the actions; None if infosets are not abstract."""
    _, states, actions = split(game)
    return None if states is None else [factor for factor in states.factors if factor != actions]


def _nearest(game: History, rows: int) -> tuple[list[tuple[Any, History]], bool]:
    """Return each infoset once with its first history, those with the shortest histories first.

    The search stops once there are enough; whether these are all infosets is returned as well.
    """
    found: dict[Any, History] = {}
    queue, visits = deque([game]), 0
    while queue and (
        visits < _VISITS or (len(found) < rows and visits + len(queue) < _MOST_HISTORIES)
    ):
        visits += 1
        history = queue.popleft()
        if history.terminal:
            continue
        if history.chance:
            moves = [outcome for outcome, _ in outcomes(history)]
        else:
            infoset = history.infoset(history.active)
            moves = infoset.actions()
            found.setdefault(infoset, history)
        queue.extend(history.apply(move) for move in moves)
    return list(found.items()), not queue
