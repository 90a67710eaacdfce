"""The runs of a sweep: a grid is a product of axes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from zerosum.experiment import Experiment


def grid(
    make: Callable[..., Experiment], **axes: Mapping[str, Any] | Iterable[Any]
) -> dict[str, Experiment]:
    """Return the experiments that a function makes of all combinations of values, by their names.

    Parameters
    ----------
    make
        Called with one value of each axis, by name.
    axes
        Values by the words that name them, or plain values, which are named by their axis. An axis
        with a single value is not named, beside others.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> def make(states, iterations):
    ...     return Experiment(Abstracted(Kuhn(), states), iterations=iterations)
    >>> states = {"both": is_jack * betting, "blind": betting}
    >>> list(grid(make, states=states, iterations=[100, 200]))
    ['both,iterations=100', 'both,iterations=200', 'blind,iterations=100', 'blind,iterations=200']
    """
    named = [
        [*values.items()]
        if isinstance(values, Mapping)
        else [(f"{axis}={value}", value) for value in values]
        for axis, values in axes.items()
    ]
    found = {}
    for choice in product(*named):
        words = [word for word, _ in choice]
        telling = [word for word, axis in zip(words, named, strict=True) if len(axis) > 1]
        values = [value for _, value in choice]
        found[",".join(telling or words)] = make(**dict(zip(axes, values, strict=True)))
    return found
