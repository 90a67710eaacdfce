"""Every line of docs/reference/native.md is a case, and every case works natively."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import Annotated

import pytest

from tests.native import actions, ends, fields, functions, methods, refused, spellings
from tests.native.board import Limits
from tests.native.both import Case, Cases, check, check_sentence
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.actions import UpTo
from zerosum.native import explain

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "native.md"
# These compile for long. Generators become lists, which the other folds take, as test_stacks shows;
# it joins tuples, too, and the menus of Kuhn and Leduc are of different lengths. test_packing uses
# packed tuples natively in the same ways, test_checks calls functions that call themselves, and
# ends.used replaces an item. Every game here takes tuples apart.
LONG = (
    functions.too_deep,
    spellings.another_item,
    spellings.unpacked,
    functions.generators,
    actions.joined,
    actions.choice,
    fields.packed,
    fields.packed_grows,
)
STEP = 10
"""Each case compiles by itself: the default tests take every tenth, the slow ones all others."""
COMPILES = [
    fields.case,
    methods.case,
    functions.case,
    spellings.case,
    actions.case,
    actions.chance,
    actions.factor,
    ends.case,
    ends.menu,
]

HELPERS = [
    each for each in vars(refused).values() if getattr(each, "__module__", "") == refused.__name__
]
"""What cases use, which a refusal may name."""


def cases(*sections: Cases) -> list[Case]:
    return [case for section in sections for case in section.cases]


def lines_of(document: str) -> set[tuple[str, str]]:
    """Return the bullets of a document, each with its section."""
    found, section = set(), ""
    for line in re.sub(r"\n  +", " ", document).splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("- "):
            found.add((section, line[2:].rstrip(".;")))
    return found


def test_the_document_and_the_cases_agree():
    said = lines_of(DOCUMENT.read_text(encoding="utf-8"))
    shown = {(case.section, case.line) for case in cases(*COMPILES, refused.case)}
    assert said == shown


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            marks=pytest.mark.slow
            if (number % STEP and case.function is not fields.enum) or case.function in LONG
            else (),
        )
        for number, case in enumerate(cases(*COMPILES))
    ],
    ids=lambda case: case.line,
)
def test_what_compiles(case):
    check(case.function, case.inputs)


@dataclass(frozen=True)
class Glance:
    chips: int
    limits: Limits
    trick: Annotated[tuple[int, ...], UpTo(4)] = ()

    def actions(self):
        return 0, 1


@dataclass(frozen=True)
class Tiny:
    """The least game: one player offered one infoset."""

    over: bool = False
    limits: Limits = field(default_factory=Limits)

    terminal = property(lambda self: self.over)
    chance = property(lambda self: False)
    active = property(lambda self: 0)

    def payoff(self, player: int) -> float:
        return 0.0

    def infoset(self, player: int) -> Glance:
        return Glance(2, self.limits)

    def apply(self, action: int) -> Tiny:
        return replace(self, over=True)


@pytest.fixture(scope="module")
def refusals():
    """Return the refusal of each part of one game that has every refused factor."""
    factors = [algebraic(case.function) for case in cases(refused.case)]
    told = explain(Abstracted(Tiny(), prod(factors, start=ONE)))
    return {verdict.part: verdict for verdict in told.verdicts if not verdict.native}


@pytest.mark.parametrize("case", cases(refused.case), ids=lambda case: case.line)
def test_what_is_refused(case, refusals):
    told = str(refusals[f"factor {case.function.__name__}"])
    assert case.line.rpartition(": ")[2] in told
    if case.function.__name__ != "unwritten":  # which has no line
        check_sentence(told, case.function, *HELPERS)


def test_only_what_is_refused_is(refusals):
    functions = [case.function for case in cases(refused.case)]
    assert refusals.keys() == {f"factor {function.__name__}" for function in functions}
    assert len(refusals) == len(functions)
