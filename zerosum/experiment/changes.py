"""What is chosen for a session in place of what an experiment declares."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.load import with_parameters
from zerosum.experiment.names import algorithm_named, rule_named
from zerosum.experiment.options import assigned
from zerosum.support.cores import cores
from zerosum.support.store import Json


def chosen(
    experiment: Experiment,
    parameters: Sequence[str] | Json = (),
    seed: int | None = None,
    threads: int | None = None,
    algorithm: str | None = None,
    rule: str | None = None,
    assignments: Sequence[str] | Json = (),
    limit: int | None = None,
    **bounds: Any,
) -> Experiment:
    """Return an experiment with what a command line changes; what is None stays as it is.

    Parameters
    ----------
    experiment
        The experiment.
    parameters, assignments
        Parameters of its game, and options of the algorithm, as :func:`assigned` reads them.
    seed, limit
        As the experiment has them.
    threads
        How many; all cores if neither this nor the experiment says.
    algorithm, rule
        Their names. Another algorithm has none of the options and arguments that are declared.
    bounds
        ``iterations``, ``minutes`` and ``target``: if one is given, it replaces all bounds.

    Raises
    ------
    ExperimentError
        If something does not exist, does not fit the algorithm, or has a wrong value.

    Examples
    --------
    >>> from zerosum.experiment import load
    >>> settled = chosen(load("blood.kuhn"), algorithm="outcome", assignments=["epsilon=0.3"])
    >>> settled.algorithm.__name__, settled.options
    ('OutcomeSampling', {'epsilon': 0.3})
    """
    changes: dict[str, Any] = {}
    cls = experiment.algorithm if algorithm is None else algorithm_named(algorithm)
    if cls is not experiment.algorithm:
        # Those were of the other algorithm.
        changes |= {"algorithm": cls, "options": {}, "given": {}}
    if assignments:
        before = changes.get("options", experiment.options)
        changes["options"] = {**before, **assigned(cls, assignments, before)}
    if rule is not None:
        changes["rule"] = rule_named(rule)
    if seed is not None:
        changes["seed"] = seed
        _refuse(not getattr(cls, "seeded", True), "seed", "draws no numbers")
    if threads is not None:
        changes["threads"] = threads
        _refuse(not getattr(cls, "threaded", False), "threads", "runs on one")
    elif experiment.threads is None:
        changes["threads"] = cores()
    if limit is not None:
        changes["limit"] = limit
    if any(bound is not None for bound in bounds.values()):
        changes |= bounds
    return with_parameters(replace(experiment, **changes), parameters)


def require_rule(experiment: Experiment) -> None:
    """Refuse a rule that does not fit the algorithm.

    Raises
    ------
    RuleError
        If it does not.
    """
    check_rule = getattr(experiment.algorithm, "check_rule", None)
    if check_rule is not None and experiment.rule is not None:
        check_rule(experiment.rule)


def _refuse(wrong: bool, name: str, why: str) -> None:
    if wrong:
        raise ExperimentError(f"The {name} must be left out: the algorithm {why}.", name)
