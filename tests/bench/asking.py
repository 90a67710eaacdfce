"""Questions to a run of hold'em: how long they take warm and from disk, and how exact reach is.

Hands are played at random on the menus of the strategy, with folds and all-ins half as often as
other actions. A question is asked at every decision. A new one follows its history from the start
of the hand, and counts as the fastest of three times; one as the hand goes on knows it up to the
last action. Before a cold one the files of the strategy and of the buckets are dropped from memory.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from mmap import MADV_DONTNEED
from pathlib import Path
from statistics import quantiles
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np

from tests.bayes import reach_by_bayes, steps_of
from tests.bench.clock import Bars
from zerosum.cards import Cards, name
from zerosum.experiment import Run
from zerosum.pkr.ask import Query
from zerosum.pkr.places.worth import is_exact
from zerosum.rng import Random

_OPEN = """
import importlib, sys
from time import perf_counter
import zerosum.pkr.ask
importlib.import_module(sys.argv[2])
begin = perf_counter()
zerosum.pkr.ask.Query(sys.argv[1])
print(perf_counter() - begin)
"""
_QUESTIONS, _COLD, _HANDS, _CHECKED, _VALUED = 2_000, 100, 200, 2, 100
_REPEATS = 3


class Asked(NamedTuple):
    """A question: a history, the hand of the seat to act, and the board."""

    history: str
    cards: Cards
    board: str


def hands(query: Query, rng: Random) -> Iterator[list[Asked]]:
    """Yield the questions of one hand after another, one at each decision."""
    deck = list(query.base.deck.cards)
    while True:
        cards = deck.copy()
        for at in range(7):
            other = at + rng.integer(len(cards) - at)
            cards[at], cards[other] = cards[other], cards[at]
        own, board = Cards(1 << cards[0] | 1 << cards[1]), cards[2:7]
        place, words, found = query.start, "", []
        while not place.real.terminal and place.real.owed:
            if place.real.chance:
                shown = len(place.real.dealt)
                place = place.dealt(board[shown : shown + place.real.due])
                words += "|"
                continue
            shown = len(place.real.dealt)
            found.append(Asked(words, own, "".join(map(name, board[:shown]))))
            answer = query.answer(place)
            drawn = [n for n, word in enumerate(answer.words) for _ in range(2 - (word in "fa"))]
            taken = drawn[rng.integer(len(drawn))]
            words, place = words + answer.words[taken], place.after(answer.actions[taken])
        yield found


def times(
    ask: Callable[[Any], Any], questions: Iterable[Any], repeats: int = _REPEATS
) -> list[float]:
    """Return milliseconds: of the wall clock the median, 95 % and the most, and 95 % of the CPU."""
    taken, busy = [], []
    for question in questions:
        clocks, used = [], []
        for _ in range(repeats):
            begin, before = perf_counter(), thread_time()
            ask(question)
            clocks.append(1_000 * (perf_counter() - begin))
            used.append(1_000 * (thread_time() - before))
        taken.append(min(clocks))
        busy.append(min(used))
    cuts = quantiles(taken, n=20)
    return [cuts[9], cuts[18], max(taken), quantiles(busy, n=20)[18]]


def maps_of(query: Query) -> list[np.memmap[Any, Any]]:
    """Return the arrays that are mapped from the disk: of the strategy, and of buckets."""
    arrays = [value for value in vars(query.strategy).values() if isinstance(value, np.ndarray)]
    for factor in query.strategy.view.factors:
        if hasattr(factor.target, "prepared"):
            arrays.append(factor.target.prepared().table)
    found = []
    for array in arrays:
        owner = array
        while owner is not None and not isinstance(owner, np.memmap):
            owner = owner.base
        found += [] if owner is None else [owner]
    return found


def drop(maps: Iterable[np.memmap[Any, Any]]) -> None:
    """Drop the pages of files from memory."""
    for each in maps:
        each._mmap.madvise(MADV_DONTNEED)  # type: ignore[attr-defined]
        file = os.open(str(each.filename), os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)


def measure(run: str) -> None:
    """Measure, and print a table and the bars."""
    module = Run.open(run).experiment.name
    command = [sys.executable, "-c", _OPEN, run, module]
    opened = min(
        float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(3)
    )
    query = Query(run)
    maps, played = maps_of(query), hands(query, Random(5))
    on_disk = sum(Path(str(each.filename)).stat().st_size for each in maps)
    questions: list[Asked] = []
    while len(questions) < _QUESTIONS:
        questions += next(played)
    known = sum(query.get(*each).known for each in questions)
    print(f"{on_disk / 1e9:.1f} GB mapped, opened in {opened:.2f} s, {query.base.players} seats")
    print(f"{len(questions):,} questions, {known / len(questions):.0%} at known decisions")
    rows: dict[str, list[float]] = {}
    rows["as the hand goes on"] = times(lambda each: query.get(*each), questions, 1)
    rows["a new history"] = times(lambda each: fresh(query).get(*each), questions)
    rows["the same, all buckets"] = times(
        lambda each: fresh(query).get(*each, matrix=True), questions
    )
    last = [hand[-1] for hand in islice(played, _HANDS)]
    for each in last:
        query.at(each.history, each.board).posterior()

    def reach(each: Asked) -> Any:
        return fresh(query).at(each.history, each.board).posterior(each.cards)

    rows["reach, a whole hand"] = times(reach, last)
    ends = [is_exact(query.at(each.history, each.board)) for each in questions]
    for label, exact in (("EV, exact", True), ("EV, 200 deals", False)):
        some = [each for each, end in zip(questions, ends, strict=True) if end == exact]
        query.values(*some[0])  # what it compiles is kept on the disk
        rows[label] = times(lambda each: fresh(query).values(*each), some[:_VALUED], 1)
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
    cold = []
    for each in questions[:: len(questions) // _COLD]:
        drop(maps)
        cold.append(times(lambda each: fresh(query).get(*each), [each, each], 1)[2])
    read = resource.getrusage(resource.RUSAGE_SELF).ru_majflt - faults
    cuts = quantiles(cold, n=20)
    print(f"{'milliseconds':24} {'median':>8} {'95 %':>8} {'most':>8} {'CPU, 95 %':>10}")
    for label, numbers in rows.items():
        print(f"{label:24}", *(f"{number:8.3f}" for number in numbers))
    print(f"{'cold':24} {cuts[9]:8.3f} {cuts[18]:8.3f} {max(cold):8.3f}")
    print(f"{read / len(cold):.1f} reads of the disk a cold question")
    apart = max(difference(query, each) for each in last[:_CHECKED])
    print(f"reach differs from Bayes, hand by hand, by {apart:.1e} at most")
    bars = Bars()
    bars.at_most("s to open", opened, 1.0)
    bars.at_most("ms of a question, 95 %", rows["a new history"][1], 1.0)
    bars.at_most("ms of a cold question, 95 %", cuts[18], 30.0)
    bars.at_most("ms of the reach of a hand, 95 %", rows["reach, a whole hand"][1], 5.0)
    bars.at_most("ms of an exact EV, median", rows["EV, exact"][0], 50.0)
    bars.at_most("ms of an EV of 200 deals, median", rows["EV, 200 deals"][0], 1_000.0)
    bars.at_most("difference from Bayes", apart, 1e-9)
    bars.show()


def fresh(query: Query) -> Query:
    """Return a query that has forgotten the histories that it was asked for."""
    query.forget()
    return query


def difference(query: Query, asked: Asked) -> float:
    """Return how much reach differs from Bayes over the interpreted strategy."""
    place = query.at(asked.history, asked.board)
    some = range(0, 1326, 13)
    slow = reach_by_bayes(query.strategy, query.game, steps_of(place), some)
    return float(np.abs(place.reach[:, ::13] - slow).max())
