"""What a command line says about an experiment, in place of what its module declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from zerosum.cores import cores
from zerosum.experiment import Experiment, algorithm_named, assigned, rule_named


class Listed(click.Option):
    """An option whose help ends with the algorithms that there are."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the name and the help; algorithms take a while to import, and only help does."""
        from zerosum.algorithms import ALGORITHMS

        record = super().get_help_record(ctx)
        return record and (record[0], f"{record[1]} {', '.join(ALGORITHMS)}.")


def chosen(
    experiment: Experiment,
    algorithm: str | None,
    rule: str | None,
    assignments: Sequence[str],
    iterations: int | None,
    minutes: float | None,
    target: float | None,
    seed: int | None,
    threads: int | None,
) -> Experiment:
    """Return the experiment with what the command line says."""
    changes: dict[str, Any] = {}
    kind = experiment.algorithm if algorithm is None else algorithm_named(algorithm)
    if kind is not experiment.algorithm:
        changes |= {"algorithm": kind, "options": {}}  # those were of the other algorithm
    if assignments:
        before = changes.get("options", experiment.options)
        changes["options"] = {**before, **assigned(kind, assignments, before)}
    if rule is not None:
        changes["rule"] = rule_named(rule)
    if seed is not None:
        changes["seed"] = seed
        if not getattr(kind, "seeded", True):
            raise click.UsageError("--seed must be left out: the algorithm draws no numbers.")
    if threads is not None:
        changes["threads"] = threads
        if not getattr(kind, "threaded", False):
            raise click.UsageError("--threads must be left out: the algorithm runs on one.")
    elif experiment.threads is None:
        changes["threads"] = cores()
    bounds = {"iterations": iterations, "minutes": minutes, "target": target}
    if any(bound is not None for bound in bounds.values()):
        changes |= bounds
    return replace(experiment, **changes)
