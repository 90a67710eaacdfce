"""Runs that differ in their seeds only are one curve: a median, and a band that holds them all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.experiment.metrics import Metrics
from zerosum.experiment.report import differing
from zerosum.tables import Floats

_TRAITS = ("experiment", "game", "algorithm", "rule", "options")
_USUAL = ("algorithm", "rule")  # of a single group


@dataclass(frozen=True)
class Group:
    """Runs that differ in their seeds only.

    Parameters
    ----------
    label
        What distinguishes them from other groups.
    runs
        One for each seed.
    """

    label: str
    runs: tuple[Metrics, ...]


@dataclass(frozen=True)
class Band:
    """The curves of several seeds as one.

    Parameters
    ----------
    positions
        Where they are compared: everywhere that one of them was measured, and as many as possible
        are known.
    low, median, high
        Of the values there; between two points of a curve they are interpolated, on logarithmic
        axes, but for values that may be negative.
    """

    positions: Floats
    low: Floats
    median: Floats
    high: Floats


def grouped(runs: Iterable[Metrics]) -> list[Group]:
    """Return runs in groups, labelled by what differs: experiment, game, algorithm, rule, options.

    The number of threads is part of a label if groups would be called the same without it. Runs
    that repeat a seed, or have none, are groups of their own, and their labels contain their names.
    """
    runs_by_traits: dict[Any, list[Metrics]] = {}
    for run in runs:
        traits = *(getattr(run, trait) for trait in _TRAITS), run.threads
        runs_by_traits.setdefault(traits, []).append(run)
    groups: list[tuple[Metrics, ...]] = []
    for members in runs_by_traits.values():
        seeds = {run.seed for run in members} - {None}
        one = len(seeds) == len(members)
        groups += [tuple(members)] if one else [(run,) for run in members]
    return [Group(*pair) for pair in zip(_labels(groups), groups, strict=True)]


def _labels(groups: Sequence[tuple[Metrics, ...]]) -> list[str]:
    first = [runs[0] for runs in groups]
    words = {trait: [getattr(run, trait) for run in first] for trait in _TRAITS}
    words["game"] = differing(words["game"])
    differ = [trait for trait in _TRAITS if len(set(words[trait])) > 1]
    traits = differ if len(groups) > 1 else _USUAL
    labels = [_joined(words[trait][index] for trait in traits) for index in range(len(first))]
    if differ:
        labels = [label or "defaults" for label in labels]
    threads = len({run.threads for run in first}) > 1
    for further in (_threads, _name) if threads else (_name,):
        labels = [
            _joined((label, further(run))) if labels.count(label) > 1 else label
            for label, run in zip(labels, first, strict=True)
        ]
    return [
        f"{label} ({len(runs)} seeds)" if len(runs) > 1 else label
        for label, runs in zip(labels, groups, strict=True)
    ]


def _joined(words: Iterable[str]) -> str:
    return ", ".join(filter(None, words))


def _threads(run: Metrics) -> str:
    return f"{run.threads} threads" if run.threads > 1 else "1 thread"


def _name(run: Metrics) -> str:
    return run.name


def band(curves: Sequence[Sequence[tuple[float, float]]], *, signed: bool = False) -> Band:
    """Return several curves as one; of each, points at positive positions, in their order.

    Values are positive as well, unless they are ``signed``.

    >>> found = band([[(1, 4.0), (100, 1.0)], [(1, 8.0), (10, 8.0), (1_000, 1.0)]])
    >>> found.positions.tolist(), found.low.round(6).tolist(), found.high.round(6).tolist()
    ([1.0, 10.0, 100.0], [4.0, 2.0, 1.0], [8.0, 8.0, 2.828427])
    """
    known = [dict(curve) for curve in curves if curve]
    positions = np.array(sorted({position for curve in known for position in curve}), np.float64)
    values = np.array([_at(positions, curve, signed) for curve in known]).reshape(
        len(known), positions.size
    )
    counts = np.isfinite(values).sum(axis=0)
    most = counts == counts.max(initial=0)
    positions, values = positions[most], values[:, most]
    if not positions.size:
        return Band(positions, positions, positions, positions)
    low, median, high = (find(values, axis=0) for find in _FINDS)
    return Band(positions, low, median, high)


_FINDS: Any = (np.nanmin, np.nanmedian, np.nanmax)


def _at(positions: Floats, curve: dict[float, float], signed: bool) -> Floats:
    """Return a curve's values at positions; NaN outside it."""
    x, y = np.log(list(curve.keys())), np.array(list(curve.values()))
    between = np.interp(np.log(positions), x, y if signed else np.log(y), left=np.nan, right=np.nan)
    between = between if signed else np.exp(between)
    pairs = zip(positions.tolist(), between.tolist(), strict=True)
    return np.array([curve.get(position, value) for position, value in pairs])
