"""What is looked at before a run begins or goes on: its folder, and what it must not change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.folder import RunFolder, identity
from zerosum.experiment.names import algorithm_named, rule_label, rule_named
from zerosum.experiment.options import label, read_options, read_record, written
from zerosum.experiment.probe import start_of


def check(experiment: Experiment, out: str | Path, *, resume: bool = False) -> Any:
    """Find a user's mistake before anything is written; return the start of the game.

    Parameters and errors are those of :func:`zerosum.experiment.train`, which begins with this.
    """
    folder = RunFolder(Path(out))
    if resume and folder.begun:
        config = folder.config()
        for thing, value in identity(experiment).items():
            kind, had = experiment.algorithm, config[thing]
            # One may say what the other leaves to the algorithm.
            if thing != "options" or read_record(kind, value) != read_record(kind, had):
                _require_same(folder, config, thing, value)
    else:
        folder.require_unused()
    check_rule = getattr(experiment.algorithm, "check_rule", None)
    if check_rule is not None and experiment.rule is not None:
        check_rule(experiment.rule)
    return start_of(experiment)


def resumed(experiment: Experiment, out: str | Path) -> Experiment:
    """Return the experiment with the algorithm, rule, seed, options, threads, bounds of its run.

    Raises
    ------
    ExperimentError
        If the run is that of another experiment.
    """
    folder = RunFolder(Path(out))
    config = folder.config()
    _require_same(folder, config, "experiment", experiment.name)
    if experiment.algorithm.__name__ != config["algorithm"]:
        algorithm = algorithm_named(config["algorithm"])
        experiment = replace(experiment, algorithm=algorithm, options={})
    if written(experiment.options) != config["options"]:
        options = read_options(experiment.algorithm, config["options"])
        experiment = replace(experiment, options=options)
    if rule_label(experiment.rule_followed) != config["rule"]:
        rule = None if config["rule"] is None else rule_named(config["rule"])
        experiment = replace(experiment, rule=rule)
    return replace(
        experiment,
        seed=experiment.seed if config["seed"] is None else config["seed"],
        iterations=config["iterations"],
        minutes=config["minutes"],
        target=config.get("target"),
        threads=config.get("threads", 1),
    )


def _require_same(folder: RunFolder, config: Mapping[str, Any], thing: str, value: Any) -> None:
    if config[thing] != value:
        had, got = config[thing], value
        if thing == "options":
            thing, had, got = "set of options", label(had) or "none", label(got) or "none"
        message = (
            f"The {thing} of a resumed run must be that of {folder.path}, {had}; "
            f"got {got}: leave it out, or begin another run with --out."
        )
        raise ExperimentError(message, value)
