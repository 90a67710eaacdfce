"""Tools of the benchmarks: one core, CPU time, medians of rounds, bars."""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any


def pin() -> None:
    """Keep this process, and those that it starts, on one core where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def options(document: str | None, **defaults: Any) -> argparse.Namespace:
    """Return the options of a command, each of the type of its default; help is its document."""
    parser = argparse.ArgumentParser(description=(document or "").partition("\n")[0])
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


def seconds(work: Callable[[], Any]) -> float:
    """Return the CPU seconds that a call takes."""
    gc.collect()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def each(work: Callable[[int], Any], count: int) -> Callable[[], float]:
    """Return a measure: CPU seconds for one of ``count``, which are one call."""
    return lambda: seconds(lambda: work(count)) / count


def repeated(work: Callable[[], Any], count: int) -> Callable[[], float]:
    """Return a measure: CPU seconds for a call, of ``count`` calls in a row."""

    def all_of_them(count: int) -> None:
        for _ in range(count):
            work()

    return each(all_of_them, count)


def rounds(measures: Mapping[str, Callable[[], float]], repeats: int) -> dict[str, float]:
    """Return the median of each measure; they take turns, so that all meet the same noise."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(repeats):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: median(values) for name, values in found.items()}


class Bars:
    """What must be reached, printed at the end beside what was.

    Examples
    --------
    >>> bars = Bars()
    >>> bars.at_least("hops a second", 12.0, 10.0)
    >>> bars.at_most("seconds of rest", 2.0, 1.0)
    >>> bars.show()
    hops a second                                        12   >=       10  ok
    seconds of rest                                       2   <=        1  missed
    """

    def __init__(self) -> None:
        self.lines: list[str] = []

    def at_least(self, name: str, value: float, bar: float) -> None:
        self._add(name, value, ">=", bar, value >= bar)

    def at_most(self, name: str, value: float, bar: float) -> None:
        self._add(name, value, "<=", bar, value <= bar)

    def show(self) -> None:
        for line in self.lines:
            print(line)

    def _add(self, name: str, value: float, sign: str, bar: float, reached: bool) -> None:
        verdict = "ok" if reached else "missed"
        self.lines.append(f"{name:44} {value:10,.4g}   {sign} {bar:8,.4g}  {verdict}")
