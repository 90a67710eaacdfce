"""Parts of a run by the histories that lead there: asked for, solved, measured, and kept or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zerosum.abstraction import split
from zerosum.algorithms import StreetCFR
from zerosum.errors import ExperimentError, GameError, NotApplicable
from zerosum.experiment import Experiment, Run, check, train
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.load import load
from zerosum.game import History
from zerosum.pkr.ask.explore import likelihoods
from zerosum.pkr.ask.query import Query
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.parts.gain import Gain, gain
from zerosum.pkr.parts.part import Part, part_name, read_part
from zerosum.pkr.parts.wanted import Resolved, Wanted, is_kept, trusting
from zerosum.pkr.places.follower import Key, key_of
from zerosum.pkr.places.place import Place
from zerosum.scale import Task
from zerosum.scale.finished import record, recorded


@dataclass(frozen=True, eq=False)
class Begun:
    """A part that is ready to be solved.

    Parameters
    ----------
    wanted
        What is wanted.
    place
        Where it begins.
    part
        The part.
    solved, game
        The experiment to train, and the start of its game.
    """

    wanted: Wanted
    place: Place
    part: Part
    solved: Experiment
    game: History

    @property
    def told(self) -> str:
        """What is solved, in a sentence."""
        part = self.part
        regrets = f"the regrets of RUN count for {part.trust:,} iterations"
        return (
            f"Solving what follows {part.hand.spelled} of {self.wanted.run} with "
            f"{part.experiment.name}: {part.hand.live.bit_count()} seats are in the hand, and "
            f"{'all their hands have vectors' if part.exact else regrets}; part {part.path}."
        )


def begin(run: Run, place: Place, wanted: Wanted) -> Begun:
    """Return a part that is wanted of a run, ready to be solved; its history is saved.

    Parameters
    ----------
    run
        The run.
    place
        Where the history leads.
    wanted
        The part.

    Raises
    ------
    ExperimentError, NotApplicable, GameError, StoreError
        If the part cannot be solved, or is there already and not to be resumed.
    """
    part, earlier = trusting(run, _part_at(run, place, wanted, wanted.declared), wanted.trust)
    solved = part.declared(earlier)
    if part.exact:
        solved = replace(solved, algorithm=StreetCFR, rule=None, options={})
    begun = part.folder.begun
    game = check(solved, part.folder.path, resume=begun, memory=wanted.memory)
    if not begun:
        part.save()
    return Begun(wanted, place, part, solved, game)


def finish(begun: Begun, found: Gain | None = None, *, interrupted: bool = False) -> Resolved:
    """Return what came of a part that was trained; what is not kept is moved out of the run.

    Parameters
    ----------
    begun
        The part.
    found
        What it gains; None if it was not measured.
    interrupted
        Whether its session was interrupted: the same call goes on then.
    """
    wanted, part = begun.wanted, begun.part
    pair = None if found is None else (found.mean, found.margin)
    if not interrupted:
        record(part.path, wanted.asked, pair)
    return replace(_settled(begun.place, wanted, pair), interrupted=interrupted)


def solve(wanted: Wanted) -> Resolved:
    """Solve a part, measure it, and keep it or not; return what came of it.

    What was finished before, as it is wanted now, is not done again, and what was begun goes on
    from its last checkpoint. It is the work of a :class:`zerosum.scale.Task`.

    Parameters
    ----------
    wanted
        The part. With ``resume``, a part that was finished goes on as well.

    Raises
    ------
    ExperimentError, NotApplicable, GameError, StoreError
        If the part cannot be solved, or was finished, but as it is not wanted now.

    Examples
    --------
    >>> wanted = Wanted(Path("runs/blood.tyche6"), "ff", "blood.tyche4", deals=2_000)
    >>> solve(wanted).gain  # doctest: +SKIP
    (0.31, 1.2)
    """
    run = Run.open(wanted.run, wanted.known)
    place = Query(run).at(wanted.history, wanted.board)
    known = next(filter(None, map(recorded, _folders(wanted.run, place))), {})
    if known and not wanted.resume and known["asked"] == wanted.asked:
        return _settled(place, wanted, known["found"] and tuple(known["found"]))
    begun = begin(run, place, replace(wanted, resume=wanted.resume or not known))
    out, resume = begun.part.folder.path, begun.part.folder.begun
    outcome = train(begun.solved, out, resume=resume, game=begun.game, memory=wanted.memory)
    if outcome.interrupted:
        raise KeyboardInterrupt
    if wanted.deals is None:
        return finish(begun)
    run = Run.open(run.path, run.known)  # again, with the part
    return finish(begun, gain(run, begun.part, wanted.deals, workers=1))


def tasks_of(run: Run, wanted: Iterable[Wanted]) -> list[Task]:
    """Return tasks that solve parts; each is called by its part.

    The largest parts start first, by :meth:`Part.size`; where a number of minutes bounds all of
    them, those that are played most.

    Parameters
    ----------
    run
        The run.
    wanted
        The parts. One that is wanted twice is solved once.

    Raises
    ------
    ExperimentError
        If a history begins with another one: its hands would depend on which part is solved first.
    GameError
        If a history cannot be read.

    Examples
    --------
    >>> run = Run.open("runs/blood.tyche6")  # doctest: +SKIP
    >>> tasks = tasks_of(run, [Wanted(run.path, "ff", "blood.tyche4")])  # doctest: +SKIP
    >>> with Processes(1) as here:  # doctest: +SKIP
    ...     [done.result.kept for done in here.run(tasks)]
    [True]
    """
    query, tasks = Query(run), dict[Key, Task]()
    placed = [(each, query.at(each.history, each.board)) for each in wanted]
    keys = {key_of(place.real) for _, place in placed}
    for each, place in placed:
        hand, before, experiment = _no_limit(place.real), place.before, each.declared
        while before is not None:
            if key_of(before.real) in keys - {key_of(hand)}:
                raise ExperimentError(
                    f"The histories of parts that are solved at a time must not begin with each "
                    f"other; {str(place.line)!r} begins with {str(before.line)!r}: solve that one "
                    f"first.",
                    hand,
                )
            before = before.before
        weight = likelihoods(place)[1]
        if experiment.minutes is None:
            part = Part(run.path, experiment, hand, place.reach, run.strategy.of)
            with suppress(GameError):  # of a history that is not played, which its task says
                weight = part.size()
        threads = each.threads or load(each.experiment, each.known).threads or 1
        (home, _), given = _folders(run.path, place), (replace(each, threads=threads),)
        ready = RunFolder(home / "run").metrics
        tasks[key_of(hand)] = Task(home.name, solve, given, weight, ready)
    return list(tasks.values())


def lines_of(query: Query, least: float) -> Iterator[Place]:
    """Yield the places where a flop comes next and two seats or more may still bet.

    Parameters
    ----------
    query
        The run.
    least
        How likely the betting before the flop must be to end there.

    Examples
    --------
    >>> lines = lines_of(Query("runs/blood.tyche6"), 0.01)  # doctest: +SKIP
    >>> [str(place.line) for place in lines]  # doctest: +SKIP
    ['ffffcx', 'fffr1xcf']
    """
    left = [query.start]
    while left:
        place = left.pop()
        hand = _no_limit(place.real)
        if hand.terminal or likelihoods(place)[1] < least:
            continue
        if hand.street == 0:
            left += [query.after(place, action) for action in reversed(place.menu.actions)]
        elif hand.able.bit_count() > 1:
            yield place


def _no_limit(hand: Any) -> NoLimitHoldem:
    if not isinstance(hand, NoLimitHoldem):
        raise NotApplicable(
            f"The game of a run to solve a part of must be no-limit hold'em; got "
            f"{type(hand).__name__}.",
            hand,
        )
    return hand


def _folders(run: Path, place: Place) -> tuple[Path, Path]:
    """Return where the part of a place is kept, and where if it is not kept."""
    name = part_name(_no_limit(place.real))
    home, aside = run / "parts" / name, run / "dropped" / name
    if home.exists() and aside.exists():
        raise ExperimentError(
            f"A part must be kept or dropped; there are both {home} and {aside}: remove one.", home
        )
    return home, aside


def _settled(place: Place, wanted: Wanted, gained: tuple[float, float] | None) -> Resolved:
    """Put a part where it belongs by what it gains; return its figures."""
    home, aside = _folders(wanted.run, place)
    kept = is_kept(gained, wanted.keep)
    here, there = home if home.exists() else aside, home if kept else aside
    if here != there:
        there.parent.mkdir(exist_ok=True)
        here.rename(there)
    folder = RunFolder(there / "run")
    return Resolved(
        str(there),
        str(place.line),
        likelihoods(place)[1],
        place.real.live.bit_count(),
        sum(file.stat().st_size for file in folder.strategy.iterdir()),
        False,
        Run.open(folder.path).metrics,
        gained,
        kept,
    )


def _part_at(run: Run, place: Place, wanted: Wanted, experiment: Experiment) -> Part:
    """Return the part that is to be solved.

    Raises
    ------
    NotApplicable
        If the game is not no-limit hold'em, the history is empty, or vectors cannot be used.
    ExperimentError
        If it is there already, and not to be resumed.
    """
    hand, of, by = _no_limit(place.real), run.strategy.of, wanted.by
    if not hand.line:
        raise NotApplicable(
            "The history of a part must have an action, as its beginning is the whole game: write "
            "--after ff, or train the experiment.",
            hand,
        )
    (path, dropped), then = _folders(run.path, place), run.metrics.iterations
    exact = (hand.players, hand.hole) == (2, 2) and hand.street > 0 and place.decides
    if by == "vectors" and not exact:
        raise NotApplicable(
            f"A part to solve with vectors must be after the flop of a game for two with two "
            f"cards each; {hand.spelled} with {hand.players} seats is not: leave out --by.",
            hand,
        )
    exact = exact and by != "sampling"
    part = Part(path, experiment, hand, place.reach, of, iterations=then, exact=exact)
    if wanted.resume and dropped.exists() and not path.exists():
        path.parent.mkdir(exist_ok=True)
        dropped.rename(path)
    if not part.folder.begun and not dropped.exists():
        return part
    if not wanted.resume:
        path = path if part.folder.begun else dropped
        raise ExperimentError(
            f"The part {path} must be new; it was begun already: continue it with --resume, or "
            f"remove its folder.",
            path,
        )
    # The run may have been trained on since: a part goes on with the ranges that it began with.
    begun = read_part(path, split(run.game)[0], of, run.known)
    if by is not None and begun.exact != exact:
        raise ExperimentError(
            f"The part {path} must go on as it began; it began "
            f"{'with vectors' if begun.exact else 'by sampling'}: leave out --by.",
            path,
        )
    return replace(part, reach=begun.reach, trust=begun.trust, exact=begun.exact)
