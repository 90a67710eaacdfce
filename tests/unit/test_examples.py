"""Every documented name is used in an example, which the doctest runner runs.

The example stands in the docstring of the name, or in that of its module or its package, where it
or what it prints names it. Methods and attributes are shown by their class. Exempt are what no
example would explain: constants and type aliases, errors, and classes without instances.
"""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from tests.documented import documented, is_abstract

# These examples are shown and not run: OpenSpiel is not on every platform, and the others would
# train, or compile for seconds.
NOT_RUN = {
    "zerosum.interop.openspiel.from_openspiel",
    "zerosum.interop.openspiel.from_policy",
    "zerosum.interop.openspiel.to_openspiel",
    "zerosum.interop.openspiel.to_policy",
    "zerosum.pkr.ask.parts.lines_of",
    "zerosum.pkr.ask.parts.solve",
    "zerosum.pkr.ask.parts.tasks_of",
    "zerosum.pkr.parts.agents.agent_of_part",
    "zerosum.pkr.parts.wanted.Resolved",
}


@cache
def examples(text: str | None) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(text or "")


def is_run(each: doctest.Example) -> bool:
    return not each.options.get(doctest.SKIP, False)


def is_exempt(thing: Any) -> bool:
    if inspect.isclass(thing):
        return issubclass(thing, BaseException) or is_abstract(thing)
    # A factor is known by the function that it wraps.
    return isinstance(thing, ModuleType) or not inspect.isroutine(inspect.unwrap(thing))


def is_shown(name: str, thing: Any) -> bool:
    """Whether an example of the name itself, of its module or of its package uses it."""
    own = examples(thing.__doc__)
    if own and (any(map(is_run, own)) or name in NOT_RUN):
        return True
    place, _, word = name.rpartition(".")
    home = thing.__module__
    modules = [sys.modules.get(each) for each in (place, home, home.rpartition(".")[0])]
    found = [each for module in modules for each in examples(getattr(module, "__doc__", None))]
    text = "\n".join(each.source + each.want for each in found if is_run(each))
    return re.search(rf"\b{word}\b", text) is not None


NAMES = {name: thing for name, thing in documented().items() if not is_exempt(thing)}


def test_documented_names_are_shown() -> None:
    assert not [name for name, thing in NAMES.items() if not is_shown(name, thing)]
    assert NAMES.keys() >= NOT_RUN


@pytest.mark.parametrize(
    ("name", "exempt"),
    [
        ("zerosum.errors.GameError", True),
        ("zerosum.play.Agent", True),
        ("zerosum.abstraction.ONE", True),
        ("zerosum.leduc.abstraction.rank", False),
        ("zerosum.kernels.descent.descent", False),
    ],
)
def test_what_is_exempt(name: str, exempt: bool) -> None:
    assert (name not in NAMES) is exempt
